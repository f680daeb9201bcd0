"""Units broken down into Breakdown units and put together again, armies built up from equal units (3.9.3, 9.6.3,
9.6.4).

A Breakdown unit is a unit of its own: its tag says that it is one. Eliminated, it goes to the force pool as one and is
built as one again. An army counter is no unit: its three units stay what they are and say which counter they lie under.
That the three stand in one hex the board knows; here they are recorded at one place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Self

from engine.kernel.grammar import GROUP, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.remembering import derived, of_part, unchanged
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen, made_and_compared_often
from engine.thewar.world import counters, forces, wars
from engine.thewar.world.naming import COUNTRY
from engine.thewar.world.state import TheWar, Unit

STEP = "operations.breakdown"
FINLAND = "finland"
FINNS = "inf-6-5"
"""What Finland may break down, before the game begins as well (9.6.3, 9.6.3.7)."""
NEVER_REUNITED = ("germany",)
IN_ARMY = 3
"""Equal units in an army (9.6.4)."""
ARMY_KINDS = ("arm", "inf", "mech", "mot")
APART, TOGETHER = "broken down", "reunited"
_WHOLE_FIRST = "It is repaired first."


def rows() -> dict[str, dict[str, Any]]:
    """What breaks down into what, by owner and group, such as 'us-arm-10-8'."""
    printed: dict[str, dict[str, Any]] = table("thewar", "breakdown")["row"]
    return printed


@lru_cache(maxsize=4096)
def row(owner: str, group: str) -> dict[str, Any] | None:
    """The row of the table for a group of an owner's whole units, None where it never breaks down."""
    kind, strength, tag = counters.pieces(group)
    printed = rows().get(f"{owner}-{kind}-{strength}")
    return printed if printed is not None and (not tag or tag in printed["origins"]) else None


@lru_cache(maxsize=4096)
def parts(owner: str, group: str) -> tuple[str, ...]:
    """The groups of the Breakdown units that a unit of a group becomes, '' for one that never breaks down."""
    printed = row(owner, group)
    if printed is None:
        return ()
    kind, _, tag = counters.pieces(group)
    end = "-".join(filter(None, (tag, counters.BREAKDOWN)))
    return tuple(f"{kind}-{strength}-{end}" for strength in printed["parts"])


def armies(campaign: TheWar) -> Mapping[str, tuple[str, ...]]:
    """The units under each army counter, by its id. A counter is off the board while one of them is lost, Depleted or
    elsewhere."""
    return _armies(campaign)


@derived("units")
def _armies(units: Mapping[str, Unit]) -> Mapping[str, tuple[str, ...]]:
    by_army: dict[str, dict[str, Unit]] = {}
    for key, unit in [one for one in units.items() if one[1].army]:
        by_army.setdefault(unit.army, {})[key] = unit
    return {name: tuple(three) for name, three in by_army.items() if _equal(three.values())}


def _equal(units: Collection[Unit]) -> bool:
    if len(units) != IN_ARMY:
        return False
    alike = {(unit.power, forces.group_of(unit), unit.place, unit.depleted) for unit in units}
    return len(alike) == 1 and not next(iter(units)).depleted


@lru_cache(maxsize=4096)
def army_of(group: str) -> str:
    """The group of the army counter for three units of a group: inf-18-5 for inf-6-5; '' where there is none."""
    kind, strength, tag = counters.pieces(group)
    combat, _, move = strength.partition("-")
    if kind not in ARMY_KINDS or tag or not move:
        return ""
    return f"{kind}-{int(combat) * IN_ARMY}-{move}"


@lru_cache(maxsize=4096)
def third(group: str) -> str:
    """The group of the units of which three make an army, '' where the factors are not three equal ones."""
    kind, strength, tag = counters.pieces(group)
    combat, _, move = strength.partition("-")
    if kind not in ARMY_KINDS or tag or not move or int(combat) % IN_ARMY:
        return ""
    return f"{kind}-{int(combat) // IN_ARMY}-{move}"


@unchanged("units")
def _in_armies(campaign: TheWar, owner: str) -> frozenset[str]:
    """The units of an owner under army counters, by id."""
    units, every = campaign.units, armies(campaign).values()
    return frozenset([key for keys in every if units[keys[0]].power == owner for key in keys])


@of_part(forces.OWN)
def _by_place(
    campaign: TheWar, owner: str, whole: bool, apart: Collection[str]
) -> Mapping[str, Mapping[str, list[str]]]:
    groups = forces.groups_of(campaign, owner).items()
    return {group: by_place for group, units in groups if (by_place := _places(units, whole, apart))}


