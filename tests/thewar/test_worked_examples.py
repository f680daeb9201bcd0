"""Worked examples of the rulebook that no other test plays: prices, conquests, capacities; and how many there are."""

from __future__ import annotations

import re

import attrs
import pytest

from engine.thewar.economy import capacity, income, logistics
from engine.thewar.rolls import bombing
from engine.thewar.strategic import strategic_losses
from engine.thewar.world import prices
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.atlantic import scenario
from tests.thewar.builds import UNITS, after, at, price, refused
from tests.thewar.supply_lines import standing
from tests.thewar.worked_examples import HERE, collected
from tests.thewar.world import after as done
from tests.thewar.world import refusals, rules_of, world

TOTAL = 94
"""The examples played, at the least: none is lost."""


def test_every_worked_example_is_told_once_and_counted() -> None:
    found = collected(HERE)
    assert len({(one.section, one.figures) for one in found}) == len(found) >= TOTAL
    assert all(re.fullmatch(r"\d+\.\d+(\.\d+)*", one.section) and one.figures for one in found)
    # Every chapter that prices, grows, conquers or moves anything has some.
    assert {one.place[0] for one in found} >= {3, 5, 6, 7, 8, 10, 12, 14, 15, 17, 18, 19, 20, 21, 22, 23, 24}


# ---------------------------------------------------------------- prices


@pytest.mark.example("1.2", "one German CV in the force pool: one and no more")
def test_1_2_example_the_force_pool_is_the_limit() -> None:
    campaign = at(UNITS, pools={"germany cv": 1})
    laid = after(campaign, "germany lay-down cv kiel")
    assert "no CV is in the force pool" in refused(laid, "germany lay-down cv wilhelmshaven")


@pytest.mark.example("3.9.2", "a depleted Soviet 6-5 INF is repaired for 3")
def test_3_9_2_example_a_soviet_inf() -> None:
    hurt = {"ussr-inf-99": Unit(power="ussr", kind="inf", strength="6-5", depleted=True)}
    assert price(attrs.evolve(at(UNITS), units=hurt), "ussr mend inf-6-5") == 3


@pytest.mark.example("10.0", "a Soviet 2-5 INF lost out of supply: 6, else 3")
@pytest.mark.example("12.6.4", "a British 4-8 ARM lost out of supply: 26")
@pytest.mark.example("21.1", "a Soviet 6-5 INF lost out of supply: 14")
@pytest.mark.example("15.3", "out of supply and beyond the limit: four times")
def test_15_3_examples_out_of_supply_twice_with_the_cadre() -> None:
    assert prices.build("ussr", "inf", "2-5").total == 3
    assert prices.build("ussr", "inf", "2-5", out_of_supply=True).total == 6
    assert prices.build("britain", "arm", "4-8", out_of_supply=True).total == 26
    assert prices.build("ussr", "inf", "6-5", out_of_supply=True).total == 14
    assert prices.build("ussr", "inf", "6-5", out_of_supply=True, over_limit=True).total == 4 * 7


@pytest.mark.example("15.1.1", "a 3-3-2 FTR: 15")
@pytest.mark.example("17.5", "British ARM: 3 a factor and 1 for the cadre")
def test_15_1_1_examples_whole_air_units_and_british_armor() -> None:
    campaign = at(UNITS, pools={"germany ftr 3-3-2": 1, "britain arm 4-8": 1})
    assert price(campaign, "germany construct ftr-3-3-2") == 15
    assert price(campaign, "britain construct arm-4-8") == 13


@pytest.mark.example("15.1.1", "a Fleet: nine turns at the normal pace")
@pytest.mark.example("15.1.5", "a CV: launched on the fourth turn")
@pytest.mark.parametrize(("group", "turns"), [("fleet-1-12-5", 9), ("cv", 4)])
def test_15_1_5_examples_how_long_a_ship_takes(group: str, turns: int) -> None:
    campaign = after(at(UNITS, pools={"germany fleet 1-12-5": 1, "germany cv": 1}), f"germany lay-down {group} kiel")
    taken = 0
    while campaign.slips:
        campaign = after(campaign, "germany work kiel-1")
        slips = {key: attrs.evolve(slip, worked=False) for key, slip in campaign.slips.items()}
        campaign, taken = attrs.evolve(campaign, slips=slips), taken + 1
    assert taken == turns


@pytest.mark.example("15.1.5.4", "two spaces at 8 each: 16 a turn")
@pytest.mark.example("15.1.3.2", "one space: 4")
def test_15_1_5_4_example_the_two_paces() -> None:
    campaign = after(at(UNITS, pools={"germany fleet 1-12-5": 1}), "germany lay-down fleet-1-12-5 kiel")
    assert (price(campaign, "germany work kiel-1"), price(campaign, "germany work kiel-1 spaces=2")) == (4, 16)


