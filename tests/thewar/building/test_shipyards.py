"""Ships along the yards' tracks, captured and new yards (15.1.3.2, 15.1.5)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.campaign import Progress
from engine.thewar.building import shipyards, unit_building
from engine.thewar.world.state import Built, Place, Unit
from tests.thewar.builds import UNITS, after, at, price, refused


@pytest.mark.rule("tw-15.1.5", "tw-15.1.5.2", "tw-15.1.2-nav", "tw-15.1.3.2")
def test_15_1_5_2_a_fleet_takes_nine_spaces_of_four_and_is_launched() -> None:
    campaign = after(at(UNITS, pools={"germany fleet 1-12-5": 1}), "germany lay-down fleet-1-12-5 kiel")
    spent = fleets = 0
    for _ in range(9):
        spent += price(campaign, "germany work kiel-1")
        fleets = sum(unit.kind == "fleet" and unit.power == "germany" for unit in campaign.units.values())
        campaign = after(campaign, "germany work kiel-1")
        slips = {key: attrs.evolve(slip, worked=False) for key, slip in campaign.slips.items()}
        campaign = attrs.evolve(
            campaign,
            slips=slips,
            powers={**campaign.powers, "germany": attrs.evolve(campaign.powers["germany"], spent=0)},
        )
    assert spent == 36 and not campaign.slips
    assert sum(unit.kind == "fleet" and unit.power == "germany" for unit in campaign.units.values()) == fleets + 1


@pytest.mark.rule("tw-15.1.5.4", "tw-15.1.2-nav")
def test_15_1_5_4_a_fleet_may_go_two_spaces_at_twice_the_price_a_carrier_never() -> None:
    campaign = at(UNITS, pools={"germany fleet 1-12-5": 1, "germany cv": 1})
    campaign = after(campaign, "germany lay-down fleet-1-12-5 kiel", "germany lay-down cv wilhelmshaven")
    assert price(campaign, "germany work kiel-1 spaces=2") == 16
    assert price(campaign, "germany work wilhelmshaven-1") == 8
    assert "CV are not accelerated" in refused(campaign, "germany work wilhelmshaven-1 spaces=2")
    worked = after(campaign, "germany work kiel-1 spaces=2")
    assert worked.slips["kiel-1"].space == 2
    assert "was advanced this turn already" in refused(worked, "germany work kiel-1")


@pytest.mark.rule("tw-15.1.5.4")
def test_15_1_5_4_the_us_does_not_accelerate_before_its_entry() -> None:
    step = "allied.build.units"
    campaign = after(at(step, pools={"us fleet 1-12-5": 1}), "us lay-down fleet-1-12-5 us-box")
    assert "does not accelerate before its entry" in refused(campaign, "us work us-box-1 spaces=2")
    entered = attrs.evolve(
        campaign, powers={**campaign.powers, "us": attrs.evolve(campaign.powers["us"], entered="1941-1-spring")}
    )
    assert not refused(entered, "us work us-box-1 spaces=2")


@pytest.mark.rule("tw-15.1.5.2-cap")
def test_15_1_5_2_a_captured_yard_repairs_and_begins_nothing_new() -> None:
    hurt = Unit(power="germany", kind="fleet", strength="1-12-5", depleted=True, damage=2)
    campaign = at(UNITS, pools={"germany fleet 1-12-5": 1}, units={"germany-fleet-99": hurt})
    brest = attrs.evolve(campaign.places["brest"], holder="germany")
    taken = attrs.evolve(campaign, places={**campaign.places, "brest": brest})
    assert "is captured: nothing new is begun there" in refused(taken, "germany lay-down fleet-1-12-5 brest")
    docked = after(taken, "germany dock germany-fleet-99 brest space=7", "germany work brest-1 spaces=2")
    assert not docked.units["germany-fleet-99"].depleted and not docked.slips


@pytest.mark.rule("tw-15.1.5.1")
def test_15_1_5_1_a_yard_works_on_one_ship_and_new_yards_are_counted() -> None:
    campaign = at(UNITS, pools={"germany fleet 1-12-5": 2})
    busy = after(campaign, "germany lay-down fleet-1-12-5 kiel")
    assert "1 ships on 1 tracks" in refused(busy, "germany lay-down fleet-1-12-5 kiel")
    planning = attrs.evolve(campaign, progress=Progress(turn=1, step=UNITS))
    grown = after(planning, "germany new-yard kiel")
    assert "Germany has built its 1" in refused(grown, "germany new-yard kiel")
    assert shipyards.capacity(grown, "kiel") == 2
    allied = attrs.evolve(campaign, progress=Progress(turn=1, step="allied.build.units"))
    once = after(allied, "britain new-yard glasgow")
    assert "Britain has added a yard this year" in refused(once, "britain new-yard southampton")
    assert "builds no new yards" in refused(allied, "ussr new-yard leningrad")


@pytest.mark.rule("tw-15.1.5.3")
def test_ruling_177_asw_of_the_turn_take_a_yard_each() -> None:
    step = "allied.build.units"
    campaign = after(at(step, pools={"britain fleet 1-12-5": 1}), "britain lay-down fleet-1-12-5 glasgow")
    yards = sum(shipyards.capacity(campaign, place) for place in shipyards.own(campaign, "britain"))
    full = attrs.evolve(campaign, built={"britain-asw": Built(power="britain", what="asw", count=yards)})
    assert "ASW take a yard each" in refused(full, "britain work glasgow-1")
    assert not refused(
        attrs.evolve(campaign, built={"britain-asw": Built(power="britain", what="asw", count=yards - 1)}),
        "britain work glasgow-1",
    )


def test_a_lost_yard_holds_its_ship_fast() -> None:
    campaign = after(at(UNITS, pools={"germany fleet 1-12-5": 1}), "germany lay-down fleet-1-12-5 kiel")
    lost: dict[str, Place] = {**campaign.places, "kiel": attrs.evolve(campaign.places["kiel"], holder="britain")}
    assert "is not in their hands" in refused(attrs.evolve(campaign, places=lost), "germany work kiel-1")


def test_what_the_pool_has_is_offered() -> None:
    campaign = at(UNITS, pools={"germany inf 6-5": 1})
    assert [one.text for one in unit_building.Construct.offers(campaign, "germany")] == ["germany construct inf-6-5"]
    assert list(unit_building.Construct.offers(campaign, "italy")) == []


def test_15_1_3_2_a_ship_that_is_lost_in_its_yard_leaves_the_track() -> None:
    hurt = Unit(power="germany", kind="fleet", strength="9-9-9", depleted=True, damage=6)
    docked = after(at(UNITS, units={"germany-fleet-99": hurt}), "germany dock germany-fleet-99 kiel space=3")
    assert [slip.unit for slip in docked.slips.values()] == ["germany-fleet-99"]
    lost = after(docked, "losses germany -1 fleet-9-9-9")
    assert "germany-fleet-99" not in lost.units and not lost.slips
