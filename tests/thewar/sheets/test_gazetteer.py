"""Places, countries and holdings as a screen lists them: whose, worth what, and what each brings to whom (14.1, 14.4 to
14.7, 15.1.5, 24.0)."""

from __future__ import annotations

from functools import cache

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.sheets.gazetteer import Site
from engine.kernel.transaction import Transaction
from engine.thewar.countries import conquest, statuses
from engine.thewar.economy import income, oil
from engine.thewar.sheets import gazetteer
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from saves import scenarios
from tests.thewar.supply.pockets import here, pocket


@cache
def opening(scenario: str = "1939-campaign") -> TheWar:
    found = scenarios.preview(scenario)
    assert isinstance(found, TheWar)
    return found


def site(campaign: TheWar, path: str) -> Site:
    (found,) = [one for one in gazetteer.sites(campaign) if one.path == path]
    return found


def said(campaign: TheWar, path: str) -> str:
    return " / ".join(f"{fact.text} [{fact.rule}]" for fact in site(campaign, path).facts)


def done(campaign: TheWar, *orders: conquest.Capture | conquest.Conquer | statuses.Status) -> TheWar:
    for order in orders:
        tx: Transaction[TheWar] = Transaction(campaign, FixedDice(()), calendar.turn(campaign))
        order.effect(tx)
        campaign = tx.campaign
    return campaign


TAKEN = (
    conquest.Conquer("poland", "germany"),
    conquest.Capture("paris", "germany"),
    conquest.Capture("libya", "britain"),
    conquest.Capture("canada", "germany"),
    statuses.Status("bulgaria", "associate", "germany"),
)


def test_every_place_country_and_holding_is_listed_once() -> None:
    campaign = opening()
    paths = [one.path for one in gazetteer.sites(campaign)]
    assert sorted(paths) == sorted(
        f"{table}.{key}" for table in ("places", "countries", "holdings") for key in getattr(campaign, table)
    )


@pytest.mark.parametrize("scenario", ["1939-campaign", "1940-spring"])
@pytest.mark.parametrize("taken", [(), TAKEN])
def test_14_1_what_sites_bring_is_all_of_a_level_but_base_and_oil(
    scenario: str, taken: tuple[conquest.Capture, ...]
) -> None:
    campaign = done(opening(scenario), *taken)
    for power, owner in campaign.powers.items():
        brought = sum(found.total for one in gazetteer.sites(campaign) for who, found in one.brings if who == power)
        plants = sum(line.value for line in oil.income_lines(campaign, power))
        assert owner.base + brought + plants == income.level(campaign, power).total, power


def test_14_6_1_a_city_brings_its_conqueror_half_and_its_owner_a_loss() -> None:
    campaign = done(opening(), conquest.Capture("paris", "germany"))
    paris = site(campaign, "places.paris")
    assert [(power, found.total) for power, found in paris.brings] == [("germany", 6), ("france", -12)]
    assert (paris.holder, paris.owner, paris.taken) == ("germany", "france", "1939-3-fall")
    assert "12 NARFs a year to its owner, 6 to an Axis conqueror [14.6.1]" in said(campaign, "places.paris")


def test_14_6_1_industry_that_may_be_moved_and_that_was_moved() -> None:
    campaign = opening()
    assert "may be moved to the Urals for 6 NARFs and 2 SMPs [14.6.1]" in said(campaign, "places.moscow")
    assert "its industry cannot be moved [14.6.1]" in said(campaign, "places.baku")
    moved = attrs.evolve(campaign.places["moscow"], moved=True)
    campaign = done(
        attrs.evolve(campaign, places={**campaign.places, "moscow": moved}), conquest.Capture("moscow", "germany")
    )
    moscow = site(campaign, "places.moscow")
    assert moscow.brings == () and moscow.status == "moved"
    assert "moved to the Urals: the enemy has nothing of it" in said(campaign, "places.moscow")


def test_15_1_3_3_what_doubles_in_the_1939_soviet_union_is_said_of_its_places_alone() -> None:
    assert "Axis ground units repair at twice the price" in said(opening(), "places.kiev")
    assert "1939 Soviet Union" not in said(opening(), "places.warsaw")
    assert "home country of Soviet Union" in said(opening(), "places.kiev")


def test_15_1_5_2_a_captured_yard_begins_nothing() -> None:
    assert "shipyard: 1 ship at a time [15.1.5.1]" in said(opening(), "places.brest")
    taken = done(opening(), conquest.Capture("brest", "germany"))
    assert "captured shipyard: it repairs, nothing new is begun there [15.1.5.2]" in said(taken, "places.brest")


def test_23_2_a_country_says_what_it_would_bring_and_how_it_leans() -> None:
    poland = site(opening(), "countries.poland")
    assert (poland.status, poland.holder, poland.value) == ("satellite", "france", 20)
    assert [(power, found.total) for power, found in poland.brings] == [("france", 20)]
    assert "at war with Germany [6.1]" in said(opening(), "countries.poland")
    assert "18 NARFs as conquest or Satellite, 6 as Associate [23.2]" in said(opening(), "countries.belgium")
    assert "neutral" in said(opening(), "countries.belgium")


def test_14_7_a_colony_counts_while_held_and_a_dominion_when_lost() -> None:
    assert [found.total for _, found in site(opening(), "holdings.egypt").brings] == [6]
    assert site(opening(), "holdings.canada").brings == ()
    lost = done(opening(), conquest.Capture("canada", "germany"))
    # It stood inside the British base and has left it: no line of the level is its own any more (23.2, ruling 437).
    assert {power: found.total for power, found in site(lost, "holdings.canada").brings} == {"germany": 24}
    assert "its loss has lowered the base of Britain by 24 [23.2]" in said(lost, "holdings.canada")


def test_14_5_the_season_says_what_changes_hands_at_once() -> None:
    assert gazetteer.season_share(opening()).text == "Fall 1939: 50 % of the value changes hands at once"
    assert gazetteer.season_share(opening("1940-spring")).text.startswith("Spring 1940: 100 %")


@pytest.mark.rule("tw-12.0", "tw-12.8")
def test_12_0_a_place_says_that_it_is_cut_off_or_besieged_and_who_in_it_was_named_alone() -> None:
    before = pocket()
    assert "supply since" not in said(before, "places.kursk")
    cut = here(before, "germany unsupplied places=kursk")
    assert "out of supply since Summer 1941, all of the Axis side in it [12.0, ruling 404]" in said(cut, "places.kursk")
    alone = here(before, "germany unsupplied units=germany-arm-1")
    assert "ARM 8-8: out of supply since Summer 1941 [12.0, ruling 404]" in said(alone, "places.kursk")
    besieged = attrs.evolve(before, sieges={"fort": 2})
    assert "besieged: Siege 2 [13.2.3]" in said(besieged, "places.fort")
