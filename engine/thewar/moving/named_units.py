"""Units that a rail move names: which are meant, why they do not go, where they are afterwards (9.1.1, 3.9.2).

Nobody has to name them: how many go is enough for the railways. Who is named leaves the place where he is recorded, and
has moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.kernel.counters import Counter
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import (
    behind_lines,
    caps,
    deeds,
    forces,
    homebound,
    moved,
    supply,
    titles,
    traits,
    unit_words,
    wars,
)
from engine.thewar.world.state import TheWar, Unit

RULE = "9.1.1"
BOARD = "board"
_WORN = "-dep"


def meant(campaign: TheWar, owner: str, names: Sequence[str], to: str) -> tuple[str, ...]:
    """The ids of an owner's units from what a person types: ids, or units such as ``2-inf-6-5``; of like units those
    first that are not at ``to`` and have not moved. Raises Unreadable for more than there are."""
    named: list[str] = []
    for name in names:
        if name in campaign.units:
            named.append(name)
            continue
        written = unit_words.read((name,))
        if written is None or written.many < 1:
            raise Unreadable(f"'{name}' names no units", 0, unit_words.EXAMPLE)
        group = forces.meant(campaign, owner, written.group.removeprefix(f"{owner}-"), "on the board")
        there = [
            key
            for key, unit in forces.group_units(campaign, owner, group).items()
            if key not in named and (unit.depleted or not written.depleted)
        ]
        if len(there) < written.many:
            how = "Depleted" if written.depleted else "there"
            reason = f"{written.many} {forces.spoken(group)} named, {len(there) or 'none'} {how}"
            raise Unreadable(reason, 0, f"units of {wars.named(campaign, owner)} on the board")
        named += sorted(there, key=lambda key: _rather_not(campaign, key, to))[: written.many]
    return tuple(named)


def _rather_not(campaign: TheWar, key: str, to: str) -> tuple[bool, bool, bool, bool]:
    unit = campaign.units[key]
    at_home = bool(to) and unit.place == to
    return at_home, moved.has_moved(campaign, key), any(True for _ in _kept(campaign, key, unit)), unit.depleted


def refused(campaign: TheWar, owner: str, keys: Sequence[str], origin: str, to: str) -> Iterable[Refusal]:
    """Every reason why units do not go by rail: they are another's, no ground units, in a box, without oil, cut off, or
    not where the move begins."""
    others = [key for key in keys if campaign.units[key].power != owner]
    if others:
        theirs = wars.named(campaign, campaign.units[others[0]].power)
        reason = f"{titles.units(campaign, others)} belongs to {theirs}, not to {wars.named(campaign, owner)}"
        yield Refusal("9.1.2", reason, "Each owner has its own trains; country= names a Satellite.")
        return
    if len(set(keys)) < len(keys):
        yield Refusal(RULE, "a unit is named twice", "Once, or so many of its kind: 2-inf-6-5.")
    for key in keys:
        yield from _kept(campaign, key, campaign.units[key])
    yield from supply.supplied(campaign, keys, supply.MOVE)
    yield from behind_lines.stays(campaign, keys)
    if gone := [key for key in keys if to and campaign.units[key].place == to]:
        yield Refusal(RULE, f"{titles.units(campaign, gone)} is there already", "Others, or another city.")
    away = [key for key in keys if origin and campaign.units[key].place not in (origin, BOARD)]
    if away:
        at = titles.where(campaign, campaign.units[away[0]].place)
        reason = f"{titles.units(campaign, away)} is in {at}, not in {titles.where(campaign, origin)}"
        yield Refusal(RULE, reason, "Without origin=, or those that are there.")
    yield from homebound.of_a_kind(campaign, (campaign.units[key] for key in keys), to)


def _kept(campaign: TheWar, key: str, unit: Unit) -> Iterator[Refusal]:
    """Why a unit takes no train at all."""
    place = campaign.places.get(unit.place)
    if traits.category(unit) != "ground" or unit.kind == "partisan":
        yield Refusal(RULE, f"{titles.label(unit)} goes not by rail", "Ground units do, all but partisans.")
    elif deeds.done(campaign, key, deeds.BY_RAIL):
        yield Refusal(RULE, f"{titles.label(unit)} has gone by rail in this turn", "Others; once a turn each.")
    elif unit.immobile:
        yield Refusal("24.1", f"{titles.label(unit)} has no oil to move", "Others; it moves again next turn.")
    elif place is not None and place.kind == "box":
        reason = f"{titles.label(unit)} is in the {titles.where(campaign, unit.place)}"
        yield Refusal("9.1.2", reason, "Rails run on the board alone.")


def carried(tx: Transaction[Any], keys: Iterable[str], to: str) -> None:
    """Units go by rail: where they are recorded they are no longer, and they have moved."""
    for key in keys:
        if tx.campaign.units[key].place != BOARD:
            tx.set(f"units.{key}.place", BOARD, "by rail", RULE)
        caps.moved(tx, (key,), to, "by rail")
        deeds.gone_by_rail(tx, key)
    moved.record(tx, keys)


def how_many(campaign: TheWar, given: Mapping[str, str]) -> str:
    """The proposal for the box that asks how many go: as many as are named, one where nobody is."""
    names = [name for name in given.get("units", "").split(",") if name]
    written = [None if name in campaign.units else unit_words.read((name,)) for name in names]
    return str(sum(units.many if units is not None else 1 for units in written) or 1)


@frozen
class Passengers:
    """The lines of the box that asks who goes: a power's ground units by their groups, Depleted ones apart."""

    power: str

    def __call__(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        lines: dict[tuple[str, bool], int] = {}
        for key, unit in forces.units_of(campaign, self.power).items():
            if not any(True for _ in _kept(campaign, key, unit)):
                line = (forces.group_of(unit), unit.depleted)
                lines[line] = lines.get(line, 0) + 1
        return tuple(
            Counter(f"{group}{_WORN * worn}", forces.spoken(group), many, worn=worn)
            for (group, worn), many in sorted(lines.items())
        )
