"""Where on the grid of hexes places lie, as far as anybody knows: a printed number is exact, the place of a
reconstructed map is right to within one hex, and of everything else the board alone knows."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from engine.kernel.tables import table
from engine.thewar.world import hexes
from engine.thewar.world.state import TheWar

ABOUT = 1
"""The number of hexes by which a distance to or between places of the reconstructed map may be wrong."""


@frozen
class Spot:
    """A hex, and by how many hexes a distance from it may be wrong."""

    hex: str
    off: int = 0


def spot(campaign: TheWar, where: str) -> Spot | None:
    """The spot of a place, or of a hex that is named by its number; None where only the board knows."""
    place = campaign.places.get(where)
    if place is None:
        try:
            hexes.place(where)
        except hexes.BadHex:
            return None
        return Spot(where)
    if place.hex:
        return Spot(place.hex)
    if place.kind == "box":
        return None
    printed: Mapping[str, str] = table("thewar", "place-hexes")["hexes"]
    return Spot(printed[where], ABOUT) if where in printed else None


def apart(first: Spot, second: Spot) -> int:
    """The hexes that lie between two spots at the least."""
    return max(0, hexes.distance(first.hex, second.hex) - max(first.off, second.off))
