"""Whose land ground units enter: neutral Major Powers', the U.S. Box, Associates' and Satellites' (6.3.1, 9.4.1,
9.4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import at, refused
from tests.thewar.ground.test_ground_fight import stepped
from tests.thewar.minors import with_country
from tests.thewar.values import wars_of

MOVE, RAIL, STRATMOVE = (f"axis.{step}" for step in ("operations.first-impulse", "operations.rail", "stratmove.ground"))
UNITS = {
    f"{power}-inf-600": Unit(power=power, kind="inf", strength="4-5")
    for power in ("germany", "italy", "ussr", "britain", "france", "us", "romania", "hungary")
}


def world(step: str = MOVE, wars: Mapping[str, str] | None = None, **powers: Any) -> TheWar:
    """Summer 1940 with an INF of each, at war as named, Romania Germany's Satellite and Hungary its Associate."""
    campaign = attrs.evolve(at(step, "1940-2-summer", **powers), units=UNITS, wars=wars_of(wars or {}))
    campaign = with_country(campaign, "romania", status="satellite", patron="germany")
    return with_country(campaign, "hungary", status="associate", patron="germany")


def enter(campaign: TheWar, power: str, place: str) -> str:
    """Why a power's INF is not stationed at a place."""
    return refused(campaign, f"{power} station {place} units={power}-inf-600")


# ---------------------------------------------------------------- Major Powers


@pytest.mark.rule("tw-9.4.1")
@pytest.mark.parametrize(
    ("who", "where", "whose"),
    [
        ("germany", "kiev", "Soviet Union"),
        ("france", "rome", "Italy"),
        ("ussr", "berlin", "Germany"),
        ("britain", "rome", "Italy"),
        ("italy", "malta", "Britain"),
    ],
)
def test_9_4_1_nobody_enters_a_major_power_with_which_he_is_not_at_war(who: str, where: str, whose: str) -> None:
    text = enter(world(), who, where)
    assert f"is {whose}'s, with which" in text and "(9.4.1)" in text and "War is declared in segment 4" in text
    assert "9.4.1" in refused(world(), f"capture {where} {who}")
    owner = {"Soviet Union": "ussr"}.get(whose, whose.lower())
    war = world(wars={f"{who}+{owner}": "1940-1-spring"})
    assert "9.4.1" not in enter(war, who, where)
    assert "9.4.1" not in refused(war, f"capture {where} {who}")


@pytest.mark.rule("tw-9.4.1")
def test_9_4_1_ones_own_land_and_an_allys_that_is_in_the_war_are_entered() -> None:
    allied = {"britain+germany": "1939-3-fall", "france+germany": "1939-3-fall"}
    assert enter(world(), "germany", "berlin") == ""
    assert enter(world(wars=allied), "britain", "lyons") == ""
    # Italy is neutral yet: neither its enemies to come nor its ally enter it.
    assert "9.4.1" in enter(world(wars=allied), "germany", "rome")
    joined = {**allied, "britain+italy": "1940-2-summer"}
    assert enter(world(wars=joined), "germany", "rome") == ""
    # Nor the neutral U.S.
    assert "U.S. Box is United States's" in refused(world(wars=allied), "capture us-box britain")


@pytest.mark.rule("tw-9.4.1")
def test_9_4_1_no_axis_unit_is_ever_in_the_us_box() -> None:
    war = {"germany+us": "1940-1-spring", "italy+us": "1940-1-spring"}
    for power in ("germany", "italy"):
        assert "no Axis unit enters the U.S. Box (9.4.1)" in enter(world(wars=war), power, "us-box")
        assert "no Axis unit enters the U.S. Box" in refused(world(wars=war), f"capture us-box {power}")
    assert "no Axis unit" not in enter(world(), "britain", "us-box")


@pytest.mark.rule("tw-9.4.1")
def test_9_4_1_neither_rail_nor_strategic_movement_leads_into_a_neutral_power() -> None:
    war = {"germany+ussr": "1940-1-spring"}
    for step, line in ((RAIL, "germany railmove 1 to=kiev"), (STRATMOVE, "germany stratmove ground to=kiev")):
        assert "Kiev is Soviet Union's, with which Germany is not at war" in refused(world(step), line)
        assert "9.4.1" not in refused(world(step, wars=war), line)


# ---------------------------------------------------------------- minor countries


@pytest.mark.rule("tw-9.4.2")
def test_9_4_2_ones_own_associates_and_satellites_are_entered() -> None:
    for where in ("ploesti", "budapest"):
        assert enter(world(), "germany", where) == ""
    # Britain's Associate is not Germany's.
    campaign = with_country(world(), "greece", status="associate", patron="britain")
    text = enter(campaign, "germany", "athens")
    assert "Athens is in Greece, Associate of Britain (9.4.2)" in text
    assert enter(campaign, "britain", "athens") == ""
    assert "9.4.2" in refused(stepped(campaign, STRATMOVE), "germany stratmove ground to=athens")
    # War opens it, whoever's it is.
    war = enter(attrs.evolve(campaign, wars=wars_of({"germany+greece": "1940-2-summer"})), "germany", "athens")
    assert "9.4.2" not in war and "'capture athens germany' first" in war


@pytest.mark.rule("tw-9.4.2")
def test_9_4_2_an_allys_satellites_are_entered_and_his_associates_are_not() -> None:
    fighting = {"britain+germany": "1939-3-fall", "britain+italy": "1940-2-summer"}
    campaign = world(wars=fighting)
    assert enter(campaign, "italy", "ploesti") == ""
    assert "Associate of Germany (9.4.2)" in enter(campaign, "italy", "budapest")
    # Germany at peace shares nothing.
    assert "Satellite of Germany" in enter(world(), "italy", "ploesti")


@pytest.mark.rule("tw-9.4.2")
def test_9_4_2_a_neutral_country_is_entered_by_war_alone() -> None:
    campaign = with_country(world(), "turkey", status="neutral", patron="")
    assert "Istanbul is in Turkey, a neutral country (9.4.2, 6.3.1)" in enter(campaign, "germany", "istanbul")
    war = attrs.evolve(campaign, wars=wars_of({"germany+turkey": "1940-2-summer"}))
    taken = enter(war, "germany", "istanbul")
    assert "9.4.2" not in taken and "'capture istanbul germany' first" in taken
    # What one has conquered is one's own.
    conquered = with_country(world(), "greece", status="conquered", patron="germany")
    assert enter(conquered, "germany", "athens") == ""
    # The Soviet Union enters what the Pact gives it.
    pact = world()
    held = next(key for key, place in pact.places.items() if place.country in ("bessarabia", "eastern-poland"))
    assert pact.facts.get("nazi-soviet-pact") and enter(pact, "ussr", held) == ""


@pytest.mark.rule("tw-9.4.1")
def test_6_3_1_eastern_poland_is_the_soviets_by_the_pact_also_of_germany_that_conquered_poland() -> None:
    lwow = attrs.evolve(world().places["lwow"], holder="germany")
    fallen = attrs.evolve(world(), places={**world().places, "lwow": lwow})
    assert "9.4.1" not in refused(fallen, "capture lwow ussr")
    without = attrs.evolve(fallen, facts={**fallen.facts, "nazi-soviet-pact": False})
    assert "Lwow is Germany's, with which" in refused(without, "capture lwow ussr")
    warsaw = attrs.evolve(world().places["warsaw"], holder="germany")
    taken = attrs.evolve(fallen, places={**fallen.places, "warsaw": warsaw})
    assert "Warsaw is Germany's, with which" in refused(taken, "capture warsaw ussr")
