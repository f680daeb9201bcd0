"""How far aircraft fly round neutral land: told with their orders, by the status of each land (8.3.2, 11.2.3)."""

from __future__ import annotations

from collections import deque

import attrs
import pytest

from engine.kernel.chooser import Chooser
from engine.thewar.map import board, grid
from engine.thewar.world import overflight
from engine.thewar.world.state import TheWar
from tests.thewar.map.test_control import status
from tests.thewar.map.test_distances import far, said, war
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
        "; TAC 1-5-4 about 7 hexes from Milan (9 round neutral land, 11.2.3), farther than 5: 1 leg of staging (11.2.1)"
    )
    assert told in said(campaign, line) and far(campaign, line) == []
    trusted = attrs.evolve(campaign, options={**campaign.options, "board": "trusted"})
    assert told in said(trusted, line)
    moves = war("stratmove.air", g_tac="milan")
    hops = "; about 7 hexes (9 round neutral land, 8.3.2), 1 hop of 10 at the most (8.3.1)"
    assert said(moves, "germany stratmove air group=tac-1-5-4 to=brussels").endswith(hops)
    # Over a land that is Germany's own, or at war, they fly straight on.
    for ours in (status(campaign, "switzerland", status="conquered", patron="germany"), at_war(campaign)):
        assert "round neutral" not in said(ours, line)


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
