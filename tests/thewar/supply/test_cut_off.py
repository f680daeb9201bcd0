"""What units out of supply and on a limited source do not do: move, be repaired, be upgraded; and what is built in a
place that is cut off (12.2.3, 12.6.1, 15.1.3, 15.1.6.2, 15.2.2)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.thewar.world.state import SupplyMark, TheWar, Unit
from tests.thewar.builds import UNITS, at, refused

OUT = SupplyMark(level="out", side="axis", since="1941-1-spring", half="axis", check=1, until="1941-1-spring")
LIMITED = attrs.evolve(OUT, level="limited", until="")


def inf(**more: Any) -> Unit:
    return Unit(power="germany", kind="inf", strength="6-5", **more)


def standing(step: str, *units: Unit, **marks: SupplyMark) -> TheWar:
    """The campaign with these German units alone, x-1 and so on, and marks on units (x_1) and places."""
    campaign = at(step, "1941-1-spring")
    others = {key: unit for key, unit in campaign.units.items() if (unit.power, unit.kind) != ("germany", "inf")}
    mine = {f"x-{nth}": unit for nth, unit in enumerate(units, 1)}
    named = {key.replace("_", "-"): mark for key, mark in marks.items()}
    return attrs.evolve(
        campaign,
        units={**others, **mine},
        supply_marks={key: mark for key, mark in named.items() if key in mine},
        supply_places={key: mark for key, mark in named.items() if key not in mine},
    )


MOVES = {
    "strategically": ("axis.stratmove.ground", "germany stratmove ground group=inf-6-5 origin=warsaw"),
    "by rail": ("axis.operations.rail", "germany railmove 1 units=x-1"),
    "to another place": ("axis.operations.second-impulse", "germany station berlin units=x-1"),
}


@pytest.mark.rule("tw-12.6.1")
@pytest.mark.parametrize(("step", "line"), MOVES.values(), ids=MOVES)
def test_12_6_1_ground_units_out_of_supply_do_not_move(step: str, line: str) -> None:
    there = inf(place="vienna")
    assert "12.6.1" not in refused(standing(step, there), line)
    text = refused(standing(step, there, x_1=OUT), line)
    assert "INF 6-5 is out of supply since Spring 1941" in text and "ground units do not move (12.6.1" in text
    assert "12.6.1" not in refused(standing(step, there, x_1=LIMITED), line), "who is on a limited source moves"


def test_12_6_1_of_like_units_those_move_that_are_in_supply() -> None:
    step, line = "axis.stratmove.ground", "germany stratmove ground group=inf-6-5 count={}"
    campaign = standing(step, inf(), inf(), x_1=OUT)
    assert "12.6.1" not in refused(campaign, line.format(1))
    assert "12.6.1" in refused(campaign, line.format(2))


def test_12_6_1_who_is_first_said_to_stand_somewhere_moves_nowhere() -> None:
    campaign = standing("axis.operations.second-impulse", inf(), x_1=OUT)
    assert "12.6.1" not in refused(campaign, "germany station berlin units=x-1")


def test_9_1_1_no_more_go_by_rail_than_are_in_supply_and_none_into_a_place_that_is_cut_off() -> None:
    campaign = standing("axis.operations.rail", inf(), inf(), x_1=OUT)
    kept = {key: unit for key, unit in campaign.units.items() if key.startswith("x-") or unit.power != "germany"}
    campaign = attrs.evolve(campaign, units=kept)
    assert refused(campaign, "germany railmove 1") == ""
    assert "Germany has 1 of 2 ground units in supply, not 2 (12.6.1)" in refused(campaign, "germany railmove 2")
    closed = attrs.evolve(campaign, supply_places={"breslau": OUT})
    assert "Breslau is out of supply since Spring 1941 (9.1.1, 12.6.1)" in refused(
        closed, "germany railmove 1 to=breslau"
    )


@pytest.mark.parametrize(("mark", "said"), [(OUT, "out of supply"), (LIMITED, "on a limited source")], ids=str)
def test_15_1_3_nothing_is_repaired_that_is_not_in_full_supply(mark: SupplyMark, said: str) -> None:
    worn = inf(depleted=True)
    line = "germany mend inf-6-5"
    assert refused(standing(UNITS, worn), line) == ""
    text = refused(standing(UNITS, worn, x_1=mark), line)
    assert f"is {said} since Spring 1941: nothing of it is repaired" in text
    assert "has no depleted" not in text
    both = standing(UNITS, worn, worn, x_1=mark)
    assert refused(both, line) == "" and "nothing of it is repaired" in refused(both, f"{line} count=2")


@pytest.mark.parametrize(("mark", "said"), [(OUT, "out of supply"), (LIMITED, "on a limited source")], ids=str)
def test_15_1_6_2_nothing_is_upgraded_that_is_not_in_full_supply(mark: SupplyMark, said: str) -> None:
    campaign = at(UNITS, "1941-1-spring")
    flak = {"x-1": Unit(power="germany", kind="flak", strength="1-3")}
    kept = {key: unit for key, unit in campaign.units.items() if (unit.power, unit.kind) != ("germany", "flak")}
    campaign = attrs.evolve(campaign, units={**kept, **flak})
    line = "germany upgrade flak-1-3"
    assert refused(campaign, line) == ""
    text = refused(attrs.evolve(campaign, supply_marks={"x-1": mark}), line)
    assert f"is {said} since Spring 1941: nothing of it is upgraded" in text


def test_15_2_2_nothing_is_built_in_a_place_that_is_cut_off() -> None:
    campaign = at(UNITS, "1941-1-spring", pools={"germany inf 6-5": 2})
    line = "germany construct inf-6-5 place=breslau"
    assert refused(campaign, line.replace("breslau", "berlin")) == refused(campaign, line) == ""
    closed = attrs.evolve(campaign, supply_places={"breslau": OUT})
    assert "Breslau is out of supply since Spring 1941: nothing is built there" in refused(closed, line)
