"""How far aircraft fly round the land of neutrals, over which they may not, and by which way (8.3.2, 11.2.3).

Whose a land is its status says; where its borders run is our reconstruction. It is told with orders; where the board is
checked a hop between airfields that are named is refused that is too long even if every border runs as far inside as
our map may be wrong (ruling 629).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import lru_cache

from engine.thewar.map import board, grid
from engine.thewar.map.board import Spot
from engine.thewar.world import wars, whereabouts
from engine.thewar.world.state import TheWar

At = tuple[int, int]
"""A hex by its place on slanted axes."""
_BESIDE: tuple[At, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
NO_WAY = -1


def round_neutrals(campaign: TheWar, power: str, start: str, end: str) -> int:
    """The hexes from one hex to another round the land of those who are neutral to a power; ``NO_WAY`` where every way
    leads over it."""
    return _way(frozenset(_neutral(campaign, power)), start, end)


def turns(campaign: TheWar, power: str, start: str, end: str) -> tuple[str, ...]:
    """The hexes in which that way turns: it is straight from each to the next."""
    return _turns(frozenset(_neutral(campaign, power)), start, end)


def too_far(campaign: TheWar, power: str, start: Spot, end: Spot, most: int) -> bool:
    """Whether the way round them is longer than so many hexes, however our map may be wrong of their borders and of
    both its ends."""
    way = _least(frozenset(_neutral(campaign, power)), start.hex, end.hex)
    return way == NO_WAY or way - start.off - end.off > most


def _neutral(campaign: TheWar, power: str) -> Iterator[str]:
    """The lands of 1939 over which the aircraft of a power may not fly."""
    for land in board.board().by_land:
        holding = campaign.holdings.get(land)
        if _is_neutral(campaign, power, holding.holder if holding is not None else land):
            yield land


def _is_neutral(campaign: TheWar, power: str, owner: str) -> bool:
    land = campaign.countries.get(owner)
    if land is not None:
        # Whoever is nobody's, or leans to others without being in their hands (16.3).
        friends = (power, *wars.allies(campaign, power))
        neutral = land.status == "neutral" or (land.status == "sympathizer" and land.patron not in friends)
        return neutral and not wars.at_war(campaign, power, owner)
    if owner == power or owner not in campaign.powers or not wars.standing(campaign, owner):
        return False
    return not wars.at_war(campaign, power, owner) and not any(
        wars.at_war(campaign, power, enemy) and wars.at_war(campaign, owner, enemy)
        for enemy in (*campaign.powers, *campaign.countries)
    )


@lru_cache(maxsize=16)
def _closed(lands: frozenset[str]) -> frozenset[At]:
    return frozenset(grid.axial(number) for land in lands for number in board.board().by_land[land])


@lru_cache(maxsize=16)
def _surely_closed(lands: frozenset[str]) -> frozenset[At]:
    """The hexes of these lands that lie in them wherever their borders and coasts may really run."""
    closed = {number for land in lands for number in board.board().by_land[land]}
    return frozenset(
        grid.axial(number)
        for number in closed
        if all(near in closed for near in grid.within(number, whereabouts.may_err(number)))
    )


def _way(lands: frozenset[str], start: str, end: str) -> int:
    found = _path(lands, start, end)
    return len(found) - 1 if found else NO_WAY


@lru_cache(maxsize=512)
def _least(lands: frozenset[str], start: str, end: str) -> int:
    found = _searched(_surely_closed(lands), start, end)
    return len(found) - 1 if found else NO_WAY


@lru_cache(maxsize=512)
def _path(lands: frozenset[str], start: str, end: str) -> tuple[At, ...]:
    return _searched(_closed(lands), start, end)


def _turns(lands: frozenset[str], start: str, end: str) -> tuple[str, ...]:
    found = _path(lands, start, end)
    bends = zip(found, found[1:], found[2:], strict=False)
    return tuple(
        grid.number(here[0], here[1] + here[0] // 2)
        for before, here, after in bends
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    )


def _searched(closed: frozenset[At], start: str, end: str) -> tuple[At, ...]:
    """The hexes of a shortest way over none of these but its last, from the first on; () where there is none."""
    goal, first = grid.axial(end), grid.axial(start)
    queue = [(grid.between(first, goal), 0, first)]
    best, came = {first: 0}, {first: first}
    while queue:
        _, gone, here = heapq.heappop(queue)
        if here == goal:
            way = [here]
            while way[-1] != first:
                way.append(came[way[-1]])
            return tuple(reversed(way))
        if gone > best[here]:
            continue
        for down, across in _BESIDE:
            row, slant = there = (here[0] + down, here[1] + across)
            if not grid.on_map(row, slant + row // 2) or (there in closed and there != goal):
                continue
            if gone + 1 < best.get(there, gone + 2):
                best[there], came[there] = gone + 1, here
                heapq.heappush(queue, (gone + 1 + grid.between(there, goal), gone + 1, there))
    return ()
