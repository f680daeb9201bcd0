"""What a seat has been told of points under seal stands in its list of targets: by a spy, by a roll, by the sums paid
(16.1.3, 16.1.7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.kernel.sheets.diplomacy import Diplomacy, Supposed
from engine.thewar.ruleset import RULESET
from engine.thewar.world import influence
from saves.desk import Desk
from tests.thewar.politics.purchases import ALLIED, AXIS, DIPLOMACY, begun, give, pass_to, scene

BOUGHT = (
    "italy points none",
    "germany points 2-spain espionage=yes",
    "france points none",
    "britain points 2-norway,spain",
    "us points none",
    "ussr points turkey",
)


def bought(at: Path) -> Path:
    folder = begun(at, scene())
    give(folder, *BOUGHT)
    pass_to(folder, DIPLOMACY)
    return folder


def shares(folder: Path, target: str, seat: str = AXIS) -> Mapping[str, tuple[int | None, int]]:
    """Points of each power in a target as a seat's list has them, and how many there may be at the most."""
    sheet = RULESET.sheet(Diplomacy)
    assert sheet is not None
    (found,) = (one for one in sheet.board(Desk.open(folder, seat).campaign).targets if one.id == target)
    return {share.power: (share.count, share.most) for share in found.shares}


def test_16_1_1_the_sum_that_all_saw_says_how_many_there_may_be(tmp_path: Path) -> None:
    folder = bought(tmp_path)
    # Nine NARFs are three POPs, at most two of them in a target; France has paid nothing.
    assert shares(folder, "norway")["britain"] == (None, 2)
    assert shares(folder, "norway")["france"] == (0, 0) and shares(folder, "turkey")["ussr"] == (None, 1)
    assert shares(folder, "norway", ALLIED)["britain"][0] == 2


@pytest.mark.rule("tw-16.1.7.2")
def test_16_1_7_2_what_a_spy_was_told_is_kept_and_supposed_in_the_defence(tmp_path: Path) -> None:
    folder = bought(tmp_path)
    sheet = RULESET.sheet(Diplomacy)
    assert sheet is not None
    before = sheet.chances(Desk.open(folder, AXIS).campaign, Supposed("norway", "germany", "western"), ("germany",))
    give(folder, "germany spy norway on=western")
    while Desk.open(folder, ALLIED).campaign.pending:
        asked = Desk.open(folder, ALLIED).outlook().decision
        assert asked is not None
        give(folder, asked.default)
    assert shares(folder, "norway")["britain"][0] == 2 and shares(folder, "spain")["britain"][0] is None
    after = sheet.chances(Desk.open(folder, AXIS).campaign, Supposed("norway", "germany", "western"), ("germany",))
    assert after.defence.total == before.defence.total + 2


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_after_a_roll_nothing_is_left_of_what_was_shown(tmp_path: Path) -> None:
    folder = bought(tmp_path)
    give(folder, "germany influence spain against=western")
    while (asked := Desk.open(folder, ALLIED).outlook().decision) is not None and Desk.open(folder).campaign.pending:
        give(folder, asked.default)
    campaign = Desk.open(folder, AXIS).campaign
    assert shares(folder, "spain")["britain"][0] == 0 == influence.seen(campaign, "britain", "spain")  # type: ignore[arg-type]
    assert shares(folder, "norway")["britain"][0] is None


def test_16_1_1_who_buys_again_may_have_more_than_was_told(tmp_path: Path) -> None:
    folder = bought(tmp_path)
    give(folder, "germany influence spain against=western")
    while (asked := Desk.open(folder, ALLIED).outlook().decision) is not None and Desk.open(folder).campaign.pending:
        give(folder, asked.default)
    pass_to(folder, "planning.points", "1940-3-fall")
    give(folder, "italy points none", "germany points none", "france points none", "britain points 2-spain")
    give(folder, "us points none", "ussr points none")
    pass_to(folder, DIPLOMACY)
    count, most = shares(folder, "spain")["britain"]
    assert count is None and most >= 2
