"""What the war turned on, as the story tells it."""

from __future__ import annotations

import pytest

from engine.kernel.sheets.overview import Overview
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.thewar.endings.scenes import give, holds, lands, out, peace, war
from tests.thewar.endings.test_victory import closing


def points(before: TheWar, after: TheWar) -> list[str]:
    sheet = RULESET.sheet(Overview)
    assert sheet is not None
    return [point.says for point in sheet.turning_points(before, after)]


def test_surrenders_wars_captures_of_objectives_conquests_and_the_end_are_turning_points() -> None:
    before = peace("germany+ussr")(closing("1942-3-fall"))
    after = holds("germany", "moscow")(war("germany+ussr")(before))
    told = points(before, after)
    assert "war between Germany and Soviet Union" in told
    assert any(said.startswith("Germany takes Moscow") and said.endswith("an objective") for said in told)
    assert points(before, before) == []
    assert any("are at war no more" in said for said in points(after, before))
    assert "Italy surrenders" in points(before, out("italy")(before))
    ended = give(before, 'agree-result nobody reason="enough"')
    assert points(before, ended) == ["the campaign ends: a draw: enough (27.1)"]


@pytest.mark.parametrize(("country", "name"), [("yugoslavia", "Yugoslavia"), ("greece", "Greece")])
def test_a_conquered_country_is_told_with_its_conqueror(country: str, name: str) -> None:
    before = lands(country, patron="", status="neutral")(closing("1942-3-fall"))
    after = lands(country, patron="germany")(before)
    assert points(before, after) == [f"{name} is conquered by Germany"]


def test_a_status_that_a_hand_has_written_and_no_rule_knows_is_told_as_a_change() -> None:
    before = lands("greece", patron="germany", status="associate")(closing("1942-3-fall"))
    sheet = RULESET.sheet(Overview)
    assert sheet is not None
    (gain,) = sheet.gains(before, lands("greece", patron="germany", status="assoc\tiate")(before))
    assert (gain.verb, gain.what) == ("sees {} lean otherwise", "Greece")
