"""What each side brings to a roll, group by group, adds up to the row of its table; what rolls nothing says why."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.sheets.reports import Cast
from engine.worldatwar.sheets import submarine_reports
from tests.thewar.reckoning import adds_up
from tests.worldatwar.bombers import AXIS, bombing, fly
from tests.worldatwar.game import Game
from tests.worldatwar.sheets.test_ocean_board import ATLANTIC
from tests.worldatwar.sheets.test_raid_reports import over_london
from tests.worldatwar.sheets.test_submarine_reports import FACES, fought


def casts(game: Game) -> tuple[Cast, ...]:
    """All rolls of a game, each of which must add up and stand in the row of its total."""
    found = tuple(cast for one in submarine_reports.battles(game.campaign, game.entries) for cast in one.casts)
    for cast in found:
        adds_up(cast)
        (side,) = cast.strengths
        assert cast.row is None or cast.row == min(side.total, max(number for number, _ in cast.rows))
    return found


def told(cast: Cast) -> list[tuple[int, str, Any]]:
    (side,) = cast.strengths
    return [(share.many, share.label, share.value) for share in side.counted]


def idle(cast: Cast) -> list[tuple[int, str, str, str]]:
    (side,) = cast.strengths
    return [(share.many, share.label, share.why, share.rule) for share in side.idle]


@pytest.mark.rule("awaw-24.62")
def test_24_62_submarines_and_asw_stand_by_their_kinds() -> None:
    units = {**ATLANTIC, "western asw atlantic": 3, "western american-asw atlantic": 2}
    attack, answer = casts(fought(groups=units))
    assert told(attack) == [(3, "submarines", 3)] and attack.strengths[0].who == "Germany"
    assert told(answer) == [(3, "ASW", 3), (2, "American-built ASW", 2)] and not idle(answer)


@pytest.mark.rule("awaw-25.17")
def test_25_14_25_17_who_holds_back_and_who_rolls_alone_is_told() -> None:
    units = {**ATLANTIC, "germany advanced-submarine atlantic": 2}
    order = "germany attack atlantic submarines=2 advanced=2"
    game = fought((*FACES, 3, 4), order, groups=units, research={"axis-advanced-submarines": 1})
    attack, _, modern = casts(game)
    assert told(attack) == [(2, "submarines", 2)]
    assert [(label, why, rule) for _, label, why, rule in idle(attack)] == [
        ("submarine", "hold back", "25.14"),
        ("advanced submarines", "roll for themselves", "25.17"),
    ]
    assert told(modern) == [(2, "advanced submarines", 6)]


@pytest.mark.rule("awaw-26.454", "awaw-26.461")
def test_26_451_as_many_factors_of_a_force_fight_as_meet_it() -> None:
    attack, answer, bombers, flak = casts(over_london())
    assert told(attack) == [(16, "escorting AAF", 16)]
    assert idle(attack) == [
        (4, "escorting AAF", "only 16 factors are met", "26.451B"),
        (10, "bombing AAF", "only 16 factors are met", "26.451B"),
    ]
    assert told(answer) == [(1, "interceptor", 1), (15, "AAF", 15)]
    assert bombers.strengths[0].unit == "factors" and flak.strengths[0].who == "London"
    assert flak.strengths[0].total == 6 and all(share.rule == "26.461A" for share in flak.strengths[0].shares)


@pytest.mark.rule("awaw-26.452")
def test_26_452_jets_count_three_times() -> None:
    campaign = bombing(AXIS, research={"western-strategic-bombers": 0, "western-jets": 2})
    order = "germany raid london aaf=30 front=western hexes=3"
    game = fly(campaign, order, defence=("britain guard london jets=2 aaf=15",), totals=(7, 7, 7, 7))
    answer = casts(game)[1]
    assert (2, "jets", 6) in told(answer) and answer.strengths[0].total == 21
