"""Shortage of oil: the die in Planning, and the units that may not move for it (24.1 to 24.3, 9.9.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import attrs

from engine.kernel import reading, ruleset
from engine.kernel.changes import Entry
from engine.kernel.grammar import Token, Unreadable
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.ranges import NAME_COUNT, figure, listed, written
from engine.kernel.refusals import Refusal
from engine.kernel.remembering import derived
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import oil
from engine.thewar.world import calendar, counters, forces, unit_words, wars
from engine.thewar.world.state import TheWar, Unit

ROLL_STEP, NAMING_STEP = "planning.oil", "planning.immobile"
STAYING = "units-without-oil-"
"""With a power's id, the fact of how many units its player has still to name."""
_ABOARD = ("cv", "nac")

Lot = tuple[str, str, bool]
"""A lot of like units: their owner, their group, whether they are depleted."""


def to_name(campaign: TheWar, power: str) -> int:
    """How many units that may not move a power has still to name."""
    return int(campaign.facts.get(f"{STAYING}{power}", 0))


def namers(campaign: TheWar) -> tuple[str, ...]:
    """The powers that have units to name and anything to name."""
    return tuple(power for power in oil.POWERS if to_name(campaign, power) > 0 and _own(campaign, power))


def _together(unit: Unit, rules: dict[str, Any]) -> str:
    """The kind with which a unit counts as one, '' for a unit that counts by itself; a jet INT is an INT."""
    kind = unit.tag if unit.kind == "jet" else unit.kind
    return kind if kind in rules["together"] else ""


def _too_small(unit: Unit, rules: dict[str, Any]) -> bool:
    """Whether a unit of a kind that counts does not: small Soviet ARM, British Breakdown units (24.2, 24.3)."""
    if counters.is_breakdown(unit) and not rules["breakdown"]:
        return True
    return unit.kind == "arm" and unit.strength in rules["small"]


def lots(campaign: TheWar, power: str) -> dict[Lot, tuple[str, ...]]:
    """The units that may be named for a power's shortage, by id, alike ones together, in the order of the table;
    depleted ones last."""
    rules = oil.shortage(power)
    owners = (power, *(ally for ally in rules["lenders"] if wars.standing(campaign, ally)))
    kinds = [*rules["kinds"], *rules["together"]]
    by_lot: dict[Lot, list[str]] = {}
    for key, unit in campaign.units.items():
        lump = _together(unit, rules)
        if unit.power not in owners or unit.immobile or (unit.depleted and (lump or not rules["depleted"])):
            continue
        if lump:
            if unit.power == power:
                by_lot.setdefault((power, lump, False), []).append(key)
        elif unit.kind in rules["kinds"] and not _too_small(unit, rules):
            by_lot.setdefault((unit.power, forces.group_of(unit), unit.depleted), []).append(key)
    # The owner's own units first, the whole before the depleted, then as the table lists them.
    ranked = sorted(by_lot, key=lambda lot: (lot[0] != power, lot[2], kinds.index(counters.kind_of(lot[1])), lot[1]))
    return {lot: tuple(by_lot[lot]) for lot in ranked}


def worth(power: str, lot: Lot, count: int) -> int:
    """How many units so many of a lot count as."""
    return min(count, 1) if lot[1] in oil.shortage(power)["together"] else count


def _own(campaign: TheWar, power: str, depleted: bool | None = None) -> int:
    """How many of its own units a power can name, whole, depleted or both."""
    return sum(
        worth(power, lot, len(keys))
        for lot, keys in lots(campaign, power).items()
        if lot[0] == power and depleted in (None, lot[2])
    )


@frozen
class Shortage(PowerOrder[TheWar]):
    """A power short of oil rolls for the units that may not move this turn (24.1 to 24.3, ruling 101)."""

    verb: ClassVar[str] = "oil-shortage"
    title: ClassVar[str] = "shortage of oil"
    rule: ClassVar[str] = "24.0"
    steps: ClassVar[tuple[str, ...]] = (ROLL_STEP,)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in oil.short(campaign):
            yield Refusal("24.0", f"{wars.named(campaign, self.power)} is not short of oil")

    def effect(self, tx: Transaction[TheWar]) -> None:
        """Each cause is a change of its own."""
        few = oil.missing(self.power, oil.of(tx.campaign))
        at = f"facts.{STAYING}{self.power}"
        face = tx.roll("oil-shortage", rule=oil.shortage(self.power)["rule"])
        tx.put(at, 0, "short of oil", "24.0")
        for line in oil.immobile(self.power, few, face).lines:
            tx.add(at, line.value, line.label, line.rule)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} is short of oil"

    def told(self, before: TheWar, entry: Entry) -> str:
        """How many units it is."""
        faces = ", ".join(str(roll.face) for roll in entry.rolls)
        units = oil.several(entry.moved(f"facts.{STAYING}{self.power}"), "unit")
        return f"{self.sentence(before)}: a die of {faces}, {units} may not move"


