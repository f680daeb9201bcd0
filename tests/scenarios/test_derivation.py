"""Scenarios that are derived from others stay what their lists of orders make of them."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

import scenarios
from engine.kernel.refusals import Refused
from saves import derivation
from saves.errors import Misuse

FOLDER = Path(scenarios.__file__).parent / "thewar"


def recipe(scenario_id: str = "1940-spring") -> derivation.Recipe:
    return derivation.read_recipe((FOLDER / f"{scenario_id}{derivation.ENDING}").read_text(encoding="utf-8"))


def test_spring_1940_is_what_its_orders_make_of_1939() -> None:
    committed = (FOLDER / "1940-spring.toml").read_text(encoding="utf-8")
    assert derivation.scenario_text("1940-spring", recipe()) == committed, "run: python -m saves.derivation 1940-spring"


def test_a_derived_scenario_begins_before_anything_happens_in_its_turn() -> None:
    campaign = derivation.played(recipe())
    assert (campaign.first, campaign.progress.turn, campaign.progress.step) == ("1940-1-spring", 1, "")


def test_an_order_that_cannot_be_given_stops_the_derivation() -> None:
    wrong = derivation.read_recipe("from 1939-campaign\ntitle t\ndescription d\ngermany effort sle\n")
    with pytest.raises(Refused, match="Italy comes before Germany"):
        derivation.played(wrong)


@pytest.mark.parametrize(
    "line", ["rolls 4", "italy effort none\nrolls", "italy effort none\nrolls x", "italy effort none\nrolls 4\nrolls 4"]
)
def test_dice_stand_once_below_the_order_that_they_are_for(line: str) -> None:
    with pytest.raises(Misuse, match="stands below the order that its dice are for"):
        derivation.read_recipe(f"from 1939-campaign\ntitle t\ndescription d\n{line}\n")


def test_dice_that_nothing_rolls_and_dice_that_are_missing_stop_the_derivation() -> None:
    wrong = derivation.read_recipe("from 1939-campaign\ntitle t\ndescription d\nitaly effort none\nrolls 4\n")
    with pytest.raises(Misuse, match="1 of its dice are rolled by nothing"):
        derivation.played(wrong)
    short = [attrs.evolve(one, faces=one.faces[:-1]) for one in recipe().orders]
    with pytest.raises(Misuse, match="a die is wanted"):
        derivation.played(attrs.evolve(recipe(), orders=tuple(short)))


def test_a_recipe_without_its_headings_or_without_a_turns_end_is_refused() -> None:
    with pytest.raises(Misuse, match="lacks from, title, description"):
        derivation.read_recipe("italy effort none\n")
    with pytest.raises(Misuse, match="end no turn"):
        derivation.played(derivation.read_recipe("from 1939-campaign\ntitle t\ndescription d\nitaly effort none\n"))
