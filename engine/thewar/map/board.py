"""The map board of Europe as far as anybody has written it down: of each hex whether it is land, which land of 1939 and
which Sea Area; the hexes of places; the graph of Sea Areas.

It is our own reconstruction (``tables/board-europe.toml``), each line with its source, and not the printed board: what
hangs on a line that is ``house`` may be advice, never certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any

from engine.kernel.nearest import nearest
from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.thewar.map import grid
from engine.thewar.map.graph import Area, Berth, Link, SeaGraph, key_of

_LAND = "#+'"
"""How the picture draws a hex of land, of coast, and one of islets."""


@frozen
class Spot:
    """Where a place lies. ``off``: by how many hexes a distance from there may be wrong, 0 where the number is
    printed."""

    hex: str
    off: int = 0
    source: str = "house"


@frozen(eq=False, slots=False)
class Board:
    """``lands``: of each hex of land the land of 1939 that it belongs to, by id; ``waters``: of each hex with water the
    Sea Area, by id; ``spots``: of places, by id; ``seas``: the graph of Sea Areas."""

    lands: Mapping[str, str]
    waters: Mapping[str, str]
    spots: Mapping[str, Spot]
    seas: SeaGraph

    @cached_property
    def by_land(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes of each land."""
        hexes: dict[str, list[str]] = {}
        for number, land in self.lands.items():
            hexes.setdefault(land, []).append(number)
        return {land: tuple(numbers) for land, numbers in hexes.items()}


@cache
def board() -> Board:
    """The board as the program brings it."""
    printed = table("thewar", "board-europe")
    return read(printed, table("thewar", "sea-areas")["row"])


def read(printed: Mapping[str, Any], areas: Mapping[str, Mapping[str, Any]]) -> Board:
    """A board of a table of that shape, in which ``faults`` has found nothing; ``areas``: what the rules say of
    them."""
    known = {key: Area(str(row.get("closes", "")), str(row.get("gate", ""))) for key, row in areas.items()}
    links = {}
    for pair, row in printed["links"].items():
        one, _, other = pair.partition("+")
        links[key_of(one, other)] = Link(one, other, str(row.get("strait", "")), str(row["source"]))
    berths = {
        port: tuple(Berth(area, str(source)) for area, source in on.items()) for port, on in printed["berths"].items()
    }
    spots = {
        place: Spot(str(row["hex"]), int(row.get("off", 1)), str(row["source"]))
        for place, row in printed["hexes"].items()
    }
    lands, waters = _picture(printed["picture"])
    return Board(lands, waters, spots, SeaGraph(known, links, berths))


def _picture(picture: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """Land and water of every hex that has any."""
    lands: dict[str, str] = {}
    waters: dict[str, str] = {}
    for row, (ground, whose, which) in enumerate(
        zip(picture["land"], picture["country"], picture["waters"], strict=True)
    ):
        for at, (kind, letter, area) in enumerate(zip(ground, whose, which, strict=True)):
            number = grid.number(row, grid.COLUMNS - 1 - at)
            if kind in _LAND and letter in picture["countries"]:
                lands[number] = str(picture["countries"][letter])
            elif area in picture["areas"]:
                waters[number] = str(picture["areas"][area])
    return lands, waters


# --- what is wrong with a table


def faults(printed: Mapping[str, Any], areas: Iterable[str]) -> Iterable[str]:
    """What does not fit together in a table of the board: each a sentence that names the line."""
    known = tuple(areas)
    yield from link_faults(printed["links"], known)
    for port, on in printed["berths"].items():
        yield from berth_faults(port, on, known)
    yield from _spot_faults(printed["hexes"], _dry(printed["picture"]))


def link_faults(links: Iterable[str], areas: Iterable[str]) -> Iterable[str]:
    """Why lines of pairs of Sea Areas (``one+other``) are no links."""
    known, seen = tuple(areas), set()
    for pair in links:
        one, _, other = pair.partition("+")
        if unknown := [name for name in (one, other) if name not in known]:
            near = nearest(unknown[0], known)
            yield f"link {pair}: there is no Sea Area '{unknown[0]}'" + (f"; nearest is '{near[0]}'" if near else "")
        elif one == other:
            yield f"link {pair}: a Sea Area does not adjoin itself"
        elif key_of(one, other) in seen:
            yield f"link {pair}: it stands there twice"
        seen.add(key_of(one, other))


def berth_faults(port: str, on: Iterable[str], areas: Iterable[str]) -> Iterable[str]:
    """Why a port does not lie on these Sea Areas."""
    known, lies_on = tuple(areas), tuple(on)
    if not lies_on:
        yield f"port {port}: it lies on no Sea Area"
    for area in lies_on:
        if area not in known:
            near = nearest(area, known)
            yield f"port {port}: there is no Sea Area '{area}'" + (f"; nearest is '{near[0]}'" if near else "")
    for area in {area for area in lies_on if lies_on.count(area) > 1}:
        yield f"port {port}: {area} stands there twice"


def _dry(picture: Mapping[str, Any]) -> Mapping[str, str]:
    return _picture(picture)[0]


def _spot_faults(spots: Mapping[str, Mapping[str, Any]], lands: Mapping[str, str]) -> Iterable[str]:
    taken: dict[str, str] = {}
    for place, row in spots.items():
        number = str(row["hex"])
        if not grid.is_hex(number):
            yield f"place {place}: {number} is no hex of the map"
            continue
        if number in taken:
            yield f"place {place}: {taken[number]} lies in {number} too"
        taken.setdefault(number, place)
        if number not in lands:
            yield f"place {place}: {number} lies in the water"