def _places(units: Mapping[str, Unit], whole: bool, apart: Collection[str]) -> Mapping[str, list[str]]:
    """Those of some units that are whole, or Depleted, by the place where they are recorded."""
    by_place: dict[str, list[str]] = {}
    for key, unit in units.items():
        if unit.depleted != whole and key not in apart:
            by_place.setdefault(unit.place, []).append(key)
    return by_place


def _there(campaign: TheWar, owner: str, group: str, whole: bool) -> Mapping[str, list[str]]:
    """Units of a group by the place where they are recorded, those under army counters apart."""
    return _places(forces.group_units(campaign, owner, group), whole, _in_armies(campaign, owner))


def broken(campaign: TheWar, owner: str, group: str, at: str) -> str:
    """The unit that is broken down, '' where there is none."""
    return next((keys[0] for place, keys in _there(campaign, owner, group, True).items() if at in ("", place)), "")


def reunited(campaign: TheWar, owner: str, needed: tuple[str, ...], at: str) -> tuple[str, ...]:
    """Whole units of these groups recorded at one place, () where there are not."""
    apart = _in_armies(campaign, owner)
    there = ((group, _places(forces.group_units(campaign, owner, group), True, apart)) for group in set(needed))
    return _of_one_place({group: places for group, places in there if places}, needed, at)


def _of_one_place(
    spread: Mapping[str, Mapping[str, list[str]]], needed: tuple[str, ...], at: str = ""
) -> tuple[str, ...]:
    if not all(map(spread.__contains__, needed)):
        return ()
    many = {group: needed.count(group) for group in needed}
    for place in dict.fromkeys(place for group in many for place in spread[group]):
        if at not in ("", place):
            continue
        if all(len(spread[group].get(place, ())) >= count for group, count in many.items()):
            left = {group: list(spread[group][place]) for group in needed}
            return tuple(left[group].pop(0) for group in needed)
    return ()


@of_part(forces.OWN)
def _may_break(campaign: TheWar, owner: str, apart: Collection[str]) -> list[str]:
    """The groups of which an owner has a whole unit that breaks down, those units ``apart`` that lie under army
    counters."""
    spread = _by_place(campaign, owner, True, apart)
    return [group for group in sorted(spread) if row(owner, group) is not None]


@of_part(forces.OWN)
def _may_make(campaign: TheWar, owner: str, apart: Collection[str]) -> list[str]:
    """The groups that an owner's units may be reunited to, then the armies that they make, those units ``apart`` that
    lie under army counters."""
    spread = _by_place(campaign, owner, True, apart)
    armies_of = [(army_of(group), (group,) * IN_ARMY) for group in sorted(spread)]
    made = [(group, parts(owner, group)) for group in _wholes(owner)]
    made += [(army, needed) for army, needed in armies_of if army and row(owner, army) is None]
    return [group for group, needed in made if _of_one_place(spread, needed)]


def _army(campaign: TheWar, owner: str, group: str, at: str) -> str:
    """The army counter of a group on the board, '' where there is none."""
    for name, keys in armies(campaign).items():
        unit = campaign.units[keys[0]]
        if unit.power == owner and army_of(forces.group_of(unit)) == group and at in ("", unit.place):
            return name
    return ""


def _owner_refused(campaign: TheWar, power: str, country: str) -> Iterator[Refusal]:
    """Why a power does not give the orders to a minor country's units in this phase."""
    if not country:
        return
    land = campaign.countries.get(country)
    if country != FINLAND or land is None:
        name = land.name if land else f"'{country}'"
        yield Refusal("9.6.3.7", f"{name} breaks no units down", "Of the minor countries Finland alone.")
    elif land.status != "satellite" or land.patron != power:
        yield Refusal("9.6.3.7", f"{land.name} is no Satellite of {wars.named(campaign, power)}")


def _depleted(campaign: TheWar, owner: str, groups: Iterable[str], doing: str) -> Iterator[Refusal]:
    for group in dict.fromkeys(groups):
        if _there(campaign, owner, group, False):
            yield Refusal("9.6.3", f"Depleted {forces.spoken(group)} is not {doing}", _WHOLE_FIRST)
            return


def break_down(tx: Transaction[TheWar], key: str, rule: str) -> None:
    """Replace a unit by its Breakdown units, in the place where it stood."""
    old = tx.campaign.units[key]
    groups = parts(old.power, forces.group_of(old))
    forces.keep_serial(tx, key)
    mark = forces.unmark(tx, (key,), APART, rule)
    tx.remove(f"units.{key}", APART, rule)
    for name, group in zip(forces.new_ids(tx, old.power, old.kind, len(groups)), groups, strict=True):
        _, strength, tag = counters.pieces(group)
        tx.create(f"units.{name}", evolve(old, strength=strength, tag=tag, army=""), APART, rule)
        forces.mark(tx, name, mark, APART, rule)