@frozen
class Stay:
    """So many units of a group that may not move; ``power``: whose they are."""

    power: str = written()
    group: str = written()
    count: int = figure(1, 99, 1)
    depleted: bool = False

    @property
    def lot(self) -> Lot:
        """The lot in which the units are looked for."""
        return self.power, self.group, self.depleted

    @property
    def text(self) -> str:
        """The units in the words of the order."""
        count = str(self.count) if self.count != 1 else ""
        return " ".join(part for part in ("dep" if self.depleted else "", count, self.group) if part)


def _stay(power: str, words: list[Token], end: int) -> Stay:
    written = unit_words.read(word.text for word in words)
    if written is None or written.many < 1 or written.sign == "+" or written.repaired or written.oos:
        raise Unreadable("the units cannot be read", words[0].at if words else end, unit_words.EXAMPLE)
    return Stay(power, written.group, written.many, written.depleted)


@frozen
class Immobile(PowerOrder[TheWar]):
    """Name the units that may not move for want of oil: own ones, then after a semicolon an ally's (24.1 to 24.3). All
    German INT count as one; depleted units come last."""

    verb: ClassVar[str] = "immobile"
    title: ClassVar[str] = "units without oil"
    rule: ClassVar[str] = "24.1"
    steps: ClassVar[tuple[str, ...]] = (NAMING_STEP,)
    finishes: ClassVar[bool] = True

    units: tuple[Stay, ...] = listed(NAME_COUNT)

    @classmethod
    def parse(cls, power: str, given: list[Token], end: int) -> Self:
        """Item, item; POWER item ..."""
        stays: list[Stay] = []
        for nth, part in enumerate(forces.split(given, ";")):
            if not part and nth:
                raise Unreadable("nobody's units are named", end, "an ally, then its units")
            if not part:
                continue
            owner = part[0].text.lower() if nth else power
            stays.extend(_stay(owner, words, end) for words in forces.split(part[1:] if nth else part, ","))
        if not stays:
            raise Unreadable("units are missing", end, "such as 3 arm-8-8")
        return cls(power, tuple(stays))

    def arguments(self) -> str:
        text, last = "", self.power
        for item in self.units:
            joined = f"; {item.power} " if item.power != last else ", " if text else ""
            text += joined + item.text
            last = item.power
        return text

    def complete(self, campaign: TheWar) -> Self:
        """Groups by their beginning where only one fits."""
        rules = ruleset.of(campaign)
        units = []
        for item in self.units:
            power = item.power if item.power in campaign.powers else reading.power_named(rules, item.power)
            units.append(attrs.evolve(item, power=power, group=forces.meant(campaign, power, item.group)))
        return type(self)(self.power, tuple(units))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        need = to_name(campaign, self.power) if self.power in oil.POWERS else 0
        if not need:
            yield Refusal("24.0", f"{wars.named(campaign, self.power)} has no units to name that may not move")
            return
        cited = str(oil.shortage(self.power)["rule"])
        there = lots(campaign, self.power)
        wanted: dict[Lot, int] = {}
        for item in self.units:
            wanted[item.lot] = wanted.get(item.lot, 0) + item.count
        for lot, count in wanted.items():
            yield from self._of_lot(campaign, lot, count, len(there.get(lot, ())))
        named = sum(worth(self.power, lot, count) for lot, count in wanted.items())
        own = {
            depleted: sum(
                worth(self.power, lot, count)
                for lot, count in wanted.items()
                if lot[0] == self.power and lot[2] == depleted
            )
            for depleted in (False, True)
        }
        whole_left = _own(campaign, self.power, False) - own[False]
        left = whole_left + _own(campaign, self.power, True) - own[True]
        if any(lot[2] for lot in wanted) and whole_left > 0:
            yield Refusal(cited, "depleted units come last", f"{whole_left} whole ones are left.")
        if named > need:
            yield Refusal(cited, f"{named} units are named, {need} may not move", f"{named - need} fewer.")
        elif named < need and left > 0:
            yield Refusal(
                cited, f"{named} units are named, {need} may not move", f"{min(need - named, left)} more have to stay."
            )

    def _of_lot(self, campaign: TheWar, lot: Lot, count: int, there: int) -> Iterable[Refusal]:
        """Why so many of one lot cannot be named."""
        rules = oil.shortage(self.power)
        power, group, depleted = lot
        kind = counters.kind_of(group)
        if power not in (self.power, *rules["lenders"]):
            yield Refusal(rules["rule"], f"{wars.named(campaign, power)} does not stand in for it", "Its own units.")
        elif kind in rules["together"]:
            if count > 1:
                yield Refusal(rules["rule"], f"all {kind.upper()} count as one unit", kind)
            elif not there:
                yield Refusal(rules["rule"], f"no {kind.upper()} is left to stay")
        elif kind in _ABOARD:
            yield Refusal(rules["rule"], "CV and NAC do not count", self._kinds())
        elif group.endswith(counters.BREAKDOWN) and not rules["breakdown"]:
            yield Refusal(rules["rule"], f"{forces.spoken(group)}: Breakdown units do not count", self._kinds())
        elif kind not in rules["kinds"] or (
            kind == "arm" and any(f"{group}-".startswith(f"arm-{small}-") for small in rules["small"])
        ):
            yield Refusal(rules["rule"], f"{forces.spoken(group)} does not count", self._kinds())
        elif count > there:
            which = "depleted" if depleted else "whole"
            hint = f"{which.capitalize()} ones that count: {there}."
            yield Refusal(
                rules["rule"],
                f"{wars.named(campaign, power)} has not {count} {which} {forces.spoken(group)} to stay",
                hint,
            )

    def _kinds(self) -> str:
        rules = oil.shortage(self.power)
        names = [kind.upper() if len(kind) <= 4 else kind.capitalize() for kind in rules["kinds"]]
        return f"{', '.join(names)}{' and all INT as one' if rules['together'] else ''} do."

    def effect(self, tx: Transaction[TheWar]) -> None:
        rule = str(oil.shortage(self.power)["rule"])
        there = lots(tx.campaign, self.power)
        for item in self.units:
            keys = there.get(item.lot, ())
            keys = keys if item.group in oil.shortage(self.power)["together"] else keys[: item.count]
            there[item.lot] = there.get(item.lot, ())[len(keys) :]
            for key in keys:
                tx.set(f"units.{key}.immobile", True, "short of oil", rule)
        tx.remove(f"facts.{STAYING}{self.power}", "units without oil are named", rule)

    def sentence(self, campaign: TheWar) -> str:
        words = [
            ("depleted " if item.depleted else "") + _words(campaign, self.power, item.power, item.group, item.count)
            for item in self.units
        ]
        return f"{wars.named(campaign, self.power)} has no oil for {', '.join(words)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Immobile]:
        """One order that names enough units, INT and depleted units last."""
        need = to_name(campaign, power)
        stays: list[Stay] = []
        for lot, keys in lots(campaign, power).items():
            count = worth(power, lot, len(keys))
            if need > 0 and lot[0] == power and count:
                stays.append(Stay(lot[0], lot[1], min(need, count), lot[2]))
                need -= min(need, count)
        if stays:
            yield cls(power, tuple(stays))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if power not in oil.POWERS:
            return None
        need = to_name(campaign, power)
        proposed = next((order.arguments() for order in cls.offers(campaign, power)), "")
        field = Field("units", f"{need} units", cls.rule, default=proposed)
        return Form(cls.verb, f"Other units, {need} in all", power + " immobile {units}", (field,), cls.rule)


