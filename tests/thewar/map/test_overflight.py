"""How far aircraft fly round neutral land: told with their orders, by the status of each land (8.3.2, 11.2.3)."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import attrs
import pytest

from engine.kernel.chooser import Chooser
from engine.thewar.map import board, grid
from engine.thewar.world import overflight
from engine.thewar.world.state import TheWar
from tests.thewar.map.test_control import status
from tests.thewar.map.test_distances import far, said, war
from tests.thewar.supply_lines import why
from tests.thewar.values import wars_of


def slow(closed: set[str], start: str, end: str) -> int:
    """The same by asking of every hex."""
    seen, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in grid.neighbours(here):
            if there not in seen and (there not in closed or there == end):
                seen[there] = seen[here] + 1
                queue.append(there)
    return seen.get(end, overflight.NO_WAY)


@pytest.mark.parametrize("seed", range(3))
def test_11_2_3_the_way_round_neutrals_is_the_shortest_of_all(seed: int) -> None:
    chance = Chooser(f"overflight-{seed}")
    lands = board.board().by_land
    numbers = tuple(grid.every())
    for _ in range(4):
        closed = frozenset(land for land in lands if chance.below(3) == 0)
        start, end = chance.pick(numbers), chance.pick(numbers)
        hexes = {number for land in closed for number in lands[land]}
        assert overflight._way(closed, start, end) == slow(hexes, start, end)


def test_11_2_3_round_switzerland_it_is_farther_and_that_is_told_and_refuses_nothing() -> None:
    line = "germany attack brussels units=g-arm against=s-inf air=g-tac terrain=clear"
    campaign = war("operations.attacks", g_tac="milan")
    told = (
        "; TAC 1-5-4 about 7 hexes from Milan (9 round neutral land, by 1928, 1630, 1632, 1532, 11.2.3), farther"
        " than 5: 1 leg of staging (11.2.1)"
    )
    assert told in said(campaign, line) and far(campaign, line) == []
    trusted = attrs.evolve(campaign, options={**campaign.options, "board": "trusted"})
    assert told in said(trusted, line)
    moves = war("stratmove.air", g_tac="milan")
    hops = "; about 7 hexes (9 round neutral land, by 1928, 1630, 1632, 1532, 8.3.2), 1 hop of 10 at the most (8.3.1)"
    assert said(moves, "germany stratmove air group=tac-1-5-4 to=brussels").endswith(hops)
    # Over a land that is Germany's own, or at war, they fly straight on.
    for ours in (status(campaign, "switzerland", status="conquered", patron="germany"), at_war(campaign)):
        assert "round neutral" not in said(ours, line)


@pytest.mark.parametrize("seed", range(2))
def test_11_2_3_the_way_that_is_told_is_straight_between_its_turns_and_leads_over_no_neutral(seed: int) -> None:
    chance, lands = Chooser(f"turns-{seed}"), board.board().by_land
    for _ in range(6):
        closed = frozenset(land for land in lands if chance.below(3) == 0)
        hexes = {number for land in closed for number in lands[land]}
        start, end = (chance.pick([number for number in grid.every() if number not in hexes]) for _ in range(2))
        length, turns = overflight._way(closed, start, end), overflight._turns(closed, start, end)
        if length > 0:
            corners = (start, *turns, end)
            assert sum(grid.distance(one, other) for one, other in pairwise(corners)) == length
            assert not hexes & set(turns)
            path = [grid.number(row, slant + row // 2) for row, slant in overflight._path(closed, start, end)]
            assert not hexes & set(path) and all(grid.distance(one, other) == 1 for one, other in pairwise(path))
            assert overflight._least(closed, start, end) <= length, "shorter where the borders may run farther inside"


def test_8_3_2_a_hop_that_is_named_is_refused_where_every_way_leads_over_neutrals_or_is_too_long() -> None:
    line = "britain stratmove air group=tac-1-5-4 origin=gibraltar to=london by={}"
    moves = war("stratmove.air", "allied", b_tac="gibraltar")
    reason = "from Gibraltar to Bordeaux it is farther than 10 hexes round neutral land"

    def hops(campaign: TheWar) -> list[str]:
        return [reason for rule, reason in why(campaign, line.format("bordeaux")) if rule == "8.3.2"]

    assert hops(moves) == [reason]
    assert hops(attrs.evolve(moves, options={**moves.options, "board": "trusted"})) == []
    friend = status(moves, "spain", status="satellite", patron="britain")
    assert hops(friend) == [], "over the land of friends they fly straight on"


def at_war(campaign: TheWar) -> TheWar:
    return attrs.evolve(campaign, wars={**campaign.wars, **wars_of({"germany+switzerland": "1941-2-summer"})})


@pytest.mark.parametrize(
    ("fields", "power", "neutral"),
    [
        ({"status": "neutral", "patron": ""}, "germany", True),
        ({"status": "sympathizer", "patron": "germany"}, "germany", False),
        ({"status": "sympathizer", "patron": "germany"}, "italy", False),
        ({"status": "sympathizer", "patron": "britain"}, "germany", True),
        ({"status": "associate", "patron": "germany"}, "germany", False),
        ({"status": "satellite", "patron": "britain"}, "germany", False),
    ],
)
def test_11_2_3_whose_land_is_flown_over_by_its_status(fields: dict[str, str], power: str, neutral: bool) -> None:
    campaign = status(war("operations.attacks"), "sweden", **fields)
    assert ("sweden" in set(overflight._neutral(campaign, power))) == neutral


def test_11_2_3_a_major_power_is_neutral_to_whom_it_neither_fights_nor_helps() -> None:
    campaign = war("operations.attacks")
    alone = attrs.evolve(campaign, wars=wars_of({"britain+germany": "1939-3-fall"}))
    assert {"ussr", "italy"} <= set(overflight._neutral(alone, "germany"))
    assert "britain" not in set(overflight._neutral(alone, "germany"))
    beside = attrs.evolve(campaign, wars=wars_of({"britain+germany": "1939-3-fall", "germany+ussr": "1941-2-summer"}))
    assert "ussr" not in set(overflight._neutral(beside, "britain")), "who fights the same enemy"
