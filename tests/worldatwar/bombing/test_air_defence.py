"""Air defence: who may defend what on which front (26.24, 26.25, 26.44, 26.462, 26.52)."""

from __future__ import annotations

import attrs
import pytest

from engine.worldatwar.world import editions, flights
from engine.worldatwar.world.state import Flown, WorldAtWar
from tests.worldatwar.bombers import AXIS, bombing
from tests.worldatwar.game import Game, refused


def defence(campaign: WorldAtWar, *raids: str) -> Game:
    """A game in which these raids are announced and the defence is asked for."""
    game = Game(campaign)
    game.give(*raids)
    game.until("combat.defence")
    return game


def told(game: Game, line: str) -> str:
    return refused(game.campaign, line)


ESSEN = "britain raid essen bombers=4 front=western"
BRESLAU = "britain raid breslau bombers=4 front=western route=western,eastern"


@pytest.mark.rule("awaw-26.441")
def test_26_441_the_defence_is_assigned_after_all_raids_are_announced() -> None:
    game = Game(bombing())
    game.give(ESSEN)
    assert "not in this step" in told(game, "germany guard essen interceptors=2")
    game.until("combat.defence")
    assert told(game, "germany guard essen interceptors=2") == ""
    assert "not in this step" in told(game, "britain raid berlin bombers=1 front=western")
    missed = told(game, "germany guard berlin interceptors=2")
    assert "(26.441)" in missed and "nothing attacks 'berlin'" in missed and "essen" in missed
    assert "no air units are named" in told(game, "germany guard essen")


@pytest.mark.rule("awaw-26.441")
def test_nobody_is_asked_for_a_defence_where_nothing_flies() -> None:
    game = Game(bombing())
    while game.campaign.progress.step.endswith("bombers"):
        game.give(next(choice.text for choice in game.outlook().choices if choice.text.endswith(" done")))
    assert game.campaign.progress.step == "allied.redeployment.boxes"


@pytest.mark.rule("awaw-26.24", "awaw-26.442")
def test_26_24_interceptors_defend_on_the_fronts_that_the_force_passes() -> None:
    game = defence(bombing(), BRESLAU)
    assert told(game, "germany guard breslau front=western interceptors=4") == ""
    assert told(game, "germany guard breslau front=eastern interceptors=2") == ""
    missed = told(game, "germany guard breslau front=mediterranean interceptors=2")
    assert "(26.24, 26.442)" in missed and "western, eastern" in missed


@pytest.mark.rule("awaw-26.24", "awaw-26.443")
def test_26_443A_no_more_interceptors_than_are_uninverted_on_the_front_and_each_once() -> None:
    game = defence(
        bombing(groups={"germany interceptor western 9": 3}), ESSEN, "us raid berlin bombers=5 front=western"
    )
    assert "4 of the Western front are free" in told(game, "germany guard essen interceptors=5")
    game.give("germany guard essen interceptors=3")
    assert "1 of the Western front are free" in told(game, "germany guard berlin interceptors=2")
    assert told(game, "germany guard berlin interceptors=1") == ""


@pytest.mark.rule("awaw-26.443", "awaw-26.442")
def test_26_443C_a_force_is_engaged_once_on_each_front() -> None:
    game = defence(bombing(), BRESLAU)
    game.give("germany guard breslau front=western interceptors=2")
    again = told(game, "germany guard breslau front=western aaf=6")
    assert "(26.443C)" in again and "engaged once" in again
    assert told(game, "germany guard breslau front=eastern aaf=6") == ""


@pytest.mark.rule("awaw-26.443", "awaw-26.25")
@pytest.mark.parametrize(
    ("units", "most", "rule"), [("interceptors=2", 4, "26.443A"), ("aaf=6", 4, "26.443B"), ("jets=2", 2, "26.14")]
)
def test_26_443_defenders_engage_within_their_range(units: str, most: int, rule: str) -> None:
    game = defence(bombing(research={"axis-jets": 1}), ESSEN)
    assert told(game, f"germany guard essen {units} hexes={most}") == ""
    missed = told(game, f"germany guard essen {units} hexes={most + 1}")
    assert f"({rule})" in missed and f"They reach {most}" in missed


