"""The picture of a submarine campaign, read back from the journal, and the war turn by turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.worldatwar.oceans.submarine_war import Campaigning
from engine.worldatwar.rolls import combat_table
from engine.worldatwar.sheets import submarine_reports
from engine.worldatwar.world import groups
from tests.worldatwar.game import Game, chronicles, scene
from tests.worldatwar.sheets.test_ocean_board import ATLANTIC

# The submarines roll 4 + 5, the ASW 6 + 6.
FACES = (4, 5, 6, 6)


def fought(faces: tuple[int, ...] = FACES, order: str = "germany attack atlantic submarines=3", **changes: Any) -> Game:
    given: dict[str, Any] = {"groups": ATLANTIC, "held": {"brest": "germany"}} | changes
    game = Game(scene("1942-1-spring", "axis.combat.submarines", **given), faces)
    game.give(order, "germany done")
    return game


@pytest.mark.rule("awaw-24.62")
def test_24_62_both_rolls_stand_on_the_table_with_opposite_modifiers() -> None:
    game = fought()
    (report,) = submarine_reports.battles(game.campaign, game.entries)
    attack, answer = report.casts
    assert (attack.faces, answer.faces) == ((4, 5), (6, 6))
    assert attack.net == -answer.net == sum(modifier.value for modifier in attack.reckoned if modifier.holds)
    assert (attack.row, attack.column) == (3, str(combat_table.clamped(9 + attack.net)))
    assert (answer.row, answer.column) == (4, str(combat_table.clamped(12 + answer.net)))
    assert attack.cell == str(combat_table.result(3, 9 + attack.net))
    assert {modifier.label for modifier in attack.reckoned if modifier.holds} == {
        "Naval Nationality DRMs",
        "a Biscay port",
        "6 CVEs",
    }
    assert not report.open and report.turn == "1942-1-spring"


def test_what_was_lost_is_what_the_campaign_has_lost() -> None:
    game = fought()
    (report,) = submarine_reports.battles(game.campaign, game.entries)
    sunk = game.campaign.sunk["western-atlantic"]
    gone = 3 - groups.standing(game.campaign, "germany", "submarine", "atlantic")
    losses = [line.text for line in report.lost]
    assert f"the Western Allies: {sunk} transports sunk" in losses
    assert (f"Germany: {gone} submarine{'s' if gone > 1 else ''} lost" in losses) == bool(gone)
    total = sum(line.value or 0 for line in report.words[:-1])
    assert total == sunk, "the causes add up to the transports sunk"
    assert report.forces == "Germany: 3 submarines against 30 transports and 4 ASW of the Western Allies"


def test_what_is_taken_back_has_no_picture() -> None:
    game = fought()
    undone = [entry for entry in game.entries if not any(Campaigning.kind in change.at for change in entry.changes)]
    assert submarine_reports.battles(game.campaign, undone[:1]) == ()


@pytest.mark.rule("awaw-25.17")
def test_25_17_advanced_submarines_have_a_roll_of_their_own() -> None:
    units = {**ATLANTIC, "germany advanced-submarine atlantic": 2}
    order = "germany attack atlantic submarines=3 advanced=2"
    game = fought((*FACES, 3, 4), order, groups=units, research={"axis-advanced-submarines": 1})
    (report,) = submarine_reports.battles(game.campaign, game.entries)
    modern = report.casts[2]
    assert (modern.faces, modern.row, modern.column, modern.net) == ((3, 4), 6, "7", 0)


@pytest.mark.rule("awaw-24.621")
def test_24_621_more_than_thirty_factors_say_that_rows_are_added() -> None:
    game = fought(groups={**ATLANTIC, "western asw atlantic": 40})
    (report,) = submarine_reports.battles(game.campaign, game.entries)
    assert report.casts[1].row == 30
    assert any(line.rule == "24.621" and "40 factors" in line.text for line in report.casts[1].words)


def test_the_war_turn_by_turn_counts_what_was_sunk() -> None:
    game = fought()
    curves = {curve.title: curve for curve in chronicles(game)}
    sunk = game.campaign.sunk["western-atlantic"]
    shipping = curves["Transports sunk"]
    assert shipping.turns == ("1942-1-spring",)
    assert [(curve.name, curve.values) for curve in shipping.series] == [("Western Allies", (sunk,))]
    boats = sum(pool.count for pool in game.campaign.pools.values() if pool.kind == "submarine")
    assert [curve.values for curve in curves["Submarines sunk"].series] == ([(boats,)] if boats else [])


def test_a_quiet_war_has_no_curves() -> None:
    game = Game(scene("1942-1-spring", "axis.redeployment.boxes", groups=ATLANTIC))
    assert chronicles(game) == ()
