"""Evasion chits: the purchase, and whether one may be played (7.8.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import logistics
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

PRICE = 3
NAVIES = ("germany", "britain", "us")
YEAR = "evasion-year-"
"""With a power's id, the fact of the year in which it last played one."""
GERMAN_FROM, GERMAN_UNTIL = "1940-1-spring", "1942-1-spring"


@frozen
class BuyChit(PowerOrder[TheWar]):
    """Buy an Evasion chit: one a year for the German, British and American navies (7.8.2)."""

    verb: ClassVar[str] = "chit"
    title: ClassVar[str] = "Evasion chit"
    rule: ClassVar[str] = "7.8.2"
    account: ClassVar[str] = "diplomacy"
    steps: ClassVar[tuple[str, ...]] = ("planning.evasion",)
    finishes: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        power = campaign.powers.get(self.power)
        if power is None:
            return
        if self.power not in NAVIES:
            yield Refusal("7.8.2", f"{power.name} has no Evasion chits", "Germany, Britain and the United States have.")
        if power.chit_year == calendar.year(campaign):
            yield Refusal("7.8.2", f"{power.name} has bought its chit of {power.chit_year}", "One a year.")
        now = calendar.now(campaign)
        if self.power == "germany" and not calendar.number(GERMAN_FROM) <= now <= calendar.number(GERMAN_UNTIL):
            yield Refusal("7.8.2", "German chits are played from Spring 1940 to Spring 1942 only")
        if logistics.free(power) < PRICE:
            yield Refusal(
                "7.8.2",
                f"it costs {PRICE} NARFs, {max(0, logistics.free(power))} are free",
                "Efforts are reserved first.",
            )
        if power.effort and (refusal := logistics.may(campaign, self.power, "evasion")) is not None:
            yield refusal

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        return Breakdown((Line("Evasion chit", PRICE, "7.8.2"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        at = f"powers.{self.power}"
        tx.add(f"{at}.narfs", -PRICE, "Evasion chit", "7.8.2")
        tx.add(f"{at}.chits", 1, "Evasion chit", "7.8.2")
        tx.set(f"{at}.chit_year", calendar.year(tx.campaign), "Evasion chit", "7.8.2")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} buys an Evasion chit"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[BuyChit]:
        yield cls(power)


def refused(campaign: TheWar, power: str) -> Iterable[Refusal]:
    """Why a power plays no chit now: it has none, has played that of the year, or is Germany at another date."""
    name = wars.named(campaign, power)
    if campaign.powers[power].chits < 1:
        yield Refusal("7.8.2", f"{name} has no Evasion chit", "Bought in Planning.")
    if (this := calendar.year(campaign)) == campaign.facts.get(f"{YEAR}{power}", 0):
        yield Refusal("7.8.2", f"{name} has played its Evasion chit of {this}", "One a year.")
    if power == "germany" and not calendar.number(GERMAN_FROM) <= calendar.now(campaign) <= calendar.number(
        GERMAN_UNTIL
    ):
        yield Refusal("7.8.2", "German Evasion chits are played from Spring 1940 to Spring 1942 only", "Without it.")


def play(tx: Transaction[TheWar], power: str) -> None:
    """Spend a chit that is played, and remember its year."""
    tx.add(f"powers.{power}.chits", -1, "Evasion chit", "7.8.2")
    tx.put(f"facts.{YEAR}{power}", calendar.year(tx.campaign), "Evasion chit", "7.8.2")


def customers(campaign: TheWar) -> tuple[str, ...]:
    """The navies that could buy a chit this turn, so that the step need not come up for nobody."""
    return tuple(
        power
        for power in NAVIES
        if wars.standing(campaign, power) and not any(True for _ in BuyChit(power).judge(campaign))
    )
