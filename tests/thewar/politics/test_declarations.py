"""Declarations of war in a campaign: what is held against who declares them, on whom none is declared alone, what
follows (6.2 to 6.4, 16.2, 16.3, 16.5, 21.6, 22.8)."""

from __future__ import annotations

import pytest

from engine.thewar.world import grudges
from tests.thewar.builds import refused
from tests.thewar.countries.test_declarations import given
from tests.thewar.minors import at, at_war, hand, moved, with_country

# ---------------------------------------------------------------- what later rolls remember


@pytest.mark.rule("tw-16.2-treach")
def test_16_2_each_war_on_a_friend_is_held_against_its_power_with_its_date() -> None:
    before = with_country(at("1940-2-summer"), "sweden", status="associate", patron="italy")
    now = given(before, "germany declare spain")
    again = given(moved(now, "1940-3-fall"), "germany declare sweden")
    told = [(grudge.country, grudge.kind, grudge.turn) for grudge in grudges.against(again, "germany")]
    # An own Sympathizer and an ally's Associate: each counts.
    assert told == [("spain", "friend", "1940-2-summer"), ("sweden", "friend", "1940-3-fall")]
    assert not grudges.against(again, "italy") and not grudges.against(before, "germany")
    # Neutrals and other people's friends are not held against a power of the Axis.
    assert not grudges.against(given(before, "germany declare norway"), "germany")


@pytest.mark.rule("tw-16.2-treach")
def test_16_2_a_western_attack_on_a_neutral_is_held_against_the_west() -> None:
    before = at("1940-2-summer")
    neutral = grudges.against(given(before, "france declare norway"), "france")
    assert [(grudge.kind, grudge.turn) for grudge in neutral] == [("neutral", "1940-2-summer")]
    # A Sympathizer of the enemy is no neutral's less, an own one is a friend besides (ruling 232).
    own = with_country(before, "greece", status="sympathizer", patron="britain")
    kinds = {grudge.kind for grudge in grudges.against(given(own, "britain declare greece"), "britain")}
    assert kinds == {"neutral", "friend"}


# ---------------------------------------------------------------- another power's Associate


@pytest.mark.rule("tw-16.3.3", "tw-6.4.1")
def test_16_3_3_an_associate_is_declared_on_beside_its_patron_and_each_is_paid_for() -> None:
    before = with_country(at("1941-3-fall"), "turkey", status="associate", patron="ussr")
    text = refused(before, "germany declare turkey")
    assert "Turkey is an Associate of Soviet Union (16.3.3)" in text
    assert "'germany declare ussr' comes first, each at its price (ruling 425)" in text
    declared = given(before, "germany declare ussr", "germany declare turkey")
    assert hand(before, "germany") - hand(declared, "germany") == 15 + 25
    # A Satellite goes with its master, for nothing.
    satellite = with_country(before, "turkey", status="satellite", patron="ussr")
    assert "'germany declare ussr' comes first, and does for both" in refused(satellite, "germany declare turkey")
    both = given(satellite, "germany declare ussr")
    assert {"germany+ussr", "germany+turkey"} <= set(both.wars)
    assert hand(before, "germany") - hand(both, "germany") == 15
    assert "One declaration does for allies and all Satellites" in refused(both, "germany declare turkey")


@pytest.mark.rule("tw-6.3", "tw-6.4.1")
def test_6_3_nobody_pays_a_second_time_for_an_ally() -> None:
    before = at_war(at("1941-3-fall"), "britain+italy")
    war = given(before, "ussr declare germany", "germany eastern-garrison 0", faces=(1,))
    assert {"germany+ussr", "italy+ussr"} <= set(war.wars)
    text = refused(war, "ussr declare italy")
    assert "is at war with Italy already (6.4.1). One declaration does for allies and all Satellites" in text
