"""Which Sea Areas adjoin and on which the ports lie, for a campaign (7.2, 7.3): as the board of the program has it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.remembering import derived
from engine.thewar.map import board
from engine.thewar.map.graph import SeaGraph
from engine.thewar.world import sea_areas
from engine.thewar.world.state import Place, TheWar


def graph(campaign: TheWar) -> SeaGraph:
    """The graph of Sea Areas on which a campaign is played."""
    return board.board().seas


def of_port(campaign: TheWar, place: str) -> tuple[str, ...]:
    """The Sea Areas on which a port lies, or into which who leaves a box sails; () where only the board knows."""
    return graph(campaign).of_port(place)


def goals(campaign: TheWar, where: str) -> tuple[str, ...]:
    """The Sea Areas that a mission at a place sails to: itself, or those of a port; () where only the board knows."""
    return graph(campaign).goals(sea_areas.area(where))


@derived("places")
def charted(places: Mapping[str, Place]) -> tuple[str, ...]:
    """The ports of which it is known on what Sea Area they lie, and the boxes from which ships sail."""
    return tuple(key for key in places if board.board().seas.of_port(key))


@derived("places")
def ports(places: Mapping[str, Place]) -> tuple[str, ...]:
    """The same without the boxes."""
    return tuple(key for key, place in places.items() if place.kind != "box" and board.board().seas.of_port(key))
