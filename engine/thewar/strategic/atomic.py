"""Atomic Research: in each turn of its time the United States Depletes all Axis units in a hex of its choice (28.2.4
#6, ruling 581)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import homecoming
from engine.thewar.combat import battles, offered_counters
from engine.thewar.sea import holds
from engine.thewar.strategic.atomic_due import LAST, NAMED, POWER, RULE, USED, VARIANT, open_now
from engine.thewar.world import calendar, patrols, ports, regions, sides, titles, traits, variants_played, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import TheWar, Unit


@frozen
class AtomicBomb(PowerOrder[TheWar]):
    """All Axis units in a hex are Depleted. ``units``: those of them that the board alone places there."""

    verb: ClassVar[str] = "atomic"
    title: ClassVar[str] = "atomic bomb"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids; of like units those on the board first."""
        placed = [key for key, unit in campaign.units.items() if unit.place != regions.BOARD]
        return attrs.evolve(self, units=battles.meant(campaign, self.units, sides.AXIS, first="germany", last=placed))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != POWER:
            yield Refusal(RULE, f"{wars.named(campaign, self.power)} has no atomic weapons", "The United States alone.")
            return
        if not variants_played.has_played(campaign, VARIANT):
            yield Refusal(RULE, f"{NAMED} has not been played", f"'us variant {VARIANT}', once it is obtained.")
        if calendar.now(campaign) > calendar.number(LAST):
            yield Refusal(RULE, f"its last turn was {calendar.spoken(LAST)}", "In Spring and Summer 1945.")
        if campaign.facts.get(USED) == calendar.turn(campaign):
            yield Refusal(RULE, "a hex has been chosen in this turn", "One each turn.")
        yield from self._hex(campaign)

    def _hex(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why nobody is hit there."""
        place = campaign.places.get(self.where)
        if self.where == regions.BOARD or (place is not None and place.kind in ("box", "strait")):
            where = "nowhere" if place is None else place.name
            yield Refusal(RULE, f"{where} is no hex of the board", "A city, a port, or a hex by its number.")
            return
        wrong = list(battles.wrong_units(campaign, self.units, sides.AXIS, RULE))
        yield from wrong
        if wrong:
            return
        if off := [key for key in self.units if traits.category(campaign.units[key]) == "strategic"]:
            yield Refusal(RULE, f"{titles.units(campaign, off)} is in no hex", "Units of the board are.")
        if far := [key for key in self.units if campaign.units[key].place not in (regions.BOARD, "", self.where)]:
            at = titles.where(campaign, campaign.units[far[0]].place)
            yield Refusal(RULE, f"{titles.units(campaign, far)} is recorded at {at}", "Without it.")
        if at_sea := [key for key in self.units if patrols.of(campaign, key) is not None]:
            yield Refusal(RULE, f"{titles.units(campaign, at_sea)} is on patrol", "Units of a hex.")
        if not self.hit(campaign):
            reason = f"no Axis unit is recorded at {titles.where(campaign, self.where)}, and none is named"
            yield Refusal(f"{RULE}, ruling 581", reason, "Those that the board shows there: 'units=2-inf-6-5'.")

    def hit(self, campaign: TheWar) -> tuple[str, ...]:
        """The Axis units that are in the hex: recorded there, or named."""
        there = regions.units_at(campaign, self.where)
        axis = (
            key
            for key, unit in there.items()
            if sides.side(campaign, unit.power) == sides.AXIS
            and traits.category(unit) != "strategic"
            and patrols.of(campaign, key) is None
        )
        return tuple(dict.fromkeys((*axis, *(key for key in self.units if key in campaign.units))))

    def effect(self, tx: Transaction[TheWar]) -> None:
        targets = self.hit(tx.campaign)
        tx.put(f"facts.{USED}", calendar.turn(tx.campaign), NAMED, RULE)
        ships = tuple(key for key in targets if tx.campaign.units[key].kind in ports.SHIPS)
        for key in (key for key in targets if key not in ships):
            holds.worn(tx, key, why=NAMED, rule=RULE)
        homecoming.deplete(tx, ships, NAMED, RULE)

    def sentence(self, campaign: TheWar) -> str:
        who = titles.units(campaign, self.hit(campaign)) or "nobody"
        return f"An atomic bomb falls on {titles.where(campaign, self.where)}: {who} Depleted"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if power != POWER or not open_now(campaign):
            return None
        fields = (
            Field("where", "hex", RULE, _targets(campaign), free=True, counters=_places),
            Field("units", "units of the board there", RULE, listed=True, counters=_on_the_board),
        )
        return Form(cls.verb, "Atomic bomb", power + " atomic {where} units={units}", fields, RULE)


def _places(campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
    """The places in which Axis units are recorded, with those units; any other hex will do."""
    return tuple(
        Counter(key, titles.where(campaign, key), 1, titles.units(campaign, AtomicBomb(POWER, key).hit(campaign)))
        for key in _targets(campaign)
    )


def _on_the_board(campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
    """The Axis units of which the campaign knows no place: the board shows which of them stand in the hex."""

    def fit(key: str, unit: Unit) -> str:
        nowhere = unit.place in (regions.BOARD, "") and patrols.of(campaign, key) is None
        return "" if nowhere else offered_counters.NEVER

    return offered_counters.own(campaign, "germany", offered_counters.Call(("ground", "air", "naval"), fit=fit))


def _targets(campaign: TheWar) -> tuple[str, ...]:
    """The places in which Axis units are recorded."""
    occupied = (key for key in regions.occupied(campaign) if key in campaign.places)
    return tuple(key for key in occupied if campaign.places[key].kind != "box" and AtomicBomb(POWER, key).hit(campaign))
