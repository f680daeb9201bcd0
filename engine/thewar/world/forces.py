"""Units in play by their groups, gained and lost, and how a line from the table names them (2.2, 10.2, 15.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from engine.kernel.grammar import Token, Unreadable
from engine.kernel.ranges import figure, written
from engine.kernel.remembering import Parts, derived, of_part
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.world import (
    border_wars,
    calendar,
    counters,
    partisan_homes,
    patrols,
    task_forces,
    unit_words,
)
from engine.thewar.world.state import Addition, CardTotal, Pool, SupplyMark, TheWar, Unit

LOST_RULE = "17.2.2, 21.1, ruling 343"
"""The rules that tell units lost from units never built."""
BRITISH_LOSSES = "british-units-lost"
"""The fact of the turn in which a British unit was last eliminated: it may be an occasion for a roll (17.2.2)."""


@frozen
class Item:
    """So many units of a group and what became of them: 'lost', 'depleted', 'repaired' or 'built'."""

    power: str = written()
    deed: str = written()
    count: int = figure(1, 99)
    group: str = written()
    oos: bool = False
    of_depleted: bool = False

    @property
    def text(self) -> str:
        """The item in the words of the line."""
        if self.deed == "lost":
            words = [f"-{self.count}", "dep" if self.of_depleted else "", self.group, "oos" if self.oos else ""]
        elif self.deed == "built":
            words = [f"+{self.count}", self.group]
        else:
            words = [
                "dep" if self.deed == "depleted" else "rep",
                str(self.count) if self.count != 1 else "",
                self.group,
            ]
        return " ".join(word for word in words if word)


OWN: Parts[Unit] = Parts("units", by="power")
"""The units in play by their owners: what befalls those of one leaves what is known of all others' as it is."""


def owners(campaign: TheWar) -> Iterable[str]:
    """The powers and countries that have units in play."""
    return OWN.every(campaign)


