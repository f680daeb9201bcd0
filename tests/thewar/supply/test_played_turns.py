"""The examples of chapter 12 from their first order to what comes of them at the last check, as they are played (12.3,
12.7.2, 12.7.3, 13.2.3)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.ruleset import RULESET
from engine.thewar.supply_checks import third_check
from engine.thewar.world import calendar, supply
from engine.thewar.world.state import Patrol, TheWar, Unit
from tests.thewar.endings.scenes import why_not
from tests.thewar.sea.test_sea_fight import given
from tests.thewar.supply.test_graces import armoured, exploited, in_turn
from tests.thewar.supply.test_sea_paths import ASK, CUT, NAME, stepping, tobruk

FORT = "tobruk"


def fortress(step: str) -> TheWar:
    """Tobruk as the British fortress that it is in the example, with its garrison."""
    campaign = tobruk(step)
    built = attrs.evolve(campaign.places[FORT], kind="fortress")
    return attrs.evolve(campaign, places={**campaign.places, FORT: built})


@pytest.mark.rule("tw-12.7.2", "tw-12.8")
@pytest.mark.example("13.2.3", "Tobruk, cut off in the Axis' turn and in its own, has Siege 1 at the end of the latter")
def test_12_7_2_example_2_from_the_question_to_the_siege_marker() -> None:
    campaign = given(given(fortress("axis.operations.supply"), ASK), NAME)
    campaign = given(stepping(campaign, "axis.operations.naval"), f"germany {CUT.format('a-2')}")
    campaign = given(campaign, "germany undisturbed tobruk-waters")
    # The British player turn: the Axis has asked for its checks, and names the fortress.
    first = given(stepping(campaign, "allied.operations.supply"), "italy ask-supply")
    named = given(first, "italy unsupplied places=tobruk of=britain")
    assert supply.level(named, "b-2").level == "out"
    run = given(stepping(named, "allied.operations.naval"), "britain run-supply tobruk")
    assert supply.level(run, "b-2").level == "full"
    met = given(run, "germany intercept-at-sea tobruk units=a-2")
    met = given(met, "britain intercept-at-sea tobruk units=b-1 distance=1", 1)
    lost = given(given(met, "britain sea-battle tobruk", 1, 1), "britain break-off yes")
    assert supply.level(lost, "b-2").level == "out", "the Germans have won this one"
    closed = given(stepping(lost, "allied.supply.check"), "britain third-check")
    assert closed.sieges == {FORT: 1} and "b-2" in closed.units
    # Had the Fleet driven them off, Tobruk had no marker.
    held = given(given(given(met, "britain sea-battle tobruk", 1, 1), "britain break-off no"), "germany break-off yes")
    assert not third_check.toll(stepping(held, "allied.supply.check"), "britain")


@pytest.mark.rule("tw-12.7.3")
def test_12_7_3_example_the_3_7_mot_leaves_tobruk_by_sea_once_supply_is_run_there() -> None:
    """The Axis' ships alone are in Tobruk Waters; Alexandria would be in supply."""
    mot = Unit(power="britain", kind="mot", strength="3-7", place=FORT)
    campaign = tobruk("allied.operations.supply", a_1=Patrol(area="tobruk-waters", since="1940-4-winter"))
    campaign = attrs.evolve(campaign, units={**campaign.units, "b-4": mot})
    named = stepping(given(campaign, "britain unsupplied units=b-4"), "allied.operations.naval")
    ship = attrs.evolve(named, units={**named.units, "b-3": attrs.evolve(named.units["b-3"], place=FORT)})
    line = "britain mission alexandria units=b-3 cargo=b-4 port=alexandria"
    assert [rule for rule, _ in why_not(ship, line)] == ["12.7, 12.7.2, ruling 412"]
    run = given(given(ship, "britain run-supply tobruk"), "britain undisturbed tobruk")
    landed = given(given(run, line), "britain undisturbed alexandria")
    assert landed.units["b-4"].place == "alexandria" and supply.level(landed, "b-4").level == "full"


@pytest.mark.rule("tw-12.3")
def test_12_3_example_the_german_arm_is_named_in_fall_and_lost_at_its_end_and_not_before() -> None:
    campaign = exploited()
    key = armoured(campaign)[0]
    line = f"ussr unsupplied units={key} of=germany"
    for step in ("axis.supply.check", "allied.operations.supply", "allied.supply.check"):
        assert [rule for rule, _ in why_not(in_turn(campaign, 1, step), line)] == ["10.2.7, 12.3, ruling 410"]
    fall = given(in_turn(campaign, 2, "axis.operations.supply"), line)
    assert calendar.turn(fall) == "1941-3-fall"
    last = in_turn(fall, 2, "axis.supply.check")
    assert third_check.toll(last, "germany").lost == (key,)
    linked = given(last, f"germany in-supply units={key}")
    assert not third_check.toll(linked, "germany")
    gone = given(last, "germany third-check")
    assert key not in gone.units and gone.pools["germany-arm-8-8"].oos == 1


@pytest.mark.parametrize("check", ["operations.supply", "operations.second-supply", "supply.check"])
def test_12_0_no_check_comes_up_where_nobody_is_named(check: str) -> None:
    campaign = attrs.evolve(tobruk(), missions={})
    for half in ("axis", "allied"):
        assert RULESET.sequence[f"{half}.{check}"].skipped(stepping(campaign, f"{half}.{check}"))
