"""The owner contests what another side says of his supply, the table decides, and what was said is taken back until the
turn closes (12.0, ruling 404)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import FLAG, NAMES, Unreadable, keyed
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.supply_checks import marks, naming_boxes
from engine.thewar.supply_checks.naming import RULE, Named
from engine.thewar.world import calendar, entering, minors, sides, supply, titles, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import SupplyMark, TheWar


@frozen
class Contest(Named):
    """The owner says that it is not so. Until the table has decided the mark stands, and his check does not close."""

    verb: ClassVar[str] = "contest-supply"
    title: ClassVar[str] = "supply contested"
    steps: ClassVar[tuple[str, ...]] = marks.CHECKS

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.of and sides.side(campaign, self.of) != sides.side(campaign, self.power):
            reason = f"{wars.named(campaign, self.of)} is not on the side of {wars.named(campaign, self.power)}"
            yield Refusal(RULE, reason, "Its owner contests it.")
            return
        wrong = list(self.judged_names(campaign))
        yield from wrong
        if wrong:
            return
        owners = (campaign.units[key].power for key in self.units)
        yield from minors.of_another_alliance(campaign, self.power, owners)
        for key in self.units:
            yield from self._wrong(campaign, campaign.supply_marks.get(key), titles.unit(campaign, key))
            yield from _with_its_place(campaign, key, self.places)
        for place in self.places:
            name = f"all in {titles.where(campaign, place)}"
            yield from self._wrong(campaign, campaign.supply_places.get(place), name)

    def _wrong(self, campaign: TheWar, mark: SupplyMark | None, what: str) -> Iterator[Refusal]:
        ours = sides.side(campaign, self.power)
        if mark is None or not supply.stands(campaign, mark):
            yield Refusal(RULE, f"no mark lies on {what}", "Nobody has named it: it is in supply.")
        elif mark.side != ours:
            yield Refusal(RULE, f"{what} belongs to the other side", "Its owner contests it.")
        elif mark.contested:
            yield Refusal(RULE, f"{what} is contested already", "The table decides: 'decide-supply'.")
        elif not mark.by or campaign.powers[mark.by].side == ours:
            yield Refusal(
                RULE, f"{what} was named by its own side", f"'{self.power} in-supply' at a check takes it off."
            )
        elif not open_to_contest(campaign, mark):
            when = calendar.spoken(mark.since)
            reason = f"{what} has been out of supply since {when}, and a check of its owner has closed on that"
            yield Refusal(RULE, reason, f"If it is in supply now: '{self.power} in-supply'.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        for path, given, there in (
            ("supply_marks", self.units, tx.campaign.supply_marks),
            ("supply_places", self.places, tx.campaign.supply_places),
        ):
            for key in given:
                if key in there:
                    tx.set(f"{path}.{key}.contested", True, "contested by its owner", RULE)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} contests it: {self.said(campaign)} is in supply"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Contest]:
        """Everything that may be contested, together."""
        side = sides.side(campaign, power)

        def may(there: Mapping[str, SupplyMark]) -> tuple[str, ...]:
            return tuple(
                key
                for key, mark in there.items()
                if mark.by
                and campaign.powers[mark.by].side != side
                and not mark.contested
                and open_to_contest(campaign, mark)
            )

        units, places = may(marks.of_units(campaign, side)), may(marks.of_places(campaign, side))
        places = tuple(place for place in places if naming_boxes.speaker(campaign, place, side) == power)
        # A unit in a place that was named with all in it is contested with that.
        known = ("", *places)
        units = tuple(
            key
            for key in units
            if marks.command(campaign, campaign.units[key].power) == power and marks.place_of(campaign, key) in known
        )
        if units or places:
            yield cls(power, units=units, places=places)


def open_to_contest(campaign: TheWar, mark: SupplyMark) -> bool:
    """Whether a mark has not been closed on yet by a check of its own side: it was made at this very check, or in the
    enemy's player turn and the first of the owner's is at hand."""
    if marks.made_now(campaign, mark):
        return True
    first = marks.half(campaign) == mark.side and marks.check(campaign) == 1
    return first and mark.half != mark.side


@frozen
class DecideSupply(TableOrder[TheWar]):
    """The table says whether marks stand: those that their owner contests, and whatever was named in this turn, which
    may be taken back until it closes."""

    verb: ClassVar[str] = "decide-supply"
    title: ClassVar[str] = "supply decided by the table"
    rule: ClassVar[str] = RULE
    of_the_table: ClassVar[bool] = True

    units: tuple[str, ...] = keyed(UNITS, ())
    places: tuple[str, ...] = keyed(NAMES, ())
    stands: bool = keyed(FLAG, True)

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids where their groups were named: those that bear a mark."""
        named = (_marked(campaign, name) if name not in campaign.units else (name,) for name in self.units)
        return attrs.evolve(self, units=tuple(key for keys in named for key in keys))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not self.units and not self.places:
            yield Refusal(RULE, "nobody is named", "Units, or a place with all in it.")
        for what, given in (("unit", self.units), ("place", self.places)):
            if len(set(given)) < len(given):
                yield Refusal(RULE, f"a {what} is named twice", "Once each.")
        for key in self.units:
            yield from self._wrong(campaign, campaign.supply_marks.get(key), titles.unit(campaign, key))
            if not self.stands:
                yield from _with_its_place(campaign, key, self.places)
        for place in self.places:
            name = f"all in {titles.where(campaign, place)}"
            yield from self._wrong(campaign, campaign.supply_places.get(place), name)

    def _wrong(self, campaign: TheWar, mark: SupplyMark | None, what: str) -> Iterator[Refusal]:
        if mark is None or not supply.stands(campaign, mark):
            yield Refusal(RULE, f"no mark lies on {what}", "Nobody has named it: it is in supply.")
        elif self.stands and not mark.contested:
            yield Refusal(RULE, f"nobody contests that {what} is cut off", "The mark stands as it is.")
        elif not self.stands and not mark.contested and mark.since != calendar.turn(campaign):
            reason = f"{what} was named in {calendar.spoken(mark.since)}, and that turn is closed"
            yield Refusal(RULE, reason, "'in-supply' at the next check takes the mark off.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        if not self.stands:
            keys = [*self.units, *(key for place in self.places for key in _named_with(tx.campaign, place))]
            marks.remove(tx, dict.fromkeys(keys), self.places, "taken back by the table", RULE)
            return
        for path, given, there in (
            ("supply_marks", self.units, tx.campaign.supply_marks),
            ("supply_places", self.places, tx.campaign.supply_places),
        ):
            for key in given:
                if key in there:
                    tx.set(f"{path}.{key}.contested", False, "decided by the table", RULE)

    def sentence(self, campaign: TheWar) -> str:
        verdict = "it stands" if self.stands else "taken back"
        return f"Supply of {marks.named(campaign, self.units, self.places) or 'nobody'}: {verdict}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[DecideSupply]:
        """What is contested, decided either way."""
        units, places = marks.contested(campaign)
        if units or places:
            yield cls(units=units, places=places, stands=True)
            yield cls(units=units, places=places, stands=False)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        now = calendar.turn(campaign)
        units = tuple(key for key, mark in campaign.supply_marks.items() if mark.since == now and not mark.lifted)
        places = tuple(key for key, mark in campaign.supply_places.items() if mark.since == now and not mark.lifted)
        if not (units or places) or any(True for _ in entering.fallen(campaign, power)):
            return None
        fields = (
            Field("units", "who", RULE, units, listed=True),
            Field("places", "or a place with all in it", RULE, places, listed=True),
            Field("stands", "the mark stands", RULE, ("yes", "no"), "no"),
        )
        pattern = "decide-supply units={units} places={places} stands={stands}"
        return Form(cls.verb, "What was said of supply, decided by the table", pattern, fields, RULE)


def _marked(campaign: TheWar, name: str) -> tuple[str, ...]:
    """The units of a group, of either side, that bear a mark; the name itself where none does."""
    unmarked = [key for key in campaign.units if key not in campaign.supply_marks]
    for side in (sides.AXIS, sides.ALLIED):
        with suppress(Unreadable):
            meant = battles.meant(campaign, (name,), side, last=unmarked)
            if all(key in campaign.supply_marks and key in campaign.units for key in meant):
                return tuple(meant)
    return (name,)


def _with_its_place(campaign: TheWar, key: str, places: Iterable[str]) -> Iterator[Refusal]:
    """A place is cut off with all in it: what is said of a unit there alone would leave it cut off all the same."""
    place = marks.place_of(campaign, key)
    if place and place not in places:
        reason = f"{titles.where(campaign, place)} was named with all in it, {titles.unit(campaign, key)} too"
        yield Refusal(RULE, reason, f"'places={place}' says it of all; then name those who are out by themselves.")


def _named_with(campaign: TheWar, place: str) -> tuple[str, ...]:
    """The units in a place that were named with it."""
    mark = campaign.supply_places.get(place)
    if mark is None:
        return ()
    bare = attrs.evolve(mark, contested=False)
    return tuple(
        key
        for key, own in campaign.supply_marks.items()
        if key in campaign.units and campaign.units[key].place == place and attrs.evolve(own, contested=False) == bare
    )
