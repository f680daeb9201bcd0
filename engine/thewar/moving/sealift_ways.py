"""How far Fleets carry units strategically: from port to port within the Sea Areas that they sail (7.6.1, 8.3.2).

Refused where the board is checked, along lines that the rules print or somebody has looked at (ruling 544); told
otherwise. Boxes have rules of their own (8.8), and ships that move alone sail as far as they like (8.2.1).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.countries import straits
from engine.thewar.map.graph import Way
from engine.thewar.world import distances, seas, titles
from engine.thewar.world.state import TheWar

RULE = "7.6.1, 8.3.2"


def refused(campaign: TheWar, power: str, origin: str, to: str) -> Iterable[Refusal]:
    """Why Fleets do not carry so far."""
    way = _way(campaign, power, origin, to)
    if way is None or way.count <= seas.SAILING or not distances.checked(campaign):
        return
    if not _unsure(campaign, way, origin, to):
        yield Refusal(RULE, _far(campaign, way, origin, to), f"{seas.SAILING} at the most, the first counted.")


def told(campaign: TheWar, power: str, origin: str, to: str) -> str:
    """What the board has against it, or nobody has looked at, as words behind the order; '' for nothing."""
    way = _way(campaign, power, origin, to)
    if way is None or way.count <= seas.SAILING:
        return ""
    if distances.checked(campaign):
        return seas.unchecked(_unsure(campaign, way, origin, to))
    return f"; by our map {_far(campaign, way, origin, to)}, {seas.SAILING} at the most ({RULE})"


def _way(campaign: TheWar, power: str, origin: str, to: str) -> Way | None:
    ends = [campaign.places[place] for place in (origin, to) if place in campaign.places]
    if len(ends) < 2 or any(place.kind == "box" for place in ends):
        return None
    return straits.open_way(campaign, power, origin, to)


def _far(campaign: TheWar, way: Way, origin: str, to: str) -> str:
    return f"{titles.where(campaign, to)} is {way.count} Sea Areas from {titles.where(campaign, origin)}"


def _unsure(campaign: TheWar, way: Way, origin: str, to: str) -> tuple[str, ...]:
    """The lines of the way, and of the port in which it ends, that nobody has looked at."""
    landing = Way(way.areas[-1:])
    return tuple(dict.fromkeys((*seas.unsure(campaign, way, origin), *seas.unsure(campaign, landing, to))))
