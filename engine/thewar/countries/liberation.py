"""The liberation of France (18.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, keyed, word
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import fallen
from engine.thewar.world import calendar, counters, forces, supply, titles, wars
from engine.thewar.world.naming import POWER
from engine.thewar.world.state import TheWar, Unit

PARIS, LIBERATORS = "paris", ("britain", "us")
TAG, UNITS = "free-french", (("arm", "6-8"), ("mot", "4-7"))
"""The Free French units that join at Paris where they have not come before (18.8)."""
AT_PARIS = "Free French at Paris"


def open_to(campaign: TheWar) -> str:
    """Which Western Ally may liberate France now, as far as the campaign knows; '' for nobody."""
    held = campaign.holdings.get(fallen.FRANCE)
    paris = campaign.places.get(PARIS)
    if held is None or paris is None or paris.holder not in LIBERATORS or held.holder in LIBERATORS:
        return ""
    return paris.holder


def missing(campaign: TheWar) -> tuple[tuple[str, str], ...]:
    """The Free French units of Britain that have never come: none in play, none in the pool, none lost. Those that a
    variant gives the United States are others (28.2.4 #9)."""
    british = [unit for unit in campaign.units.values() if (unit.power, unit.tag) == ("britain", TAG)]
    pools = [pool for pool in campaign.pools.values() if (pool.power, pool.tag) == ("britain", TAG)]
    existing = {(unit.kind, unit.strength) for unit in british}
    existing |= {(pool.kind, pool.strength) for pool in pools if pool.count + pool.oos}
    return tuple(unit for unit in UNITS if unit not in existing)


@frozen
class Liberate(TableOrder[TheWar]):
    """Supplied Western ground units hold Paris: from next Spring France's NARFs are theirs, less what the Axis still
    holds of it; Free French units join at Paris for nothing. Whether they are in supply their marks say;
    ``supplied=no`` says it as well, as it was entered before there were marks."""

    verb: ClassVar[str] = "liberate"
    title: ClassVar[str] = "liberation of France"
    rule: ClassVar[str] = "18.8"

    by: str = word(POWER)
    supplied: bool = keyed(FLAG, True, "in supply")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.by not in LIBERATORS:
            yield Refusal("18.8", f"{wars.named(campaign, self.by)} liberates nobody", "Britain or the United States.")
            return
        held = campaign.holdings.get(fallen.FRANCE)
        if held is None:
            yield Refusal("18.8", "France has not surrendered")
        elif held.holder in LIBERATORS:
            yield Refusal("18.8", "France is liberated already")
        paris = campaign.places.get(PARIS)
        if paris is None or paris.holder != self.by:
            whose = wars.named(campaign, paris.holder) if paris is not None else "nobody"
            yield Refusal("18.8", f"Paris is not theirs: {whose} holds it", "Its capture comes first.")
        yield from self._cut_off(campaign)

    def _cut_off(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why units liberate nobody that are out of supply: marks on Paris or on all of them decide, else what the
        order says."""
        hint, there = "They liberate it once they are in supply.", supply.at(campaign, PARIS)
        units = forces.units_of(campaign, self.by).items()
        garrison = [key for key, unit in units if unit.place == PARIS and counters.category(unit.kind) == "ground"]
        out = [key for key in garrison if supply.level(campaign, key).level == supply.OUT]
        if out and len(out) == len(garrison):
            state = supply.level(campaign, out[0])
            reason = f"{titles.units(campaign, out)} in Paris {'are' if len(out) > 1 else 'is'} {state.why}"
            yield Refusal(f"18.8, {state.rule}", reason, hint)
        elif there.level == supply.OUT:
            said = there.why.partition(", with all in ")[0]
            yield Refusal(f"18.8, {there.rule}", f"Paris is {said}", hint)
        elif not self.supplied and not there.since:
            yield Refusal("18.8", "their units in Paris are out of supply", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        at = f"holdings.{fallen.FRANCE}"
        tx.set(f"{at}.holder", self.by, "France is liberated", "18.8")
        tx.set(f"{at}.name", "Liberated France", "France is liberated", "18.8")
        tx.set(f"{at}.taken", calendar.turn(tx.campaign), "France is liberated", "18.8")
        for kind, strength in missing(tx.campaign):
            unit = Unit(power="britain", kind=kind, strength=strength, tag=TAG, place=PARIS)
            tx.create(f"units.{forces.new_id(tx, 'britain', kind)}", unit, AT_PARIS, "18.8")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.by)} liberates France"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """Offered where a Western Ally holds Paris and France is not yet free."""
        by = open_to(campaign)
        if not by:
            return None
        fields = (
            Field("by", "by", "18.8", choices=LIBERATORS, default=by),
            Field("supplied", "their units in Paris are in supply", "18.8", ("yes", "no"), "yes"),
        )
        return Form(cls.verb, "France is liberated", "liberate {by} supplied={supplied}", fields, cls.rule)