@made_and_compared_often
class BreakDown(PowerOrder[TheWar]):
    """Break a unit down into its Breakdown units, or an army into its three units. ``group``: the whole unit's or the
    army's; ``country``: Finland where they are its; ``at``: where it is recorded, any place where nothing is said."""

    verb: ClassVar[str] = "break-down"
    title: ClassVar[str] = "break a unit down"
    rule: ClassVar[str] = "9.6.3"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    group: str = word(GROUP)
    country: str = keyed(COUNTRY, "")
    at: str = keyed(NAME, "")

    @property
    def owner(self) -> str:
        """The power or country that owns the unit."""
        return self.country or self.power

    def complete(self, campaign: TheWar) -> Self:
        """The order with the short name of its group written out."""
        if _army(campaign, self.owner, self.group, self.at):
            return self
        return evolve(self, group=forces.meant(campaign, self.owner, self.group))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        wrong = tuple(_owner_refused(campaign, self.power, self.country))
        if wrong or _army(campaign, self.owner, self.group, self.at):
            yield from wrong
            return
        printed = row(self.owner, self.group)
        if printed is not None and broken(campaign, self.owner, self.group, self.at):
            return
        name, said = wars.named(campaign, self.owner), forces.spoken(self.group)
        if printed is None:
            known = [forces.spoken(line["from"]) for line in rows().values() if line["power"] == self.owner]
            yield Refusal("9.6.3", f"{name} breaks no {said} down", f"It breaks down {', '.join(known)}.")
        else:
            hurt = tuple(_depleted(campaign, self.owner, (self.group,), APART))
            yield from hurt
            if not hurt:
                yield Refusal(printed["rule"], f"{name} has no whole {said} {_where(self.at)}")

    def effect(self, tx: Transaction[TheWar]) -> None:
        counter = _army(tx.campaign, self.owner, self.group, self.at)
        if counter:
            for key in armies(tx.campaign)[counter]:
                tx.set(f"units.{key}.army", "", "army counter taken off", "9.6.4")
            return
        key = broken(tx.campaign, self.owner, self.group, self.at)
        if not key or row(self.owner, self.group) is None:
            # Only an overruled order gets here.
            raise LookupError(f"no {self.group} is there that breaks down")
        break_down(tx, key, "9.6.3")

    def sentence(self, campaign: TheWar) -> str:
        name = wars.named(campaign, self.owner)
        groups = parts(self.owner, self.group)
        into = ", ".join(_short(group) for group in groups) if groups else "its three units"
        return f"{name} breaks {forces.spoken(self.group)} down into {into}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[BreakDown]:
        """One of each group that there is whole, armies first."""
        for owner, country in _owners(campaign, power):
            for keys in armies(campaign).values():
                unit = campaign.units[keys[0]]
                if unit.power == owner:
                    yield cls(power, army_of(forces.group_of(unit)), country=country)
            for group in _may_break(campaign, owner, _in_armies(campaign, owner)):
                yield cls(power, group, country=country)


