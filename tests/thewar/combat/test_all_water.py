"""Ground units neither cross all-water hex sides nor fight in all-water hexes: islands of one hex, and what our map
draws as water (10.6.11, ruling 627)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.map import board
from engine.thewar.world import deeds, whereabouts
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.map.test_distances import said, war
from tests.thewar.supply_lines import why

WATER = "all sides of Malta are water"
UNITS = {
    "i-inf": Unit(power="italy", kind="inf", strength="3-5", place="rome"),
    "i-para": Unit(power="italy", kind="para", strength="3-5", place="palermo"),
    "b-inf": Unit(power="britain", kind="inf", strength="4-5", place="malta"),
}


def island(step: str, holder: str = "italy", *, checked: bool = False) -> TheWar:
    """Malta in the hands of one or the other, with a few units."""
    campaign = war(step, checked=checked)
    malta = attrs.evolve(campaign.places["malta"], holder=holder)
    units = {key: unit for key, unit in UNITS.items() if unit.power == "italy" or holder == "britain"}
    return attrs.evolve(campaign, places={**campaign.places, "malta": malta}, units={**campaign.units, **units})


def water(campaign: TheWar, line: str) -> list[str]:
    """Why an order is refused by 10.6.11."""
    return [reason for rule, reason in why(campaign, line) if rule == "10.6.11"]


@pytest.mark.rule("tw-10.6.11")
@pytest.mark.parametrize(
    ("step", "line", "refused"),
    [
        ("operations.rail", "italy railmove 1 units=i-inf to=malta", True),
        ("operations.rail", "italy railmove 1 origin=malta to=rome", True),
        ("operations.rail", "italy railmove 1 origin=rome to=milan", False),
        ("stratmove.ground", "italy stratmove ground origin=rome to=malta", True),
        ("stratmove.ground", "italy stratmove ground origin=malta to=rome", True),
        ("stratmove.ground", "italy stratmove ground origin=rome to=milan", False),
        ("stratmove.naval", "italy stratmove sealift origin=naples to=malta", False),
        ("stratmove.air", "italy stratmove air origin=rome to=malta", False),
    ],
)
def test_10_6_11_no_way_over_land_leads_to_an_island_or_from_there(step: str, line: str, refused: bool) -> None:
    assert water(island(step), line) == ([WATER] if refused else [])


@pytest.mark.rule("tw-10.6.11")
def test_10_6_11_an_island_is_attacked_from_the_sea_or_the_air_alone() -> None:
    campaign = island("operations.attacks", "britain")
    line = "italy attack malta units={} against=b-inf terrain={}"
    assert water(campaign, line.format("i-inf", "clear")) == [WATER]
    for units, how in (("i-inf", "beach-assault"), ("i-para", "clear facts=drop")):
        assert water(campaign, line.format(units, how)) == []
    assert water(campaign, line.format("i-inf,i-para", "clear facts=drop")) == [WATER], "who does not drop walks"


@pytest.mark.rule("tw-10.6.11")
def test_10_6_11_who_marches_to_an_island_is_told_and_on_a_checked_board_refused() -> None:
    line = "italy station malta units=i-inf"
    for checked in (True, False):
        campaign = island("operations.first-impulse", checked=checked)
        assert said(campaign, line).endswith(f"; {WATER} (10.6.11)")
        assert water(campaign, line) == ([WATER] if checked else [])
        aboard = deeds.in_half("i-inf", "axis", 1, "carried")
        landed = attrs.evolve(campaign, missions={deeds.key(aboard): aboard})
        assert WATER not in said(landed, line) and water(landed, line) == [], "a Fleet has carried it"
        # Who is first said to stand there marches nowhere by that.
        known = attrs.evolve(campaign.units["i-inf"], place="board")
        assert water(attrs.evolve(campaign, units={**campaign.units, "i-inf": known}), line) == []


@pytest.mark.rule("tw-10.6.11")
def test_10_6_11_nobody_attacks_a_hex_that_is_water_however_our_map_may_be_wrong() -> None:
    line = "italy attack {} units=i-inf against=s-inf terrain=clear"
    for checked in (True, False):
        campaign = island("operations.attacks", checked=checked)
        for number, surely in (("1445", True), ("2930", False)):
            assert said(campaign, line.format(number)).endswith(f"; {number} is all water by our map (10.6.11)")
            assert water(campaign, line.format(number)) == ([f"{number} is all water"] if checked and surely else [])
        assert water(campaign, line.format("warsaw")) == [] and "10.6.11" not in said(campaign, line.format("warsaw"))
    campaign = island("operations.attacks")
    assert not whereabouts.in_water(campaign, "1426") and not whereabouts.in_water(campaign, "malta")
    # East of Rostov a coast may be three hexes off.
    caspian = [number for number, area in board.board().waters.items() if area == "caspian"]
    assert caspian and not any(whereabouts.in_water(campaign, number, surely=True) for number in caspian)
