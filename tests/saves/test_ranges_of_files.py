"""What a scenario or a turn file holds is checked against the ranges of its fields: the figure is named, and what may
stand there. A campaign that has begun opens all the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel import ruleset
from saves import checking, library, scenarios
from saves.desk import Desk
from tests.saves.desks import SECRET
from tests.whole import whole

SCENARIO = scenarios.read_bytes(scenarios.source_of("1939-campaign")).decode()


@pytest.mark.parametrize(
    ("old", "new", "at", "problem"),
    [
        ("narfs = 85", "narfs = 100000", "powers.", "100000 is out of range; from -999 to 9999"),
        ("army = 1", "army = 7", "powers.", "7 is out of range; from 1 to 4"),
        ('alliance = "axis"', f'alliance = "{"x" * 200}"', "powers.", "200 characters are too many"),
        ('patron = "germany"', 'patron = "summer"', "countries.", "there is no 'summer' in powers"),
        ('capital = "brussels"', 'capital = "atlantis"', "countries.", "there is no 'atlantis' in places"),
        ('holder = "italy"', 'holder = "summer"', "", "there is no 'summer' in powers or countries"),
        (
            'other = "germany", since = "1939',
            'other = "germany", since = "x1939',
            "wars",
            "is no turn; a turn, such as 1940-1-spring",
        ),
    ],
)
def test_check_names_the_figure_of_a_scenario_and_its_range(
    old: str, new: str, at: str, problem: str, tmp_path: Path
) -> None:
    assert old in SCENARIO
    path = tmp_path / "own.toml"
    path.write_text(SCENARIO.replace(old, new, 1))
    assert any(one.table.startswith(at) and problem in one.problem for one in checking.check(path))


def test_every_scenario_of_the_program_is_in_order() -> None:
    for card in scenarios.scenarios():
        _, found = checking.scenario(scenarios.read_bytes(scenarios.source_of(card.id)), card.id)
        assert found == []


def test_a_campaign_recorded_under_wider_ranges_opens_and_check_tells_of_it(tmp_path: Path) -> None:
    campaign: Any = scenarios.preview("1939-campaign")
    wide = attrs.evolve(campaign.powers["germany"], narfs=123456, entered="long ago")
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "germany": wide})
    hidden = tmp_path / "hidden"
    hidden.write_bytes(SECRET)
    folder = library.create(ruleset.of(campaign), campaign, name="wide", at=tmp_path, dice="keyed", secret_file=hidden)
    desk = Desk.open(folder)
    assert whole(desk).powers["germany"].narfs == 123456
    told = {(one.table, one.key, one.problem) for one in checking.check(folder)}
    assert told == {
        ("powers.germany", "narfs", "123456 is out of range; from -999 to 9999"),
        ("powers.germany", "entered", "'long ago' is no turn; a turn, such as 1940-1-spring"),
    }
