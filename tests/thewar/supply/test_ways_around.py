"""Ways around a rule that an evening with the rulebook alone found: partisans that leave their home, a mark, units of
another alliance, names that are nearly a Sea Area's (1.1, 7.2, 7.4, 12.0, 12.2.5, 12.6.1, 13.2.3, 25.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.supply_checks import seen
from engine.thewar.world import sea_areas
from engine.thewar.world.state import TheWar, Unit
from tests.thewar import builds
from tests.thewar.endings.scenes import lands
from tests.thewar.minors import at
from tests.thewar.sea.test_sea_fight import MISSION, med
from tests.thewar.supply.pockets import FIRST, THIRD, at_step, here, pocket, refused

IMPULSE = "axis.operations.first-impulse"


def with_units(campaign: TheWar, **units: Unit) -> TheWar:
    """The campaign with more units, by their ids with '_' for '-'."""
    more = {key.replace("_", "-"): unit for key, unit in units.items()}
    return attrs.evolve(campaign, units={**campaign.units, **more})


@pytest.mark.rule("tw-25.2", "tw-25.4")
def test_25_2_partisans_do_not_leave_their_home_country() -> None:
    campaign = lands("poland", "yugoslavia", patron="germany")(at("1941-3-fall", "allied.operations.first-impulse"))
    band = Unit(power="britain", kind="partisan", strength="1-3", tag="poland")
    soviet = Unit(power="ussr", kind="partisan", strength="1-3", tag="yugoslavia")
    inside = Unit(power="ussr", kind="partisan", strength="1-3", tag="ussr")
    campaign = with_units(campaign, britain_partisan_1=band, ussr_partisan_1=soviet, ussr_partisan_2=inside)
    for line, said in (
        ("britain station malta units=britain-partisan-1", "Malta is not in Poland"),
        ("ussr station moscow units=ussr-partisan-1", "Moscow is not in Yugoslavia"),
        ("ussr station warsaw units=ussr-partisan-2", "Warsaw is not in the Soviet Union"),
    ):
        told = builds.refused(campaign, line)
        assert f"{said}, and partisans do not leave their home country (25.2, 25.4)" in told, line
    assert builds.refused(campaign, "britain station warsaw units=britain-partisan-1") == ""
    assert builds.refused(campaign, "ussr station kiev units=ussr-partisan-2") == ""


@pytest.mark.rule("tw-12.6.1")
def test_12_6_1_who_is_cut_off_does_not_leave_its_place_by_way_of_the_board() -> None:
    named = here(pocket(), "germany unsupplied units=germany-inf-1")
    moving = at_step(named, IMPULSE)
    for where in ("board", "kiev"):
        told = refused(moving, f"germany station {where} units=germany-inf-1")
        assert "ground units do not move" in told and "12.6.1" in told, where
    assert refused(moving, "germany station board units=germany-arm-1") == ""
    # A battle of the enemy's player turn drives units out; and who is first said to stand somewhere does not move.
    assert refused(at_step(named, "allied.operations.combat"), "germany station board units=germany-inf-1") == ""
    unplaced = here(pocket(), "germany unsupplied units=germany-inf-2")
    assert "12.6.1" not in refused(at_step(unplaced, IMPULSE), "germany station kursk units=germany-inf-2")


@pytest.mark.rule("tw-12.6.3")
def test_12_6_3_a_seat_is_told_of_the_toll_once_and_by_whose_units_they_are() -> None:
    named = at_step(here(pocket(), "germany unsupplied units=germany-inf-2"), f"axis.{THIRD}")
    stops = [stop for stop in seen.stops_at_third(named, "axis") if "toll" in stop.what]
    assert [stop.power for stop in stops] == ["germany"]


@pytest.mark.rule("tw-12.0")
def test_12_0_a_power_contests_for_its_own_alliance_and_the_table_decides_by_the_names_of_groups() -> None:
    named = here(pocket(f"axis.{FIRST}"), "germany unsupplied units=ussr-inf-1 of=ussr")
    told = refused(named, "britain contest-supply units=ussr-inf-1")
    assert "Britain does not speak for units of the Soviet Union (1.1)".replace("the ", "") in told.replace("the ", "")
    assert refused(named, "ussr contest-supply units=ussr-inf-1") == ""
    own = here(pocket(), "germany unsupplied units=germany-arm-1")
    assert refused(own, "decide-supply units=arm-8-8 stands=no") == ""
    assert "no mark lies on" in refused(own, "decide-supply units=germany-inf-2 stands=no")


@pytest.mark.rule("tw-12.2.5")
def test_12_2_5_nobody_says_of_another_alliances_units_that_they_stand_in_north_africa() -> None:
    campaign = at("1941-2-summer", "allied.operations.first-impulse")
    soviet = next(key for key, unit in campaign.units.items() if unit.power == "ussr" and unit.kind == "inf")
    told = builds.refused(campaign, f"britain africa egypt units={soviet}")
    assert "Britain does not speak for units of" in told and "(1.1)" in told


@pytest.mark.rule("tw-7.4", "tw-7.2")
def test_7_2_a_name_that_is_nearly_a_sea_areas_is_a_slip_and_another_is_the_players_own() -> None:
    assert sea_areas.misspelt("levnt") == "levant" and sea_areas.misspelt("ionian-sea") == "ionian"
    assert sea_areas.misspelt("levant") == sea_areas.misspelt("levant-2") == sea_areas.misspelt("my-own") == ""
    slip = MISSION.replace("sardinian-sea", "sardinian-sae")
    assert "there is no Sea Area 'sardinian-sae' (7.2)" in builds.refused(med(), slip)
    assert builds.refused(med(), MISSION.replace("sardinian-sea", "my-own")) == ""


@pytest.mark.rule("tw-13.2.3")
def test_13_2_3_ships_and_aircraft_leave_a_fortress_at_siege_3_or_are_lost_with_it() -> None:
    fleet = Unit(power="germany", kind="fleet", strength="1-12-5", place="fort")
    plane = Unit(power="germany", kind="tac", strength="1-5-4", place="fort")
    campaign = with_units(pocket(), germany_fleet_9=fleet, germany_tac_9=plane)
    second = here(attrs.evolve(campaign, sieges={"fort": 2}), "germany unsupplied places=fort")
    order = understand(RULESET, "besiege fort", second)
    assert order.sentence(second).endswith("Siege 3; Fleet 1-12-5, TAC 1-5-4 may not base there any more")
    fallen = here(attrs.evolve(campaign, sieges={"fort": 3}), "besiege fort")
    assert not [key for key, unit in fallen.units.items() if unit.place == "fort"]
    oos = {key: pool.oos for key, pool in fallen.pools.items() if pool.oos}
    assert "germany-fleet-1-12-5" in oos and "germany-tac-1-5-4" not in oos
