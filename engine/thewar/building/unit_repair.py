"""Repairing depleted ground and on-board air units in place (15.1.3.1, 15.1.3.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import FLAG, GROUP, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.remembering import derived, remembered
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen, made_and_compared_often
from engine.thewar.building import unit_building
from engine.thewar.economy import construction_limit
from engine.thewar.economy.spending import short, under_pass
from engine.thewar.world import counters, forces, installed, moved, prices, sides, supply, wars
from engine.thewar.world.naming import COUNTRY
from engine.thewar.world.state import TheWar, Unit


@derived("units")
def _depleted(units: Mapping[str, Unit]) -> Mapping[str, Unit]:
    return {key: unit for key, unit in units.items() if unit.depleted}


@remembered
def depleted(campaign: TheWar, power: str) -> dict[str, list[str]]:
    """A power's and its Satellites' depleted ground and air units, as ids by group and owner ('arm-8-8', with the
    country behind a stroke where it is not the power's own)."""
    by_group: dict[str, list[str]] = {}
    owners = {power, *unit_building.satellites(campaign, power)}
    for key, unit in _depleted(campaign).items():
        if unit.place in campaign.sieges:
            continue
        if unit.power in owners and counters.category(unit.kind) in ("ground", "air"):
            by_group.setdefault(_named(unit, power), []).append(key)
    return by_group


def units(campaign: TheWar, power: str, group: str, country: str = "") -> list[str]:
    """The ids of a power's depleted units of a group, or of those of its Satellite."""
    owner = country or power
    if country and (country == power or country not in unit_building.satellites(campaign, power)):
        return []
    hurt = [(key, unit) for key, unit in _depleted(campaign).items() if unit.power == owner]
    return [
        key
        for key, unit in hurt
        if forces.group_of(unit) == group and counters.category(unit.kind) in ("ground", "air")
    ]


def _within_reach(campaign: TheWar, keys: list[str]) -> list[str]:
    """The given units without those that are known to stand in a besieged fortress, or not to be in full supply
    (12.2.3, 13.2.3)."""
    outside = [key for key in keys if campaign.units[key].place not in campaign.sieges]
    return supply.able(campaign, outside, supply.REPAIR)


def has_flown(campaign: TheWar, key: str) -> bool:
    """Whether an air unit has flown a mission in its own Operations Segment of this turn (11.10); to change its base,
    to be carried or to lose its base is none (11.2.3)."""
    unit = campaign.units[key]
    side = sides.side(campaign, unit.power)
    flown = (record.deed for record in campaign.missions.values() if (record.who, record.half) == (key, side))
    return counters.category(unit.kind) == "air" and not all(deed in _NO_MISSIONS for deed in flown)


def has_moved(campaign: TheWar, key: str) -> bool:
    """Whether a unit has done in this turn what doubles the price of its repair, as far as the turn's orders tell: an
    air unit has flown, a ground unit has moved (3.9.2, rulings 82, 413, 565)."""
    if counters.category(campaign.units[key].kind) == "air":
        return has_flown(campaign, key)
    return moved.has_moved(campaign, key)


def stands_inside(campaign: TheWar, key: str) -> bool:
    """Whether an Axis ground unit is recorded in the 1939 Soviet Union, where its repair costs twice (15.1.3.3)."""
    place = campaign.places.get(campaign.units[key].place)
    return place is not None and bool(place.tags.get(USSR_1939)) and may_be_inside(campaign, key)


def _stands_outside(campaign: TheWar, key: str) -> bool:
    """Whether an Axis ground unit is recorded in a place that is not in the 1939 Soviet Union."""
    known = campaign.units[key].place in campaign.places
    return known and may_be_inside(campaign, key) and not stands_inside(campaign, key)


def may_be_inside(campaign: TheWar, key: str) -> bool:
    """Whether a unit's repair is one that costs twice inside the 1939 Soviet Union: an Axis ground unit's."""
    unit = campaign.units[key]
    return sides.side(campaign, unit.power) == "axis" and counters.category(unit.kind) == "ground"


def as_told(campaign: TheWar, keys: Iterable[str], *, gone: bool, inside: bool) -> list[str]:
    """Units in the order in which a repair means them: first those of which its owner says the truth, that they stand
    inside the 1939 Soviet Union, and of these that they have moved or flown."""
    meant = sorted(keys, key=lambda key: has_moved(campaign, key) is not gone)
    return sorted(meant, key=lambda key: stands_inside(campaign, key) is not inside)


def dearer(campaign: TheWar, keys: Sequence[str], *, gone: bool, inside: bool) -> Iterable[Refusal]:
    """Why units of a group are not repaired at the price that their owner says: some are known to have moved or flown,
    or to stand inside the 1939 Soviet Union (11.10, 15.1.3.3)."""
    what = f"of {len(keys)} {unit_building.spoken(forces.group_of(campaign.units[keys[0]]))}"
    far = [key for key in keys if has_moved(campaign, key)]
    if far and not gone:
        aloft = counters.category(campaign.units[far[0]].kind) == "air"
        did, rule = ("flown in this Segment", "11.10") if aloft else ("moved in this turn", "15.1.3.3")
        reason = f"{len(far)} {what} {'has' if len(far) == 1 else 'have'} {did}"
        yield Refusal(rule, reason, "moved=yes repairs them at twice the price.")
    there = [key for key in keys if stands_inside(campaign, key)]
    if there and not inside:
        reason = f"{len(there)} {what} {'stands' if len(there) == 1 else 'stand'} in the 1939 Soviet Union"
        yield Refusal("15.1.3.3", reason, "ussr=yes repairs them at twice the price.")


def in_a_zone(campaign: TheWar, keys: Sequence[str], what: str, rule: str) -> Iterable[Refusal]:
    """Why nobody is repaired, or upgraded, who stands in an enemy zone of control, as the owner says that the board
    shows: no zone reaches into a fortress, nor does it keep aircraft from it."""
    on_foot = [key for key in keys if counters.category(campaign.units[key].kind) == "ground"]
    open_to_it = [key for key in on_foot if not installed.is_fortress(campaign, campaign.units[key].place)]
    if open_to_it:
        name = unit_building.spoken(forces.group_of(campaign.units[open_to_it[0]]))
        reason = f"{name} in an enemy zone of control: nothing is {what} there"
        yield Refusal(rule, reason, "Those next to the enemy outside his zones, and in a fortress, are.")


def _named(unit: Unit, power: str) -> str:
    group = forces.group_of(unit)
    return group if unit.power == power else f"{unit.power}/{group}"


SUPPLY_STEP = "supply.repair"
"""The step of the Supply Segment in which ground units are repaired (3.9.2)."""
USSR_1939 = "ussr-1939"
"""The tag of places inside the Soviet borders of 1939."""
ZONE_RULE = "3.9.2, 15.1.3.3"
"""The rule by which nobody is repaired in an enemy zone of control."""
_NO_MISSIONS = ("stationed", "carried", "grounded")


@made_and_compared_often
class Mend(PowerOrder[TheWar]):
    """Make depleted ground or air units whole. ``moved``: they moved or flew, or air units are next to an enemy, which
    costs twice; ``ussr``: ground units inside the 1939 Soviet Union, twice for the Axis; ``country``: a Satellite's;
    ``zoc``: what the board shows of ground units, that they stand in an enemy zone of control."""

    verb: ClassVar[str] = "mend"
    title: ClassVar[str] = "repair units"
    rule: ClassVar[str] = "15.1.3"
    account: ClassVar[str] = "repairs"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP, SUPPLY_STEP)

    group: str = word(GROUP)
    count: int = keyed(number(1, 99), 1)
    moved: bool = keyed(FLAG, False)
    ussr: bool = keyed(FLAG, False)
    country: str = keyed(COUNTRY, "")
    deficit: bool = keyed(FLAG, False, "deficit spending")
    zoc: bool = keyed(FLAG, False, "in an enemy zone of control")

    def complete(self, campaign: TheWar) -> Self:
        return attrs.evolve(self, group=forces.meant(campaign, self.country or self.power, self.group, "depleted"))

    def _units(self, campaign: TheWar) -> list[str]:
        """Those that may be meant, first those that are: at twice the price those that stand inside the 1939 Soviet
        Union, and of these those that have moved or flown."""
        able = _within_reach(campaign, units(campaign, self.power, self.group, self.country))
        if self.ussr:
            able = [key for key in able if not _stands_outside(campaign, key)]
        return as_told(campaign, able, gone=self.moved, inside=self.ussr)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        able = self._units(campaign)
        hurt = units(campaign, self.power, self.group, self.country)
        if kept_back := len(hurt) > len(able) and not 1 <= self.count <= len(able):
            kept = {key: campaign.units[key].place for key in hurt if key not in able}
            if besieged := [place for place in kept.values() if place in campaign.sieges]:
                yield from installed.besieged(campaign, besieged[0])
            yield from supply.supplied(campaign, [key for key in kept if kept[key] not in besieged], supply.REPAIR)
        if not able and kept_back and not self.ussr:
            # Why those that there are stay as they are has been said.
            return
        if not able:
            known = ", ".join(depleted(campaign, self.power)) or "none"
            where = " in the 1939 Soviet Union" if self.ussr and hurt else ""
            reason = f"{wars.named(campaign, self.power)} has no depleted {unit_building.spoken(self.group)}{where}"
            yield Refusal("15.1.3", reason, f"Depleted: {known}.")
            return
        if not 1 <= self.count <= len(able):
            have = f"{len(able)} {'is' if len(able) == 1 else 'are'} depleted and may be repaired"
            reason = f"{self.count} {forces.spoken(self.group)} {'is' if self.count == 1 else 'are'} asked for, {have}"
            yield Refusal("15.1.3", reason, f"At most {len(able)}.")
            return
        if not repairable(campaign.units[able[0]]):
            yield Refusal("15.1.3", f"{unit_building.spoken(self.group)} is not repaired", "It is whole or eliminated.")
            return
        yield from dearer(campaign, able[: self.count], gone=self.moved, inside=self.ussr)
        if campaign.progress.step.endswith(SUPPLY_STEP) and counters.category(campaign.units[able[0]].kind) == "air":
            hint = "'late' enters what was forgotten there."
            yield Refusal("15.1.3.1", "air units are repaired in the Build Segment", hint)
        if self.zoc:
            yield from in_a_zone(campaign, able[: self.count], "repaired", ZONE_RULE)
        price = self.cost(campaign).total
        yield from short(campaign, self.power, price, "15.1.3", deficit=self.deficit)
        yield from under_pass(campaign, self.power, price, "repair", deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        able = self._units(campaign)
        if not able or self.count < 1 or not repairable(campaign.units[able[0]]):
            return Breakdown()
        unit = campaign.units[able[0]]
        payer = unit.power if unit.power in campaign.powers or unit.power == "spain" else self.power
        each = prices.repair(payer, unit.kind, unit.strength, moved=self.moved, in_ussr=self.ussr)
        lines = each.lines
        if self.count > 1:
            lines = (*lines, Line(f"{self.count} of them", each.total * (self.count - 1), "15.1.3"))
        return construction_limit.priced(campaign, self.power, Breakdown(lines))

    def effect(self, tx: Transaction[TheWar]) -> None:
        price = self.cost(tx.campaign).total
        hurt = self._units(tx.campaign)
        if not 0 < self.count <= len(hurt):
            raise LookupError(f"{self.count} depleted {self.group} are not there")
        construction_limit.pay(tx, self.power, price, f"repaired: {self.group}", "15.1.3")
        for key in hurt[: self.count]:
            tx.set(f"units.{key}.depleted", False, "repaired", "15.1.3")

    def sentence(self, campaign: TheWar) -> str:
        how = (", moved" if self.moved else "") + (", in the 1939 Soviet Union" if self.ussr else "")
        return f"{wars.named(campaign, self.power)} repairs {self.count} {unit_building.spoken(self.group)}{how}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Mend]:
        """For each group, and apart for those that stand inside the 1939 Soviet Union, one order for all units that
        have not moved, and one for those that have: of aircraft the campaign knows who has flown, of ground units the
        board may know of others that moved (15.1.3.1, 15.1.3.3)."""
        for name, every in depleted(campaign, power).items():
            country, stroke, group = name.rpartition("/")
            hurt = supply.able(campaign, every, supply.REPAIR)
            if not hurt or not repairable(campaign.units[hurt[0]]):
                continue
            on_foot = counters.category(campaign.units[hurt[0]].kind) == "ground"
            if not on_foot and campaign.progress.step.endswith(SUPPLY_STEP):
                continue
            for inside in (False, True):
                there = [key for key in hurt if stands_inside(campaign, key) is inside]
                gone = sum(has_moved(campaign, key) for key in there)
                others = len(there) if on_foot else 0
                for many, far in ((len(there) - gone, False), (gone or others, True)):
                    if many:
                        yield cls(power, group, many, far, inside, country=country if stroke else "")

    def ways(self, campaign: TheWar) -> tuple[Mend, ...]:
        """The same repair as the board may show it: moved or not, inside the 1939 Soviet Union or not. What the
        campaign knows of some of the units is an order of its own on offer, and no other way of this one."""
        able = _within_reach(campaign, units(campaign, self.power, self.group, self.country))
        known_moved = any(has_moved(campaign, key) for key in able)
        known_inside = any(stands_inside(campaign, key) for key in able)
        doubled = any(may_be_inside(campaign, key) for key in able)
        far = (self.moved,) if known_moved else (False, True)
        inside = (self.ussr,) if known_inside or not doubled else (False, True)
        return tuple(attrs.evolve(self, moved=one, ussr=other) for other in inside for one in far)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        groups = tuple(name for name in depleted(campaign, power) if "/" not in name)
        if not groups:
            return None
        yes_or_no = ("no", "yes")
        gone, inside = _Known(power, has_moved), _Known(power, stands_inside)
        fields = (
            Field("group", "repair", "15.1.3", choices=groups),
            Field("count", "how many", default="1"),
            Field("moved", "moved, flew, or next to the enemy", "15.1.3", yes_or_no, "no", proposes=gone),
            Field("ussr", "inside the 1939 Soviet Union", "15.1.3.3", yes_or_no, "no", proposes=inside),
            Field("zoc", "in an enemy zone of control", ZONE_RULE, yes_or_no, "no"),
        )
        pattern = power + " mend {group} count={count} moved={moved} ussr={ussr} zoc={zoc}"
        return Form(cls.verb, "Repair units", pattern, fields, cls.rule)


@frozen
class _Known:
    """The proposal for a box that asks something of units: yes where the campaign knows it of all of them, such as that
    they have moved by this turn's orders, or stand inside the 1939 Soviet Union (11.10, 15.1.3.3, ruling 413)."""

    power: str
    of: Callable[[TheWar, str], bool]

    def __call__(self, campaign: TheWar, given: Mapping[str, str]) -> str:
        able = _within_reach(campaign, units(campaign, self.power, given.get("group", "")))
        return "yes" if able and all(self.of(campaign, key) for key in able) else "no"


def repairable(unit: Unit) -> bool:
    """Whether units of this kind are ever repaired (15.1.2)."""
    return prices.repairable(unit.kind)
