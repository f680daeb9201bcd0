"""Whether the map shows a way from Moscow to the northern or eastern edge, inside the Soviet Union of 1939 (12.2.2): as
advice alone, for whose most hexes are is inferred (ruling 542)."""

from __future__ import annotations

from engine.thewar.map import board, grid
from engine.thewar.supply import links
from engine.thewar.world import capitals, control, whereabouts
from engine.thewar.world.state import TheWar


def told(campaign: TheWar) -> str:
    """What the map shows of Moscow's link, in words; '' where Moscow is not on it."""
    place = campaign.places.get(links.MOSCOW)
    start = whereabouts.hex_of(links.MOSCOW, place) if place is not None else ""
    if not start:
        return ""
    if reached(campaign, start):
        return "the map infers an open way from Moscow to the edge"
    return "the map infers no open way from Moscow to the edge"


def reached(campaign: TheWar, start: str) -> bool:
    """Whether hexes of the Soviet Union of 1939 that no enemy of it holds lead from a hex to the edge of the map."""
    holds = control.held(campaign)
    hostile = {
        owner for owner in {hold.owner for hold in holds.values()} if capitals.enemys(campaign, owner, links.USSR)
    }
    inside = board.board().by_land.get(links.USSR, ())
    open_hexes = {number for number in inside if holds[number].owner not in hostile}
    # The eastern edge has the lowest numbers of a row.
    ends = {number for number in open_hexes if 0 in grid.place(number)}
    seen, queue = {start}, [start] if start in open_hexes else []
    while queue:
        here = queue.pop()
        if here in ends:
            return True
        new = [number for number in grid.neighbours(here) if number in open_hexes and number not in seen]
        seen.update(new)
        queue += new
    return False
