"""What lies off the map, or is the enemy's, is no target of missions, attacks and railmoves (8.2.3, 8.8, 9.1.1)."""

from __future__ import annotations

import pytest

from tests.thewar.air.test_air_fight import COUNTER, sky
from tests.thewar.builds import at, refused

ATTACKS = "axis.operations.attacks"


@pytest.mark.rule("tw-8.2.3", "tw-8.8")
@pytest.mark.parametrize("box", ["us-box", "canada-box", "south-africa-box", "urals-box"])
def test_8_8_nobody_fights_in_a_box_that_smps_alone_reach(box: str) -> None:
    ground = sky("1942-2-summer", ATTACKS, germany_inf=3, britain_inf=1)
    text = refused(ground, f"germany attack {box} units=3-inf against=inf terrain=clear")
    assert "is off the map" in text and "8.8" in text
    air = sky("1942-2-summer", COUNTER, germany_ftr=1, britain_ftr=1)
    assert "is off the map" in refused(air, f"germany counter-air {box} units=ftr against=ftr")


@pytest.mark.rule("tw-8.8.8")
def test_8_8_8_in_the_narvik_box_there_is_combat() -> None:
    ground = sky("1942-2-summer", ATTACKS, germany_inf=3, britain_inf=1)
    assert "off the map" not in refused(ground, "germany attack narvik-box units=3-inf against=inf terrain=clear")


def test_9_1_1_no_rail_runs_to_an_enemys_city() -> None:
    rail = at("axis.operations.rail", "1941-1-spring")
    text = refused(rail, "germany railmove 1 to=london")
    assert "London is in the hands of Britain" in text and "9.1.1" in text
    assert refused(rail, "germany railmove 1 to=berlin") == ""
