"""What both sides bring to a roll of strategic warfare: the lines add up to what the column comes from (5.1, 5.2)."""

from __future__ import annotations

import pytest

from tests.thewar.reckoning import adds_up
from tests.thewar.sheets.test_battle_reports import FLOWN, fought, reports


@pytest.mark.parametrize("name", FLOWN)
def test_every_roll_of_strategic_warfare_adds_up(name: str) -> None:
    campaign, given = FLOWN[name]
    for report in reports(fought(campaign, *given)):
        for cast in report.casts:
            adds_up(cast)
            if cast.table in ("uboat-crt", "bombing-crt"):
                assert len(cast.strengths) == 2 and cast.basic == cast.column and cast.column in cast.odds


def test_5_2_bombers_that_flak_turned_away_are_a_line_of_their_own() -> None:
    campaign, given = FLOWN["raid"]
    _, day = reports(fought(campaign, *given))
    bombers, guard = day.casts[1].strengths
    assert [(one.many, one.label, one.value) for one in bombers.shares] == [
        (5, "SAC", 5),
        (0, "shot down or turned away by Heavy Flak", -1),
    ]
    assert bombers.amount == "4 SAC" and guard.shares[0].label == "nobody meets them" and guard.total == 1


def test_29_16_sub_hunters_count_in_attrition_alone() -> None:
    campaign, given = FLOWN["hunters"]
    war = reports(fought(campaign, *given))[-1]
    (idle,) = war.casts[0].strengths[1].idle
    assert (idle.many, idle.label, idle.why) == (5, "sub hunter", "counts in attrition alone")