@made_and_compared_often
class BuildUp(PowerOrder[TheWar]):
    """Reunite Breakdown units, or put three equal whole units under an army counter. ``group``: what they make."""

    verb: ClassVar[str] = "build-up"
    title: ClassVar[str] = "build units up"
    rule: ClassVar[str] = "9.6.4"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    group: str = word(GROUP)
    country: str = keyed(COUNTRY, "")
    at: str = keyed(NAME, "")

    @property
    def owner(self) -> str:
        """The power or country that owns the units."""
        return self.country or self.power

    @property
    def _uses(self) -> tuple[str, ...]:
        """The groups of the units that it takes."""
        if row(self.owner, self.group) is not None:
            return parts(self.owner, self.group)
        part = third(self.group)
        return (part,) * IN_ARMY if part else ()

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.country and (wrong := tuple(_owner_refused(campaign, self.power, self.country))):
            yield from wrong
            return
        owner, needed = self.owner, self._uses
        reunion = row(owner, self.group) is not None
        if not (reunion and owner in NEVER_REUNITED) and needed and reunited(campaign, owner, needed, self.at):
            return
        name, said = wars.named(campaign, owner), forces.spoken(self.group)
        if reunion and owner in NEVER_REUNITED:
            yield Refusal("9.6.3", f"Breakdown units of {name} are never reunited", "They may be built again as such.")
        elif not needed:
            yield Refusal("9.6.4", f"no three equal units make {said}", "Three whole INF 6-5 make INF 18-5.")
        else:
            hurt = tuple(_depleted(campaign, owner, needed, "built up"))
            yield from hurt
            if not hurt:
                parts_needed = ", ".join(_short(group) for group in needed)
                rule = "9.6.3" if reunion else "9.6.4"
                yield Refusal(
                    rule, f"{name} has not {parts_needed} {_where(self.at)}", "All in one place, none Depleted."
                )

    def effect(self, tx: Transaction[TheWar]) -> None:
        keys = reunited(tx.campaign, self.owner, self._uses, self.at)
        if not keys:
            # Only an overruled order gets here.
            raise LookupError(f"the units for {self.group} are not there")
        if row(self.owner, self.group) is None:
            name = f"{self.owner}-army-{_number(tx.campaign)}"
            for key in keys:
                tx.set(f"units.{key}.army", name, "army counter put on", "9.6.4")
            return
        first = tx.campaign.units[keys[0]]
        _, strength, tag = counters.pieces(self.group)
        used = [tx.campaign.units[key] for key in keys]
        mark = forces.unmark(tx, keys, TOGETHER, "9.6.3")
        for key in keys:
            forces.keep_serial(tx, key)
            tx.remove(f"units.{key}", TOGETHER, "9.6.3")
        immobile, reserve = any(unit.immobile for unit in used), any(unit.reserve for unit in used)
        new = evolve(first, strength=strength, tag=tag, army="", immobile=immobile, reserve=reserve)
        name = forces.new_id(tx, first.power, first.kind)
        tx.create(f"units.{name}", new, TOGETHER, "9.6.3")
        forces.mark(tx, name, mark, TOGETHER, "9.6.3")

    def sentence(self, campaign: TheWar) -> str:
        name = wars.named(campaign, self.owner)
        return f"{name} makes {forces.spoken(self.group)} of {', '.join(_short(part) for part in self._uses)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[BuildUp]:
        """What may be reunited, then armies."""
        for owner, country in _owners(campaign, power):
            for group in _may_make(campaign, owner, _in_armies(campaign, owner)):
                yield cls(power, group, country=country)


@frozen
class FinnishBreakdown(TableOrder[TheWar]):
    """Finnish INF broken down before the game begins, as no other country's units are (9.6.3)."""

    verb: ClassVar[str] = "finnish-breakdown"
    title: ClassVar[str] = "Finnish units broken down at set-up"
    rule: ClassVar[str] = "9.6.3"

    count: int = word(number(1, 99))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if campaign.progress.turn != 1 or campaign.progress.step.split(".")[0] in ("axis", "allied"):
            yield Refusal("9.6.3", "the set-up is over", f"From now on in the step {STEP}.")
        have = sum(len(keys) for keys in _there(campaign, FINLAND, FINNS, True).values())
        if not 1 <= self.count <= have:
            yield Refusal("9.6.3.7", f"{self.count} Finnish {forces.spoken(FINNS)}", f"There are {have} whole ones.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        for _ in range(self.count):
            key = broken(tx.campaign, FINLAND, FINNS, "")
            if not key:
                # Only an overruled order gets here.
                raise LookupError("no Finnish unit is left to break down")
            break_down(tx, key, "9.6.3.7")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, FINLAND)} breaks {self.count} {forces.spoken(FINNS)} down at set-up"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if campaign.progress.turn != 1:
            return None
        fields = (Field("count", "Finnish INF 6-5", cls.rule, default="1"),)
        return Form(cls.verb, "Finnish units broken down at set-up", "finnish-breakdown {count}", fields, cls.rule)


def _owners(campaign: TheWar, power: str) -> Iterator[tuple[str, str]]:
    """Whose units a power breaks down, and the country to name."""
    yield power, ""
    land = campaign.countries.get(FINLAND)
    if land is not None and land.status == "satellite" and land.patron == power:
        yield FINLAND, FINLAND


@lru_cache(maxsize=64)
def _wholes(owner: str) -> tuple[str, ...]:
    """The groups that an owner's Breakdown units may be reunited to."""
    if owner in NEVER_REUNITED:
        return ()
    own = [line for line in rows().values() if line["power"] == owner]
    return tuple("-".join(filter(None, (line["from"], tag))) for line in own for tag in ("", *line["origins"]))


def _number(campaign: TheWar) -> int:
    """The next number of an army counter: counters come back to the stock."""
    # What a ruling calls an army may be any word.
    ends = [unit.army.rpartition("-")[2] for unit in campaign.units.values() if unit.army]
    used = {int(end) for end in ends if end.isdecimal()}
    return next(number for number in range(1, len(used) + 2) if number not in used)


def _short(group: str) -> str:
    """A Breakdown unit by its figures, as lists of them say it."""
    kind, strength, _ = counters.pieces(group)
    return f"{kind.upper()} {strength}"


def _where(at: str) -> str:
    return f"at {at}" if at else "there"
