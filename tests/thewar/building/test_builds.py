"""Ground and air units built and repaired, industry moved, units given up (14.6.1, 15.1 to 15.5)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.campaign import Progress
from engine.kernel.reading import understand
from engine.thewar.building.unit_repair import Mend
from engine.thewar.economy import capacity, construction_limit
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.build_sheet import BuildSheet
from engine.thewar.world.state import SupplyMark, TheWar, Unit
from tests.thewar.builds import UNITS, after, at, price, refused
from tests.thewar.values import wars_of

# 15.1.2, keyed from the printed list: power, group, NARFs for one unit with its cadre.
PRICES = (
    ("germany", "inf 6-5", 7),
    ("italy", "inf 4-5", 9),
    ("ussr", "cav 2-6", 3),
    ("ussr", "sta 3-3", 3),
    ("germany", "mech 4-8", 6),
    ("britain", "mot 6-7", 8),
    ("germany", "arm 8-8", 17),
    ("britain", "arm 2-8", 7),
    ("france", "art 4-4", 13),
    ("italy", "para 2-5", 7),
    ("britain", "cdo 1-5", 1),
    ("germany", "flak 1-3", 2),
    ("germany", "ftr 3-3-2", 15),
    ("italy", "tac 1-5-4", 24),
    ("us", "mdm 1-7-6", 15),
    ("britain", "nac 1-3-2", 6),
    ("germany", "nac 1-3-2", 12),
    ("germany", "jet 4-3-2", 20),
)


@pytest.mark.rule("tw-15.1.2-cadre", "tw-15.1.2-arm", "tw-15.1.2-inf", "tw-15.1.2-air")
@pytest.mark.parametrize(("power", "unit", "narfs"), PRICES)
def test_15_1_2_a_unit_is_built_at_its_printed_price(power: str, unit: str, narfs: int) -> None:
    campaign = at(UNITS, pools={f"{power} {unit}": 1})
    line = f"{power} construct {unit.replace(' ', '-')}"
    assert price(campaign, line) == narfs
    if campaign.powers[power].side != "axis":
        campaign = attrs.evolve(campaign, progress=Progress(turn=1, step="allied.build.units"))
    if power == "france":
        return
    built = after(campaign, line)
    assert campaign.powers[power].narfs - built.powers[power].narfs == narfs
    assert len(built.units) == len(campaign.units) + 1


@pytest.mark.rule("tw-15.0", "tw-15.1", "tw-15.1.1")
def test_15_1_1_the_pool_is_the_limit_and_is_drawn_down() -> None:
    campaign = at(UNITS, pools={"germany inf 6-5": 2})
    assert "3 INF 6-5 are asked for, 2 are in the force pool" in refused(campaign, "germany construct inf-6-5 count=3")
    built = after(campaign, "germany construct inf-6-5 count=2")
    assert built.pools["germany-inf-6-5"].count == 0
    assert "15.1.1" in refused(built, "germany construct inf-6-5")


@pytest.mark.rule("tw-15.1.1")
def test_3_1_a_unit_that_comes_next_year_is_refused_with_its_date() -> None:
    campaign = at(UNITS, pools={"germany inf 6-5": 0})
    assert "1 more in Spring 1941" in refused(campaign, "germany construct arm-8-8") or "joins the pool" in refused(
        campaign, "germany construct arm-8-8"
    )


@pytest.mark.rule("tw-15.1.6.1")
def test_15_1_6_1_beyond_half_of_the_base_costs_twice_from_spring_1940() -> None:
    campaign = at(UNITS, pools={"germany arm 8-8": 6}, germany={"base": 40, "spent": 10})
    # Half of 40 is 20, 10 are left: 17 NARFs are 10 at the normal price and 7 twice.
    assert price(campaign, "germany construct arm-8-8") == 24
    assert construction_limit.room(campaign, "germany") == 10
    early = attrs.evolve(campaign, first="1939-4-winter")
    assert price(early, "germany construct arm-8-8") == 17
    built = after(campaign, "germany construct arm-8-8")
    assert built.powers["germany"].spent == 34
    assert price(built, "germany construct arm-8-8") == 34


@pytest.mark.rule("tw-15.1.6.1-oos", "tw-15.3")
def test_15_3_lost_out_of_supply_twice_and_beyond_the_limit_four_times_supplied_losses_first() -> None:
    both = at(UNITS, pools={"germany inf 6-5": 1}, oos={"germany inf 6-5": 1})
    assert "lost in supply come first" in refused(both, "germany construct inf-6-5 oos=yes")
    only = at(UNITS, pools={"germany inf 6-5": 0}, oos={"germany inf 6-5": 1})
    assert price(only, "germany construct inf-6-5 oos=yes") == 14
    poor = attrs.evolve(only, powers={**only.powers, "germany": attrs.evolve(only.powers["germany"], base=0)})
    assert price(poor, "germany construct inf-6-5 oos=yes") == 28


@pytest.mark.rule("tw-12.6.4")
def test_12_6_4_aircraft_of_the_pool_of_those_lost_out_of_supply_have_the_normal_price() -> None:
    flown = at(UNITS, pools={"germany ftr 3-3-2": 0}, oos={"germany ftr 3-3-2": 1})
    assert price(flown, "germany construct ftr-3-3-2 oos=yes") == 15
    poor = attrs.evolve(flown, powers={**flown.powers, "germany": attrs.evolve(flown.powers["germany"], base=0)})
    assert price(poor, "germany construct ftr-3-3-2 oos=yes") == 30, "beyond half of the base, and no more"


@pytest.mark.rule("tw-15.1.6.1-exc")
def test_15_1_6_1_new_yards_do_not_count_against_half_of_the_base() -> None:
    campaign = at(UNITS)
    built = after(campaign, "germany new-yard kiel")
    assert campaign.powers["germany"].narfs - built.powers["germany"].narfs == 25
    assert built.powers["germany"].spent == campaign.powers["germany"].spent


@pytest.mark.rule("tw-15.2.2-emp")
def test_15_2_2_units_of_the_empire_appear_in_their_boxes_and_one_a_turn_in_suez() -> None:
    step = "allied.build.units"
    campaign = at(step, pools={"britain mot 6-7 canadian": 2, "britain inf 4-5 indian": 3, "britain inf 6-5": 2})
    built = after(campaign, "britain construct mot-6-7-canadian", "britain construct inf-4-5-indian")
    places = {unit.place for key, unit in built.units.items() if key not in campaign.units}
    assert places == {"canada-box", "india-box"}
    assert "is not built at Urals Box" in refused(campaign, "britain construct inf-4-5-indian place=urals-box")
    once = after(campaign, "britain construct inf-4-5-indian place=suez")
    assert "2 units in Suez this turn" in refused(once, "britain construct inf-6-5 place=suez")


@pytest.mark.rule("tw-8.8.3", "tw-8.8.2", "tw-15.2.2-sov")
def test_15_2_2_american_units_in_the_us_box_the_first_three_soviet_ones_in_the_urals() -> None:
    step = "allied.build.units"
    campaign = at(step, entered="1941-4-winter", pools={"us mot 6-7": 1, "ussr inf 4-5": 5})
    assert "is not built at London" in refused(campaign, "us construct mot-6-7 place=london")
    built = after(campaign, "us construct mot-6-7", "ussr construct inf-4-5 count=4")
    fresh = [unit for key, unit in built.units.items() if key not in campaign.units]
    assert [unit.place for unit in fresh if unit.power == "us"] == ["us-box"]
    assert [unit.place for unit in fresh if unit.power == "ussr"] == ["urals-box"] * 3 + ["board"]


@pytest.mark.rule("tw-15.4")
def test_15_4_a_satellites_units_are_built_for_it_and_none_of_a_conquered_country() -> None:
    campaign = at(UNITS, pools={"bulgaria inf 4-5": 1})
    land = attrs.evolve(campaign.countries["bulgaria"], status="satellite", patron="germany")
    ours = attrs.evolve(campaign, countries={**campaign.countries, "bulgaria": land})
    built = after(ours, "germany construct inf-4-5 country=bulgaria")
    assert [unit.power for key, unit in built.units.items() if key not in ours.units] == ["bulgaria"]
    fallen = attrs.evolve(land, status="conquered")
    taken = attrs.evolve(campaign, countries={**campaign.countries, "bulgaria": fallen})
    assert "15.4" in refused(taken, "germany construct inf-4-5 country=bulgaria")
    assert "is no Satellite of Germany" in refused(
        attrs.evolve(
            campaign, countries={**campaign.countries, "bulgaria": attrs.evolve(land, status="neutral", patron="")}
        ),
        "germany construct inf-4-5 country=bulgaria",
    )


@pytest.mark.rule("tw-15.1.2")
def test_14_1_4_only_deficit_spending_asked_for_by_name_goes_beyond_the_purse() -> None:
    campaign = at(UNITS, pools={"germany arm 8-8": 1}, germany={"narfs": 10})
    assert "14.1.4" in refused(campaign, "germany construct arm-8-8")
    built = after(campaign, "germany construct arm-8-8 deficit=yes")
    assert built.powers["germany"].narfs == -7
    assert built.powers["germany"].base == campaign.powers["germany"].base - 7


def test_15_1_5_ships_and_strategic_units_are_built_elsewhere_and_the_refusal_says_where() -> None:
    campaign = at(UNITS)
    assert "grow in the shipyards" in refused(campaign, "germany construct fleet-1-12-5")
    assert "Strategic Warfare Segment" in refused(campaign, "germany construct uboat")


# ---------------------------------------------------------------- repairs

HURT = Unit(power="germany", kind="arm", strength="8-8", depleted=True)


@pytest.mark.rule("tw-15.1.3", "tw-15.1.3.3", "tw-15.1.3.3-east")
def test_15_1_3_3_ground_units_are_repaired_at_half_their_factors_twice_if_moved_and_in_the_ussr() -> None:
    campaign = at(UNITS, units={"germany-arm-99": HURT})
    assert price(campaign, "germany mend arm-8-8") == 8
    assert price(campaign, "germany mend arm-8-8 moved=yes") == 16
    assert price(campaign, "germany mend arm-8-8 moved=yes ussr=yes") == 32
    # Whether it moved the board alone knows: both are on offer.
    assert [one.text for one in Mend.offers(campaign, "germany")] == [
        "germany mend arm-8-8",
        "germany mend arm-8-8 moved=yes",
    ]
    mended = after(campaign, "germany mend arm-8-8")
    assert not mended.units["germany-arm-99"].depleted
    assert "has no depleted ARM 8-8" in refused(mended, "germany mend arm-8-8")


@pytest.mark.rule("tw-15.1.3.1")
def test_15_1_3_1_air_units_are_repaired_at_six_italians_nine_twice_after_a_mission() -> None:
    air = {
        "germany-ftr-99": Unit(power="germany", kind="ftr", strength="3-3-2", depleted=True),
        "italy-tac-99": Unit(power="italy", kind="tac", strength="1-5-4", depleted=True),
    }
    campaign = at(UNITS, units=air)
    assert price(campaign, "germany mend ftr-3-3-2") == 6
    assert price(campaign, "italy mend tac-1-5-4") == 9
    assert price(campaign, "germany mend ftr-3-3-2 moved=yes") == 12


# ---------------------------------------------------------------- what the building screen shows


def test_the_screen_is_told_what_stands_behind_each_order() -> None:
    campaign = at(UNITS, pools={"germany fleet 1-12-5": 1, "germany arm 8-8": 2}, units={"germany-arm-99": HURT})
    told = {
        "germany lay-down fleet-1-12-5 kiel": ("Fleet, Kiel", 1),
        "germany construct arm-8-8": ("ARM 8-8", 2),
        "germany mend arm-8-8": ("repair ARM 8-8", 1),
    }
    for line, (name, count) in told.items():
        stock = BuildSheet().stock(campaign, understand(RULESET, line, campaign))
        assert stock is not None and (stock.name, stock.pool) == (name, count)
    campaign = after(campaign, "germany lay-down fleet-1-12-5 kiel")
    slip = attrs.evolve(campaign.slips["kiel-1"], space=8)
    near = attrs.evolve(campaign, slips={"kiel-1": slip})
    stock = BuildSheet().stock(near, understand(RULESET, "germany work kiel-1", near))
    assert stock is not None and stock.name == "Kiel: Fleet launch"


def test_building_uses_up_half_of_the_base_and_the_yards() -> None:
    campaign = at(UNITS, pools={"germany fleet 1-12-5": 1}, germany={"base": 100, "spent": 20})
    campaign = after(campaign, "germany lay-down fleet-1-12-5 kiel", "germany work kiel-1")
    means = {one.title: (one.left, one.most) for one in BuildSheet().means(campaign, "germany")}
    assert means["half of the base"] == (26, 50)
    left, most = means["shipyards"]
    assert most - left == 1


# ---------------------------------------------------------------- industry moved, units given up


def invaded(**more: Any) -> TheWar:
    campaign = at("allied.stratmove.grants", "1941-3-fall", **more)
    return attrs.evolve(campaign, wars=wars_of({**campaign.wars, "germany+ussr": "1941-2-summer"}))


@pytest.mark.example("14.6.1", "Kharkov's industry: 3 NARFs and 2 SMPs")
@pytest.mark.rule("tw-14.6.1-move")
def test_14_6_1_moving_kharkov_costs_three_narfs_and_two_smps_and_its_value_stays() -> None:
    campaign = invaded()
    before = campaign.powers["ussr"]
    moved = after(campaign, "ussr evacuate kharkov")
    assert before.narfs - moved.powers["ussr"].narfs == 3
    soviet = capacity.purse("ussr")
    assert capacity.left(campaign, soviet) - capacity.left(moved, soviet) == 2 * capacity.HALVES
    assert moved.places["kharkov"].moved
    assert "has no Soviet industry to move" in refused(moved, "ussr evacuate kharkov")
    for city in ("baku", "grozny", "maikop"):
        assert f"the industry of {city.title()} cannot be moved" in refused(campaign, f"ussr evacuate {city}")
    assert "out of supply" in refused(campaign, "ussr evacuate kiev supplied=no")
    mark = SupplyMark(level="out", side="allied", since="1941-3-fall", half="allied", check=1, until="1941-4-winter")
    cut_off = attrs.evolve(campaign, supply_places={"kiev": mark})
    text = refused(cut_off, "ussr evacuate kiev")
    assert "Kiev is out of supply since Fall 1941: nothing is moved out of it (14.6.1, 12.0, ruling 404)" in text
    assert not refused(attrs.evolve(campaign, supply_places={"kharkov": mark}), "ussr evacuate kiev")
    assert "moves no industry" in refused(campaign, "france evacuate kiev")


@pytest.mark.rule("tw-14.6.1-ban")
def test_14_6_1_nothing_is_moved_before_germany_attacks_or_if_the_soviets_did() -> None:
    campaign = at("allied.stratmove.grants", "1941-1-spring")
    assert "Germany has not declared war" in refused(campaign, "ussr evacuate kiev")
    peace = {key: since for key, since in campaign.wars.items() if key != "germany+ussr"}
    # Free of the Pact's limits the Soviets declare war without an attempt (16.5).
    free = {**campaign.facts, "soviets-released": True}
    declaring = attrs.evolve(campaign, wars=peace, facts=free, progress=Progress(turn=1, step="declarations.declare"))
    attacked = after(declaring, "ussr declare germany")
    assert "nothing is moved" in refused(attacked, "ussr evacuate kiev")


@pytest.mark.rule("tw-15.5")
def test_15_5_units_given_up_bring_nothing_and_are_built_again_at_twice_the_price() -> None:
    campaign = at(UNITS, pools={"germany arm 8-8": 0}, units={"germany-arm-99": attrs.evolve(HURT, depleted=False)})
    gone = after(campaign, "germany disband arm-8-8")
    assert gone.powers["germany"].narfs == campaign.powers["germany"].narfs
    assert gone.pools["germany-arm-8-8"].oos == 1
    assert price(gone, "germany construct arm-8-8 oos=yes") == 34
    assert "has 0 in play" in refused(campaign, "germany disband cdo-1-5")


@pytest.mark.rule("tw-11.12.4")
def test_11_12_4_light_flak_costs_two_and_is_converted_in_the_strategic_warfare_segment_only() -> None:
    light = {f"germany-flak-{90 + nth}": Unit(power="germany", kind="flak", strength="1-3") for nth in range(5)}
    campaign = at(UNITS, pools={"germany flak 1-3": 1}, units=light)
    assert price(campaign, "germany construct flak-1-3") == 2
    assert "not in this step" in refused(campaign, "germany heavy-flak")
    strategic = attrs.evolve(campaign, progress=Progress(turn=1, step="strategic-warfare.build"))
    assert not refused(strategic, "germany heavy-flak")


@pytest.mark.rule("tw-15.1.3.3-east")
def test_15_1_3_3_a_repair_inside_the_1939_soviet_union_costs_the_axis_twice_where_the_campaign_knows_it() -> None:
    hurt = Unit(power="germany", kind="arm", strength="8-8", depleted=True)
    campaign = at(UNITS)
    units = {
        "germany-arm-90": attrs.evolve(hurt, place="kiev"),
        "germany-arm-91": attrs.evolve(hurt, place="berlin"),
    }
    campaign = attrs.evolve(campaign, units={**campaign.units, **units})
    # The one at home is meant first; both together name the one that is not.
    assert after(campaign, "germany mend arm-8-8").units["germany-arm-90"].depleted
    both = refused(campaign, "germany mend arm-8-8 count=2")
    assert "1 of 2 ARM 8-8 stands in the 1939 Soviet Union (15.1.3.3). ussr=yes" in both
    inside = after(campaign, "germany mend arm-8-8 ussr=yes")
    assert not inside.units["germany-arm-90"].depleted and inside.units["germany-arm-91"].depleted
    assert campaign.powers["germany"].narfs - inside.powers["germany"].narfs == 16
