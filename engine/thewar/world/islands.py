"""Islands of one hex: water lies along all its sides, which no ground unit crosses, in a march, by rail or to attack
(10.6.11, ruling 627). Which side of another hex is water the board alone knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel.refusals import Refusal
from engine.thewar.world import regions
from engine.thewar.world.state import TheWar

RULE = "10.6.11"
BY_SEA = "Ground units come there aboard Fleets (7.5, 8.3.3)."


def is_one(campaign: TheWar, where: str) -> bool:
    """Whether a place is an island of one hex."""
    place = campaign.places.get(where)
    return place is not None and bool(place.tags.get(regions.ONE_HEX_ISLAND))


def crossed(campaign: TheWar, ends: Iterable[str]) -> Iterator[str]:
    """The islands among the ends of a way over land, by name; none where it stays on one."""
    ends = dict.fromkeys(end for end in ends if end)
    for end in ends if len(ends) > 1 else ():
        if is_one(campaign, end):
            yield campaign.places[end].name


def by_land(campaign: TheWar, ends: Iterable[str], hint: str = BY_SEA) -> Iterator[Refusal]:
    """Why no way over land leads from one of these places to another."""
    for name in crossed(campaign, ends):
        yield water(name, hint)


def water(name: str, hint: str) -> Refusal:
    """The refusal that nobody comes to an island over land, nor from there."""
    return Refusal(RULE, f"all sides of {name} are water", hint)


def told(campaign: TheWar, ends: Iterable[str]) -> str:
    """The same as words behind an order, '' where nothing is to be said."""
    said = [f"; all sides of {name} are water ({RULE})" for name in crossed(campaign, ends)]
    return "".join(said)
