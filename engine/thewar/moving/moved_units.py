"""Which units strategic movement may move, counted by their printed values and by the box in which they stand (8.0,
8.8).

What stands in a box of the map board is recorded there; where on the board a unit stands the board alone knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from engine.kernel.refusals import Refusal
from engine.kernel.remembering import unchanged
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import (
    caps,
    counters,
    deeds,
    forces,
    moved,
    regions,
    supply,
    tallies,
    task_forces,
    traits,
    wars,
)
from engine.thewar.world.state import TheWar, Unit

BOARD = "board"
Kind = Mapping[str, Any]


@frozen
class Lot:
    """Like units that stand together: ids of the ``whole`` and the ``depleted`` ones; ``place`` is a box, or the
    board."""

    group: str
    place: str
    whole: tuple[str, ...]
    depleted: tuple[str, ...]


@cache
def _moved(arms: tuple[str, ...]) -> frozenset[str]:
    """The kinds of units that move where a row names these arms: kinds, and whole categories of them."""
    never = ("partisan", task_forces.KIND)
    alike = {kind for kind in traits.kinds() if kind not in never and counters.category(kind) in arms}
    return frozenset(alike.union(arms))


def where(campaign: TheWar, unit: Unit) -> str:
    """The box in which a unit stands, or the board."""
    place = campaign.places.get(unit.place)
    return unit.place if place is not None and place.kind == "box" else BOARD


def staying(campaign: TheWar) -> set[str]:
    """The ships that stay where they are: in yards, and on patrol (7.4)."""
    return {slip.unit for slip in campaign.slips.values()} | campaign.patrols.keys()


def lots(campaign: TheWar, owner: str, kind: Kind) -> tuple[Lot, ...]:
    """The lots of an owner's units that this kind of movement may move, those on the board first."""
    return _lots(campaign, owner, _moved(tuple(kind.get("arms", ()))))


@unchanged("units", "slips", "patrols", "missions", "graces", "places", "progress.step", "progress.turn")
def _lots(campaign: TheWar, owner: str, kinds: frozenset[str]) -> tuple[Lot, ...]:
    docked = staying(campaign)
    by_place: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for key, unit in forces.units_of(campaign, owner).items():
        if unit.kind not in kinds or unit.immobile or key in docked or deeds.spent(campaign, key):
            continue
        if unit.kind == "para" and moved.dropped(campaign, key):
            continue
        whole, depleted = by_place.setdefault((where(campaign, unit), forces.group_of(unit)), ([], []))
        (depleted if unit.depleted else whole).append(key)
    boxes = list(campaign.places)
    order = sorted(by_place, key=lambda entry: -1 if entry[0] == BOARD else boxes.index(entry[0]))
    return tuple(Lot(group, place, *map(tuple, by_place[place, group])) for place, group in order)


def lot(campaign: TheWar, owner: str, kind: Kind, group: str, origin: str) -> Lot:
    """The units of a group that a move may take: those in the box where it begins, or those on the board."""
    start = campaign.places.get(origin)
    place = origin if start is not None and start.kind == "box" else BOARD
    known = (
        candidate for candidate in lots(campaign, owner, kind) if (candidate.group, candidate.place) == (group, place)
    )
    found = next(known, Lot(group, place, (), ()))
    if not campaign.in_africa:
        return found
    # Of like units on the board those first that stand where the move begins, be it North Africa or not.
    begins = caps.land(campaign, origin)
    begins = begins if begins in caps.LANDS else ""

    def elsewhere(key: str) -> bool:
        return (campaign.in_africa[key].land if key in campaign.in_africa else "") != begins

    whole, depleted = (tuple(sorted(keys, key=elsewhere)) for keys in (found.whole, found.depleted))
    return Lot(group, place, whole, depleted)


