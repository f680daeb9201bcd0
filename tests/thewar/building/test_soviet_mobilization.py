"""Soviet mobilization: hand and base, units that join, units built for nothing (21.7.1)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.building import soviet_mobilization
from engine.thewar.economy import income
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from tests.thewar.builds import after, at, refused
from tests.thewar.world import after as done
from tests.thewar.world import effect

STEP, UNITS = "allied.build.mobilization", "allied.build.units"


def attacked(turn: str = "1941-2-summer") -> TheWar:
    """Germany has just declared war on the Soviet Union; it is the Soviet Build Segment."""
    campaign = at("declarations.declare", turn)
    return attrs.evolve(done(campaign, "germany declare ussr"), progress=attrs.evolve(campaign.progress, step=UNITS))


def mobilized(campaign: TheWar) -> TheWar:
    return effect(campaign, soviet_mobilization.Mobilize("ussr"))


def later(campaign: TheWar) -> TheWar:
    turn = attrs.evolve(campaign.progress, turn=campaign.progress.turn + 1)
    return attrs.evolve(campaign, progress=turn, built={})


@pytest.mark.example("21.7.1", "15, 15, 15, 15, 20, 20: 100 in six turns")
@pytest.mark.rule("tw-21.7.1-base")
def test_21_7_1_hand_and_base_rise_by_15_four_times_and_by_20_twice_100_in_all() -> None:
    campaign = attacked()
    begun = campaign.powers["ussr"]
    rises = []
    for _ in range(8):
        before = campaign.powers["ussr"]
        if soviet_mobilization.due(campaign):
            campaign = mobilized(campaign)
        now = campaign.powers["ussr"]
        assert now.base - before.base == now.narfs - before.narfs
        rises.append(now.base - before.base)
        # Once a turn, whoever comes back to the step.
        assert soviet_mobilization.due(campaign) == ()
        campaign = later(campaign)
    assert rises == [15, 15, 15, 15, 20, 20, 0, 0]
    assert campaign.powers["ussr"].base - begun.base == 100


def test_21_7_1_the_german_declaration_begins_it_and_ends_the_pact() -> None:
    campaign = at("declarations.declare", "1941-2-summer")
    assert soviet_mobilization.due(campaign) == ()
    war = done(campaign, "germany declare ussr")
    assert war.facts["soviet-mobilization"] == 6 and war.facts["nazi-soviet-pact"] is False
    other = done(campaign, "ussr declare germany")
    assert not other.facts["soviet-mobilization"]
    assert "no mobilization falls due" in [r.reason for r in soviet_mobilization.Mobilize("ussr").judge(campaign)]


@pytest.mark.rule("tw-21.7.1")
def test_21_7_1_static_infantry_joins_in_the_turn_of_the_attack_siberians_in_the_next() -> None:
    spring = attacked("1941-1-spring")
    assert "ussr-sta-2-3" not in spring.pools
    first = mobilized(spring)
    assert (first.pools["ussr-sta-2-3"].count, first.pools["ussr-sta-3-3"].count) == (9, 9)
    assert "ussr-arm-8-8-siberian" not in first.pools
    second = mobilized(later(first))
    assert calendar.turn(second) == "1941-2-summer"
    assert second.pools["ussr-arm-8-8-siberian"].count == 2
    assert second.pools["ussr-inf-6-5-siberian"].count == 2


@pytest.mark.rule("tw-21.7.1")
def test_21_7_1_without_the_attack_static_infantry_comes_in_summer_1941_and_no_siberians() -> None:
    fall = at("income.additions", "1941-3-fall")
    coming = income.due_additions(fall, "ussr")
    assert "ussr-1941-summer-sta-2-3" in coming
    assert not [key for key in coming if "siberian" in key]
    assert [key for key in income.due_additions(attacked("1941-3-fall"), "ussr") if "siberian" in key]


@pytest.mark.rule("tw-21.7.1", "tw-21.7.1-half")
def test_21_7_1_the_first_of_them_cost_nothing_stand_anywhere_and_count_nowhere() -> None:
    campaign = mobilized(attacked())
    built = after(campaign, "ussr levy sta-3-3 count=9")
    assert built.powers["ussr"].narfs == campaign.powers["ussr"].narfs
    assert built.powers["ussr"].spent == campaign.powers["ussr"].spent
    fresh = [unit for key, unit in built.units.items() if key not in campaign.units]
    assert [unit.place for unit in fresh] == ["board"] * 9
    # One unit of any kind is still free, and once lost they are paid for.
    lost = after(built, "losses ussr -2 sta-3-3")
    assert "2 STA 3-3, 1 cost nothing" in refused(lost, "ussr levy sta-3-3 count=2")
    assert refused(lost, "ussr levy sta-3-3") == ""


@pytest.mark.rule("tw-21.7.1")
def test_21_7_1_one_to_six_units_of_any_kind_are_free_and_lapse_with_their_turn() -> None:
    campaign = attacked()
    for free in range(1, 7):
        campaign = mobilized(campaign)
        assert soviet_mobilization.of_any_kind(campaign) == free
        filled = attrs.evolve(
            campaign,
            pools={**campaign.pools, "ussr-inf-4-5": attrs.evolve(campaign.pools["ussr-inf-4-5"], count=9)},
        )
        assert f"{free + 1} INF 4-5, {free} cost nothing" in refused(filled, f"ussr levy inf-4-5 count={free + 1}")
        built = after(filled, f"ussr levy inf-4-5 count={free}")
        assert built.powers["ussr"].narfs == filled.powers["ussr"].narfs
        assert "0 cost nothing" in refused(built, "ussr levy inf-4-5")
        campaign = later(campaign)
        assert soviet_mobilization.of_any_kind(campaign) == 0


def test_15_2_2_free_units_of_any_kind_go_to_the_urals_like_all_new_ones() -> None:
    campaign = mobilized(attacked())
    built = after(campaign, "ussr levy inf-4-5")
    (fresh,) = [unit for key, unit in built.units.items() if key not in campaign.units]
    assert fresh.place == "urals-box"
    assert built.built["ussr-units"].count == 1


def test_21_7_1_nobody_else_levies_and_what_is_not_there_is_not_built() -> None:
    campaign = mobilized(attacked())
    assert "only the Soviet Union" in refused(campaign, "britain levy mot-6-7")
    assert "'arm-12-8' is no ground or air unit" in refused(campaign, "ussr levy arm-12-8")
    assert "are in the force pool" in refused(campaign, "ussr levy sta-2-3 count=12")


def test_the_step_is_played_by_itself_in_six_turns() -> None:
    step = RULESET.sequence[STEP]
    quiet = at(STEP, "1941-2-summer")
    assert step.skipped(quiet)
    campaign = attrs.evolve(attacked(), progress=attrs.evolve(quiet.progress, step=STEP))
    assert step.skipped(campaign) == ""
    assert [order.verb for order in step.outstanding(campaign)] == ["soviet-mobilization"]
