"""Who is out of supply or on a limited source is said at the first and the third check, and who is in supply again at
any of the three (12.0, 12.6.2, ruling 404)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import FLAG, NAME, NAMES, keyed
from engine.kernel.late import Asked
from engine.kernel.nearest import nearest
from engine.kernel.orders import Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.supply import graces, sources
from engine.thewar.supply_checks import marks, naming_boxes, through_ports
from engine.thewar.world import (
    deeds,
    entering,
    installed,
    minors,
    sides,
    supply,
    task_forces,
    titles,
    traits,
    wars,
)
from engine.thewar.world.naming import OWNER, UNITS
from engine.thewar.world.state import SupplyMark, TheWar

RULE = "12.0, ruling 404"
_open = Asked("engine.thewar.supply", "sea_lines:refused")
_WORDS = {supply.OUT: "out of supply", supply.LIMITED: "on a limited source"}


@frozen
class Named(PowerOrder[TheWar]):
    """What every order names that speaks of supply: ``units``, and ``places`` with all in them; ``of``: whose they
    are, the power's own side's where nobody is named."""

    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    units: tuple[str, ...] = keyed(UNITS, ())
    places: tuple[str, ...] = keyed(NAMES, ())
    of: str = keyed(OWNER, "")

    def owner(self) -> str:
        """Whose side's units are meant."""
        return self.of or self.power

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids where their groups were named."""
        side = sides.side(campaign, self.owner())
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.owner()))

    def strangers(self, campaign: TheWar) -> Iterable[Refusal]:
        """Places that nobody knows, besides what every order may not name."""
        yield from super().strangers(campaign)
        for place in self.places:
            if not known_place(campaign, place):
                near = ", ".join(nearest(place, campaign.places))
                hint = f"Nearest: {near}." if near else "A city, a port, or a hex with a fortress."
                yield Refusal(RULE, f"places: there is no place '{place}', and no fortress", hint)

    def judged_names(self, campaign: TheWar) -> Iterator[Refusal]:
        """What is wrong with the names themselves: nobody, somebody twice, another side's."""
        yield from entering.fallen(campaign, self.power)
        if self.of and self.of not in campaign.powers and self.of not in campaign.countries:
            yield Refusal(RULE, f"of: there is no power or country '{self.of}'", "Whose units are named.")
            return
        if not self.units and not self.places:
            yield Refusal(RULE, "nobody is named", "Units, such as 2 INF 6-5, or a place with all in it.")
        side = sides.side(campaign, self.owner())
        for key in self.units:
            owner = campaign.units[key].power if key in campaign.units else ""
            if owner and sides.side(campaign, owner) != side:
                whose, ours = wars.named(campaign, owner), wars.named(campaign, self.owner())
                hint = f"'of={owner}' names units of {whose}."
                yield Refusal(
                    RULE, f"{titles.label(campaign.units[key])} of {whose} is not on the side of {ours}", hint
                )
        for what, given in (("unit", self.units), ("place", self.places)):
            if len(set(given)) < len(given):
                yield Refusal(RULE, f"a {what} is named twice", "Once each.")

    def said(self, campaign: TheWar) -> str:
        """Who is named, in words."""
        return marks.named(campaign, self.units, self.places) or "nobody"


def known_place(campaign: TheWar, place: str) -> bool:
    """Whether a place is recorded, or a fortress stands in a hex called so."""
    return place in campaign.places or installed.is_fortress(campaign, place)


