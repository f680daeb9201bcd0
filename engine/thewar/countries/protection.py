"""Whose Satellite a minor country becomes that is attacked: of several enemies of its invader the nearest, which the
board shows (16.3, 16.4)."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.kernel.changes import Entry
from engine.kernel.procedures import Decision, Procedure
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import calendar, minors, wars
from engine.thewar.world.state import TheWar

RULE = "16.3, 16.4"
_NEAREST = ("france", "britain", "ussr", "us", "germany", "italy")
"""Who is likely to be the nearest where the table of minor countries names nobody."""


def alone_fact(country: str) -> str:
    """The fact that a country was neutral when it was attacked; its value is the turn, in which it stands alone
    (23.1)."""
    return f"neutral-attacked-{country}"


def remember(tx: Transaction[TheWar], country: str, by: str) -> None:
    """Record that a country is attacked in this turn."""
    turn, why = calendar.turn(tx.campaign), f"attacked by {wars.named(tx.campaign, by)}"
    if tx.campaign.countries[country].status == "neutral":
        tx.put(f"facts.{alone_fact(country)}", turn, why, "23.1")
    tx.put(f"facts.{minors.attacked_fact(country)}", turn, why, "16.4")


def protectors(campaign: TheWar, country: str, by: str) -> tuple[str, ...]:
    """The Major Powers at war with an invader, one of which protects the country (16.3)."""
    return tuple(power for power in wars.POWERS if wars.standing(campaign, power) and wars.at_war(campaign, power, by))


def invaders(campaign: TheWar, country: str) -> tuple[str, ...]:
    """The Major Powers that have attacked a country."""
    return tuple(enemy for enemy in wars.enemies(campaign, country) if enemy in campaign.powers)


def open_to(campaign: TheWar, country: str) -> tuple[str, ...]:
    """Whose Satellite an attacked country may become that is nobody's yet, the likely nearest first; () where nobody
    has to be named."""
    land, row = campaign.countries[country], minors.row(country)
    if land.status not in minors.UNCOMMITTED or row.get("never"):
        return ()
    if minors.american(campaign, country):
        return ()
    able = {power for by in invaders(campaign, country) for power in protectors(campaign, country, by)}
    order = (*row.get("nearest", ()), *_NEAREST)
    return tuple(power for power in dict.fromkeys(order) if power in able)


@frozen
class Protection(Procedure[TheWar]):
    """A country was attacked and several Major Powers are at war with its invader: the nearest is named, whose
    Satellite it becomes. The likely nearest is asked; 'status' answers."""

    kind: ClassVar[str] = "protection"

    country: str = ""

    def decision(self, campaign: TheWar) -> Decision | None:
        able = open_to(campaign, self.country)
        if not able:
            return None
        answers = tuple(f"status {self.country} satellite patron={power}" for power in able)
        whose = ", ".join(wars.named(campaign, power) for power in able)
        title = f"Who is nearest to {wars.named(campaign, self.country)} and protects it?"
        return Decision(able[0], title, answers, answers[0], RULE, (f"At war with the invader: {whose}.",))

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        """The country is somebody's Satellite now, or nobody is left to protect it."""
        tx.remove(at, "protected", RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        land, name = before.countries[self.country], wars.named(before, self.country)
        if land.patron and land.status == "satellite":
            return f"{name} is protected by {wars.named(before, land.patron)}"
        return f"Nobody is left to protect {name}"


def asked(campaign: TheWar, country: str) -> bool:
    """Whether somebody is asked already who protects a country."""
    pending: tuple[Any, ...] = tuple(campaign.pending.values())
    return any(isinstance(procedure, Protection) and procedure.country == country for procedure in pending)