def standing_still(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The units that may not move for a power's want of oil, as words: ``3 ARM-8-8``, ``all INT``. Raises KeyError for
    a power without oil rules."""
    rules = oil.shortage(power)
    kinds = [*rules["kinds"], *rules["together"]]
    counts: dict[tuple[str, str], int] = {}
    for unit in campaign.units.values():
        if unit.immobile and unit.power in (power, *rules["lenders"]):
            lot = unit.power, _together(unit, rules) or forces.group_of(unit)
            counts[lot] = counts.get(lot, 0) + 1
    ranked = sorted(counts, key=lambda lot: (lot[0] != power, kinds.index(counters.kind_of(lot[1])), lot[1]))
    return tuple(_words(campaign, power, owner, group, counts[owner, group]) for owner, group in ranked)


def _words(campaign: TheWar, power: str, owner: str, group: str, count: int) -> str:
    """So many of a group as words, with its owner where that is an ally."""
    whose = "" if owner == power else f" of {wars.named(campaign, owner)}"
    many = "all" if group in oil.shortage(power)["together"] else str(count)
    return f"{many} {forces.spoken(group)}{whose}"


@derived("units")
def _standing_still(units: Mapping[str, Unit]) -> Mapping[str, Unit]:
    """The units that the shortage keeps where they are."""
    return {key: unit for key, unit in units.items() if unit.immobile}


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends for a power: its units move again; INT only after a turn with strategic warfare (24.1)."""
    fought = calendar.season(tx.campaign) in calendar.STRATEGIC_WARFARE
    allies = oil.shortage(power)["lenders"] if power in oil.POWERS else ()
    for key, unit in _standing_still(tx.campaign).items():
        if unit.power in (power, *allies) and (fought or "int" not in (unit.kind, unit.tag)):
            tx.set(f"units.{key}.immobile", False, "end of the turn", "24.1")
    if f"{STAYING}{power}" in tx.campaign.facts:
        tx.remove(f"facts.{STAYING}{power}", "end of the turn", "24.1")
    if power == "germany":
        oil.hits_pass(tx)
