"""The scenarios of A World at War: starting levels as 24.31 prints them, and openings that can be played."""

from __future__ import annotations

import attrs
import pytest

from engine.worldatwar.world import groups
from engine.worldatwar.world.state import WorldAtWar
from saves import checking, scenarios
from tests.worldatwar.game import Game, edition, scenario

GLOBAL = "global-war"
# 24.31, keyed from the rulebook: owner, kind, built, allowable builds. ASW are told apart by their yards (24.54).
LEVELS = (
    ("germany", "submarine", 1, 1),
    ("italy", "submarine", 1, 1),
    ("japan", "submarine", 1, 1),
    ("japan", "transport", 20, 0),
    ("britain", "submarine", 1, 1),
    ("britain", "bomber", 1, 0),
    ("us", "submarine", 1, 1),
    ("us", "bomber", 1, 0),
    ("western", "asw", 1, 1),
    ("western", "american-asw", 1, 1),
    ("western", "transport", 35, 5),
)


def of_this_game() -> list[str]:
    return [card.id for card in scenarios.scenarios() if card.ruleset == "worldatwar"]


def test_there_are_scenarios_of_the_second_game() -> None:
    assert {"battle-of-the-atlantic", GLOBAL} <= set(of_this_game())


@pytest.mark.parametrize("scenario_id", of_this_game())
def test_a_scenario_is_in_order_and_says_where_its_figures_come_from(scenario_id: str) -> None:
    source = scenarios.source_of(scenario_id)
    raw, findings = checking.scenario(scenarios.read_bytes(source), str(source))
    assert findings == []
    assert {"powers", "groups", "pools"} <= raw["sources"].keys()


@pytest.mark.rule("awaw-24.31", "awaw-24.31-trans", "awaw-25.13A-start")
@pytest.mark.parametrize(("owner", "kind", "built", "allowable"), LEVELS)
def test_24_31_starting_levels(owner: str, kind: str, built: int, allowable: int) -> None:
    opening = scenario(GLOBAL)
    assert groups.standing(opening, owner, kind) == built
    assert groups.allowable(opening, owner, kind) == allowable


def test_24_31_nobody_else_has_anything() -> None:
    opening = scenario(GLOBAL)
    listed = {(owner, kind) for owner, kind, *_ in LEVELS}
    built = {(group.owner, group.kind) for group in opening.groups.values()}
    assert built | {(pool.owner, pool.kind) for pool in opening.pools.values()} == listed


@pytest.mark.parametrize("owner", ["germany", "western"])
def test_24_31_the_atlantic_scenario_has_the_same_levels(owner: str) -> None:
    opening = scenario("battle-of-the-atlantic")
    for who, kind, built, allowable in LEVELS:
        if who == owner:
            assert groups.standing(opening, who, kind) == built
            assert groups.allowable(opening, who, kind) == allowable


@pytest.mark.rule("awaw-25.13A-start", "awaw-24.53")
def test_25_13A_one_german_submarine_begins_in_the_atlantic_and_24_53_the_bomber_in_the_us() -> None:
    opening: WorldAtWar = scenario(GLOBAL)
    assert groups.standing(opening, "germany", "submarine", "atlantic") == 1
    assert groups.standing(opening, "us", "bomber", "us-atlantic") == 1


@pytest.mark.rule("awaw-25.13A-start")
@pytest.mark.parametrize(
    ("name", "classic", "steps", "there"),
    [
        ("newest", True, 0, 1),
        ("newest", False, 2, 0),
        ("newest", False, 3, 1),
        ("middle", False, 0, 1),
    ],
)
def test_25_13A_the_first_submarine_hangs_on_research_before_the_war(
    name: str, classic: bool, steps: int, there: int
) -> None:
    opening = edition(scenario(GLOBAL), name, classic=classic)
    opening = attrs.evolve(opening, options={**opening.options, "german-submarine-steps": steps})
    begun = Game(opening).campaign
    assert groups.standing(begun, "germany", "submarine", "atlantic") == there
    assert groups.standing(begun, "germany", "submarine") == 1
