"""Allied units leave the lands of fallen France at once, for nothing (18.5.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import keyed
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import stacking
from engine.thewar.combat.station import Station
from engine.thewar.endings import terms
from engine.thewar.endings.terms import VICHY
from engine.thewar.endings.terms_orders import STEP, Waiting, over
from engine.thewar.world import basing, minors, ports, separate_allies, titles, traits, wars
from engine.thewar.world.naming import PLACE, UNITS
from engine.thewar.world.state import Place, TheWar

_SOVIET = "soviet"


def _haven(campaign: TheWar, power: str, place: Place) -> bool:
    """Whether a place takes in a power's units that are evacuated: it is a Western Ally's, or its Satellite's, who is
    at war (18.5.7); of Soviet units, who never stand with the West, a Soviet place does (ruling 480)."""
    if minors.alliance(campaign, power) == _SOVIET:
        return minors.alliance(campaign, place.holder) == _SOVIET
    master = minors.master(campaign, place.holder)
    return minors.alliance(campaign, place.holder) == "western" and wars.belligerent(campaign, master)


@frozen
class FrenchEvacuation(PowerOrder[TheWar]):
    """Allied units in Vichy's lands, or in what is occupied of France, go to a place of the Allies at once, for
    nothing (18.5.7)."""

    verb: ClassVar[str] = "french-evacuation"
    title: ClassVar[str] = "evacuation of French territory"
    rule: ClassVar[str] = "18.5.7"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    units: tuple[str, ...] = keyed(UNITS, ())
    to: str = keyed(PLACE, "")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not terms.in_hand(campaign):
            yield Refusal("18.5.7", "no terms of France are carried out", "Once, as France surrenders.")
            return
        if not self.units or self.to not in campaign.places:
            yield Refusal("18.5.7", "units and a place are named", "units=, to=.")
            return
        for key in self.units:
            unit = campaign.units[key]
            place = campaign.places.get(unit.place)
            french = place is not None and (place.holder == VICHY or place.country in ("france", VICHY))
            if unit.power != self.power or not french:
                reason = f"{titles.unit(campaign, key)} is not recorded in French territory"
                yield Refusal("18.5.7", reason, "Its own units there.")
        to = campaign.places[self.to]
        if not _haven(campaign, self.power, to):
            soviet = minors.alliance(campaign, self.power) == _SOVIET
            rule = "18.5.7, ruling 480" if soviet else "18.5.7"
            reason = f"{to.name} is {'not Soviet' if soviet else 'in the hands of no Western Ally at war'}"
            yield Refusal(rule, reason, "The nearest hex of its own side.")
        yield from separate_allies.in_one_place(campaign, self.to, self.units)
        # Who arrives stands by the rules, as if he were stationed there: on the ground and in the air (9.6, 11.2.2).
        arrived = Station(self.power, self.to, self.units)
        yield from stacking.excess(campaign, self.to, arrived.together(campaign))
        alone = [campaign.units[key] for key in self.units if key not in ports.aboard(campaign, self.units)]
        if flying := [unit for unit in alone if traits.category(unit) == "air"]:
            yield from basing.wrong(campaign, self.power, self.to, flying)
        if ships := [key for key in self.units if campaign.units[key].kind in ports.SHIPS]:
            yield from ports.excess(campaign, self.to, [*ships, *ports.aboard(campaign, self.units)])

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key in self.units:
            tx.set(f"units.{key}.place", self.to, "evacuated", "18.5.7")
        over(tx)

    def sentence(self, campaign: TheWar) -> str:
        return f"{titles.units(campaign, self.units)} evacuated to {titles.where(campaign, self.to)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not terms.in_hand(campaign) or power not in terms.stranded(campaign):
            return None
        sites = tuple(key for key, place in campaign.places.items() if _haven(campaign, power, place))
        there = ",".join(terms.stranded(campaign)[power])
        stranded = Waiting(lambda seen: terms.stranded(seen).get(power, ())).units
        fields = (
            Field("units", "units", "18.5.7", default=there, listed=True, counters=stranded),
            Field("to", "to", "18.5.7", choices=sites),
        )
        return Form(cls.verb, "Evacuation", f"{power} {cls.verb} units={{units}} to={{to}}", fields, cls.rule)
