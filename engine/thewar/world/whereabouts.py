"""Where things are: a place, a hex, a Sea Area or a box, as campaigns keep it in text; and on which hex places lie, as
far as anybody knows: a printed number is exact, the place of a reconstructed map is right to within one hex (three in
the far east), and of everything else the board alone knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.kernel.refusals import Refusal
from engine.kernel.values import frozen
from engine.thewar.map import grid
from engine.thewar.map.board import Spot, board
from engine.thewar.world import sea_areas
from engine.thewar.world.state import Place, TheWar

MAY_ERR = 1
"""The hexes by which a border or a coast of the reconstructed map may be wrong."""
BY_OUR_MAP = "By our sketch of the map; if the board shows it otherwise, 'overrule' says so."
_FAR_OFF = 3
"""The same east of Rostov, where nothing was there to fit it to."""
Kind = Literal["place", "hex", "area", "box", "elsewhere"]


@frozen
class Location:
    """What a text means that says where something is: a named ``place``, a ``hex`` by its number, a Sea ``area``, a
    ``box`` off the map, or ``elsewhere``: the board, or a name that only the players know. ``id``: of the place, area
    or box, the hex's number, or the text."""

    kind: Kind
    id: str


def location(campaign: TheWar, text: str) -> Location:
    """What a text that a campaign keeps means; a second mission in a Sea Area is in that Sea Area."""
    place = campaign.places.get(text)
    if place is not None:
        return Location("box" if place.kind == "box" else "place", text)
    if grid.is_hex(text):
        return Location("hex", text)
    if (area := sea_areas.area(text)) in sea_areas.areas():
        return Location("area", area)
    return Location("elsewhere", text)


def spot(campaign: TheWar, where: str) -> Spot | None:
    """The spot of a place, or of a hex that is named by its number; None where only the board knows."""
    at = location(campaign, where)
    if at.kind == "hex":
        return Spot(where, 0, "")
    return spot_of(where, campaign.places[where]) if at.kind == "place" else None


def spot_of(key: str, place: Place) -> Spot | None:
    """The spot of a place: the hex of the scenario first, then that of the reconstructed map; None where only the
    board knows, and for a box."""
    if place.kind == "box":
        return None
    return Spot(place.hex, 0, "scenario") if grid.is_hex(place.hex) else board().spots.get(key)


def hex_of(key: str, place: Place) -> str:
    """The number of the hex in which a place lies, '' where only the board knows it."""
    lies = spot_of(key, place)
    return lies.hex if lies is not None else ""


def off_the_land(number: str) -> Iterable[Refusal]:
    """Why nothing stands in a hex: the map has none of that number, or it lies in the water whichever way the sketch of
    the map errs by a hex."""
    if not grid.is_hex(number):
        yield Refusal("2.1", f"'{number}' is no hex of the map", "Row and column, such as 1711.")
    elif number not in board().lands and nearest(Spot(number, 0, ""), board().lands, MAY_ERR):
        yield Refusal("2.1", f"{number} lies in the water", f"A hex of land. {BY_OUR_MAP}")


def outside(campaign: TheWar, where: str, land: str) -> int:
    """How many hexes a place lies from a land of 1939 at the least; 0 in it and where nobody knows (ruling 528)."""
    lies, hexes = spot(campaign, where), board().by_land.get(land, ())
    return nearest(lies, hexes, MAY_ERR) if lies is not None and hexes else 0


def may_err(number: str) -> int:
    """The hexes by which a coast or a border may be wrong at a hex."""
    east = grid.place(number)[1] < grid.place(board().spots["rostov"].hex)[1]
    return _FAR_OFF if east else MAY_ERR


def in_water(campaign: TheWar, where: str, *, surely: bool = False) -> bool:
    """Whether a hex that is named by its number is all water by our map; ``surely``: however that may be wrong, as no
    land is drawn near it."""
    at = location(campaign, where)
    if at.kind != "hex" or where in board().lands:
        return False
    return not surely or not any(near in board().lands for near in grid.within(where, may_err(where)))


def apart(first: Spot, second: Spot) -> int:
    """The hexes that lie between two spots at the least, as each of them may lie nearer to the other (ruling 625)."""
    return max(0, grid.distance(first.hex, second.hex) - first.off - second.off)


def nearest(spot: Spot, hexes: Iterable[str], off: int) -> int:
    """The hexes that lie between a spot and the nearest of some hexes, less the hexes by which our map may be wrong
    there; ``off``: by how many it may be at the other end (ruling 528)."""
    start, slack = grid.axial(spot.hex), max(spot.off, off)
    return max(0, min(grid.between(start, grid.axial(number)) for number in hexes) - slack)