@pytest.mark.rule("awaw-26.443")
def test_26_443A_research_carries_interceptors_farther_and_aaf_no_farther() -> None:
    game = defence(bombing(research={"axis-air-range": 2}), ESSEN)
    assert told(game, "germany guard essen interceptors=2 hexes=12") == ""
    assert "(26.443B)" in told(game, "germany guard essen aaf=3 hexes=5")


@pytest.mark.rule("awaw-26.13", "awaw-26.25", "awaw-26.443")
def test_26_443D_from_a_base_that_is_not_operational_only_its_own_hex() -> None:
    game = defence(bombing(), ESSEN)
    missed = told(game, "germany guard essen aaf=3 hexes=1 operational=no")
    assert "(26.13, 26.25, 26.443D)" in missed
    assert told(game, "germany guard essen aaf=3 operational=no") == ""


@pytest.mark.rule("awaw-26.14")
def test_26_14_jets_defend_with_a_research_result() -> None:
    assert "no research result for jets" in told(defence(bombing(), ESSEN), "germany guard essen jets=2")


@pytest.mark.rule("awaw-26.25")
def test_26_25_aaf_and_jets_stand_in_no_box() -> None:
    """They are on the board: no group of them can be transferred to a front."""
    game = Game(bombing())
    game.until("redeployment.boxes")
    assert "no strategic warfare unit" in told(game, "britain transfer aaf 3 western eastern")


@pytest.mark.rule("awaw-26.52")
def test_26_52_the_western_allies_and_russia_do_not_defend_each_other() -> None:
    raids = ("germany raid london aaf=9 front=western", "germany raid moscow aaf=9 front=eastern")
    game = defence(bombing(AXIS, groups={"russia interceptor eastern": 2}), *raids)
    assert "(26.52)" in told(game, "britain guard moscow aaf=3")
    assert "(26.52)" in told(game, "russia guard london aaf=3")
    assert told(game, "us guard london interceptors=5 aaf=3") == ""
    assert told(game, "russia guard moscow interceptors=2 aaf=3") == ""
    assert game.outlook().awaits == ("britain", "us", "russia")


@pytest.mark.rule("awaw-26.445")
def test_26_445_italy_and_its_ally() -> None:
    rome = "britain raid rome bombers=3 front=western route=western,mediterranean"
    game = defence(bombing(), rome, "us raid essen bombers=3 front=western")
    assert told(game, "italy guard rome front=mediterranean aaf=6") == ""
    west = told(game, "italy guard rome front=western aaf=6")
    assert "(26.445A)" in west and "Mediterranean front only" in west
    assert "Italian AAF defend targets in Italy only" in told(game, "italy guard essen front=western aaf=6")
    # German air units defend Italy on either front, interceptors on their own.
    assert told(game, "germany guard rome front=mediterranean interceptors=2 aaf=3") == ""
    assert told(game, "germany guard rome front=western interceptors=4 aaf=3") == ""
    assert "2 of the Mediterranean front" in told(game, "germany guard rome front=mediterranean interceptors=3")


@pytest.mark.rule("awaw-26.443")
def test_26_443E_americans_and_russians_over_china_need_supply_of_their_own() -> None:
    groups = {"us interceptor asian": 2}
    line = "us guard chungking interceptors=2"
    game = defence(bombing(AXIS, groups=groups), "japan raid chungking aaf=9 front=asian")
    missed = told(game, line)
    assert "(26.443E)" in missed and "facts.china-supplied-us" in missed
    supplied = bombing(AXIS, groups=groups, facts={"china-supplied-us": True})
    game = defence(supplied, "japan raid chungking aaf=9 front=asian")
    assert told(game, line) == "" and "us" in game.outlook().awaits
    assert "(26.441)" in told(game, "britain guard chungking aaf=3")


