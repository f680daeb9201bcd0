"""How many submarines may fight where and when (25.13): the limits keyed a second time, and what goes beyond them."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

from engine.kernel import seasons
from engine.worldatwar.moving import submarine_limits
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, refused, scene, wars_of

EDITIONS = ("newest", "middle", "oldest")
ATTACK = "axis.combat.submarines"
REDEPLOY = "axis.redeployment.boxes"

# 25.13A as printed for the classic game and the middle edition, turn by turn: year and season, submarine factors.
ATLANTIC = """
1939 fall 1    1939 winter 2
1940 spring 2  1940 summer 2  1940 fall 3  1940 winter 3
1941 spring 4  1941 summer 4  1941 fall 5  1941 winter 5
1942 spring 6  1942 summer 6  1942 fall 7  1942 winter 8
1943 spring 9  1943 summer 10 1943 fall 11 1943 winter 12
1944 spring 13 1944 summer 14 1944 fall 15 1944 winter 16
1945 spring 17 1945 summer 18 1945 fall 19 1945 winter 20
"""
# 25.13E.
AMERICAN = """
1939 fall 1    1941 winter 1  1942 spring 1  1942 winter 1
1943 spring 2  1943 summer 2  1943 fall 3    1943 winter 3
1944 spring 4  1944 summer 4  1944 fall 5    1944 winter 5
1945 spring 6  1945 summer 6  1946 spring 6
"""
# 25.13A and 25.13C, by year.
GERMAN_INDIAN = {1940: 1, 1941: 1, 1942: 2, 1943: 3, 1944: 4, 1945: 5, 1946: 6}
JAPANESE = {1939: 1, 1940: 1, 1941: 1, 1942: 1, 1943: 2, 1944: 3, 1945: 4, 1946: 5}


def label(year: int | str, season: str) -> str:
    return f"{year}-{seasons.SEASONS.index(season) + 1}-{season}"


def printed(table: str) -> list[tuple[str, int]]:
    words = table.split()
    return [(label(words[at], words[at + 1]), int(words[at + 2])) for at in range(0, len(words), 3)]


def game(
    turn: str, name: str = "newest", *, classic: bool = True, begun: str = "1939-3-fall", **facts: int
) -> WorldAtWar:
    """A campaign of that turn whose war began when it is said."""
    made = scene(
        turn, ATTACK, name=name, classic=classic, facts={key.replace("_", "-"): value for key, value in facts.items()}
    )
    return attrs.evolve(made, wars=wars_of(("britain+germany",), begun))


def limit(campaign: WorldAtWar, power: str, box: str) -> int:
    return submarine_limits.limit(campaign, power, box, seasons.now(campaign)).total


def limits(cases: Mapping[str, int], **how: object) -> dict[str, int]:
    return {turn: limit(game(turn, **how), "germany", "atlantic") for turn in cases}  # type: ignore[arg-type]


# ---------------------------------------------------------------- the Atlantic


@pytest.mark.rule("awaw-25.13A-sched")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize(("turn", "most"), printed(ATLANTIC))
def test_25_13A_the_printed_limits_of_the_atlantic(turn: str, most: int, name: str) -> None:
    assert limit(game(turn, name), "germany", "atlantic") == most


@pytest.mark.rule("awaw-25.13A-sched")
@pytest.mark.parametrize("steps", [0, 3, 8, 9, 11, 12, 20])
@pytest.mark.parametrize(("turn", "most"), printed(ATLANTIC))
def test_25_13A_nine_steps_bring_the_third_forward_to_summer_twelve_to_spring_1940(
    turn: str, most: int, steps: int
) -> None:
    if (steps >= 9 and turn == "1940-2-summer") or (steps >= 12 and turn == "1940-1-spring"):
        most = 3
    assert limit(game(turn, classic=False, german_submarine_steps=steps), "germany", "atlantic") == most


@pytest.mark.rule("awaw-25.13A-sched")
@pytest.mark.parametrize("name", ["middle", "oldest"])
def test_25_13A_research_before_the_war_counts_in_the_newest_edition_outside_the_classic_game_alone(name: str) -> None:
    for campaign in (
        game("1940-2-summer", german_submarine_steps=12),
        game("1940-2-summer", name, classic=False, german_submarine_steps=12),
    ):
        assert limit(campaign, "germany", "atlantic") == 2


@pytest.mark.rule("awaw-25.13A-sched")
@pytest.mark.parametrize(
    ("begun", "steps", "expected"),
    [
        ("1939-2-summer", 0, {"1939-2-summer": 1, "1939-3-fall": 2, "1940-2-summer": 2, "1940-3-fall": 3}),
        ("1939-4-winter", 12, {"1939-4-winter": 1, "1940-1-spring": 3, "1940-2-summer": 3, "1940-3-fall": 3}),
        ("1940-1-spring", 0, {"1940-1-spring": 1, "1940-2-summer": 2, "1940-3-fall": 3}),
        ("1940-2-summer", 9, {"1940-2-summer": 3, "1940-3-fall": 3}),
        ("1940-3-fall", 0, {"1940-3-fall": 3, "1941-1-spring": 4}),
    ],
)
def test_ruling_227_until_summer_1940_turns_of_war_count_then_dates(
    begun: str, steps: int, expected: dict[str, int]
) -> None:
    assert limits(expected, classic=False, begun=begun, german_submarine_steps=steps) == expected


# ---------------------------------------------------------------- the other oceans


@pytest.mark.rule("awaw-25.13A-indcap")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize(("year", "most"), GERMAN_INDIAN.items())
def test_25_13A_german_limits_of_the_indian_ocean_by_year(year: int, most: int, name: str) -> None:
    for season in seasons.SEASONS:
        assert limit(game(label(year, season), name), "germany", "indian") == most


@pytest.mark.rule("awaw-25.13C")
@pytest.mark.parametrize(
    ("name", "steps", "more"), [("middle", 12, 0), ("newest", 8, 0), ("newest", 9, 1), ("newest", 12, 2)]
)
@pytest.mark.parametrize(("year", "most"), JAPANESE.items())
def test_25_13C_japanese_limits_by_year_and_research(year: int, most: int, name: str, steps: int, more: int) -> None:
    for season in seasons.SEASONS:
        campaign = game(label(year, season), name, classic=False, japanese_submarine_steps=steps)
        for box in ("pacific", "indian"):
            assert limit(campaign, "japan", box) == most + more
        assert limit(game(label(year, season), japanese_submarine_steps=steps), "japan", "pacific") == most


@pytest.mark.rule("awaw-25.13E")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize(("turn", "most"), printed(AMERICAN))
def test_25_13E_american_limits_of_the_pacific(turn: str, most: int, name: str) -> None:
    assert limit(game(turn, name), "us", "pacific") == most


@pytest.mark.rule("awaw-25.13A", "awaw-25.13B", "awaw-25.13D", "awaw-25.13E-entry")
@pytest.mark.parametrize(
    ("power", "box"),
    [
        ("italy", "atlantic"),
        ("britain", "atlantic"),
        ("britain", "indian"),
        ("us", "atlantic"),
        ("us", "indian"),
        ("japan", "atlantic"),
        ("germany", "pacific"),
    ],
)
def test_25_13_nobody_else_has_a_limit_to_fight_under(power: str, box: str) -> None:
    assert not submarine_limits.limit(game("1943-1-spring"), power, box, seasons.number("1943-1-spring")).lines


# ---------------------------------------------------------------- beyond them


def _atlantic(turn: str, step: str, count: int, ready: int = 0, **more: object) -> WorldAtWar:
    key = f"germany submarine {'atlantic' if step == ATTACK else 'western-port'}" + (f" {ready}" if ready else "")
    units = {key: count, "western transport atlantic": 30}
    return scene(turn, step, groups=units, held={"kiel": "germany"}, **more)  # type: ignore[arg-type]


@pytest.mark.rule("awaw-25.13A-sched")
def test_25_13A_a_seventh_submarine_may_not_fight_where_six_may() -> None:
    spring = _atlantic("1942-1-spring", ATTACK, 7)
    assert not refused(spring, "germany attack atlantic submarines=6")
    assert refused(spring, "germany attack atlantic submarines=7").startswith(
        "7 submarine factors, 6 may fight this turn (25.13A)"
    )
    assert not refused(_atlantic("1942-3-fall", ATTACK, 7), "germany attack atlantic submarines=7")


@pytest.mark.rule("awaw-25.13A-sched")
def test_25_13A_those_beyond_the_limit_of_the_next_turn_stay_on_the_board() -> None:
    summer = _atlantic("1942-2-summer", REDEPLOY, 9)
    assert not refused(summer, "germany transfer submarine 7 western-port atlantic")
    reason = refused(summer, "germany transfer submarine 8 western-port atlantic")
    assert reason == "8 submarine factors, 7 may fight there in Fall 1942 (25.13A). At most 7 more."


@pytest.mark.rule("awaw-25.13A-adv")
def test_25_13A_advanced_submarines_do_not_count() -> None:
    units = {
        "germany submarine atlantic": 6,
        "germany advanced-submarine atlantic": 4,
        "western transport atlantic": 30,
    }
    spring = scene("1942-1-spring", ATTACK, groups=units)
    assert not refused(spring, "germany attack atlantic submarines=6 advanced=4")
    port = {
        "germany submarine atlantic": 6,
        "germany advanced-submarine western-port": 4,
        "germany submarine western-port": 4,
    }
    leaving = scene("1942-1-spring", REDEPLOY, groups=port)
    assert not refused(leaving, "germany transfer advanced-submarine 4 western-port atlantic")
    assert "7 submarine factors, 6 may fight" in refused(leaving, "germany transfer submarine 1 western-port atlantic")


@pytest.mark.rule("awaw-25.13A-adv", "awaw-25.13C")
def test_25_13C_japanese_submarines_of_both_boxes_count_together() -> None:
    units = {
        "japan submarine pacific": 2,
        "japan submarine indian": 2,
        "japan advanced-submarine indian": 3,
        "western transport pacific": 9,
        "western transport indian": 9,
    }
    wars = ("britain+japan", "japan+us")
    opening = scene("1943-1-spring", ATTACK, groups=units, wars=wars, scenario_id="global-war")
    assert not refused(opening, "japan attack pacific submarines=2")
    game = Game(opening)
    game.give("japan attack pacific submarines=1")
    line = "japan attack indian submarines={} advanced=3"
    reason = "3 submarine factors, 2 may fight this turn (25.13C). At most 1 here."
    assert refused(game.campaign, line.format(2)) == reason
    assert not refused(game.campaign, line.format(1))


@pytest.mark.rule("awaw-25.13C")
def test_25_13C_no_more_japanese_enter_both_boxes_than_may_fight_and_they_may_change_boxes() -> None:
    units = {"japan submarine pacific": 1, "japan submarine japan": 2}
    wars = ("britain+japan", "japan+us")
    held = {"singapore": "japan"}
    ready = scene("1942-3-fall", REDEPLOY, groups=units, wars=wars, held=held, scenario_id="global-war")
    reason = "2 submarine factors, 1 may fight there in Winter 1942 (25.13C). At most 0 more."
    assert refused(ready, "japan transfer submarine 1 japan indian") == reason
    assert not refused(ready, "japan transfer submarine 1 pacific indian")
    later = scene("1942-4-winter", REDEPLOY, groups=units, wars=wars, held=held, scenario_id="global-war")
    assert not refused(later, "japan transfer submarine 1 japan indian")
    assert "3 submarine factors, 2 may" in refused(later, "japan transfer submarine 2 japan indian")


@pytest.mark.rule("awaw-25.13E")
def test_25_13E_american_submarines_beyond_the_limit_stay_on_the_board() -> None:
    units = {"us submarine us-pacific": 8, "us submarine pacific": 4, "japan transport pacific": 20}
    ready = scene(
        "1944-3-fall", "allied.redeployment.boxes", groups=units, wars=("japan+us",), scenario_id="global-war"
    )
    assert not refused(ready, "us transfer submarine 1 us-pacific pacific")
    reason = refused(ready, "us transfer submarine 2 us-pacific pacific")
    assert reason == "6 submarine factors, 5 may fight there in Winter 1944 (25.13E). At most 1 more."
    units["us submarine pacific"] = 7
    attack = scene(
        "1945-1-spring", "allied.combat.submarines", groups=units, wars=("japan+us",), scenario_id="global-war"
    )
    assert not refused(attack, "us attack pacific submarines=6")
    assert refused(attack, "us attack pacific submarines=7").startswith("7 submarine factors, 6 may fight this turn")


@pytest.mark.rule("awaw-25.13A-indcap", "awaw-25.13A-ind", "awaw-24.52-ger")
def test_25_13A_germans_reach_the_indian_ocean_with_suez_and_ethiopia_and_by_the_mediterranean() -> None:
    units = {
        "germany submarine mediterranean-port": 4,
        "germany submarine atlantic": 1,
        "germany submarine western-port": 1,
    }
    held = {"suez": "italy", "ethiopia": "italy", "naples": "italy"}
    wars = ("britain+germany", "britain+italy")

    def at(turn: str = "1942-1-spring", **taken: str) -> WorldAtWar:
        return scene(turn, REDEPLOY, groups=units, held={**held, **taken}, wars=wars, scenario_id="global-war")

    line = "germany transfer submarine {} {} indian"
    assert not refused(at(), line.format(2, "mediterranean-port"))
    assert "3 submarine factors, 2 may fight" in refused(at(), line.format(3, "mediterranean-port"))
    assert not refused(at("1943-1-spring"), line.format(3, "mediterranean-port"))
    for place in ("suez", "ethiopia"):
        reason = refused(at(**{place: "britain"}), line.format(1, "mediterranean-port"))
        assert "the Axis must control the Suez canal and Ethiopia (25.13A)" in reason
    assert "by the Mediterranean and Suez (24.52, 25.13A)" in refused(at(), line.format(1, "atlantic"))
    assert "not entered or left by a western front port (25.31C)" in refused(at(), line.format(1, "western-port"))


@pytest.mark.rule("awaw-24.52-ger")
def test_24_52_without_suez_germans_in_the_indian_ocean_have_no_way_home() -> None:
    units = {"germany submarine indian": 1}
    wars = ("britain+germany", "britain+italy")

    def at(holder: str) -> WorldAtWar:
        held = {"suez": holder, "naples": "italy"}
        return scene("1943-1-spring", REDEPLOY, groups=units, held=held, wars=wars, scenario_id="global-war")

    home = "germany transfer submarine 1 indian mediterranean-port"
    assert not refused(at("italy"), home)
    assert "the Axis does not control the Suez canal" in refused(at("britain"), home)
    for elsewhere in ("atlantic", "western-port"):
        assert "25.13A" in refused(at("italy"), f"germany transfer submarine 1 indian {elsewhere}")
