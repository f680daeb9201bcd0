"""Strategic bombing as a screen is told it: targets, what stands on the fronts, what a force hangs on (26.4)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.reading import parse, understand
from engine.kernel.sheets.raids import Aim, Raids, Start, Weighed
from engine.worldatwar.bombing import over_target, raid_forecast
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.sheets import raid_board
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.bombers import AXIS, bombing
from tests.worldatwar.game import Game

ALLIES = ("britain", "us")


def aim(raids: Raids, power: str, name: str) -> Aim:
    return next(candidate for candidate in raids.aims if (candidate.power, candidate.name) == (power, name))


def proposed(start: Start) -> dict[str, int]:
    return {number.name: number.first for number in start.numbers}


def hangs(campaign: WorldAtWar, line: str) -> Weighed:
    return raid_board.weighed(campaign, understand(RULESET, line, campaign))


def defended(*orders: str, **changes: Any) -> Game:
    game = Game(bombing(**changes))
    game.give(*orders)
    game.until("combat.defence")
    return game


@pytest.mark.rule("awaw-26.461")
def test_26_461_a_target_tells_its_strength_value_and_markers() -> None:
    places = {"essen": {"damage": 2, "firestorm": "1943-1-spring"}}
    raids = raid_board.board(bombing(places=places), ALLIES)
    essen, breslau = aim(raids, "britain", "Essen"), aim(raids, "britain", "Breslau")
    # Flak 3, an airbase, an objective, a city for 2.
    assert (essen.strength.total, essen.value, essen.markers) == (7, 25, ("2 damage", "firestorm"))
    assert (breslau.strength.total, breslau.value, breslau.markers) == (4, 15, ())


@pytest.mark.rule("awaw-26.41")
def test_26_41_what_is_proposed_against_every_target_is_legal_and_of_the_board() -> None:
    campaign = bombing()
    raids = raid_board.board(campaign, ALLIES)
    assert {target.power for target in raids.aims} == set(ALLIES)
    for target in raids.aims:
        for start in target.starts:
            chosen = proposed(start)
            if not chosen["bombers"]:
                continue
            order = start.order(chosen).complete(campaign)
            assert not play.judge(RULESET, campaign, order, "solo"), target.id
    breslau = aim(raids, "us", "Breslau").starts[0]
    assert (breslau.way, proposed(breslau)["bombers"]) == (("Western front", "Eastern front"), 5)


def test_a_ship_in_a_shipyard_is_a_target_by_its_name() -> None:
    ship = aim(raid_board.board(bombing(), ALLIES), "britain", "Gneisenau in Kiel")
    assert ship.starts[0].order({"bombers": 2}).text == "britain raid kiel bombers=2 front=western ship=gneisenau"


def test_an_atomic_bomb_is_chosen_like_a_number_and_ordered_with_yes() -> None:
    campaign = bombing(facts={"atomic-bombs-western": 1})
    start = aim(raid_board.board(campaign, ALLIES), "us", "Breslau").starts[0]
    bomb = next(one for one in start.numbers if one.name == "atomic")
    assert (bomb.have, bomb.first, bomb.note) == (1, 0, "1 left")
    order = start.order({"bombers": 2, "atomic": 1})
    assert order.text == f"us raid breslau bombers=2 front={start.front} atomic=yes"
    assert parse(RULESET, order.text) == order
    assert "atomic" not in start.order({"bombers": 2, "atomic": 0}).text


def test_what_flies_is_announced_and_stands_ready_no_more() -> None:
    game = Game(bombing())
    game.give("britain raid essen bombers=4 interceptors=1 front=western")
    raids = raid_board.board(game.campaign, ALLIES)
    british = next(stand for stand in raids.stands if stand.who == "Britain")
    assert (british.front, british.bombers, british.interceptors) == ("Western front", 2, 3)
    (flight,) = raids.flights
    assert (flight.target, flight.units) == ("Essen", ("4 bombers", "1 interceptor"))
    assert [(leg.front, leg.met) for leg in flight.way] == [("Western front", ())]
    assert {stand.who for stand in raids.stands if not stand.mine} == {"Germany"}


@pytest.mark.rule("awaw-26.461")
@pytest.mark.parametrize(
    ("name", "results", "net", "holding"),
    [("newest", 1, 1, {"1 strategic bomber results"}), ("newest", 0, 0, set())],
)
def test_26_461b_modifiers_that_hold_and_those_that_do_not(
    name: str, results: int, net: int, holding: set[str]
) -> None:
    campaign = bombing(name=name, research={"western-strategic-bombers": results})
    line = "britain raid essen bombers=6 front=western hexes=4"
    title, over = hangs(campaign, line).causes[0]
    assert title == "over the target" and len(over) == 4
    assert {modifier.label for modifier in over if modifier.value} == holding
    assert sum(modifier.value for modifier in over) == net
    idle = next(modifier for modifier in over if "excess range" in modifier.label)
    assert idle.value == 0 and idle.why == "not in the newest edition" and idle.rule == "26.461B"


@pytest.mark.rule("awaw-26.461")
@pytest.mark.parametrize(("hexes", "adds"), [(0, 0), (9, 0), (8, 1), (16, 0)])
def test_26_461b_excess_range_counts_in_the_older_edition(hexes: int, adds: int) -> None:
    campaign = bombing(name="middle")
    told = f" hexes={hexes}" if hexes else ""
    order = understand(RULESET, f"britain raid essen bombers=6 front=western{told}", campaign)
    over = raid_board.weighed(campaign, order).causes[0][1]
    assert next(modifier.value for modifier in over if "excess range" in modifier.label) == adds
    assert sum(modifier.value for modifier in over) == over_target.modifier(campaign, order.force()).total  # type: ignore[attr-defined]


@pytest.mark.rule("awaw-26.441")
def test_26_441_defenders_are_proposed_on_the_target_s_own_front() -> None:
    game = defended("us raid breslau bombers=5 front=western")
    raids = raid_board.board(game.campaign, ("germany", "italy"))
    breslau = aim(raids, "germany", "Breslau")
    assert [(start.front, proposed(start)["interceptors"]) for start in breslau.starts] == [
        ("western", 0),
        ("eastern", 2),
    ]
    assert breslau.starts[1].order({"interceptors": 2}).text == "germany guard breslau front=eastern interceptors=2"
    game.give("germany guard breslau front=eastern interceptors=2")
    raids = raid_board.board(game.campaign, ("germany", "italy"))
    assert [start.given for start in aim(raids, "germany", "Breslau").starts] == [False, True]
    assert raids.flights[0].way[1].met == ("2 interceptors of Germany",)


@pytest.mark.rule("awaw-26.52")
def test_26_52_who_may_not_defend_has_no_target_to_defend() -> None:
    campaign = bombing(AXIS)
    game = Game(campaign)
    game.give("germany raid london aaf=9 front=western")
    game.until("combat.defence")
    raids = raid_board.board(game.campaign, ("britain", "us", "russia"))
    assert {target.power for target in raids.aims} == {"britain", "us"}


@pytest.mark.rule("awaw-26.454")
def test_26_454_air_combat_before_the_dice_is_the_table_both_ways() -> None:
    game = defended("britain raid essen bombers=6 front=western")
    combat = hangs(game.campaign, "germany guard essen front=western interceptors=4")
    assert combat.meets == "Britain fights in row 4, the defence in row 4"
    assert combat.clash is not None
    assert sum(chance for _, chance in combat.clash.outcomes) == 1
    # Four defenders are there: nobody loses more, aborts come after losses.
    assert all(outcome.defenders_lost + outcome.defenders_aborted <= 4 for outcome, _ in combat.clash.outcomes)
    assert all(outcome.attackers_lost + outcome.attackers_aborted <= 6 for outcome, _ in combat.clash.outcomes)
    ((title, causes),) = combat.causes
    assert title == "in the air, Western front"
    assert [outcome.value for outcome in causes if outcome.value] == [-1], "interceptors alone have the better DRM"


def test_an_order_of_another_kind_hangs_on_nothing() -> None:
    assert hangs(bombing(), "britain done") == Weighed()


def test_what_a_screen_tells_are_figures_of_the_outcomes() -> None:
    assert set(raid_forecast.TELLS) <= {field.name for field in attrs.fields(raid_forecast.RaidOutcome)}
    assert set(raid_board.CLASH) == {field.name for field in attrs.fields(raid_board.Clash)}
