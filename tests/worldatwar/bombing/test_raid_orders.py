"""Bombing forces as they are announced: their parts, bases, ranges and routes (26.1, 26.2, 26.41 to 26.43)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from engine.kernel.reading import understand
from engine.worldatwar.bombing import air_meetings
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.world import editions, flights
from engine.worldatwar.world.state import Flown, Force
from tests.worldatwar.bombers import ALLIED, AXIS, bombing, faces, fly
from tests.worldatwar.game import Game, refused

PACIFIC: Mapping[str, Any] = {
    "turn": "1944-4-winter",
    "groups": {"us bomber-pacific pacific": 5, "us interceptor pacific": 4},
    "places": {"saipan": {"holder": "us"}},
}


# ---------------------------------------------------------------- what a force is made of


@pytest.mark.rule("awaw-26.13", "awaw-26.42", "awaw-26.43")
@pytest.mark.parametrize(("aaf", "bombing_aaf"), [(3, 1), (4, 1), (5, 1), (6, 2), (30, 10), (2, 0)])
def test_26_13_a_third_of_the_aaf_bomb_rounded_down(aaf: int, bombing_aaf: int) -> None:
    left = air_meetings.named(air_meetings.opening(Force(power="germany", target="london", aaf=aaf)))
    assert (left["bombing-aaf"], left["escort-aaf"]) == (bombing_aaf, aaf - bombing_aaf)
    told = refused(bombing(AXIS), f"germany raid london aaf={aaf} front=western")
    assert (told == "") is bool(bombing_aaf)
    assert bombing_aaf or "(26.13, 26.42)" in told


@pytest.mark.rule("awaw-26.12", "awaw-26.43")
def test_26_12_interceptors_and_jets_do_not_bomb() -> None:
    campaign = bombing(research={"western-jets": 3})
    told = refused(campaign, "britain raid essen interceptors=3 front=western")
    assert "nothing in this force bombs" in told
    assert "nothing in this force bombs" in refused(campaign, "britain raid essen jets=3 front=western")
    assert refused(campaign, "britain raid essen bombers=1 interceptors=3 jets=3 front=western hexes=4") == ""


@pytest.mark.rule("awaw-26.422")
def test_26_422_nas_do_not_bomb() -> None:
    told = refused(bombing(), "britain raid essen bombers=2 nas=3 front=western")
    assert "(26.422)" in told and "NAS" in told


@pytest.mark.rule("awaw-26.42")
def test_26_42_no_more_bombers_than_stand_on_the_front_and_fly_nowhere_yet() -> None:
    game = Game(bombing())
    assert "6 are left on the Western front" in refused(game.campaign, "britain raid essen bombers=7 front=western")
    game.give("britain raid essen bombers=4 front=western")
    assert "2 are left" in refused(game.campaign, "britain raid berlin bombers=3 front=western")
    game.give("britain raid berlin bombers=2 front=western")
    for line in ("britain raid essen bombers=-1 aaf=6 front=western", "britain raid essen bombers=0 front=western"):
        assert refused(game.campaign, line)


@pytest.mark.rule("awaw-26.42")
def test_inverted_bombers_and_interceptors_do_not_fly() -> None:
    campaign = bombing(groups={"britain bomber western": 1, "britain bomber western 9": 5})
    assert "1 are left" in refused(campaign, "britain raid essen bombers=2 front=western")


@pytest.mark.rule("awaw-26.41")
def test_26_41_a_force_is_of_one_nationality() -> None:
    """Each power announces its own, also against one target; what it names is its own."""
    game = Game(bombing())
    game.give("britain raid essen bombers=6 interceptors=4 front=western", "us raid essen bombers=5 front=western")
    assert [(force.power, force.bombers) for force in game.campaign.forces.values()] == [("britain", 6), ("us", 5)]
    assert "0 are left" in refused(game.campaign, "britain raid berlin bombers=1 front=western")


@pytest.mark.rule("awaw-26.52")
@pytest.mark.parametrize(("name", "legal"), [("newest", True), ("middle", False), ("oldest", False)])
def test_26_52_ten_japanese_aaf_a_turn_in_the_older_editions(name: str, legal: bool) -> None:
    game = Game(bombing(AXIS, name=name))
    game.give("japan raid chungking aaf=9 front=asian")
    told = refused(game.campaign, "japan raid chungking aaf=3 front=asian")
    assert (told == "") is legal
    assert legal or ("(26.52)" in told and "12 Japanese AAF" in told and editions.edition(name).name in told)
    # Germany has no such limit.
    assert refused(game.campaign, "germany raid london aaf=30 front=western") == ""


# ---------------------------------------------------------------- fronts and bases


@pytest.mark.rule("awaw-26.21", "awaw-26.31")
def test_26_21_bombers_fly_from_their_front_and_need_a_base_there() -> None:
    campaign = bombing()
    assert "0 are left on the Eastern front" in refused(campaign, "britain raid breslau bombers=2 front=eastern")
    assert "(26.21)" in refused(campaign, "britain raid essen bombers=2 front=northern")
    homeless = bombing(facts={"airbase-britain-western": False})
    told = refused(homeless, "britain raid essen bombers=2 front=western")
    assert "(26.31)" in told and "no operational air base on the Western front" in told


@pytest.mark.rule("awaw-26.21")
def test_26_21_a_target_on_another_front_is_reached_by_range() -> None:
    assert refused(bombing(), "britain raid breslau bombers=2 front=western route=western,eastern hexes=16") == ""
    told = refused(bombing(), "britain raid breslau bombers=2 front=western route=western,eastern hexes=17")
    assert "(26.11, 26.421)" in told


@pytest.mark.rule("awaw-26.22")
def test_26_22_new_air_units_are_placed_on_a_front_with_an_operational_base() -> None:
    campaign = bombing("axis.construction.build", pools={"germany interceptor": 9})
    assert refused(campaign, "germany build interceptor count=2 place=eastern") == ""
    homeless = bombing(
        "axis.construction.build", pools={"germany interceptor": 9}, facts={"airbase-germany-eastern": False}
    )
    told = refused(homeless, "germany build interceptor place=eastern")
    assert "(26.22)" in told and "no operational air base on the Eastern front" in told
    assert "(26.21)" in refused(campaign, "germany build interceptor place=northern")
    game = Game(campaign)
    game.give("germany build interceptor count=2 place=eastern")
    assert game.campaign.groups["germany-interceptor-eastern"].count == 4


@pytest.mark.rule("awaw-24.53", "awaw-26.23B")
def test_24_53_bombers_that_wait_in_the_us_box_fly_nowhere() -> None:
    campaign = bombing(groups={"us bomber us-atlantic": 2})
    assert "(24.53)" in refused(campaign, "us raid essen bombers=2 front=us-atlantic")


@pytest.mark.rule("awaw-26.23A")
def test_26_23A_british_bombers_stay_in_europe() -> None:
    campaign = bombing(groups={"britain bomber pacific": 2}, places={"saipan": {"holder": "us"}})
    told = refused(campaign, "britain raid tokyo bombers=2 front=pacific")
    assert "(24.232A, 26.23A)" in told


@pytest.mark.rule("awaw-26.21", "awaw-26.41")
@pytest.mark.parametrize(
    ("route", "why"),
    [
        ("mediterranean,eastern", "the route begins on 'mediterranean'"),
        ("western,mediterranean", "ends over the target"),
        ("western,pacific,eastern", "pacific: not in the theater"),
        ("western,eastern,western,eastern", "passes each front once"),
    ],
)
def test_26_41_the_route_leads_from_the_base_to_the_target(route: str, why: str) -> None:
    told = refused(bombing(), f"britain raid breslau bombers=2 front=western route={route}")
    assert why in told
    assert refused(bombing(), "britain raid breslau bombers=2 front=western route=western,mediterranean,eastern") == ""


@pytest.mark.rule("awaw-26.21")
def test_the_other_theater_is_out_of_the_question() -> None:
    told = refused(bombing(**PACIFIC), "us raid essen bombers=2 front=pacific")
    assert "(26.21)" in told


# ---------------------------------------------------------------- ranges


@pytest.mark.rule("awaw-26.11", "awaw-26.421")
@pytest.mark.parametrize(("results", "hexes"), [(0, 4), (1, 8), (2, 16), (3, 24), (5, 24)])
def test_26_421_air_range_research_carries_bombers_farther(results: int, hexes: int) -> None:
    campaign = bombing(research={"western-air-range": results})
    assert refused(campaign, f"britain raid berlin bombers=2 front=western hexes={hexes}") == ""
    told = refused(campaign, f"britain raid berlin bombers=2 front=western hexes={hexes + 1}")
    assert f"{hexes + 1} hexes are too far for bombers" in told and f"They reach {hexes}" in told


@pytest.mark.rule("awaw-26.421")
@pytest.mark.parametrize(("results", "hexes"), [(0, 3), (1, 6), (2, 12), (3, 18)])
def test_26_421_in_the_pacific_they_reach_less_far(results: int, hexes: int) -> None:
    campaign = bombing(**PACIFIC, research={"western-air-range": results})
    assert refused(campaign, f"us raid tokyo bombers=2 front=pacific hexes={hexes}") == ""
    assert "too far for bombers" in refused(campaign, f"us raid tokyo bombers=2 front=pacific hexes={hexes + 1}")


@pytest.mark.rule("awaw-26.422")
def test_26_422_aaf_bomb_within_four_hexes_or_three_and_research_adds_nothing() -> None:
    campaign = bombing(AXIS, research={"axis-air-range": 3, "japan-air-range": 3})
    assert refused(campaign, "germany raid london aaf=9 front=western hexes=4") == ""
    assert "(26.422)" in refused(campaign, "germany raid london aaf=9 front=western hexes=5")
    assert refused(campaign, "japan raid chungking aaf=9 front=asian hexes=3") == ""
    assert "They reach 3" in refused(campaign, "japan raid chungking aaf=9 front=asian hexes=4")
    both = bombing()
    assert "too far for aaf" in refused(both, "us raid essen bombers=3 aaf=9 front=western hexes=6")
    assert refused(both, "us raid essen bombers=3 aaf=9 front=western hexes=6 aaf-hexes=4") == ""


@pytest.mark.rule("awaw-26.431")
@pytest.mark.parametrize(("results", "hexes"), [(0, 4), (1, 8), (2, 12), (4, 12)])
def test_26_431_escorts_reach_four_hexes_and_more_by_research(results: int, hexes: int) -> None:
    campaign = bombing(research={"western-air-range": results})
    line = "britain raid essen bombers=2 interceptors=2 front=western hexes=2 escort-hexes="
    assert refused(campaign, f"{line}{hexes}") == ""
    told = refused(campaign, f"{line}{hexes + 1}")
    assert "(26.431)" in told and f"They reach {hexes}" in told


@pytest.mark.rule("awaw-26.431")
def test_26_431_in_the_pacific_three_hexes() -> None:
    campaign = bombing(**PACIFIC, research={"western-air-range": 0})
    line = "us raid tokyo bombers=2 interceptors=2 front=pacific hexes="
    assert refused(campaign, f"{line}3") == ""
    assert "interceptors" in refused(campaign, f"{line}4")


@pytest.mark.rule("awaw-26.43")
def test_26_43_escorts_protect_up_to_the_limit_of_their_range() -> None:
    line = "britain raid breslau bombers=2 interceptors=2 front=western route=western,eastern hexes=14"
    assert "too far for interceptors" in refused(bombing(), line)
    assert refused(bombing(), f"{line} cover=western") == ""
    assert "does not pass" in refused(bombing(), f"{line} cover=mediterranean")


@pytest.mark.rule("awaw-26.14")
def test_26_14_jets_fly_as_far_as_their_research_carries() -> None:
    line = "us raid essen bombers=2 jets=2 front=western hexes=2 jet-hexes="
    assert "no research result for jets" in refused(bombing(), f"{line}1")
    for results, hexes in ((1, 2), (2, 3), (3, 4)):
        campaign = bombing(research={"western-jets": results})
        assert refused(campaign, f"{line}{hexes}") == ""
        assert "(26.14)" in refused(campaign, f"{line}{hexes + 1}")


def test_ruling_210_what_is_not_told_is_trusted() -> None:
    assert refused(bombing(research={"western-air-range": 0}), "britain raid berlin bombers=2 front=western") == ""
    assert "hexes: -3 is out of range" in refused(bombing(), "britain raid berlin bombers=2 front=western hexes=-3")


# ---------------------------------------------------------------- interceptors in turn


@pytest.mark.rule("awaw-26.431")
@pytest.mark.parametrize(("name", "legal"), [("newest", False), ("middle", True), ("oldest", True)])
def test_26_431B_interceptors_that_defended_do_not_escort_to_another_front(name: str, legal: bool) -> None:
    campaign = bombing(name=name)
    # The Axis player turn before this one: three of the four British interceptors defended.
    done = Flown(power="britain", deed=flights.DEFENDED, front="western", player_turn=0, count=3)
    campaign = attrs.evolve(campaign, flown={"britain-defended-western": done})
    line = "britain raid breslau bombers=2 interceptors={} front=western route=western,eastern"
    assert refused(campaign, line.format(1)) == ""
    told = refused(campaign, line.format(2))
    assert (told == "") is legal
    assert legal or ("(26.431B)" in told and editions.edition(name).name in told and "1 may go on" in told)
    assert refused(campaign, "britain raid essen bombers=2 interceptors=4 front=western") == ""


@pytest.mark.rule("awaw-26.431")
def test_26_431B_played_from_one_player_turn_to_the_next() -> None:
    totals = (7, 2, 7, 7)
    game = Game(bombing(AXIS), faces(*totals))
    game.give("germany raid london aaf=9 front=western")
    game.until("combat.defence")
    game.give("britain guard london interceptors=3")
    game.until(ALLIED)
    left = game.campaign.flown["britain-defended-western"].count
    assert left and left <= 3
    line = f"britain raid rome bombers=2 interceptors={5 - left} front=western"
    assert "(26.431B)" in refused(game.campaign, line)


@pytest.mark.rule("awaw-26.663")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_663_interceptors_that_met_flying_bombs_do_not_escort(name: str) -> None:
    done = Flown(power="britain", deed=flights.BOMBS, front="western", player_turn=0, count=3)
    campaign = attrs.evolve(bombing(name=name), flown={"britain-bombs-western": done})
    told = refused(campaign, "britain raid essen bombers=2 interceptors=2 front=western")
    assert "(26.663)" in told
    assert refused(campaign, "britain raid essen bombers=2 interceptors=1 front=western") == ""


def test_aaf_alone_come_from_the_targets_front() -> None:
    game = Game(bombing(AXIS))
    game.give("germany raid london aaf=9")
    assert game.campaign.forces["1-germany"].front == "western"


def test_the_front_and_the_route_are_filled_in_where_one_alone_fits() -> None:
    game = Game(bombing())
    game.give("britain raid breslau bombers=2")
    force = game.campaign.forces["1-britain"]
    assert (force.front, force.escort, force.route) == ("western", "western", ("western", "eastern"))
    two = bombing(groups={"us bomber mediterranean": 2}, facts={"airbase-us-mediterranean": True})
    told = refused(two, "us raid rome bombers=2")
    assert "the front from which they come is not named" in told and "western, mediterranean" in told


def test_an_order_says_what_it_is_in_words() -> None:
    game = Game(bombing(research={"western-jets": 3}))
    text = "us raid breslau bombers=2 interceptors=3 jets=1 front=western route=western,eastern cover=western"
    raid = understand(RULESET, text, game.campaign)
    assert raid.text == text
    sentence = raid.sentence(game.campaign)
    assert sentence == "United States raids Breslau over the Western front: 2 bombers, 3 interceptors, 1 jet"


def test_raids_in_the_wrong_step_are_refused() -> None:
    game = fly(bombing())
    assert game.campaign.progress.step != ALLIED
    assert "not in this step" in refused(game.campaign, "britain raid essen bombers=2 front=western")
    assert "nothing to do" in refused(bombing(), "germany raid london aaf=9 front=western")
