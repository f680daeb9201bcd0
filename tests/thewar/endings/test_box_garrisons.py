"""Boxes that fall by themselves to who holds them: Italian East Africa, the Azores, South Africa (19.1.2, 23.41,
23.47)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.sheets.ledger import falls_due
from engine.kernel.wiring import UnknownCondition
from engine.thewar.endings import box_garrisons, near
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import uboat_modifiers
from engine.thewar.world import calendar
from engine.thewar.world.state import BoxHold, Marker, Pool, TheWar, Unit
from tests.thewar.atlantic import SEA, Segment, scene
from tests.thewar.endings.scenes import give, holds, lands, why_not
from tests.thewar.test_steps_that_fall_due import at
from tests.thewar.values import wars_of

STEP = "allied.stratmove.boxes"
AFRICA, AZORES, CAPE = "italian-east-africa-box", "azores-box", "south-africa-box"
MOT, TAC = Unit(power="britain", kind="mot", strength="6-7"), Unit(power="britain", kind="tac", strength="1-5-4")


def campaign(turn: str, there: Mapping[str, Unit], effort: str = "lle") -> TheWar:
    """The campaign in the step of boxes, Britain with an effort."""
    here = at(turn, STEP, wars=wars_of({"britain+germany": "1939-3-fall", "britain+italy": "1940-2-summer"}))
    powers = {**here.powers, "britain": attrs.evolve(here.powers["britain"], effort=effort)}
    units = {**here.units, **{f"x-{key[1:]}": unit for key, unit in there.items()}}
    return attrs.evolve(here, powers=powers, units=units, seats=dict.fromkeys(powers, "solo"))


def counted(now: TheWar) -> TheWar:
    """What the rules do in the step."""
    batches = play.settle(RULESET, now, dice=FixedDice(()), n=1)
    return batches[-1].campaign if batches else now


def later(now: TheWar, turn: str) -> TheWar:
    """The same forces in the same step of another turn."""
    there = calendar.number(turn) - calendar.number(now.first) + 1
    return attrs.evolve(now, progress=attrs.evolve(now.progress, turn=there, step=STEP))


def inside(box: str, *units: Unit) -> dict[str, Unit]:
    return {f"u{nth}": attrs.evolve(unit, place=box) for nth, unit in enumerate(units)}


def holder(now: TheWar) -> str:
    return now.holdings["italian-east-africa"].holder


@pytest.mark.rule("tw-19.1.2")
def test_19_1_2_the_printed_timeline_winter_spring_summer() -> None:
    """Two MOT 3-7 and a TAC arrive in Winter 1940, have an LLE there in Spring and Summer: it falls in Summer."""
    small = attrs.evolve(MOT, strength="3-7")
    winter = counted(campaign("1940-4-winter", inside(AFRICA, small, small, TAC)))
    assert winter.box_holds[AFRICA].turns == 0 and holder(winter) == "italy"
    asked = later(winter, "1941-1-spring")
    assert box_garrisons.sayers(asked) == ("britain",)
    assert RULESET.sequence[STEP].skipped(asked) == ""
    spring = counted(give(asked, "britain box-effort yes"))
    assert spring.box_holds[AFRICA].turns == 1 and holder(spring) == "italy"
    summer = counted(give(later(spring, "1941-2-summer"), "britain box-effort yes"))
    assert holder(summer) == "britain" and AFRICA not in summer.box_holds
    assert not [unit for unit in summer.units.values() if unit.power == "italy" and unit.place == AFRICA]


@pytest.mark.rule("tw-19.1.2")
def test_373_a_sustained_effort_is_there_too_and_without_an_effort_the_count_begins_anew() -> None:
    start = counted(campaign("1940-4-winter", inside(AFRICA, MOT, TAC), "sle"))
    spring = counted(later(start, "1941-1-spring"))
    assert spring.box_holds[AFRICA].turns == 1, "nobody is asked"
    unasked = why_not(later(spring, "1941-2-summer"), "britain box-effort yes")
    assert "no effort in Italian East Africa is asked for" in unasked[-1][1]
    asked = later(counted(campaign("1940-4-winter", inside(AFRICA, MOT, TAC))), "1941-1-spring")
    refused = give(asked, "britain box-effort no")
    assert refused.box_holds[AFRICA] == BoxHold(turns=0, last="1941-1-spring"), "as if it arrived in this turn"
    assert holder(refused) == "italy"
    idle = counted(later(counted(campaign("1940-4-winter", inside(AFRICA, MOT, TAC), "none")), "1941-1-spring"))
    assert idle.box_holds[AFRICA] == BoxHold(turns=0, last="1941-1-spring") and holder(idle) == "italy"
    # A marker of an effort that lies in the box says it.
    marker = Marker(kind="lle", power="britain", place=AFRICA, since="1941-1-spring")
    marked = counted(attrs.evolve(asked, markers={"lle-1": marker}))
    assert marked.box_holds[AFRICA].turns == 1
    # Once a turn: the step may come up again, by an order late.
    assert counted(marked).box_holds == marked.box_holds


@pytest.mark.rule("tw-19.1.2")
@pytest.mark.parametrize(
    ("units", "wants"),
    [
        ((MOT,), "a TAC or MDM"),
        ((TAC,), "a MOT 6-7 or two MOT 3-7"),
        ((attrs.evolve(MOT, strength="3-7"), TAC), "a MOT 6-7 or two MOT 3-7"),
        # Britain's units do it, nobody else's.
        ((attrs.evolve(MOT, power="us"), TAC), "a MOT 6-7 or two MOT 3-7"),
    ],
)
def test_19_1_2_what_is_missing_is_told_and_nothing_counts(units: tuple[Unit, ...], wants: str) -> None:
    now = campaign("1940-4-winter", inside(AFRICA, *units), "sle")
    assert f"Italian East Africa: wants {wants}" in [duty.text for duty in falls_due(RULESET, now)]
    assert AFRICA not in counted(now).box_holds


@pytest.mark.rule("tw-19.1.2")
def test_19_1_2_a_box_left_for_a_turn_begins_anew_and_conquered_egypt_ends_it() -> None:
    held = counted(campaign("1940-4-winter", inside(AFRICA, MOT, TAC), "sle"))
    gap = counted(later(held, "1941-2-summer"))
    assert gap.box_holds[AFRICA] == BoxHold(turns=0, last="1941-2-summer"), "as if it arrived in this turn"
    egypt = holds("italy", "alexandria", "suez")(later(held, "1941-1-spring"))
    assert AFRICA not in box_garrisons.waiting(egypt)


@pytest.mark.rule("tw-23.41")
def test_23_41_twice_the_factors_for_two_complete_turns_take_the_azores_back() -> None:
    german = {"u8": Unit(power="germany", kind="inf", strength="2-5", place=AZORES)}
    few = campaign("1942-1-spring", inside(AZORES, attrs.evolve(MOT, kind="inf", strength="2-5")) | german)
    assert AZORES not in counted(few).box_holds
    three = campaign("1942-1-spring", inside(AZORES, attrs.evolve(MOT, kind="inf", strength="3-5")) | german)
    assert AZORES not in counted(three).box_holds, "3 are not twice 2"
    enough = campaign("1942-1-spring", inside(AZORES, attrs.evolve(MOT, kind="inf", strength="6-5")) | german)
    first = counted(enough)
    second = counted(later(first, "1942-2-summer"))
    assert second.box_holds[AZORES].turns == 1 and "x-8" in second.units
    third = counted(later(second, "1942-3-fall"))
    assert "x-8" not in third.units and third.places[AZORES].holder == "britain"
    assert third.pools["germany-inf-2-5"].oos == 1


@pytest.mark.rule("tw-23.41")
def test_23_41_the_french_wait_in_no_box_and_a_satellite_takes_it_for_its_master() -> None:
    german = {"u8": Unit(power="germany", kind="inf", strength="1-3", place=AZORES)}
    six = Unit(power="france", kind="inf", strength="6-5")
    french = campaign("1942-1-spring", inside(AZORES, six) | german)
    assert AZORES not in box_garrisons.waiting(french) and AZORES not in counted(french).box_holds
    greek = campaign("1942-1-spring", inside(AZORES, attrs.evolve(six, power="greece")) | german)
    now = counted(lands("greece", patron="britain", status="satellite")(greek))
    for turn in ("1942-2-summer", "1942-3-fall"):
        now = counted(later(now, turn))
    assert now.places[AZORES].holder == "britain" and "x-8" not in now.units


@pytest.mark.rule("tw-19.1.2", "tw-23.41", "tw-23.47-retake")
def test_8_8_the_step_of_boxes_comes_up_where_somebody_waits_and_nowhere_else() -> None:
    step, nobody = RULESET.sequence[STEP], "nobody waits in a box that is to be taken"
    there = campaign("1940-4-winter", inside(AFRICA, MOT, TAC))
    assert step.skipped(there) == "" and step.skipped(campaign("1940-4-winter", {})) == nobody
    # A force alone is not enough: nothing is to be taken while Britain is not at war with Italy, nor once Italy has
    # conquered Egypt, nor in the Azores while no Axis unit is there, whoever Portugal is with.
    calm = attrs.evolve(there, wars=wars_of({"britain+germany": "1939-3-fall"}))
    egypt = holds("italy", "alexandria", "suez")(there)
    islands = campaign("1942-1-spring", inside(AZORES, MOT))
    with_the_axis = lands("portugal", patron="germany", status="satellite")(islands)
    for nothing in (calm, egypt, with_the_axis):
        assert box_garrisons.waiting(nothing) == () and step.skipped(nothing) == nobody
    # South Africa is waited for in Cape Town too: half of the force is told of, and counts nothing.
    axis = lands("south-africa", patron="germany", status="satellite")
    assert step.skipped(axis(campaign("1941-1-spring", inside("cape-town", MOT)))) == "nothing falls due"
    assert list(near.WAITED_IN) == list(box_garrisons.BOXES)
    with pytest.raises(UnknownCondition):
        near.box_condition("falling")


@pytest.mark.rule("tw-23.47-retake")
def test_23_47_south_africa_is_put_down_after_four_turns() -> None:
    arm = Unit(power="britain", kind="arm", strength="2-8")
    base = campaign("1941-1-spring", inside(CAPE, MOT, arm))
    # Two of its units have been lost since it leaned to the Axis; the like of others is none of them.
    own = Pool(power="britain", kind="mot", strength="3-7", tag="south-african", lost=2, count=2)
    pools = {**base.pools, "sa": own, "other": attrs.evolve(own, tag="")}
    base = attrs.evolve(base, pools=pools)
    axis = lands("south-africa", patron="germany", status="satellite")(base)
    assert CAPE not in box_garrisons.waiting(base), "nothing is to take there"
    lean = lands("south-africa", patron="germany", status="satellite")
    assert CAPE not in counted(lean(campaign("1941-1-spring", inside(CAPE, arm)))).box_holds, "no MOT"
    assert CAPE in counted(lean(campaign("1941-1-spring", inside("cape-town", MOT, arm)))).box_holds
    now = counted(axis)
    for nth, turn in enumerate(("1941-2-summer", "1941-3-fall", "1941-4-winter")):
        now = counted(later(now, turn))
        assert now.box_holds[CAPE].turns == nth + 1
        assert now.countries["south-africa"].patron == "germany"
    done = counted(later(now, "1942-1-spring"))
    assert (done.countries["south-africa"].status, done.countries["south-africa"].patron) == ("satellite", "britain")
    assert "sa" in now.pools and "sa" not in done.pools and "other" in done.pools


@pytest.mark.rule("tw-23.41-uk")
def test_23_41_from_fall_1943_a_british_force_in_the_azores_is_enough_while_it_stays() -> None:
    """The U-boats' die of Fall 1943: a 2 costs 24 NARFs with the modifier of the Azores, 32 without it."""
    sta, tac = (attrs.evolve(unit, place=AZORES) for unit in (attrs.evolve(MOT, kind="sta", strength="2-3"), TAC))

    def lost(turn: str, *force: Unit, leaves: str = "") -> int:
        sea = scene(turn, SEA, germany={"uboat": 8, "int": 4}, britain={"asw": 4, "sac": 3, "int": 2})
        there = {f"x-{nth}": unit for nth, unit in enumerate(force)}
        game = Segment(attrs.evolve(sea, units={**sea.units, **there}))
        if leaves:
            game.give(leaves)
        game.give("germany sea-box uboats=8", "britain sea-box asw=4", faces=(2,))
        ((before, after),) = game.changed("powers.britain.narfs")
        return int(before) - int(after)

    assert lost("1943-3-fall", sta, tac) == 24
    assert lost("1943-3-fall") == lost("1943-3-fall", tac) == lost("1943-3-fall", sta) == 32
    assert lost("1943-3-fall", sta, tac, leaves='overrule "it crossed" britain station board units=x-0') == 32
    assert "portugal-british" not in uboat_modifiers.holding(campaign("1943-2-summer", inside(AZORES, sta, tac)))