def missing(campaign: TheWar, owner: str, kind: Kind, lot: Lot, count: int, depleted: int) -> Iterable[Refusal]:
    """Why so many of a group are not there to be moved."""
    name = wars.named(campaign, owner)
    place = campaign.places[lot.place].name if lot.place != BOARD else ""
    for wanted, have, state in ((count, lot.whole, "whole"), (depleted, lot.depleted, "depleted")):
        if wanted <= len(have):
            continue
        others = sorted({f"{free.group} ({free.place})" for free in lots(campaign, owner, kind)})
        spot = "on the board" if lot.place == BOARD else f"in the {place}"
        reason = f"{name} has {len(have)} {state} {forces.spoken(lot.group)} {spot}, not {wanted}"
        hint = (
            "Units in yards, on patrol, without oil, after a mission, a move or a drop stay."
            if have or not others
            else f"It has {', '.join(others)}."
        )
        yield Refusal("8.0", reason, hint)


def counted(campaign: TheWar, owner: str) -> int:
    """How many ships of an owner that nobody has named have moved or carried something this turn."""
    return tallies.used(campaign, owner, tallies.MOVED) + tallies.used(campaign, owner, tallies.CARRYING)


def too_few(campaign: TheWar, owner: str, kind: Kind, count: int, depleted: int) -> Iterable[Refusal]:
    """Why so many ships do not move that nobody has named: fewer are free, wherever they are, of all that have neither
    carried nor moved this turn, nor been on a mission (7.0, 7.6.2)."""
    free = lots(campaign, owner, kind)
    whole, worn = sum(len(lot.whole) for lot in free), sum(len(lot.depleted) for lot in free)
    gone = counted(campaign, owner)
    left = max(0, whole + worn - gone)
    name = wars.named(campaign, owner)
    hint = "Those in yards, on patrol, without oil, after a mission or a move, and those that carry, stay."
    if count + depleted > left:
        yield Refusal("7.0, 8.0", f"{count + depleted} ships move and {name} has {left} free", hint)
    elif count > whole or depleted > worn:
        reason = f"{count} whole and {depleted} Depleted ships move and {name} has {whole} and {worn} free"
        yield Refusal("7.0, 8.0", reason, hint)


def chosen(campaign: TheWar, lot: Lot, count: int, depleted: int, to: str, origin: str = "") -> tuple[str, ...]:
    """The units of a lot that go; of like units, those that are not yet at the destination first; then those that are
    recorded where the move begins, those of whom only the board knows, those that nobody has named as cut off."""

    def later(key: str) -> tuple[bool, bool, bool, bool]:
        place = campaign.units[key].place
        there, away = bool(to) and place == to, bool(origin) and place != origin
        return there, away, place != origin and place in campaign.places, supply.mark_of(campaign, key) is not None

    lots = ((lot.whole, count), (lot.depleted, depleted))
    return tuple(key for keys, many in lots for key in sorted(keys, key=later)[:many])


def arrives(campaign: TheWar, kind: Kind, lot: Lot, to: str) -> str:
    """Where units are recorded after a move: in the place to which they go, be it a box, a port for ships, a city or a
    base over land and through the air; the board where none is named, or where those that Fleets carry go on from
    their port (8.3.2, ruling 608)."""
    goal = campaign.places.get(to)
    if goal is None:
        return BOARD
    if goal.kind == "box":
        return to
    if "naval" in kind.get("arms", ()):
        fleets = goal.kind == "port" and lot.group.startswith("fleet")
        return to if fleets or goal.tags.get("raider-port") else BOARD
    stays = not kind.get("carried", False) or goal.tags.get(regions.ONE_HEX_ISLAND) or to == regions.GIBRALTAR
    return to if stays else BOARD


def shift(tx: Transaction[TheWar], kind: Kind, lot: Lot, count: int, depleted: int, to: str, origin: str = "") -> None:
    """Record where units are after a move, as far as it is said."""
    place = arrives(tx.campaign, kind, lot, to)
    for key in chosen(tx.campaign, lot, count, depleted, to, origin):
        deeds.moved(tx, key)
        moved.record(tx, (key,))
        if tx.campaign.units[key].place != place:
            tx.set(f"units.{key}.place", place, "strategic movement", "8.8")
        caps.moved(tx, (key,), to, "strategic movement")