# ---------------------------------------------------------------- mapboard boxes


@pytest.mark.rule("awaw-26.462")
@pytest.mark.parametrize(
    ("raid", "guard", "front", "other"),
    [
        ("japan raid australia bombers=2 front=pacific", "us guard australia", "pacific", "southeast-asian"),
        ("japan raid india bombers=2 front=southeast-asian", "us guard india", "southeast-asian", "pacific"),
        ("germany raid urals bombers=2 front=eastern", "russia guard urals", "eastern", "asian"),
        ("japan raid us-pacific bombers=2 front=pacific", "us guard us-pacific", "pacific", "asian"),
        ("germany raid us-atlantic bombers=2 front=western", "us guard us-atlantic", "western", "mediterranean"),
    ],
)
def test_26_462_each_box_is_defended_from_one_front(raid: str, guard: str, front: str, other: str) -> None:
    power, home = raid.split()[0], raid.rpartition("front=")[2]
    who = guard.split()[0]
    campaign = bombing(
        AXIS,
        groups={f"{power} bomber {home}": 2, f"{who} interceptor {front}": 2, f"{who} interceptor {other}": 7},
        research={
            f"{faction}-{subject}": 3 for faction in ("axis", "japan") for subject in ("air-range", "strategic-bombers")
        },
        facts={f"airbase-{power}-{home}": True},
        wars=(*bombing().wars, "japan+russia"),
    )
    game = defence(campaign, raid)
    box = guard.split()[2]
    assert told(game, f"{guard} front={box} interceptors=2 aaf=9") == ""
    assert "at most 2" in told(game, f"{guard} front={box} interceptors=3").lower()


@pytest.mark.rule("awaw-26.462")
def test_26_462_an_interceptor_defends_on_the_mapboard_or_in_a_box() -> None:
    campaign = bombing(
        AXIS,
        groups={"germany bomber eastern": 2, "russia interceptor eastern": 2},
        research={"axis-air-range": 3, "axis-strategic-bombers": 1},
        facts={"airbase-germany-eastern": True},
    )
    game = defence(campaign, "germany raid urals bombers=2 front=eastern", "germany raid moscow aaf=9 front=eastern")
    game.give("russia guard moscow interceptors=2")
    assert "0 of the Eastern front are free" in told(game, "russia guard urals front=urals interceptors=1")
    assert told(game, "russia guard urals front=eastern aaf=3") == ""


@pytest.mark.rule("awaw-26.443", "awaw-26.462")
@pytest.mark.parametrize(("name", "legal"), [("newest", False), ("middle", True), ("oldest", True)])
def test_26_443A_interceptors_that_escorted_to_another_front_defend_their_own_alone(name: str, legal: bool) -> None:
    campaign = bombing(
        AXIS,
        name=name,
        groups={"germany bomber eastern": 2, "russia interceptor eastern": 2},
        research={"axis-air-range": 3, "axis-strategic-bombers": 1},
        facts={"airbase-germany-eastern": True},
    )
    gone = Flown(power="russia", deed=flights.ESCORTED, front="eastern", player_turn=-1, count=1)
    campaign = attrs.evolve(campaign, flown={"russia-escorted-eastern": gone})
    game = defence(campaign, "germany raid urals bombers=2 front=eastern", "germany raid moscow aaf=9 front=eastern")
    boxed = told(game, "russia guard urals front=urals interceptors=2")
    assert (boxed == "") is legal
    assert legal or ("(26.443A)" in boxed and editions.edition(name).name in boxed)
    assert told(game, "russia guard urals front=urals interceptors=1") == ""
    assert told(game, "russia guard moscow interceptors=2") == ""
