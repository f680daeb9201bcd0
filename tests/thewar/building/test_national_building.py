"""What the national rules and the calendar say of building: the U.S. before its entry, British armor, jets (11.13,
17.5, 22.7)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.campaign import Progress
from engine.thewar.world.state import Pool
from tests.thewar.atlantic import scenario
from tests.thewar.builds import UNITS, after, at, price, refused


@pytest.mark.rule("tw-22.7.1")
def test_22_7_1_before_its_entry_the_us_builds_two_units_a_turn() -> None:
    step = "allied.build.units"
    campaign = at(step, pools={"us mot 6-7": 3, "us tac 1-5-4": 2})
    two = after(campaign, "us construct mot-6-7", "us construct tac-1-5-4")
    assert "3 American units this turn" in refused(two, "us construct mot-6-7")
    entered = at(step, entered="1941-1-spring", pools={"us mot 6-7": 3})
    assert refused(entered, "us construct mot-6-7 count=3") == ""


@pytest.mark.rule("tw-22.7.2")
def test_22_7_2_what_the_us_builds_before_its_entry_comes_off_its_base_too() -> None:
    step = "allied.build.units"
    campaign = at(step, pools={"us mot 6-7": 1}, us={"base": 100})
    built = after(campaign, "us construct mot-6-7")
    assert (built.powers["us"].narfs, built.powers["us"].base) == (492, 92)
    entered = at(step, entered="1940-4-winter", pools={"us mot 6-7": 1}, us={"base": 100})
    assert after(entered, "us construct mot-6-7").powers["us"].base == 100


@pytest.mark.rule("tw-17.5")
def test_17_5_british_armor_costs_three_a_factor_and_one_for_the_cadre() -> None:
    campaign = at("allied.build.units", "1942-2-summer", pools={"britain arm 4-8": 1, "us arm 10-8": 1})
    assert price(campaign, "britain construct arm-4-8") == 13
    assert price(campaign, "us construct arm-10-8") == 21


@pytest.mark.rule("tw-11.13")
def test_11_13_jets_one_ftr_and_two_int_from_fall_1944_one_tac_from_spring_1945() -> None:
    jets = {key: one for key, one in scenario().additions.items() if one.kind == "jet"}
    assert {(one.tag, one.count, one.year, one.season) for one in jets.values()} == {
        ("ftr", 1, 1944, "fall"),
        ("int", 2, 1944, "fall"),
        ("tac", 1, 1945, "spring"),
    }
    campaign = at(UNITS, "1944-3-fall", pools={"germany inf 6-5": 1})
    assert "joins the pool of Germany only in Spring 1945" in refused(campaign, "germany construct jet-tac")
    pools = {
        f"germany-jet-{tag}": Pool(power="germany", kind="jet", tag=tag, count=1 + (tag == "int"))
        for tag in ("ftr", "int", "tac")
    }
    ready = attrs.evolve(campaign, pools=pools)
    assert price(ready, "germany construct jet-ftr") == price(ready, "germany construct jet-tac") == 20
    one = after(ready, "germany construct jet-ftr")
    assert "no Jet FTR is in the force pool" in refused(one, "germany construct jet-ftr")
    strategic = attrs.evolve(ready, progress=Progress(turn=1, step="strategic-warfare.build"))
    assert price(strategic, "germany build jet-int") == 5
    assert "3 jet INT are asked for, 2 are" in refused(strategic, "germany build jet-int count=3")
