"""How far aircraft fly round the land of neutrals, over which they may not (8.3.2, 11.2.3): words behind their orders.

Whose a land is its status says; where its borders run is our reconstruction, so that nothing is refused by it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import lru_cache

from engine.thewar.map import board, grid
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

Spot = tuple[int, int]
"""A hex by its place on slanted axes."""
_BESIDE: tuple[Spot, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
NO_WAY = -1


def round_neutrals(campaign: TheWar, power: str, start: str, end: str) -> int:
    """The hexes from one hex to another round the land of those who are neutral to a power; ``NO_WAY`` where every way
    leads over it."""
    return _way(frozenset(_neutral(campaign, power)), start, end)


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
def _closed(lands: frozenset[str]) -> frozenset[Spot]:
    return frozenset(grid.axial(number) for land in lands for number in board.board().by_land[land])


@lru_cache(maxsize=512)
def _way(lands: frozenset[str], start: str, end: str) -> int:
    closed, goal, first = _closed(lands), grid.axial(end), grid.axial(start)
    queue = [(grid.between(first, goal), 0, first)]
    best = {first: 0}
    while queue:
        _, gone, here = heapq.heappop(queue)
        if here == goal:
            return gone
        if gone > best[here]:
            continue
        for down, across in _BESIDE:
            row, slant = there = (here[0] + down, here[1] + across)
            if not grid.on_map(row, slant + row // 2) or (there in closed and there != goal):
                continue
            if gone + 1 < best.get(there, gone + 2):
                best[there] = gone + 1
                heapq.heappush(queue, (gone + 1 + grid.between(there, goal), gone + 1, there))
    return NO_WAY