@frozen
class Unsupplied(Named):
    """A power names who is out of supply, or on a ``limited`` source."""

    verb: ClassVar[str] = "unsupplied"
    title: ClassVar[str] = "who is out of supply"
    steps: ClassVar[tuple[str, ...]] = (marks.FIRST, marks.THIRD)

    limited: bool = keyed(FLAG, False)

    @property
    def level(self) -> supply.Level:
        """What those are who are named."""
        return supply.LIMITED if self.limited else supply.OUT

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        wrong = list(self.judged_names(campaign))
        yield from wrong
        if wrong:
            return
        yield from self._strangers_to_it(campaign)
        yield from self._always_supplied(campaign)
        yield from graces.refused(campaign, self.units)
        yield from task_forces.away(campaign, self.units)
        if self.limited:
            yield from self._no_limited_source(campaign)
        yield from self._named_already(campaign)
        if self.limited:
            yield from self._out_with_its_place(campaign)
        yield from self._off_the_board(campaign)
        if self.level == supply.OUT:
            yield from self._in_fortresses(campaign)
        for place in self.places:
            yield from self._wrong_place(campaign, place)

    def _strangers_to_it(self, campaign: TheWar) -> Iterator[Refusal]:
        """Units of whom the power does not speak: neither of its own alliance nor an enemy's with whom it is at war
        (1.1, 12.0, ruling 505)."""
        mine = campaign.powers[self.power].side
        side = sides.side(campaign, self.owner())
        owners = dict.fromkeys(
            (
                *(campaign.units[key].power for key in self.units),
                *(owner for place in self.places for owner in naming_boxes.owners(campaign, place, side)),
            )
        )
        yield from minors.of_another_alliance(
            campaign, self.power, (owner for owner in owners if sides.side(campaign, owner) == mine)
        )
        strangers = [owner for owner in owners if sides.side(campaign, owner) != mine]
        for owner in strangers:
            if not naming_boxes.fights(campaign, self.power, owner):
                ours, theirs = wars.named(campaign, self.power), wars.named(campaign, owner)
                hint = "Who is at war with its owner names a unit, or the owner."
                yield Refusal("12.0, ruling 505", f"{ours} is not at war with {theirs}", hint)

    def _always_supplied(self, campaign: TheWar) -> Iterator[Refusal]:
        partisans = [key for key in self.units if campaign.units[key].kind == "partisan"]
        if partisans:
            reason = f"{titles.units(campaign, partisans)} is always in supply: partisans trace to nowhere"
            yield Refusal("12.1.1", reason, "Leave it out.")
        others = [key for key in self.units if traits.category(campaign.units[key]) == "strategic"]
        if others:
            yield Refusal("5.0, 12.1.1", f"{titles.units(campaign, others)} traces no supply", "Units of the board do.")

    def _no_limited_source(self, campaign: TheWar) -> Iterator[Refusal]:
        """Units that no limited source may supply now: they are in full supply, or out of it (12.2.3, 12.2.6)."""
        owners = dict.fromkeys(campaign.units[key].power for key in self.units)
        for owner in owners:
            if not any(source.level == sources.LIMITED for source in sources.of(campaign, owner)):
                reason = f"{wars.named(campaign, owner)} has no limited source now"
                yield Refusal("12.2.3, 12.2.6", reason, "Its units are in supply, or named without limited=yes.")

    def _named_already(self, campaign: TheWar) -> Iterator[Refusal]:
        for what, there, given in (
            ("", campaign.supply_marks, self.units),
            ("all in ", campaign.supply_places, self.places),
        ):
            same = [key for key in given if (mark := there.get(key)) is not None and self._is(campaign, mark)]
            if same:
                names = (
                    titles.units(campaign, same) if not what else ", ".join(titles.where(campaign, one) for one in same)
                )
                yield Refusal(RULE, f"{what}{names} is named already as {_WORDS[self.level]}", "The mark stands.")

    def _out_with_its_place(self, campaign: TheWar) -> Iterator[Refusal]:
        """Units in a place that is out of supply: no unit there is on a limited source alone."""
        for key in self.units:
            place = campaign.units[key].place
            there = campaign.supply_places.get(place)
            out = there is not None and there.level == supply.OUT and supply.stands(campaign, there)
            if out and there is not None and sides.side(campaign, campaign.units[key].power) == there.side:
                reason = f"all in {titles.where(campaign, place)} is out of supply, {titles.unit(campaign, key)} too"
                hint = f"'in-supply places={place}' takes that off; or 'places={place}' with it names all as limited."
                yield Refusal("12.0, 12.2.3, ruling 505", reason, hint)

    def _marked(self, campaign: TheWar, key: str) -> bool:
        mark = campaign.supply_marks.get(key)
        return mark is not None and self._is(campaign, mark)

    def _is(self, campaign: TheWar, mark: SupplyMark) -> bool:
        return mark.level == self.level and supply.stands(campaign, mark)

    def _off_the_board(self, campaign: TheWar) -> Iterator[Refusal]:
        boxes = [key for key in self.units if _kind(campaign, campaign.units[key].place) == "box"]
        if boxes:
            yield Refusal(RULE, f"{titles.units(campaign, boxes)} stands in a box off the map", "Nothing cuts it off.")

    def _in_fortresses(self, campaign: TheWar) -> Iterator[Refusal]:
        there: dict[str, list[str]] = {}
        for key in self.units:
            unit = campaign.units[key]
            if traits.category(unit) == "ground" and installed.is_fortress(campaign, unit.place):
                there.setdefault(unit.place, []).append(key)
        for place, keys in there.items():
            reason = f"{titles.units(campaign, keys)} stands in the fortress of {titles.where(campaign, place)}"
            yield Refusal("12.8, 13.2.3", reason, f"It is besieged as a whole: 'places={place}'.")

    def _wrong_place(self, campaign: TheWar, place: str) -> Iterator[Refusal]:
        if not known_place(campaign, place):
            return
        name, side = titles.where(campaign, place), sides.side(campaign, self.owner())
        if _kind(campaign, place) in ("box", "strait"):
            yield Refusal(RULE, f"{name} lies off the map", "A city, a port, a fortress.")
            return
        fortress = marks.fortress_of(campaign, place)
        if fortress and fortress != side:
            owner = installed.owner(campaign, place)
            whose = wars.named(campaign, owner)
            yield Refusal("12.8", f"the fortress of {name} is {whose}'s", f"'of={owner}' names it.")
        elif not fortress and not marks.within(campaign, place, side):
            ours = wars.named(campaign, self.owner())
            yield Refusal(RULE, f"nobody on the side of {ours} is recorded in {name}", "Name the units themselves.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        side = sides.side(tx.campaign, self.owner()) or tx.campaign.powers[self.power].side
        mark = marks.new(tx.campaign, side, self.level, self.power)
        why = _WORDS[self.level]
        keys = list(self.units)
        for place in self.places:
            if not known_place(tx.campaign, place):
                continue
            tx.put(f"supply_places.{place}", mark, why, RULE)
            if not marks.fortress_of(tx.campaign, place):
                # Who comes in later is out of supply there, but was not so at this check; who was so before still is.
                there = marks.within(tx.campaign, place, side)
                keys += [key for key in there if not self._marked(tx.campaign, key)]
        for key in dict.fromkeys(keys):
            if key in tx.campaign.units:
                tx.put(f"supply_marks.{key}", mark, why, RULE)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} says who is {_WORDS[self.level]}: {self.said(campaign)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if any(True for _ in entering.fallen(campaign, power)):
            return None
        fields = naming_boxes.fields(campaign, power)
        boxes = " ".join(f"{field.name}={{{field.name}}}" for field in fields)
        pattern = f"{power} unsupplied {boxes}"
        return Form(cls.verb, "Who is out of supply", pattern, fields, RULE)


def _kind(campaign: TheWar, place: str) -> str:
    return campaign.places[place].kind if place in campaign.places else ""


@frozen
class InSupply(Named):
    """Who was named is in supply again. At the second check it is asked of ARM, MECH and CAV alone, which may move in
    the Second Impulse then (12.6.2); between the checks, as missions sail, of who is supplied by a run to the port
    ``sea`` (12.7.2). ``to``: the source to which a line leads over land, where a port is closed."""

    verb: ClassVar[str] = "in-supply"
    title: ClassVar[str] = "in supply again"
    steps: ClassVar[tuple[str, ...]] = (*marks.CHECKS, *marks.AT_SEA)

    sea: str = keyed(NAME, "", "over the sea from")
    to: str = keyed(NAME, "", "over land to the source")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        wrong = list(self.judged_names(campaign))
        yield from wrong
        if wrong:
            return
        ours = campaign.powers[self.power].side
        owners = (campaign.units[key].power for key in self.units)
        own = [owner for owner in owners if sides.side(campaign, owner) == ours]
        yield from minors.of_another_alliance(campaign, self.power, own)
        yield from marks.unserved(campaign, self.power, self.sea)
        if self.sea:
            yield from _open(campaign, self.power, self.sea)
        elif self.to:
            yield from through_ports.no_source(campaign, self.power, self.units, self.places, self.to)
        else:
            yield from through_ports.refused(campaign, self.power, self.units, self.places)
        for key in self.units:
            mark = campaign.supply_marks.get(key)
            if mark is None or not supply.stands(campaign, mark):
                what = titles.unit(campaign, key)
                there = supply.mark_of(campaign, key)
                hint = "Nobody has named it: it is in supply."
                if there is not None:
                    hint = f"It was named with all in its place: 'places={campaign.units[key].place}'."
                yield Refusal(RULE, f"no mark lies on {what}", hint)
            else:
                yield from self._others_word(campaign, mark, titles.unit(campaign, key))
                yield from self._with_its_place(campaign, key)
        for place in self.places:
            mark = campaign.supply_places.get(place)
            name = titles.where(campaign, place)
            if mark is None or not supply.stands(campaign, mark):
                yield Refusal(RULE, f"no mark lies on {name}", "Nobody has named it: it is in supply.")
            else:
                yield from self._others_word(campaign, mark, f"all in {name}")
        if marks.second(campaign):
            yield from self._at_the_second(campaign)

    def _with_its_place(self, campaign: TheWar, key: str) -> Iterator[Refusal]:
        """A place is cut off with all in it: nobody in it is in supply alone, but who is freed for the Second
        Impulse."""
        unit = campaign.units[key]
        there = campaign.supply_places.get(unit.place)
        if there is None or not supply.stands(campaign, there) or marks.second(campaign):
            return
        if sides.side(campaign, unit.power) == there.side:
            reason = f"{titles.where(campaign, unit.place)} was named with all in it, {titles.unit(campaign, key)} too"
            yield Refusal(
                RULE, reason, f"'places={unit.place}' takes it off; then name those who are out by themselves."
            )

    def _others_word(self, campaign: TheWar, mark: SupplyMark, what: str) -> Iterator[Refusal]:
        """What another side has said at this very check is contested, not taken back; what it said earlier is looked
        at anew."""
        theirs = bool(mark.by) and campaign.powers[mark.by].side != campaign.powers[self.power].side
        if mark.contested:
            yield Refusal(RULE, f"{what}: the owner contests it", "The table decides: 'decide-supply'.")
        elif theirs and marks.made_now(campaign, mark):
            by = wars.named(campaign, mark.by)
            hint = f"'{self.power} contest-supply' says otherwise."
            yield Refusal(RULE, f"{by} has named {what} at this check", hint)

    def _at_the_second(self, campaign: TheWar) -> Iterator[Refusal]:
        side = sides.phasing(campaign)
        rest = [key for key in self.units if not _mobile(campaign, key, side)]
        if rest or self.places:
            who = marks.named(campaign, rest, self.places)
            reason = f"{who}: before the Second Impulse only ARM, MECH and CAV of the phasing side are checked"
            yield Refusal("12.6.2", reason, "The others wait for the third check.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        keys = list(self.units)
        for place in self.places:
            mark = tx.campaign.supply_places.get(place)
            if mark is not None:
                keys += [key for key in marks.of_units(tx.campaign, mark.side) if tx.campaign.units[key].place == place]
        marks.remove(tx, dict.fromkeys(keys), self.places, "in supply again", RULE, port=self.sea)
        if marks.second(tx.campaign):
            for key in self.units:
                if key in tx.campaign.units:
                    deeds.keep(tx, supply.resupplied(tx.campaign, key), "in supply before the Second Impulse", "12.6.2")

    def sentence(self, campaign: TheWar) -> str:
        port = f", over the sea from {titles.where(campaign, self.sea)}" if self.sea else ""
        return f"{wars.named(campaign, self.power)} says who is in supply again: {self.said(campaign)}{port}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[InSupply]:
        """Each group of units, and each place, that was named together."""
        if marks.by_sea(campaign):
            return
        side = sides.side(campaign, power)
        places = marks.of_places(campaign, side)
        second = marks.second(campaign)
        groups: dict[tuple[str, str, bool], list[str]] = {}
        for key in marks.of_units(campaign, side):
            unit = campaign.units[key]
            if (unit.place in places and not second) or marks.command(campaign, unit.power) != power:
                continue
            if not second or _mobile(campaign, key, side):
                label = titles.label(unit)
                groups.setdefault((unit.power, label, unit.depleted), []).append(key)
        yield from (cls(power, units=tuple(keys)) for keys in groups.values())
        if not second:
            for place in places:
                if naming_boxes.speaker(campaign, place, side) == power:
                    yield cls(power, places=(place,), to=through_ports.around(campaign, power, place))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        return None


def _mobile(campaign: TheWar, key: str, side: str) -> bool:
    """Whether a unit may move in the Second Impulse of the side at hand."""
    unit = campaign.units[key]
    return unit.kind in traits.SECOND_IMPULSE and sides.side(campaign, unit.power) == side
