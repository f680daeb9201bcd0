"""Ground units repaired in the Supply Segment: who comes up, what it costs, who has moved, what is refused (3.9.2,
15.1.3.3, rulings 82, 413)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.judging import judge
from engine.kernel.reading import understand
from engine.thewar.building.unit_repair import Mend
from engine.thewar.building.unit_upgrades import Upgrade
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import holds
from engine.thewar.sheets.build_sheet import BuildSheet
from engine.thewar.world import deeds
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
@pytest.mark.parametrize("kind", ["drops", "lands"])
def test_3_9_2_who_dropped_or_landed_in_this_turn_costs_twice(kind: str) -> None:
    moved = hurt(WORN, graces={"x-1": Grace(kind=kind, since="1941-3-fall")})
    assert "1 of 1 ARM 8-8 has moved in this turn (15.1.3.3)" in refused(moved, "germany mend arm-8-8")
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


HOME, INSIDE = attrs.evolve(WORN, place="berlin"), attrs.evolve(WORN, place="smolensk")
MOVES = {
    "strategic movement": (
        "axis.stratmove.ground",
        "italy done; germany stratmove ground count=0 depleted=1 group=arm-8-8",
        WORN,
    ),
    "a rail move": ("axis.operations.rail", "germany railmove 2 units=arm-8-8-dep", HOME),
    "another place": ("axis.operations.first-impulse", "germany station prague units=x-1", HOME),
    "off its place": ("axis.operations.first-impulse", "germany station board units=x-1", HOME),
    "exploitation": ("axis.operations.second-impulse", "germany ahead x-1", WORN),
}
STAYS = {
    "a first placement": ("axis.operations.first-impulse", "germany station prague units=x-1", WORN),
    "one in the Second Impulse": ("axis.operations.second-impulse", "germany station prague units=x-1", WORN),
    "a rail move that names nobody": ("axis.operations.rail", "germany railmove 1", WORN),
    "the place where it is": ("axis.operations.first-impulse", "germany station berlin units=x-1", HOME),
    "the enemy's player turn": ("allied.operations.first-impulse", "germany station prague units=x-1", HOME),
}


def later(step: str, lines: str, unit: Unit) -> TheWar:
    """The repair step of the half after orders that name the unit."""
    return to_step(give(hurt(unit, step=step), *lines.split("; ")), STEP)


def to_step(campaign: TheWar, step: str) -> TheWar:
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step, done=()))


@pytest.mark.rule("tw-3.9.2")
@pytest.mark.parametrize("order", MOVES)
def test_3_9_2_who_is_named_by_an_order_that_takes_it_elsewhere_has_moved(order: str) -> None:
    campaign = later(*MOVES[order])
    text = refused(campaign, "germany mend arm-8-8")
    assert "1 of 1 ARM 8-8 has moved in this turn (15.1.3.3). moved=yes repairs them at twice the price" in text
    mended = give(campaign, "germany mend arm-8-8 moved=yes")
    assert campaign.powers["germany"].narfs - mended.powers["germany"].narfs == 16
    assert [order.text for order in Mend.offers(campaign, "germany")] == ["germany mend arm-8-8 moved=yes"]


@pytest.mark.parametrize("order", STAYS)
def test_3_9_2_who_is_first_said_to_stand_somewhere_has_not_moved(order: str) -> None:
    assert refused(later(*STAYS[order]), "germany mend arm-8-8") == ""


@pytest.mark.rule("tw-15.1.3.3")
def test_15_1_3_3_who_was_carried_to_sea_and_turned_back_has_moved() -> None:
    done = (deeds.in_half("x-1", "axis", 1, deed) for deed in (holds.CARRIED, holds.TURNED_BACK))
    sailed = hurt(WORN, missions={deeds.key(one): one for one in done})
    assert "1 of 1 ARM 8-8 has moved in this turn (15.1.3.3)" in refused(sailed, "germany mend arm-8-8")
    assert cost(sailed, "germany mend arm-8-8 moved=yes") == 16


@pytest.mark.rule("tw-15.1.3.3-east")
def test_15_1_3_3_units_inside_the_soviet_union_are_a_line_of_their_own_with_their_price() -> None:
    campaign = hurt(HOME, INSIDE, INSIDE)
    offered = {order.text: order.cost(campaign).total for order in Mend.offers(campaign, "germany")}
    assert offered == {
        "germany mend arm-8-8": 8,
        "germany mend arm-8-8 moved=yes": 16,
        "germany mend arm-8-8 count=2 ussr=yes": 32,
        "germany mend arm-8-8 count=2 moved=yes ussr=yes": 64,
    }
    assert not any(refused(campaign, line) for line in offered)
    stock = {name.text: [way.text for way in BuildSheet().variants(campaign, name)] for name in queue(campaign)}
    plain, inside = "germany mend arm-8-8", "germany mend arm-8-8 ussr=yes"
    assert stock[plain] == [plain, f"{plain} moved=yes"]
    assert stock[inside] == [inside, f"{plain} moved=yes ussr=yes"]
    form = Mend.form(campaign, "germany")
    ussr = next(field.proposes for field in form.fields if field.name == "ussr") if form else None
    assert ussr is not None and ussr(campaign, {"group": "arm-8-8"}) == "no"
    assert ussr(hurt(INSIDE), {"group": "arm-8-8"}) == "yes"


def test_15_1_3_3_who_is_recorded_elsewhere_is_not_repaired_as_inside_the_soviet_union() -> None:
    text = refused(hurt(HOME), "germany mend arm-8-8 ussr=yes")
    assert "Germany has no depleted ARM 8-8 in the 1939 Soviet Union (15.1.3)" in text
    assert refused(hurt(WORN), "germany mend arm-8-8 ussr=yes") == "", "of the board the owner says it"
    assert refused(hurt(HOME, INSIDE), "germany mend arm-8-8 count=2 ussr=yes") != ""


def queue(campaign: TheWar) -> list[Any]:
    """What is on offer, each for one unit."""
    return [attrs.evolve(order, count=1) for order in Mend.offers(campaign, "germany")]


@pytest.mark.rule("tw-3.9.2")
def test_3_9_2_in_an_enemy_zone_of_control_nobody_is_repaired_but_in_a_fortress() -> None:
    text = refused(hurt(WORN), "germany mend arm-8-8 zoc=yes")
    assert "ARM 8-8 in an enemy zone of control: nothing is repaired there (3.9.2, 15.1.3.3)" in text
    assert "in a fortress, are" in text
    guns = Unit(power="britain", kind="inf", strength="4-5", place="gibraltar", depleted=True)
    assert refused(hurt(guns, step="allied.supply.repair"), "britain mend inf-4-5 zoc=yes") == ""
    form = Mend.form(hurt(WORN), "germany")
    assert form is not None and "zoc" in [field.name for field in form.fields]


@pytest.mark.rule("tw-15.1.3.3")
def test_15_1_3_3_an_upgrade_that_repairs_asks_the_same_of_who_moved_where_he_stands_and_zones() -> None:
    line, worn = "germany upgrade arm-8-8 depleted=yes", attrs.evolve(INSIDE, kind="arm")
    build = {"step": "axis.build.units", "graces": {"x-1": Grace(kind="drops", since="1943-2-summer")}}

    def summer(unit: Unit, **more: Any) -> TheWar:
        return attrs.evolve(hurt(unit, **more), first="1943-2-summer")

    assert refused(summer(WORN, step="axis.build.units"), line) == ""
    text = refused(summer(worn, **build), line)
    assert "has moved in this turn" in text and "stands in the 1939 Soviet Union" in text
    assert refused(summer(worn, **build), f"{line} moved=yes ussr=yes") == ""
    offered = [order.text for order in Upgrade.offers(summer(worn, **build), "germany")]
    assert f"{line} moved=yes ussr=yes" in offered
    zone = refused(summer(WORN, step="axis.build.units"), f"{line} zoc=yes")
    assert "ARM 8-8 in an enemy zone of control: nothing is upgraded there (20.3)" in zone
    besieged = summer(HOME, step="axis.build.units", sieges={"berlin": 1})
    assert "Berlin is under siege" in refused(besieged, line)


def test_3_9_2_another_seat_without_money_or_under_the_enemys_siege_nobody_repairs() -> None:
    campaign = hurt(WORN)
    seats = {key: "axis" if power.side == "axis" else "allied" for key, power in campaign.powers.items()}
    order = understand(RULESET, "germany mend arm-8-8", campaign)
    shared = attrs.evolve(campaign, seats=seats)
    assert any("axis" in str(why) for why in judge(RULESET, shared, order, "allied"))
    assert not judge(RULESET, shared, order, "axis")
    poor = {**campaign.powers, "germany": attrs.evolve(campaign.powers["germany"], narfs=7)}
    assert "8 NARFs" in refused(attrs.evolve(campaign, powers=poor), "germany mend arm-8-8")


def test_3_9_2_a_repair_taken_back_leaves_the_campaign_as_it_was() -> None:
    desk: Any = StandinDesk(hurt(WORN, step="axis.supply.repair"))
    before = desk.campaign
    desk.do(["germany mend arm-8-8"])
    assert not desk.campaign.units["x-1"].depleted
    desk.undo()
    assert desk.campaign == before


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
    end = shown(desk, ["d"], size)
    assert end.count("in an enemy zone of control nobody is repaired") == 1
    assert end.count("   ahead   ") == (size == (120, 40)) and "moves and grants" not in end
    assert "add" in text.rstrip().splitlines()[-1]
