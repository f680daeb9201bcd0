"""Section 29.15: simplified diplomacy, played through orders."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel.outlook import outlook
from engine.kernel.reading import understand
from engine.thewar.countries import simplified_influence
from engine.thewar.politics import purses
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import led_past
from engine.thewar.world import influence
from engine.thewar.world.state import TheWar
from tests.thewar.builds import refused
from tests.thewar.countries.test_declarations import given
from tests.thewar.minors import at, hand, land, moved, with_country
from tests.thewar.world import after

STEP = "planning.diplomacy"


def simple(turn: str = "1940-1-spring") -> TheWar:
    """The 1939 campaign with simplified diplomacy, where targets are named."""
    here = at(turn, STEP)
    return attrs.evolve(here, options={**here.options, simplified_influence.SIMPLIFIED: True})


def with_chit(campaign: TheWar) -> TheWar:
    """The campaign once Germany has bought an Espionage chit in this turn."""
    return after(campaign, "germany points none espionage=yes")


@pytest.mark.rule("tw-29.15")
def test_29_15_two_dice_at_3_narfs_each_move_a_country_one_level() -> None:
    here = simple()
    failed = given(here, "germany sway sweden", faces=(7,))
    assert hand(here, "germany") - hand(failed, "germany") == 3 and land(failed, "sweden") == ("neutral", "")
    second = given(here, "germany sway sweden", faces=(8, 7))
    assert hand(here, "germany") - hand(second, "germany") == 6 and land(second, "sweden") == ("neutral", "")
    won = given(here, "germany sway sweden", faces=(8, 8))
    assert land(won, "sweden") == ("sympathizer", "germany")
    assert land(given(here, "britain sway sweden", faces=(3, 3)), "sweden") == ("sympathizer", "britain")
    # Spain begins as a German Sympathizer, which adds 1 to both dice: for Germany and against Britain.
    assert land(given(here, "germany sway spain", faces=(7, 7)), "spain") == ("associate", "germany")
    assert land(given(here, "britain sway spain", faces=(3,)), "spain") == ("sympathizer", "germany")
    assert land(given(here, "britain sway spain", faces=(2, 2)), "spain") == ("neutral", "")


def test_29_15_the_chance_is_exact_before_the_dice() -> None:
    here = simple()
    odds = understand(RULESET, "germany sway spain", here).forecast(here)
    assert odds is not None and odds.exact
    assert {(told.status, told.patron): chance for told, chance in odds.outcomes} == {
        ("associate", "Germany"): Fraction(16, 100),
        ("sympathizer", "Germany"): Fraction(84, 100),
    }


@pytest.mark.rule("tw-29.15")
def test_29_15_once_each_spring_and_fall_by_who_may() -> None:
    here = simple()
    once = given(here, "germany sway sweden", faces=(1,))
    assert "has tried for a target in this turn (29.15)" in refused(once, "germany sway norway")
    assert refused(moved(once, "1940-3-fall"), "germany sway sweden") == ""
    assert "Italy may not influence Norway (16.1, 16.1.4)" in refused(here, "italy sway norway")
    assert "Poland is no target of diplomacy" in refused(here, "germany sway poland")
    assert "before it is in the war" in refused(here, "us sway norway")
    assert "is conducted in Spring and Fall" in refused(moved(here, "1940-2-summer"), "germany sway sweden")
    assert "not in this step" in refused(moved(here, "1940-1-spring", "planning.effort"), "germany sway sweden")
    assert "passes: no diplomacy (4.5)" in refused(
        attrs.evolve(here, powers={**here.powers, "italy": attrs.evolve(here.powers["italy"], effort="pass")}),
        "italy sway spain",
    )
    conquered = with_country(here, "norway", status="conquered", patron="germany")
    assert "is conquered by Germany" in refused(conquered, "germany sway norway")
    assert "Portugal never becomes a client of United States" in refused(
        attrs.evolve(here, powers={**here.powers, "us": attrs.evolve(here.powers["us"], entered="1939-4-winter")}),
        "us sway portugal",
    )


@pytest.mark.rule("tw-29.15")
def test_29_15_an_espionage_chit_helps_once_a_year_and_is_bought_first() -> None:
    here = simple()
    none = refused(here, "germany sway sweden chit=yes")
    assert "Germany has no Espionage chit (29.15, 16.1.7.1). Bought with 'points none espionage=yes'" in none
    bought = with_chit(here)
    won = given(bought, "germany sway sweden chit=yes", faces=(7, 7))
    assert land(won, "sweden") == ("sympathizer", "germany")
    # It is spent; and another is for the next year.
    assert influence.stock(won, "germany", influence.ESPIONAGE) == 0
    fall = with_chit(moved(won, "1940-3-fall"))
    assert "has played a chit for a diplomatic roll this year" in refused(fall, "germany sway sweden chit=yes")


@pytest.mark.rule("tw-29.15")
def test_29_15_a_chit_that_was_played_is_not_warned_of_as_unused() -> None:
    bought = with_chit(simple())
    [stop] = led_past.diplomacy(bought, "")
    assert stop.power == "germany" and "sway COUNTRY chit=yes" in stop.hint
    assert list(led_past.diplomacy(given(bought, "germany sway sweden chit=yes", faces=(1,)), "")) == []


@pytest.mark.rule("tw-29.15")
def test_29_15_it_stands_in_place_of_points_and_only_where_it_is_played() -> None:
    here = simple()
    assert purses.limit(here, "germany") == (1, "29.15")
    offered = [choice.text for choice in outlook(RULESET, here, here.seats["germany"]).choices]
    assert "germany sway turkey" in offered
    usual = at("1940-1-spring", STEP)
    assert "is not played in this campaign" in refused(usual, "germany sway sweden")
    assert not any(" sway " in choice.text for choice in outlook(RULESET, usual, usual.seats["germany"]).choices)
