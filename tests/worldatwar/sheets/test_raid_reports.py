"""The picture of a bombing raid: combats in the air, bombers and flak over the target, read back from the journal."""

from __future__ import annotations

import pytest

from engine.worldatwar.sheets import submarine_reports
from tests.worldatwar.bombers import AXIS, bombing, brps, fly
from tests.worldatwar.game import Game, chronicles
from tests.worldatwar.solving import cell


def over_london(totals: tuple[int, ...] = (7, 7, 7, 7)) -> Game:
    """The printed example: thirty German AAF against sixteen British factors, then London with a strength of 6."""
    campaign = bombing(AXIS, research={"western-strategic-bombers": 0})
    order = "germany raid london aaf=30 front=western hexes=3"
    return fly(campaign, order, defence=("britain guard london interceptors=1 aaf=15",), totals=totals)


@pytest.mark.rule("awaw-26.454", "awaw-26.461")
def test_26_454_each_roll_of_the_example_stands_on_its_table() -> None:
    game = over_london()
    (report,) = submarine_reports.battles(game.campaign, game.entries)
    attack, answer, bombers, flak = report.casts
    assert [cast.table for cast in report.casts] == ["air-combat", "air-combat", "sw-combat", "sw-combat"]
    assert (attack.row, answer.row, bombers.row, flak.row) == (16, 16, 4, 6)
    assert all(sum(cast.faces) == 7 for cast in report.casts)
    assert attack.net == -answer.net and bombers.net == -flak.net
    assert bombers.column == flak.column == "7" and bombers.net == 0
    assert bombers.cell == "{}/{}".format(*cell(4, 7)) and flak.cell == "{}/{}".format(*cell(6, 7))


def test_the_causes_of_the_damage_add_up_to_what_was_lost() -> None:
    game = over_london()
    (report,) = submarine_reports.battles(game.campaign, game.entries)
    damage = bombing(AXIS).powers["britain"].brps - brps(game, "britain")
    assert sum(line.value or 0 for line in report.words[:-1]) == damage
    assert report.words[-1].text.startswith(f"{damage} BRPs")
    assert report.title == "German raid on London" and not report.open
    assert report.forces.startswith("Germany: 30 AAF against a target strength of")


def test_brps_lost_to_bombing_are_a_curve() -> None:
    game = over_london()
    curves = {curve.title: curve for curve in chronicles(game)}
    lost = bombing(AXIS).powers["britain"].brps - brps(game, "britain")
    assert [(curve.name, sum(curve.values)) for curve in curves["BRPs lost to bombing"].series] == [("Britain", lost)]