def owners_among(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """Whose the units with these ids are, as far as they are in play, each once."""
    return tuple(dict.fromkeys(campaign.units[key].power for key in keys if key in campaign.units))


def units_of(campaign: TheWar, power: str) -> Mapping[str, Unit]:
    """The units in play of a power or country, by id."""
    return OWN.one(campaign, power)


def group_of(unit: Unit | Pool | Addition | CardTotal) -> str:
    """The group a unit belongs to: kind, strength and origin, such as inf-6-5 or mot-3-7-anzac."""
    return counters.group(unit.kind, unit.strength, unit.tag)


@of_part(OWN)
def groups_of(campaign: TheWar, power: str) -> Mapping[str, Mapping[str, Unit]]:
    """The units in play of a power or country by their groups, each by id."""
    groups: dict[str, dict[str, Unit]] = {}
    for key, unit in OWN.one(campaign, power).items():
        group = counters.group(unit.kind, unit.strength, unit.tag)
        if group in groups:
            groups[group][key] = unit
        else:
            groups[group] = {key: unit}
    return groups


def group_units(campaign: TheWar, power: str, group: str) -> Mapping[str, Unit]:
    """The units in play of one group, by id. Most orders that ask change some, after which all of a power would have to
    be told apart anew: to pass over all others by their kind takes a third of that. A list asks for many groups, and
    has had them told apart."""
    groups = OWN.answered(campaign, power, groups_of)
    return _of_group(campaign, power, group) if groups is None else groups.get(group, _NONE)


U = TypeVar("U", Unit, Pool)
_NONE: Mapping[str, Unit] = MappingProxyType({})


@derived("units")
def _of_group(units: Mapping[str, Unit], power: str, group: str) -> Mapping[str, Unit]:
    return _picked(units, power, group)


def _picked(mapping: Mapping[str, U], power: str, group: str) -> dict[str, U]:
    """Those of a power's group among all there are, which are told by their kind first."""
    kind, named = counters.kind_of(group), counters.group
    return {
        key: one
        for key, one in mapping.items()
        if one.kind == kind and one.power == power and named(kind, one.strength, one.tag) == group
    }


def pools_of(campaign: TheWar, power: str, group: str) -> list[str]:
    """The force pools of a power's units of one group, by id."""
    return list(_picked(campaign.pools, power, group))


_ABBREVIATED = 3


@lru_cache(maxsize=1024)
def spoken(group: str) -> str:
    """A group as players say it: ``ARM 8-8``, ``INF 6-5 Siberian``, ``Partisan 1-3 of Poland``."""
    kind, strength, tag = counters.pieces(group)
    if home := partisan_homes.named(kind, tag):
        return f"{counters.label(kind, strength)} of {home}"
    return " ".join([counters.label(kind, strength), *_origin(tag)])


def _origin(tag: str) -> list[str]:
    """An origin or mark in words: ANZAC as Anzac, v-1 as V-1; a jet is called by its tag, Jet FTR."""
    words: list[str] = []
    for part in filter(None, tag.split("-")):
        if part.isdigit() and words:
            words[-1] += f"-{part}"
        else:
            words.append(part.upper() if len(part) <= _ABBREVIATED else part[:1].upper() + part[1:])
    return words


def item_of(power: str, words: list[Token], end: int) -> Item:
    """Units of a power and what became of them; lost, where nothing is said of it. Raises Unreadable."""
    at = words[0].at if words else end
    written = unit_words.read(word.text for word in words)
    if written is None:
        raise Unreadable("the units cannot be read", at, "kind and strength, such as inf-6-5 or ARM 8-8")
    if written.many < 1:
        raise Unreadable("no units are named", at, "a number from 1")
    if written.sign == "+":
        return Item(power, "built", written.many, written.group)
    if written.repaired:
        return Item(power, "repaired", written.many, written.group)
    if written.depleted and not written.sign:
        return Item(power, "depleted", written.many, written.group)
    return Item(power, "lost", written.many, written.group, written.oos, written.depleted)


def split(given: list[Token], sign: str) -> list[list[Token]]:
    """Tokens split at a sign that may stand at the end of a token or alone."""
    parts: list[list[Token]] = [[]]
    for token in given:
        pieces = token.text.split(sign)
        at = token.at
        for nth, piece in enumerate(pieces):
            if nth:
                parts.append([])
            if piece:
                parts[-1].append(Token(piece, at))
            at += len(piece) + 1
    return parts


def known_groups(campaign: TheWar, power: str) -> list[str]:
    # A Task Force is a marker: what befalls it befalls its ships (7.12).
    mine = (unit for unit in campaign.units.values() if unit.power == power and unit.kind != task_forces.KIND)
    units = dict.fromkeys(map(group_of, mine))
    pools = {group_of(pool): None for pool in campaign.pools.values() if pool.power == power}
    return list(units | pools)


def meant(campaign: TheWar, power: str, group: str, source: str = "") -> str:
    """The group that a short name of a power's units stands for, or the name itself; ``source``: where its units are,
    so that others that fit are not meant. Raises Unreadable where several fit."""
    group = unit_words.singular(group)
    known = known_groups(campaign, power)
    if group in known:
        return group
    fits = [name for name in known if name.startswith(f"{group}-")]
    placed = [name for name in fits if there(campaign, power, name, source)] if source else []
    fits = placed or fits
    if len(fits) > 1:
        raise Unreadable(f"'{group}' may be {' or '.join(fits)}", 0, "one of them in full")
    return fits[0] if fits else group


def meant_or_typed(campaign: TheWar, power: str, group: str) -> str:
    """The group that a short name stands for, the name itself where it may be several or none."""
    try:
        return meant(campaign, power, group)
    except Unreadable:
        return group


def source_of(item: Item) -> str:
    """The source in which an item finds its units."""
    if item.deed == "built":
        return "in the pool"
    if item.deed == "repaired" or item.of_depleted:
        return "depleted"
    return "at full strength" if item.deed == "depleted" else "on the board"


def there(campaign: TheWar, power: str, group: str, source: str) -> int:
    if source == "in the pool":
        return sum([campaign.pools[key].count for key in pools_of(campaign, power, group)])
    units = group_units(campaign, power, group)
    if source == "on the board":
        return len(units)
    return [unit.depleted for unit in units.values()].count(source == "depleted")


def chosen(campaign: TheWar, item: Item, hit: Collection[str] = ()) -> list[str]:
    """The units an item means, of equal ones the first; a loss takes whole units before depleted ones. ``hit``: those
    that the same line Depletes, where that is not yet written."""

    units = group_units(campaign, item.power, item.group)
    depleted = {key: unit.depleted or key in hit for key, unit in units.items()}
    source = source_of(item)
    if source in ("depleted", "at full strength"):
        return [key for key, worn in depleted.items() if worn == (source == "depleted")][: item.count]
    return sorted(depleted, key=depleted.__getitem__)[: item.count]


def lose(tx: Transaction[TheWar], item: Item, hit: Collection[str] = ()) -> None:
    """Units leave play for their force pool, where those lost out of supply stand apart (2.2, 15.3)."""
    for key in chosen(tx.campaign, item, hit):
        why = "eliminated out of supply" if item.oos else "eliminated"
        eliminate(tx, key, why, "15.3" if item.oos else "2.2", oos=item.oos)


def eliminate(
    tx: Transaction[TheWar], key: str, why: str, rule: str, *, oos: bool = False, given_up: bool = False
) -> None:
    """One unit leaves play and goes back to its force pool, apart if it was out of supply, unless its country is
    conquered (2.2, 15.3, 15.4). It counts there as lost (17.2.2, 21.1) unless its owner has ``given_up`` the unit for
    something else."""
    unit = tx.campaign.units[key]
    if unit.power == "britain":
        tx.put(f"facts.{BRITISH_LOSSES}", calendar.turn(tx.campaign), "a British unit eliminated", "17.2.2")
    if not given_up:
        border_wars.lose(tx, unit)
    keep_serial(tx, key)
    tx.remove(f"units.{key}", why, rule)
    patrols.leave(tx, (key,), why, rule)
    task_forces.leave(tx, key, why)
    unmark(tx, (key,), why, rule)
    # Who was a partisan and is a regular now is never rebuilt as such (25.4, ruling 371).
    if not _rebuilt(tx.campaign, unit.power) or unit.tag == "former-partisan":
        return
    pool = f"{unit.power}-{group_of(unit)}"
    lost = int(not given_up)
    if pool in tx.campaign.pools:
        tx.add(f"pools.{pool}.{'oos' if oos else 'count'}", 1, "back to the force pool", "2.2")
        if lost and not oos:
            tx.add(f"pools.{pool}.lost", 1, "back to the force pool", LOST_RULE)
    else:
        fresh = Pool(power=unit.power, kind=unit.kind, strength=unit.strength, tag=unit.tag)
        fresh = evolve(fresh, oos=1) if oos else evolve(fresh, count=1, lost=lost)
        tx.create(f"pools.{pool}", fresh, "back to the force pool", "2.2")


def unmark(tx: Transaction[TheWar], keys: Iterable[str], why: str, rule: str) -> SupplyMark | None:
    """Units leave play, or become others: no mark of supply is left on them. Returns the mark that weighs most, for the
    units that come in their place (12.6)."""
    found = None
    for key in keys:
        mark = tx.campaign.supply_marks.get(key)
        if mark is not None:
            tx.remove(f"supply_marks.{key}", why, rule)
            found = mark if found is None or mark.level == "out" else found
    return found


def mark(tx: Transaction[TheWar], key: str, held: SupplyMark | None, why: str, rule: str) -> None:
    """A unit that comes in the place of another has its mark of supply."""
    if held is not None:
        tx.put(f"supply_marks.{key}", held, why, rule)


def _rebuilt(campaign: TheWar, owner: str) -> bool:
    """Whether what an owner loses may ever be built again: not after its conquest (15.4)."""
    land = campaign.countries.get(owner)
    return owner in campaign.powers or (land is not None and land.status != "conquered")


def _highest(campaign: TheWar, stem: str) -> int:
    # Asked for every new unit, over all units there are: ids are looked through as one text, a line each.
    _, *lines = "\n".join(("", *campaign.units)).split(f"\n{stem}-")
    tails = [line.partition("\n")[0] for line in lines]
    return max(campaign.serials.get(stem, 0), max(map(int, filter(str.isdigit, tails)), default=0))


def from_pool(tx: Transaction[TheWar], key: str, count: int, *, oos: bool, why: str) -> Pool:
    """Take so many units out of a force pool to build them, lost ones first (ruling 343); returns the pool as it was.
    Raises LookupError where it has fewer: what is not there cannot be built, whatever the table agrees on."""
    pool = tx.campaign.pools[key]
    have = pool.oos if oos else pool.count
    if not 0 < count <= have:
        raise LookupError(f"{count} {group_of(pool)} are not in the pool, it has {have}")
    tx.add(f"pools.{key}.{'oos' if oos else 'count'}", -count, why, "15.1")
    if pool.lost and not oos:
        tx.add(f"pools.{key}.lost", -min(count, pool.lost), why, LOST_RULE)
    return pool


def trade(tx: Transaction[TheWar], key: str, more: int, why: str, rule: str) -> None:
    """A force pool has so many units more, or fewer (below zero), that are not built and were never lost: what goes is
    taken from those never built first (ruling 343)."""
    pool = tx.campaign.pools[key]
    tx.add(f"pools.{key}.count", more, why, rule)
    if pool.lost > pool.count + more:
        tx.set(f"pools.{key}.lost", pool.count + more, why, LOST_RULE)


def new_id(tx: Transaction[TheWar], power: str, kind: str) -> str:
    """An id for a new unit that no unit has ever had."""
    return new_ids(tx, power, kind, 1)[0]


def new_ids(tx: Transaction[TheWar], power: str, kind: str, count: int) -> list[str]:
    """Ids for so many new units that no unit has ever had."""
    stem = f"{power}-{kind}"
    units, last = tx.campaign.units, tx.campaign.serials.get(stem) or _highest(tx.campaign, stem)
    ids: list[str] = []
    while len(ids) < count:
        last += 1
        # Above what was numbered here only a ruling can have put a unit.
        if f"{stem}-{last}" not in units:
            ids.append(f"{stem}-{last}")
    tx.put(f"serials.{stem}", last, "unit numbered")
    return ids


def keep_serial(tx: Transaction[TheWar], key: str) -> None:
    """Before a unit goes, remember the highest number of its kind, so that its id is never given again; a ship under
    repair leaves its yard with it."""
    for slip in [slip for slip, track in tx.campaign.slips.items() if track.unit == key]:
        tx.remove(f"slips.{slip}", "eliminated", "2.2")
    stem = key.rpartition("-")[0]
    highest = _highest(tx.campaign, stem)
    if highest > tx.campaign.serials.get(stem, 0):
        tx.put(f"serials.{stem}", highest, "unit numbered")
