"""American units of strategic warfare and ground units from Spring 1942 on (22.3.3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.thewar.strategic import strategic_building, strategic_forces
from tests.thewar.atlantic import AIR, BUILD, SEA, scene
from tests.thewar.builds import refused
from tests.thewar.supply_lines import GROUND, NAVAL, standing, why

EARLY, FROM = "1941-3-fall", "1942-1-spring"
UNITS: dict[str, Any] = {"germany": {"int": 2, "uboat": 4}, "britain": {"sac": 2, "asw": 2}, "us": {"sac": 2, "asw": 2}}


@pytest.mark.rule("tw-22.3.3")
@pytest.mark.parametrize(
    ("step", "order"),
    [
        (BUILD, "us build sac"),
        (BUILD, "us build asw"),
        (AIR, "us air-box sac=1"),
        (SEA, "us sea-box asw=1"),
        (SEA, "us sea-box murmansk=1"),
    ],
)
def test_22_3_3_no_american_unit_of_strategic_warfare_before_spring_1942(step: str, order: str) -> None:
    early = scene(EARLY, step, entered=EARLY, **UNITS)
    text = refused(early, order)
    assert "American units of strategic warfare come from Spring 1942 on" in text and "22.3.3" in text
    text = refused(scene(FROM, step, entered=EARLY, **UNITS), order)
    assert "22.3.3" not in text


@pytest.mark.rule("tw-22.3.3")
def test_22_3_3_nobody_is_asked_for_what_is_not_there_yet() -> None:
    early, later = (scene(turn, AIR, entered=EARLY, **UNITS) for turn in (EARLY, FROM))
    assert strategic_forces.air_powers(early) == ("germany", "britain")
    assert strategic_forces.air_powers(later) == ("germany", "britain", "us")
    assert "us" not in strategic_forces.sea_powers(early) and "us" in strategic_forces.sea_powers(later)
    assert "us" not in strategic_building.builders(early) and "us" in strategic_building.builders(later)


@pytest.mark.rule("tw-22.3.3")
def test_22_3_3_american_ground_units_come_from_their_box_wherever_the_order_says() -> None:
    early = standing("1941-4-winter", GROUND)
    assert ("22.3.3", "American ground units come from Spring 1942 on") in why(early, "us stratmove ground")
    assert ("22.3.3", "American ground units come from Spring 1942 on") in why(
        early, "us stratmove ground origin=glasgow"
    )
    sea = standing("1941-4-winter", NAVAL)
    assert ("22.3.3", "American ground units come from Spring 1942 on") in why(sea, "us stratmove sealift")
    assert why(sea, "us stratmove naval origin=us-box to=glasgow") == []
    assert why(standing(step=GROUND), "us stratmove ground") == []
