"""Ground units repaired in the Supply Segment: who comes up, what it costs, who has moved, what is refused (3.9.2,
15.1.3.3, rulings 82, 413)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.building.unit_repair import Mend
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Grace, SupplyMark, TheWar, Unit
from tests.thewar.builds import at, refused
from tests.thewar.endings.scenes import give
from tests.tui.screens import shown
from tests.tui.standin import StandinDesk

STEP = "axis.supply.repair"
WORN = Unit(power="germany", kind="arm", strength="8-8", depleted=True)
OUT = SupplyMark(level="out", side="axis", since="1941-3-fall", half="axis", check=1, until="1941-4-winter")


def hurt(*units: Unit, step: str = STEP, **more: Any) -> TheWar:
    """Fall 1941 with these units and nobody else Depleted."""
    campaign = at(step, "1941-3-fall")
    kept = {key: unit for key, unit in campaign.units.items() if not unit.depleted}
    return attrs.evolve(campaign, units={**kept, **{f"x-{nth}": unit for nth, unit in enumerate(units, 1)}}, **more)


def cost(campaign: TheWar, line: str) -> int:
    order = understand(RULESET, line, campaign)
    assert isinstance(order, Mend)
    return order.cost(campaign).total


@pytest.mark.parametrize(
    ("said", "narfs"), [("", 8), (" moved=yes", 16), (" ussr=yes", 16), (" moved=yes ussr=yes", 32)]
)
def test_15_1_3_3_half_of_the_factors_twice_for_who_moved_and_twice_again_in_the_soviet_union(
    said: str, narfs: int
) -> None:
    campaign = hurt(WORN)
    line = f"germany mend arm-8-8{said}"
    assert cost(campaign, line) == narfs
    whole = give(campaign, line)
    assert not whole.units["x-1"].depleted
    assert campaign.powers["germany"].narfs - whole.powers["germany"].narfs == narfs


@pytest.mark.rule("tw-3.9.2")
@pytest.mark.parametrize("kind", ["exploits", "drops", "lands"])
def test_3_9_2_who_exploited_dropped_or_landed_in_this_turn_costs_twice(kind: str) -> None:
    moved = hurt(WORN, graces={"x-1": Grace(kind=kind, since="1941-3-fall")})
    assert "1 of 1 ARM 8-8 have moved in this turn (15.1.3.3)" in refused(moved, "germany mend arm-8-8")
    assert refused(moved, "germany mend arm-8-8 moved=yes") == ""
    before = hurt(WORN, graces={"x-1": Grace(kind=kind, since="1941-2-summer")})
    assert refused(before, "germany mend arm-8-8") == ""
    beside = hurt(WORN, WORN, graces={"x-1": Grace(kind=kind, since="1941-3-fall")})
    assert give(beside, "germany mend arm-8-8").units["x-1"].depleted, "those first that have not moved"


def test_3_9_2_aircraft_are_repaired_in_the_build_segment_alone() -> None:
    flown = attrs.evolve(WORN, kind="tac", strength="1-5-4")
    text = refused(hurt(WORN, flown), "germany mend tac-1-5-4")
    assert "air units are repaired in the Build Segment (15.1.3.1)" in text
    assert refused(hurt(flown, step="axis.build.units"), "germany mend tac-1-5-4") == ""
    offered = [order.text for order in Mend.offers(hurt(WORN, flown), "germany")]
    assert offered == ["germany mend arm-8-8", "germany mend arm-8-8 moved=yes"]


def test_13_2_3_under_siege_and_out_of_supply_nothing_is_repaired() -> None:
    inside = attrs.evolve(WORN, place="breslau")
    assert "siege" in refused(hurt(inside, sieges={"breslau": 1}), "germany mend arm-8-8").lower()
    assert "nothing of it is repaired" in refused(hurt(WORN, supply_marks={"x-1": OUT}), "germany mend arm-8-8")
    assert "not in this step" in refused(hurt(WORN, step="axis.stratmove.ground"), "germany mend arm-8-8")
    assert refused(hurt(WORN), "ussr mend arm-8-8") != ""


@pytest.mark.parametrize("size", [(60, 20), (120, 40)], ids=str)
def test_3_9_2_repairs_are_a_queue_with_their_prices_and_nothing_else_is_bought_there(size: tuple[int, int]) -> None:
    desk: Any = StandinDesk(hurt(WORN))
    text = shown(desk, [], size)
    line = next(line for line in text.splitlines() if "repair ARM 8-8" in line)
    assert line.split("│")[0].split()[-1] == "8" and "not now" not in text
    assert "add" in text.rstrip().splitlines()[-1]
