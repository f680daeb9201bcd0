"""SMPs as a purse, what moves cost, what they pass, boxes, capacity raised (8.0 to 8.8)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.calculators import find, solve
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.refusals import Refused
from engine.thewar.economy import capacity
from engine.thewar.economy.capacity import BOARD, EUROPE, Purse
from engine.thewar.moving import moved_units, stratmoves
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import ledger
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world.state import TheWar, Used
from tests.thewar.supply_lines import AIR, GROUND, NAVAL, standing, why
from tests.thewar.world import after, effect, refusals, rules_of


def left(campaign: TheWar, power: str, part: str = "") -> float:
    """SMPs left of a purse."""
    return capacity.left(campaign, Purse(power, part)) / 2


def smp_row(campaign: TheWar, power: str) -> int:
    """What the ledger shows."""
    return next(row.smp for row in ledger.rows(campaign) if row.power == power)


@pytest.mark.rule("tw-8.0", "tw-8.1.2")
def test_8_0_moves_take_smps_and_no_narfs_until_none_are_left() -> None:
    start = standing("1940-1-spring", GROUND, "axis", at_war=())
    assert left(start, "germany") == 7 and smp_row(start, "germany") == 7
    moved = after(start, "germany stratmove ground count=4 depleted=3")
    assert left(moved, "germany") == 1.5, "a depleted unit counts half"
    assert smp_row(moved, "germany") == 1
    assert moved.powers["germany"].narfs == start.powers["germany"].narfs
    assert why(moved, "germany stratmove ground count=2") == [("8.4", "Germany: it takes 2 SMPs, 1 1/2 SMPs are left")]
    assert refusals(moved, "germany stratmove ground depleted=1") == ()
    assert left(effect(moved, EndTurn("germany")), "germany") == 7


def test_8_0_unknown_kinds_and_numbers_are_refused() -> None:
    start = standing(step=GROUND)
    assert rules_of(refusals(start, "britain stratmove army")) == ["8.0"]
    assert rules_of(refusals(start, "britain stratmove ground count=0")) == ["8.0"]
    assert rules_of(refusals(start, "britain stratmove ground count=-1 depleted=4")) == ["8.0"]
    assert "8.1.3" in rules_of(refusals(start, "britain stratmove ground through=atlantis"))
    assert "8.8" in rules_of(refusals(start, "britain stratmove ground to=atlantis"))


def test_4_0_an_effort_without_strategic_movement_refuses_it() -> None:
    start = standing(step=GROUND, britain={"effort": "none"})
    assert [refusal.reason for refusal in refusals(start, "britain stratmove ground")] == [
        "no strategic movement without an effort"
    ]
    assert "britain" not in stratmoves.movers(start) and "us" in stratmoves.movers(start)


@pytest.mark.rule("tw-8.1.4")
def test_8_1_4_air_units_move_first_then_ground_then_naval_units() -> None:
    ground = standing(step=GROUND)
    assert refusals(ground, "britain stratmove ground") == ()
    (late,) = refusals(ground, "britain stratmove air")
    assert (late.rule, late.hint) == ("8.1.4", "'late britain stratmove air' enters it now.")
    assert rules_of(refusals(ground, "britain stratmove naval")) == ["8.1.4"]
    assert refusals(standing(step=AIR), "britain stratmove air") == ()
    assert refusals(standing(step=NAVAL), "britain stratmove naval") == ()


@pytest.mark.example("8.3.2", "a laden Fleet from Britain to South Africa: 2 SMPs")
@pytest.mark.rule("tw-8.3.3")
def test_8_3_2_a_laden_fleet_takes_one_smp_for_the_cargo_and_one_for_itself() -> None:
    """The example: Britain to South Africa, 2 SMPs."""
    start = standing("1941-2-summer", NAVAL)
    text = "britain stratmove sealift origin=scapa-flow to=south-africa-box"
    assert refusals(start, text) == ()
    assert left(after(start, text), "britain") == 7
    two = after(start, "britain stratmove sealift count=0 depleted=2")
    assert left(two, "britain") == 7, "two depleted units in one Fleet"
    three = after(start, "britain stratmove sealift count=0 depleted=3")
    assert left(three, "britain") == 5.5
    assert stratmoves.fleets(start, "britain") - stratmoves.fleets(three, "britain") == 2


@pytest.mark.parametrize(
    ("group", "count", "depleted", "fleets"),
    [("inf-2-5-breakdown", 3, 0, 1), ("inf-2-5-breakdown", 4, 0, 2), ("inf-6-5", 3, 0, 3), ("inf-6-5", 1, 2, 2)],
)
def test_8_3_2_a_fleet_carries_three_breakdown_units(group: str, count: int, depleted: int, fleets: int) -> None:
    assert stratmoves.Stratmove("germany", "sealift", count, depleted, group).fleets == fleets


def test_8_3_2_cargo_needs_a_fleet() -> None:
    start = standing(step=NAVAL, france={"surrendered": ""})
    many = stratmoves.fleets(start, "italy")
    assert many > 0
    refused = why(standing(step=NAVAL, side="axis", italy={"smp": 90}), f"italy stratmove sealift count={many + 1}")
    assert refused == [("8.3.2", f"it takes {many + 1} undepleted Fleets, Italy has {many} to carry")]


@pytest.mark.rule("tw-8.4-east", "tw-8.5.3")
def test_8_5_3_the_axis_pays_twice_in_the_soviet_union_and_the_soviets_do_not() -> None:
    start = standing(step=GROUND, side="axis", countries={"romania": {"status": "satellite", "patron": "germany"}})
    assert left(after(start, "germany stratmove ground count=2 through=ussr"), "germany") == 3
    assert left(after(start, "germany stratmove air through=ussr"), "germany") == 5, "8.4: every German unit"
    assert left(after(start, "italy stratmove ground through=ussr"), "italy") == 2
    assert left(after(start, "italy stratmove air through=ussr"), "italy") == 3
    assert left(after(start, "germany stratmove ground country=romania through=ussr"), "germany", "romania") == 0
    assert left(after(start, "ussr stratmove ground through=ussr"), "ussr") == 7


@pytest.mark.rule("tw-8.5.3")
def test_8_5_3_without_moscow_the_soviets_have_two_smps_less() -> None:
    lost = standing(step=GROUND, places={"moscow": "germany"})
    assert capacity.smp(lost, "ussr").total == 6
    assert capacity.smp(lost, "ussr").lines[-1].rule == "8.5.3, ruling 100"
    assert why(lost, "ussr stratmove ground count=7") == [("8.4", "Soviet Union: it takes 7 SMPs, 6 SMPs are left")]
    assert capacity.smp(standing(step=GROUND), "ussr").total == 8


@pytest.mark.rule("tw-8.5.2")
def test_8_5_2_ground_units_pay_twice_in_north_africa_and_barren_desert_is_closed() -> None:
    start = standing(step=GROUND)
    assert left(after(start, "britain stratmove ground count=2 through=north-africa"), "britain") == 5
    air = standing(step=AIR)
    assert left(after(air, "britain stratmove air count=2 through=north-africa"), "britain") == 7
    assert rules_of(refusals(start, "britain stratmove ground through=barren-desert")) == ["8.5.2"]
    assert rules_of(refusals(air, "britain stratmove air through=barren-desert")) == ["8.5.2"]


def test_26_2_smps_count_twice_on_the_western_front_in_a_severe_winter() -> None:
    severe = standing("1942-4-winter", GROUND, facts={"western-weather": "severe-winter"})
    assert left(after(severe, "britain stratmove ground count=2 through=western-front"), "britain") == 5
    snow = standing("1942-4-winter", GROUND, facts={"western-weather": "snow"})
    assert left(after(snow, "britain stratmove ground count=2 through=western-front"), "britain") == 7


@pytest.mark.rule("tw-8.1.3")
def test_8_1_3_not_through_neutrals_enemy_clients_or_swamp_and_never_west_and_soviets_through_each_other() -> None:
    start = standing(step=GROUND)
    assert why(start, "britain stratmove ground through=sweden") == [("8.1.3", "Sweden is neutral")]
    assert rules_of(refusals(start, "britain stratmove ground through=swamp")) == ["8.1.3"]
    assert rules_of(refusals(start, "britain stratmove ground through=spain")) == ["8.1.3"]
    assert rules_of(refusals(start, "britain stratmove ground through=ussr")) == ["8.5.1, 8.7"]
    assert rules_of(refusals(start, "ussr stratmove ground through=france")) == ["8.1.3"]
    client = standing(step=GROUND, countries={"iran": {"status": "associate", "patron": "ussr"}})
    assert rules_of(refusals(client, "britain stratmove ground through=iran")) == ["8.7"]
    assert refusals(client, "ussr stratmove ground through=iran") == ()
    peace = standing("1940-1-spring", GROUND, "axis", at_war=())
    assert why(peace, "germany stratmove ground through=ussr") == [("8.1.3", "Soviet Union is neutral")]


@pytest.mark.rule("tw-8.5.1")
@pytest.mark.parametrize(
    ("ours", "theirs"), [("turkey", "greece"), ("greece", "turkey"), ("romania", "hungary"), ("hungary", "romania")]
)
def test_8_5_1_some_neighbours_never_pass_each_other(ours: str, theirs: str) -> None:
    both = {key: {"status": "satellite", "patron": "germany"} for key in (ours, theirs, "bulgaria")}
    start = standing(step=GROUND, side="axis", countries=both)
    assert rules_of(refusals(start, f"germany stratmove ground country={ours} through={theirs}")) == ["8.5.1"]
    assert refusals(start, f"germany stratmove ground country={ours} through=bulgaria") == ()
    assert refusals(start, f"germany stratmove ground through={theirs}") == ()


@pytest.mark.rule("tw-8.5.1", "tw-8.8.3", "tw-8.2.1")
def test_8_5_1_americans_come_by_an_atlantic_port_or_by_south_africa_in_two_turns() -> None:
    start = standing(step=NAVAL)
    assert refusals(start, "us stratmove naval origin=us-box to=glasgow") == ()
    assert refusals(start, "us stratmove naval origin=us-box to=south-africa-box") == ()
    assert rules_of(refusals(start, "us stratmove naval origin=us-box to=suez")) == ["8.5.1, 8.8.3"]
    assert refusals(start, "us stratmove naval origin=south-africa-box to=suez") == ()
    assert rules_of(refusals(start, "us stratmove naval origin=us-box to=brest")) == []
    held = standing(step=NAVAL, places={"brest": "germany"})
    assert rules_of(refusals(held, "us stratmove naval origin=us-box to=brest")) == ["1.2"]
    assert rules_of(refusals(start, "germany stratmove naval to=us-box")) == ["8.5.1, 8.8.3"]


@pytest.mark.rule("tw-8.8.4", "tw-8.8.5", "tw-8.8.2")
def test_8_8_boxes_have_their_ways_out_and_some_their_masters() -> None:
    # Abadan takes nobody in while Iran is neutral (8.1.3).
    start = standing(step=NAVAL, countries={"iran": {"status": "satellite", "patron": "britain"}})
    for box, there in (("south-africa-box", "basra"), ("south-africa-box", "abadan"), ("india-box", "suez")):
        assert refusals(start, f"britain stratmove naval origin={box} to={there}") == ()
    assert refusals(start, "britain stratmove naval origin=india-box to=south-africa-box") == ()
    assert rules_of(refusals(start, "britain stratmove naval origin=india-box to=glasgow")) == ["8.8.5"]
    assert rules_of(refusals(start, "britain stratmove naval origin=south-africa-box to=alexandria")) == ["8.8.4"]
    ground = standing(step=GROUND)
    assert refusals(ground, "ussr stratmove ground to=urals-box") == ()
    assert rules_of(refusals(ground, "germany stratmove ground to=urals-box")) == ["8.8.2"]


def test_8_3_1_air_units_do_not_hop_to_boxes_but_murmansk_and_narvik() -> None:
    start = standing(step=AIR)
    assert rules_of(refusals(start, "britain stratmove air to=south-africa-box")) == ["8.3.1"]
    assert refusals(start, "ussr stratmove air to=murmansk-box") == ()
    assert refusals(standing(step=NAVAL), "britain stratmove sealift-air to=south-africa-box") == ()


@pytest.mark.rule("tw-8.5.4")
def test_8_5_4_airbases_and_fortifications_move_for_one_smp_fortresses_never() -> None:
    start = standing(step=GROUND)
    assert left(after(start, "britain stratmove airbase"), "britain") == 8
    assert left(after(start, "ussr stratmove fortification count=2"), "ussr") == 6
    assert why(start, "britain stratmove fortress") == [("8.5.4", "a fortress is never moved")]


@pytest.mark.rule("tw-8.5.5")
def test_8_5_5_the_us_has_five_smps_over_the_atlantic_and_five_on_the_board() -> None:
    start = standing(step=GROUND)
    five = after(start, "us stratmove ground count=5 origin=us-box to=glasgow")
    assert (left(five, "us", EUROPE), left(five, "us", BOARD)) == (0, 5)
    assert why(five, "us stratmove ground origin=us-box to=glasgow") == [
        ("8.5.5", "United States across the Atlantic: it takes 1 SMP, 0 SMPs are left")
    ]
    assert refusals(five, "us stratmove ground count=5") == ()
    assert "8.5.5" in rules_of(refusals(start, "us stratmove ground count=6 origin=us-box to=glasgow"))
    hit = standing(step=GROUND, us={"smp_lost": 4})
    assert (left(hit, "us", EUROPE), left(hit, "us", BOARD)) == (3, 3), "a loss tells in both halves"


@pytest.mark.example("8.4", "Fall 1942: 4 SMPs lost leave 2 in each American half")
@pytest.mark.rule("tw-8.4-min", "tw-8.5.5")
def test_8_4_bombers_over_the_atlantic_are_spared_the_losses_to_u_boats() -> None:
    """The example of Fall 1942: a Massacre and 40 NARFs leave the minimum of 2 in each half."""
    hit = standing("1942-3-fall", AIR, us={"smp_lost": 8})
    assert (left(hit, "us", EUROPE), left(hit, "us", BOARD)) == (2, 2)
    assert refusals(hit, "us stratmove bombers count=5 origin=us-box to=glasgow") == ()
    assert "8.5.5" in rules_of(refusals(hit, "us stratmove bombers count=6 origin=us-box to=glasgow"))
    assert "8.5.5" in rules_of(refusals(hit, "us stratmove bombers count=3"))


def test_22_1_american_units_stay_in_their_box_before_the_entry() -> None:
    start = standing("1941-1-spring", GROUND, entered="", at_war=())
    assert "22.1" in rules_of(refusals(start, "us stratmove ground"))
    assert "us" not in stratmoves.movers(start)


@pytest.mark.rule("tw-8.6")
def test_8_6_a_satellite_moves_two_units_a_turn_with_smps_of_its_own() -> None:
    start = standing(step=GROUND, side="axis", countries={"romania": {"status": "satellite", "patron": "germany"}})
    two = after(start, "germany stratmove ground count=2 country=romania")
    assert (left(two, "germany"), left(two, "germany", "romania")) == (7, 0)
    assert rules_of(refusals(two, "germany stratmove ground country=romania")) == ["8.6", "8.6"]
    halves = after(start, "germany stratmove ground count=0 depleted=2 country=romania")
    assert why(halves, "germany stratmove ground country=romania") == [("8.6", "3 units of Romania this turn")]
    assert rules_of(refusals(start, "italy stratmove ground country=romania")) == ["8.6"]
    assert rules_of(refusals(start, "germany stratmove ground country=romania pays=germany")) == ["8.6"]
    assert left(effect(two, EndTurn("germany")), "germany", "romania") == 2


@pytest.mark.rule("tw-8.7")
def test_8_7_only_britain_and_the_us_share_once_both_are_at_war() -> None:
    start = standing(step=GROUND, side="allied")
    shared = after(start, "britain stratmove ground count=3 pays=us")
    assert (left(shared, "britain"), left(shared, "us", BOARD)) == (9, 2)
    assert refusals(start, "us stratmove ground count=7 pays=britain") == ()
    assert why(start, "germany stratmove ground pays=italy") == [("8.7", "Germany does not use SMPs of Italy")]
    before = standing("1941-1-spring", GROUND, entered="", at_war=())
    assert rules_of(refusals(before, "britain stratmove ground pays=us")) == ["8.7"]
    assert rules_of(refusals(start, "britain stratmove ground pays=nobody")) == ["8.7"]


@pytest.mark.rule("tw-8.4.1", "tw-8.4.2")
def test_8_4_1_capacity_rises_by_one_a_year_from_1941_and_railmoves_stay() -> None:
    start = standing("1941-1-spring", "build.units", "axis", at_war=())
    bigger = after(start, "germany smp-capacity")
    assert bigger.powers["germany"].smp == 8
    assert bigger.powers["germany"].narfs == start.powers["germany"].narfs - 25
    assert bigger.powers["germany"].spent == 0
    assert {key: fact for key, fact in bigger.facts.items() if key.startswith("rail-")} == {
        key: fact for key, fact in start.facts.items() if key.startswith("rail-")
    }
    assert why(bigger, "germany smp-capacity") == [("8.4.1", "Germany has raised its capacity in 1941")]
    early = standing("1940-4-winter", "build.units", "axis", at_war=())
    assert rules_of(refusals(early, "germany smp-capacity")) == ["8.4.1, ruling 94"]
    poor = standing("1941-1-spring", "build.units", "axis", at_war=(), germany={"narfs": 24})
    assert rules_of(refusals(poor, "germany smp-capacity")) == ["8.4.1, 14.1.4"]
    assert refusals(poor, "germany smp-capacity deficit=yes") == ()


@pytest.mark.example("8.5.5", "one SMP bought in Spring 1942: 6 and 6")
@pytest.mark.example("8.4.1", "50 for an SMP before the U.S. entry")
@pytest.mark.rule("tw-8.4.1", "tw-8.5.5")
def test_8_4_1_the_us_pays_twice_before_its_entry_and_gains_in_both_halves() -> None:
    peace = standing("1941-1-spring", "build.units", entered="", at_war=(), us={"base": 150})
    assert understand(RULESET, "us smp-capacity", peace).cost(peace).total == 50
    built = after(peace, "us smp-capacity")
    assert (built.powers["us"].smp, built.powers["us"].narfs, built.powers["us"].base) == (12, 150, 100)
    war = after(standing("1942-1-spring", "build.units"), "us smp-capacity")
    assert (left(war, "us", EUROPE), left(war, "us", BOARD), war.powers["us"].narfs) == (6, 6, 175)


@pytest.mark.rule("tw-8.4.1")
def test_8_4_1_the_soviets_raise_nothing_while_moscow_is_german() -> None:
    lost = standing(step="build.units", places={"moscow": "germany"})
    assert why(lost, "ussr smp-capacity") == [("8.4.1", "Moscow is German")]
    assert refusals(standing(step="build.units"), "ussr smp-capacity") == ()


@pytest.mark.rule("tw-8.4", "tw-8.4-min", "tw-8.5.5")
@pytest.mark.parametrize(
    ("fields", "smp"),
    [
        ({"power": "britain"}, 9),
        ({"power": "germany"}, 7),
        ({"power": "ussr"}, 8),
        ({"power": "us"}, 10),
        ({"power": "france"}, 4),
        ({"power": "italy"}, 4),
        ({"power": "minor"}, 2),
        ({"power": "britain", "narfs_lost": 11}, 8),
        ({"power": "britain", "narfs_lost": 31, "convoy": "ambush"}, 6),
        ({"power": "britain", "narfs_lost": 400}, 2),
        ({"power": "germany", "narfs_lost": 39}, 6),
        ({"power": "germany", "oil": -9}, 1),
        ({"power": "germany", "critical": 2}, 3),
        ({"power": "ussr", "moscow_lost": True, "bought": 2}, 8),
        ({"power": "us", "bought": 1}, 12),
        ({"power": "us", "narfs_lost": 40, "convoy": "massacre"}, 4),
        ({"power": "us", "convoy": "ambush"}, 8),
    ],
)
def test_8_4_the_calculator_gives_smps_with_their_causes(fields: dict[str, object], smp: int) -> None:
    calculator = find("smp")
    found = solve(calculator, calculator.read(fields, typed=True))
    assert found["smp"] == smp == sum(line["value"] for line in found["breakdown"])
    assert all(line["rule"] for line in found["breakdown"])
    if fields["power"] == "us":
        assert found["europe"] == found["board"] == smp / 2


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"power": "minor", "bought": 1}, "8.4.1"),
        ({"power": "germany", "convoy": "ambush"}, "8.4"),
        ({"power": "britain", "moscow_lost": True}, "8.5.3"),
    ],
)
def test_8_4_the_calculator_refuses_what_cannot_be(fields: dict[str, object], rule: str) -> None:
    calculator = find("smp")
    with pytest.raises(Refused) as refused:
        solve(calculator, calculator.read(fields, typed=True))
    assert [refusal.rule for refusal in refused.value.refusals] == [rule]
    assert solve(calculator, calculator.read({"power": "us", "at_war": False}, typed=True))["price"] == 50


def test_8_1_4_in_play_the_steps_ask_the_powers_with_smps_and_may_be_passed() -> None:
    start = standing(step=AIR, side="axis")
    dice = FixedDice(())
    orders = [understand(RULESET, text, start) for text in ("italy done", "germany stratmove air count=2")]
    (batch,) = play.submit(RULESET, start, orders, seat="solo", dice=dice, n=1)
    done = understand(RULESET, "germany done", batch.campaign)
    (batch,) = play.submit(RULESET, batch.campaign, [done], seat="solo", dice=dice, n=2)
    assert batch.campaign.progress.step == "axis.stratmove.ground"
    late = understand(RULESET, "late germany stratmove air count=1", batch.campaign)
    (batch,) = play.submit(RULESET, batch.campaign, [late], seat="solo", dice=dice, n=9)
    assert left(batch.campaign, "germany") == 4


@pytest.mark.rule("tw-7.0")
def test_7_0_ships_of_a_satellite_that_have_moved_may_again_next_turn() -> None:
    start = standing(step=NAVAL, side="axis", countries={"romania": {"status": "satellite", "patron": "germany"}})
    moved = attrs.evolve(start, used={"romania-ships-moved": Used(power="romania", what="ships-moved", count=2)})
    assert moved_units.counted(moved, "romania") == 2
    assert moved_units.counted(effect(moved, EndTurn("italy")), "romania") == 2, "its patron's turn goes on"
    assert moved_units.counted(effect(moved, EndTurn("germany")), "romania") == 0
    neutral = attrs.evolve(moved.countries["romania"], status="neutral", patron="")
    freed = attrs.evolve(moved, countries={**moved.countries, "romania": neutral})
    assert moved_units.counted(effect(freed, EndTurn("italy")), "romania") == 0, "it is nobody's any more"