@pytest.mark.example("15.1.3.3", "a depleted German 8-8 ARM: 4 factors at 2 = 8")
@pytest.mark.example("15.1.3.3", "a Soviet 3-8 ARM: 2 factors at 2 = 4")
@pytest.mark.example("15.1.3.3", "a British 6-7 MOT that did not move: the single price")
def test_15_1_3_3_examples_ground_units_repaired() -> None:
    assert prices.repair("germany", "arm", "8-8").total == 8
    assert prices.repair("ussr", "arm", "3-8").total == 4
    assert prices.repair("britain", "mot", "6-7").total == 3
    assert prices.repair("britain", "mot", "6-7", moved=True).total == 6


@pytest.mark.example("5.2.4", "6 lent SAC depleted: one MDM rebuilt")
@pytest.mark.example("5.2.4", "10 lent SAC depleted: one MDM rebuilt and one repaired")
@pytest.mark.parametrize(("depleted", "rebuilt", "repaired", "narfs"), [(6, 1, 0, 15), (10, 1, 1, 21)])
def test_5_2_4_examples_lent_bombers(depleted: int, rebuilt: int, repaired: int, narfs: int) -> None:
    assert bombing.lent_bombers(0, depleted) == (rebuilt, repaired, narfs)


@pytest.mark.example("10.8.5", "Afrika Korps: a German LLE for 2 or RLE for 4, an Italian RLE for 4")
@pytest.mark.example("6.3.2", "a German SLE is Germany's alone: Italy pays its own")
def test_10_8_5_example_each_power_buys_its_own_efforts() -> None:
    assert [logistics.price("germany", kind).total for kind in ("lle", "rle")] == [2, 4]
    assert logistics.price("italy", "rle").total == 4
    bought = done(world(), "germany effort sle")
    assert (bought.powers["germany"].reserved, bought.powers["italy"].effort, bought.powers["italy"].reserved) == (
        8,
        "",
        0,
    )


@pytest.mark.example("6.3", "the U.S. pays for war with Germany alone, Italy and Satellites follow")
@pytest.mark.example("6.4.1", "Germany pays for its attack on the Soviet Union")
@pytest.mark.example("6.4.1", "Italy pays for war with Greece, Greece nothing")
@pytest.mark.rule("tw-22.3.2")
def test_6_4_examples_one_declaration_pays_for_all() -> None:
    us = standing("1941-4-winter", "declarations.declare", at_war=("britain+italy",), entered="")
    us = attrs.evolve(us, progress=attrs.evolve(us.progress, step="declarations.declare"))
    us = done(us, "status romania satellite patron=germany")
    entered = done(us, "us enter")
    assert us.powers["us"].narfs - entered.powers["us"].narfs == 25
    assert {"germany+us", "italy+us", "romania+us"} <= entered.wars.keys()
    peace = standing("1941-2-summer", at_war=())
    east = done(peace, "germany declare ussr")
    assert peace.powers["germany"].narfs - east.powers["germany"].narfs == 15
    greek = done(peace, "italy declare greece")
    assert peace.powers["italy"].narfs - greek.powers["italy"].narfs == 5
    assert greek.countries["greece"].narfs == peace.countries["greece"].narfs


# ---------------------------------------------------------------- conquest


@pytest.mark.example("14.5", "100, 75, 50, 25 % by the season, rounded down")
@pytest.mark.example("14.6.1", "a city of 12: 12, 9, 6, 3, half of it to the Axis")
def test_14_5_examples_shares_of_the_season() -> None:
    seasons = ("spring", "summer", "fall", "winter")
    assert [income.conquest(12, season)[0] for season in seasons] == [12, 9, 6, 3]
    assert [income.conquest(5, season)[0] for season in seasons] == [5, 3, 2, 1]
    assert [income.conquest(12, season, city=True)[1] for season in seasons] == [6, 4, 3, 1]
    assert income.conquest(12, "winter", city=True)[2] == 6


@pytest.mark.example("14.6.1", "France regains a city that it retakes")
def test_14_6_1_example_a_french_city_liberated() -> None:
    start = standing("1940-3-fall", at_war=())
    back = done(done(start, "capture paris germany"), "capture paris france")
    assert back.powers["france"].narfs == start.powers["france"].narfs
    assert "Paris" not in str(income.level(back, "france"))


@pytest.mark.example("21.2", "Kiev moved for 3")
@pytest.mark.parametrize(("city", "narfs"), [("kiev", 3), ("moscow", 6), ("odessa", 2)])
def test_21_2_examples_half_of_a_citys_value_moves_it(city: str, narfs: int) -> None:
    start = done(standing("1941-2-summer", at_war=()), "germany declare ussr")
    gone = done(start, f"ussr evacuate {city}")
    assert start.powers["ussr"].narfs - gone.powers["ussr"].narfs == narfs


