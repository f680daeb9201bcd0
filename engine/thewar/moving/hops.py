"""The airfields on which aircraft land on their way, where a strategic move names them: each hop is twice their
offensive range at the most, from friendly base to friendly base (8.3.1).

Nobody has to name them: airbases lie on the board. Who does is held to it: as far as the map knows two of them, a hop
that is too long is told, and refused where the board is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.kernel.nearest import nearest
from engine.kernel.orders import Field
from engine.kernel.refusals import Refusal
from engine.kernel.values import frozen
from engine.thewar.world import counters, distances, sides, titles, traits, wars, whereabouts
from engine.thewar.world.distances import Apart
from engine.thewar.world.state import TheWar, Unit

RULE = "8.3.1"


def unknown(campaign: TheWar, by: Sequence[str]) -> Iterable[Refusal]:
    """Names of airfields that are no places and no hexes of the map."""
    for name in by:
        if whereabouts.location(campaign, name).kind not in ("place", "hex", "box"):
            near = nearest(name, tuple(campaign.places))
            hint = f"Nearest: {', '.join(near)}." if near else "Places, or hexes by their numbers, in order."
            yield Refusal(RULE, f"there is no '{name}' on the map", hint)


def wrong(campaign: TheWar, power: str, by: Sequence[str], *, fly: bool) -> Iterable[Refusal]:
    """Why units do not land there on their way. ``fly``: they are aircraft that fly."""
    if by and not fly:
        yield Refusal(RULE, "aircraft alone hop from airfield to airfield", "Without by=.")
        return
    for name in by:
        place = campaign.places.get(name)
        if place is None:
            continue
        if place.kind == "box":
            yield Refusal(RULE, f"{place.name} lies off the board", "Aircraft hop between airbases on the board.")
        elif sides.side(campaign, place.holder) != sides.side(campaign, power):
            held = f"in the hands of {wars.named(campaign, place.holder)}" if place.holder else "in nobody's hands"
            yield Refusal(RULE, f"{place.name} is {held}", "Aircraft hop between friendly airbases.")


def box(campaign: TheWar, power: str) -> Field:
    """The box of a form in which airfields are named: the side's own places are offered."""
    mine = sides.side(campaign, power)
    ours = (key for key, place in campaign.places.items() if place.kind not in ("box", "strait"))
    offered = tuple(key for key in ours if sides.side(campaign, campaign.places[key].holder) == mine)
    return Field("by", "landing on the way at", RULE, offered, listed=True)


@frozen
class Hop:
    """From one airfield to the next, by their names, as far as the map knows both."""

    start: str
    end: str
    far: Apart


def _hops(campaign: TheWar, origin: str, by: Sequence[str], to: str) -> tuple[Hop, ...]:
    ends = [place for place in (origin, *by, to) if place]
    known = ((one, other, distances.apart(campaign, one, other)) for one, other in pairwise(ends))
    return tuple(Hop(one, other, far) for one, other, far in known if far is not None)


def _reach(units: Iterable[Unit]) -> int:
    ranges = [counters.factors(unit).move for unit in units if traits.category(unit) == "air"]
    return 2 * min(ranges, default=0)


def too_long(campaign: TheWar, units: Sequence[Unit], origin: str, by: Sequence[str], to: str) -> Iterable[Refusal]:
    """Why aircraft do not hop so far, where the board is checked; only where they say on what they land."""
    reach, flying = _reach(units), [unit for unit in units if traits.category(unit) == "air"]
    if not by or not reach or not distances.checked(campaign):
        return
    for hop in _hops(campaign, origin, by, to):
        if hop.far.beyond(reach):
            reason = f"{titles.where(campaign, hop.end)} is {hop.far} from {titles.where(campaign, hop.start)}"
            yield Refusal(RULE, reason, f"{reach} hexes a hop at the most; another airfield between them.")
        elif any(distances.over_neutrals(campaign, unit, hop.start, hop.end, reach) for unit in flying):
            start, end = titles.where(campaign, hop.start), titles.where(campaign, hop.end)
            reason = f"from {start} to {end} it is farther than {reach} hexes round neutral land"
            yield Refusal("8.3.2", reason, f"Another airfield on a way round it. {whereabouts.BY_OUR_MAP}")


def told(campaign: TheWar, units: Sequence[Unit], origin: str, by: Sequence[str], to: str) -> str:
    """The hops as words behind the order: ``; by Prague: about 4 and about 8 hexes, 10 a hop at the most``."""
    if not by:
        return distances.hops_told(campaign, units, origin, to)
    named = ", ".join(titles.where(campaign, name) for name in by)
    reach, flown = _reach(units), _hops(campaign, origin, by, to)
    if not reach or not flown:
        return f"; by {named}"
    lengths = ", ".join(f"{hop.far}{' (too far)' if hop.far.beyond(reach) else ''}" for hop in flown)
    return f"; by {named}: {lengths}, {reach} a hop at the most ({RULE})"
