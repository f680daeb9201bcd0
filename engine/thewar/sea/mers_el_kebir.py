"""Mers-el-Kebir: the British attack on the French Navy as Vichy is created (18.5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from engine.kernel.counters import Counter
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import keyed
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, offered_counters
from engine.thewar.sea import sea_drafts, sea_outcomes
from engine.thewar.sea.sea_drafts import MISSION
from engine.thewar.sea.sea_fight import SeaFight
from engine.thewar.sea.sea_forces import SHIPS
from engine.thewar.world import deeds, supply, titles, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import Engagement, TheWar

FRENCH = ("france", "vichy-france")
_KINDS = frozenset(("fleet", "cv", "nac"))


@frozen
class MersElKebir(PowerOrder[TheWar]):
    """Britain attacks the French Navy in North Africa as Vichy is created, once, with ships that have done nothing this
    turn: one round, no Flak, no surprise, nobody intercepts (18.5.6)."""

    verb: ClassVar[str] = "mers-el-kebir"
    title: ClassVar[str] = "Mers-el-Kebir"
    rule: ClassVar[str] = "18.5.6"
    steps: ClassVar[tuple[str, ...]] = ("end.vichy",)

    units: tuple[str, ...] = keyed(UNITS, ())
    against: tuple[str, ...] = keyed(UNITS, ())

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        unknown = [key for key in (*self.units, *self.against) if key not in campaign.units]
        if unknown or not self.units or not self.against:
            yield Refusal(
                "18.5.6", f"'{unknown[0]}' is no unit" if unknown else "both sides are named", "units=, against=."
            )
            return
        if self.power != "britain" or any(campaign.units[key].power != "britain" for key in self.units):
            yield Refusal("18.5.6", "British ships attack", "Leave the others out.")
        if {campaign.units[key].kind for key in self.units} - _KINDS:
            yield Refusal("18.5.6", "Fleets and CV with their NAC attack", "No aircraft from land.")
        if any(
            campaign.units[key].power not in FRENCH or campaign.units[key].kind not in SHIPS for key in self.against
        ):
            yield Refusal("18.5.6", "Vichy's ships are attacked", "Those in French North Africa.")
        yield from self._where(campaign)
        if campaign.facts.get(sea_drafts.MERS, False):
            yield Refusal("18.5.6", "it was attacked already", "Once, as Vichy is created.")
        if not wars.at_war(campaign, "britain", "germany"):
            yield Refusal("18.5.6", "Britain is not at war with Germany")
        yield from battles.idle(campaign, self.units, MISSION, "has been on a mission", "18.5.6", span="player turn")
        yield from battles.dry(campaign, self.units)
        yield from supply.supplied(campaign, self.units, supply.MISSION)

    def _where(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why ships are not attacked by where the terms of France have sent them: only those in North Africa are."""
        placed = campaign.terms.get("navy")
        if campaign.terms and placed is None:
            yield Refusal("18.5.6", "the French Navy has no ports yet", "The conqueror places it first (18.5.5).")
        elif placed is not None and placed.how == "done":
            for key in self.against:
                if key not in placed.units:
                    reason = f"{titles.unit(campaign, key)} has sailed to Marseilles"
                    yield Refusal("18.5.6", reason, "Ships in French North Africa are attacked.")

    def engagement(self, campaign: TheWar) -> Engagement:
        """The battle."""
        return Engagement(
            kind=battles.SEA,
            by=self.power,
            attackers=self.units,
            defenders=self.against,
            facts=(sea_drafts.MERS,),
            impulse=battles.impulse(campaign),
        )

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        if any(True for _ in self.judge(campaign)):
            return None
        return sea_outcomes.forecast(sea_drafts.drafted(campaign, self.engagement(campaign)))

    def effect(self, tx: Transaction[TheWar]) -> None:
        where = sea_drafts.MERS
        tx.put(f"facts.{where}", True, "Mers-el-Kebir", "18.5.6")
        tx.create(f"engagements.{where}", self.engagement(tx.campaign), "Mers-el-Kebir", "18.5.6")
        battles.remember(tx, self.units, MISSION, "18.5.6")
        begin(tx, SeaFight.opened(tx.campaign, where), "Mers-el-Kebir", "18.5.6")

    def sentence(self, campaign: TheWar) -> str:
        mine, theirs = titles.units(campaign, self.units), titles.units(campaign, self.against)
        return f"Mers-el-Kebir: {mine} against {theirs}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if power != "britain" or campaign.facts.get(sea_drafts.MERS, False):
            return None
        fields = (
            Field("units", "British ships", "18.5.6", listed=True, counters=_attackers),
            Field("against", "French ships", "18.5.6", listed=True, counters=_attacked),
        )
        return Form(
            cls.verb, "Mers-el-Kebir", f"{power} mers-el-kebir units={{units}} against={{against}}", fields, cls.rule
        )


def _attackers(campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
    """The British ships with what keeps them from it."""
    ships = [key for key, unit in campaign.units.items() if (unit.power, unit.kind in _KINDS) == ("britain", True)]
    busy = {key: "has been on a mission" for key in ships if deeds.done(campaign, key, MISSION)}
    return offered_counters.each(campaign, ships, busy)


def _attacked(campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
    """The French ships, those first that lie in North Africa as the terms have it."""
    ships = [key for key, unit in campaign.units.items() if unit.power in FRENCH and unit.kind in SHIPS]
    placed = campaign.terms.get("navy")
    sent = ships if placed is None or placed.how != "done" else placed.units
    return offered_counters.each(campaign, ships, {key: "has sailed to Marseilles" for key in ships if key not in sent})