@pytest.mark.example("15.1.6.1", "Britain 186 = Isles 120, Dominions 12 + 24 + 10 + 20; colonies 12 and 12 beside it")
@pytest.mark.example("23.55", "the Ukraine 28: its five cities in full")
@pytest.mark.example("23.40", "Poland 20, Eastern Poland 10")
@pytest.mark.example("23.2", "Finland 7 with Karelia, 5 without; Romania 8 with Bessarabia, 7 without")
@pytest.mark.example("14.6", "French colonies on the board: 17")
def test_15_1_6_1_examples_sums_of_the_tables() -> None:
    campaign = scenario()
    held = campaign.holdings.values()
    dominions = sum(one.value for one in held if (one.owner, one.kind) == ("britain", "dominion"))
    colonies = [one.value for one in held if (one.owner, one.kind) == ("britain", "colony")]
    assert (campaign.powers["britain"].base - dominions, sum(colonies)) == (120, 12 + 12)
    ukraine = [place.value for place in campaign.places.values() if place.tags.get("ukraine")]
    assert sum(ukraine) == campaign.countries["ukraine"].value == 28
    assert (campaign.countries["poland"].value, campaign.holdings["eastern-poland"].value) == (20, 10)
    finland, romania = campaign.countries["finland"].value, campaign.countries["romania"].value
    assert (finland, finland + campaign.holdings["karelia"].value) == (5, 7)
    assert (romania, romania + campaign.holdings["bessarabia"].value) == (7, 8)
    assert sum(one.value for one in held if (one.owner, one.kind) == ("france", "colony")) == 17


# ---------------------------------------------------------------- capacity


@pytest.mark.example("5.1.3", "31 NARFs lost at sea: 2 SMPs")
@pytest.mark.example("8.4", "11 NARFs lost: 1 SMP")
def test_8_4_examples_smps_for_narfs() -> None:
    assert [strategic_losses.allied_smps(narfs) for narfs in (11, 31)] == [1, 2]


@pytest.mark.example("8.5.5", "an Ambush: 5 to 4 in both halves")
@pytest.mark.example("8.5.5", "a Massacre: 5 to 3 in both halves")
@pytest.mark.parametrize(("lost", "left"), [(1, 4), (2, 3)])
def test_8_5_5_examples_the_american_halves(lost: int, left: int) -> None:
    hit = standing(us={"smp_lost": lost * capacity.parts("us")})
    assert [capacity.room(hit, one) for one in capacity.purses("us")] == [left, left]


@pytest.mark.example("8.4", "without Moscow the Soviets have 6 of 8")
def test_8_4_example_moscow() -> None:
    start = standing()
    lost = done(start, "capture moscow germany")
    assert (capacity.smp(start, "ussr").total, capacity.smp(lost, "ussr").total) == (8, 6)


def given(campaign: TheWar, *orders: str) -> TheWar:
    for order in orders:
        assert not refusals(campaign, order), order
        campaign = done(campaign, order)
    return campaign


@pytest.mark.example("14.8.2", "20 to Britain and another 20 to the Soviets in a turn")
@pytest.mark.example("14.8", "up to 20: 1 SMP, 21 to 40: 2")
def test_14_8_2_examples_twenty_to_each() -> None:
    start = standing("1942-1-spring", us={"smp": 20})
    both = given(start, "us grant 20 britain carrier=britain", "us grant 20 ussr carrier=britain")
    assert start.powers["us"].narfs - both.powers["us"].narfs == 40
    assert rules_of(refusals(both, "us grant 1 britain")) == ["14.8.1"]
    yards = standing("1942-1-spring", facts={"yards-built-us": 2}, us={"smp": 30})
    used = [
        capacity.used(done(yards, f"us grant {narfs} britain carrier=britain"), capacity.Purse("us", capacity.EUROPE))
        // 2
        for narfs in (20, 21, 40)
    ]
    assert used == [1, 2, 2]


@pytest.mark.example("15.1.5.3", "twice as many U-boats as German yards a turn")
def test_15_1_5_3_example_uboats_by_the_yards() -> None:
    campaign = at("strategic-warfare.build", "1941-3-fall", pools={"germany uboat": 9})
    yards = sum(1 for place in campaign.places.values() if place.tags.get("shipyard") and place.country == "germany")
    assert not refusals(campaign, f"germany build uboat count={2 * yards}")
    assert rules_of(refusals(campaign, f"germany build uboat count={2 * yards + 1}")) == ["15.1.5.3"]
