"""Scenarios that are derived from others stay what their lists of orders make of them."""

from __future__ import annotations

from pathlib import Path

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


def test_a_recipe_without_its_headings_or_without_a_turns_end_is_refused() -> None:
    with pytest.raises(Misuse, match="lacks from, title, description"):
        derivation.read_recipe("italy effort none\n")
    with pytest.raises(Misuse, match="end no turn"):
        derivation.played(derivation.read_recipe("from 1939-campaign\ntitle t\ndescription d\nitaly effort none\n"))
