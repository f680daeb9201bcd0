"""What the browser of forces says of units on the board: immobile, used in this impulse, in Reserve, on patrol (7.4,
9.9, 11.2.3, 18.2, 24.1)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.sheets.forces import Mark
from engine.thewar.combat import mobility, unit_marks
from engine.thewar.world.state import Patrol
from tests.thewar.builds import after
from tests.thewar.ground.test_ground_fight import ATTACK, COMBAT, front, stepped
from tests.thewar.sea.test_sea_fight import MISSION, med
from tests.thewar.supply.pockets import here, pocket


def said(campaign: Any) -> dict[str, tuple[str, ...]]:
    return {key: tuple(mark.text for mark in found) for key, found in unit_marks.marks(campaign).items()}


def test_9_9_24_1_reserves_and_units_without_oil_are_marked() -> None:
    campaign = front()
    (arm,) = (key for key in campaign.units if key.startswith("ussr-arm"))
    dry = next(key for key in campaign.units if key.startswith("germany-arm"))
    units = {**campaign.units, dry: attrs.evolve(campaign.units[dry], immobile=True)}
    assert said(attrs.evolve(campaign, units=units)) == {arm: ("in reserve",), dry: ("immobile",)}


def test_11_2_3_units_are_used_in_the_impulse_in_which_they_did_something() -> None:
    campaign = after(front(), f"{ATTACK} air=mdm")
    used = [key for key, found in unit_marks.marks(campaign).items() if Mark("used", "(attack)") in found]
    assert sorted({key.rpartition("-")[0] for key in used}) == ["germany-arm", "germany-inf"] and len(used) == 5
    assert said(campaign)["germany-mdm-1059"] == ("used (air support)",)
    assert "used (attack)" in said(stepped(campaign, COMBAT)).get(used[0], ())
    later = stepped(campaign, "axis.operations.second-combat")
    assert not [found for found in said(later).values() if "used (attack)" in found]
    assert said(after(med(), MISSION))["italy-tac-1"] == ("used (at sea)",)


def test_7_4_patrols_say_where() -> None:
    campaign = attrs.evolve(med(), patrols={"britain-fleet-1": Patrol(area="levant", since="1942-1-spring")})
    assert said(campaign)["britain-fleet-1"] == ("on patrol in Levant",)


def test_18_2_a_unit_that_surprise_leaves_no_movement_is_immobile(monkeypatch: Any) -> None:
    campaign = front()
    foot = next(key for key in campaign.units if key.startswith("ussr-inf"))
    slow = attrs.evolve(campaign, units={foot: attrs.evolve(campaign.units[foot], strength="4-1")})
    assert not said(slow)
    monkeypatch.setattr(mobility, "surprised", lambda campaign, power: mobility.EAST if power == "ussr" else "")
    assert said(slow) == {foot: ("immobile",)}


@pytest.mark.rule("tw-12.0")
def test_12_0_who_is_out_of_supply_or_on_a_limited_source_is_marked() -> None:
    named = here(
        pocket(), "germany unsupplied units=germany-inf-2", "germany unsupplied units=germany-arm-1 limited=yes"
    )
    assert said(named)["germany-inf-2"] == ("out of supply",)
    assert said(named)["germany-arm-1"] == ("limited supply",)
    assert "germany-inf-1" not in said(named)
    # With a place all in it are, ships and aircraft too, and nobody of the other side.
    place = here(pocket(), "germany unsupplied places=kursk")
    marked = {key for key, words in said(place).items() if "out of supply" in words}
    assert marked == {key for key, unit in place.units.items() if unit.place == "kursk" and unit.power == "germany"}
