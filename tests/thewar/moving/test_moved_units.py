"""Who moves first, units moved by groups, and the boxes that they enter and leave (3.8, 7.6.2, 8.2, 8.8, 22.1,
22.3.3)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.judging import judge
from engine.kernel.reading import understand
from engine.thewar.economy import capacity
from engine.thewar.economy.capacity import BOARD, EUROPE, Purse
from engine.thewar.moving import passages, stratmoves
from engine.thewar.ruleset import RULESET
from engine.thewar.world import deeds
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.player import Game, Player
from tests.thewar.supply_lines import AIR, GROUND, NAVAL, standing, why
from tests.thewar.world import after, refusals, rules_of


def left(campaign: TheWar, power: str, part: str = "") -> float:
    """SMPs left of a purse."""
    return capacity.left(campaign, Purse(power, part)) / 2


@pytest.mark.rule("tw-3.8")
def test_3_8_the_lowest_hand_of_a_side_moves_and_grants_first() -> None:
    start = standing(step=GROUND, side="axis", germany={"narfs": 12}, italy={"narfs": 40})
    assert [one for one in stratmoves.movers(start) if one in ("germany", "italy")] == ["germany", "italy"]
    (refused,) = judge(RULESET, start, understand(RULESET, "italy stratmove ground", start), "solo")
    assert refused.reason == "Germany comes before Italy"
    first = understand(RULESET, "germany stratmove ground", start)
    assert judge(RULESET, start, first, "solo") == ()
    moved = play.submit(
        RULESET, start, [first, understand(RULESET, "germany done", start)], seat="solo", dice=FixedDice(()), n=1
    )[-1].campaign
    assert judge(RULESET, moved, understand(RULESET, "italy stratmove ground", moved), "solo") == ()
    allied = standing("1942-1-spring", "stratmove.grants", britain={"narfs": 90}, us={"narfs": 150})
    (refused,) = judge(RULESET, allied, understand(RULESET, "us grant 20 britain", allied), "solo")
    assert refused.reason == "Britain comes before United States"
    even = standing(step=GROUND, side="axis")
    assert [one for one in stratmoves.movers(even) if one in ("germany", "italy")] == ["italy", "germany"], "3.11"


def in_box(campaign: TheWar, power: str, kind: str, strength: str, place: str, many: int = 2) -> TheWar:
    """The campaign with more units of a power that stand in a box."""
    more = {
        f"{power}-{kind}-{90 + at}": Unit(power=power, kind=kind, strength=strength, place=place) for at in range(many)
    }
    return attrs.evolve(campaign, units={**campaign.units, **more})


def places_of(campaign: TheWar, power: str, kind: str) -> list[str]:
    return sorted(one.place for one in campaign.units.values() if (one.power, one.kind) == (power, kind))


@pytest.mark.rule("tw-22.1", "tw-8.8.3")
def test_22_1_counted_units_leave_the_us_box_by_the_half_to_europe() -> None:
    start = in_box(standing(step=NAVAL), "us", "inf", "5-5", "us-box")
    text = "us stratmove sealift count=2 group=inf-5-5 origin=us-box to=glasgow"
    assert refusals(start, text) == ()
    moved = after(start, text)
    assert places_of(moved, "us", "inf") == ["board", "board"]
    assert (left(moved, "us", EUROPE), left(moved, "us", BOARD)) == (1, 5), "two units and two Fleets"
    assert why(moved, text)[:2] == [
        ("8.0", "United States has 0 whole INF 5-5 in the U.S. Box, not 2"),
        ("8.5.5", "United States across the Atlantic: it takes 4 SMPs, 1 SMP are left"),
    ]
    back = after(attrs.evolve(moved, missions={}), "us stratmove sealift count=1 group=inf-5-5 to=us-box")
    assert places_of(back, "us", "inf") == ["board", "us-box"]
    neutral = in_box(standing("1941-1-spring", NAVAL, entered="", at_war=()), "us", "inf", "5-5", "us-box")
    assert "22.1" in rules_of(refusals(neutral, text))


@pytest.mark.rule("tw-22.3.3")
def test_22_3_3_american_ground_units_come_from_spring_1942_naval_and_air_units_with_the_entry() -> None:
    winter = in_box(standing("1941-4-winter", NAVAL), "us", "inf", "5-5", "us-box")
    assert rules_of(refusals(winter, "us stratmove sealift group=inf-5-5 origin=us-box to=glasgow")) == ["22.3.3"]
    assert refusals(winter, "us stratmove naval count=3 group=fleet-1-12-5 origin=us-box to=glasgow") == ()
    assert rules_of(refusals(winter, "us stratmove sealift origin=us-box to=glasgow")) == ["22.3.3"]
    spring = in_box(standing("1942-1-spring", NAVAL), "us", "inf", "5-5", "us-box")
    assert refusals(spring, "us stratmove sealift group=inf-5-5 origin=us-box to=glasgow") == ()


@pytest.mark.rule("tw-7.6.2")
def test_7_6_2_all_fleets_of_a_port_take_one_smp_a_cv_its_own() -> None:
    start = standing(step=NAVAL)
    fleets = after(start, "us stratmove naval count=3 group=fleet-1-12-5 origin=us-box to=glasgow")
    assert left(fleets, "us", EUROPE) == 4
    assert places_of(fleets, "us", "fleet") == ["board"] * 3
    assert left(after(fleets, "us stratmove naval group=cv origin=us-box to=glasgow"), "us", EUROPE) == 3


def test_8_0_no_more_of_a_group_move_than_there_are_and_only_what_the_step_moves() -> None:
    start = standing(step=GROUND, side="axis")
    many = sum(1 for one in start.units.values() if (one.power, one.kind, one.strength) == ("germany", "inf", "6-5"))
    assert many > 1
    assert refusals(start, "germany stratmove ground count=1 group=inf-6-5") == ()
    wanted = attrs.evolve(start.powers["germany"], smp=90)
    rich = attrs.evolve(start, powers={**start.powers, "germany": wanted})
    assert why(rich, f"germany stratmove ground count={many + 1} group=inf-6-5") == [
        ("8.0", f"Germany has {many} whole INF 6-5 on the board, not {many + 1}")
    ]
    assert "8.0" in rules_of(refusals(start, "germany stratmove ground group=fleet-1-12-5"))
    assert "8.0" in rules_of(refusals(start, "germany stratmove ground group=inf-6-5 depleted=1"))


@pytest.mark.rule("tw-8.2.2")
def test_8_2_2_sea_transport_takes_no_smps_and_stratmoves_no_more_fleets_than_there_are() -> None:
    assert set(stratmoves.STEPS) == {"stratmove.air", "stratmove.ground", "stratmove.naval"}
    game, player = Game(standing("1942-1-spring", "operations.naval", "axis"), b"transport"), Player(3, busy=1.5)
    tried = 0
    while tried < 120 and not game.over:
        tried += 1
        game.give(understand(RULESET, player.asked_for(game.outlook()), game.campaign))
    steps = {
        entry.step.partition(".")[2]
        for entry in game.entries
        for change in entry.changes
        if "-half-smps" in change.at and change.why != "end of the turn"
    }
    assert steps and all(step.startswith("stratmove.") for step in steps)
    rich = standing(step=NAVAL, britain={"smp": 99})
    most = stratmoves.fleets(rich, "britain")
    assert refusals(rich, f"britain stratmove sealift count={most}") == ()
    assert rules_of(refusals(rich, f"britain stratmove sealift count={most + 1}")) == ["8.3.2"]


@pytest.mark.rule("tw-8.8", "tw-8.2.3")
def test_8_8_who_may_not_enter_a_box_and_which_are_reached_by_smps_alone() -> None:
    naval = standing(step=NAVAL, side="axis")
    barred = {box: rules_of(refusals(naval, f"germany stratmove naval to={box}")) for box in passages.boxes(naval)}
    assert barred == {
        "us-box": ["8.5.1, 8.8.3"],
        "south-africa-box": ["8.1.3"],
        "india-box": ["8.1.3, 8.8"],
        "italian-east-africa-box": [],
        "azores-box": ["8.1.3"],
        "urals-box": ["8.8.2"],
        "canada-box": ["8.8.9"],
        "murmansk-box": [],
        "narvik-box": ["8.1.3"],
    }
    lands = {"south-africa": {"status": "associate", "patron": "germany"}}
    friend = standing(step=NAVAL, side="axis", countries=lands, places={"brest": "germany"})
    friend = attrs.evolve(
        friend, wars={key: one for key, one in friend.wars.items() if "south-africa" not in one.names}
    )
    assert refusals(friend, "germany stratmove naval to=south-africa-box origin=brest") == ()
    boxed = in_box(standing(step=NAVAL), "britain", "inf", "3-4", "south-africa-box", 1)
    stays = after(boxed, "losses britain dep inf-3-4")
    assert places_of(stays, "britain", "inf").count("south-africa-box") == 1, "nothing but SMPs moves it out of its box"
    moved = after(boxed, "britain stratmove sealift group=inf-3-4 origin=south-africa-box to=suez")
    assert places_of(moved, "britain", "inf").count("south-africa-box") == 0


@pytest.mark.rule("tw-8.8.1")
def test_8_8_1_the_azores_are_reached_by_atlantic_ports_once_portugal_is_no_neutral() -> None:
    start = standing(step=NAVAL)
    assert why(start, "britain stratmove naval origin=glasgow to=azores-box") == [("8.1.3", "Portugal is neutral")]
    friend = standing(step=NAVAL, countries={"portugal": {"status": "associate", "patron": "britain"}})
    assert refusals(friend, "britain stratmove naval origin=glasgow to=azores-box") == ()
    assert rules_of(refusals(friend, "britain stratmove naval origin=alexandria to=azores-box")) == ["8.8.1"]
    air = standing(step=AIR, countries={"portugal": {"status": "associate", "patron": "britain"}})
    assert rules_of(refusals(air, "britain stratmove air to=azores-box")) == ["8.3.1"]


@pytest.mark.rule("tw-8.8.7")
def test_8_8_7_both_sides_base_at_murmansk_and_air_units_come_by_scandinavia() -> None:
    axis = standing(step=AIR, side="axis", places={"bergen": "germany"})
    assert refusals(axis, "germany stratmove air origin=bergen to=murmansk-box") == ()
    assert rules_of(refusals(axis, "germany stratmove air origin=kiel to=murmansk-box")) == ["8.8.7"]
    naval = standing(step=NAVAL, side="axis")
    assert refusals(naval, "germany stratmove naval to=murmansk-box") == ()
    shut = after(standing(), "route murmansk yes")
    assert why(shut, "britain grant 20 ussr route=murmansk") == [
        ("14.8.5", "closed: the Norwegian Sea or hexes 0015 and 0016 are the Axis'")
    ]


@pytest.mark.rule("tw-8.8.9")
def test_8_8_9_what_was_built_in_canada_comes_over_by_british_smps() -> None:
    start = in_box(standing(step=NAVAL), "britain", "fleet", "1-12-5", "canada-box", 1)
    text = "britain stratmove naval group=fleet-1-12-5 origin=canada-box to=glasgow"
    assert refusals(start, text) == ()
    assert left(after(start, text), "britain") == 8
    assert rules_of(refusals(start, f"{text} pays=us")) == ["8.8.9"]
    axis = standing(step=NAVAL, side="axis")
    assert rules_of(refusals(axis, "germany stratmove naval to=canada-box")) == ["8.8.9"]


@pytest.mark.rule("tw-8.8.7")
def test_8_7_the_western_allies_enter_no_soviet_box_nor_the_soviets_theirs() -> None:
    assert rules_of(refusals(standing(step=NAVAL), "britain stratmove naval to=murmansk-box")) == ["8.5.1, 8.7"]
    assert rules_of(refusals(standing(step=NAVAL), "ussr stratmove naval to=india-box")) == ["8.1.3"]
    assert refusals(standing(step=NAVAL), "ussr stratmove naval to=murmansk-box") == ()


@pytest.mark.rule("tw-7.6.3", "tw-8.2.1")
def test_7_6_3_round_the_cape_it_is_one_turn_to_south_africa_and_the_next_to_suez() -> None:
    start = standing("1941-2-summer", NAVAL)
    at_cape = after(start, "britain stratmove naval group=fleet-1-12-5 origin=glasgow to=south-africa-box")
    assert places_of(at_cape, "britain", "fleet").count("south-africa-box") == 1
    on = "britain stratmove naval group=fleet-1-12-5 origin=south-africa-box to=suez"
    assert "8.0" in rules_of(refusals(at_cape, on)), "it has moved this turn"
    next_turn = attrs.evolve(at_cape, missions={})
    assert refusals(next_turn, on) == ()
    assert places_of(after(next_turn, on), "britain", "fleet").count("south-africa-box") == 0
    back = "britain stratmove naval origin=suez to=south-africa-box"
    assert refusals(start, back) == ()
    italian = standing(step=NAVAL, side="axis")
    assert rules_of(refusals(italian, "italy stratmove naval to=south-africa-box")) == ["8.1.3"]


def carried(campaign: TheWar, *keys: str, half: str = "allied", impulse: int = 1) -> TheWar:
    """The campaign after these ships have been on a mission in a half."""
    sailed = [deeds.in_half(key, half, impulse, "mission") for key in keys]
    return attrs.evolve(campaign, missions={deeds.key(one): one for one in sailed})


@pytest.mark.rule("tw-7.0", "tw-7.6.2")
@pytest.mark.parametrize("impulse", [1, 2])
def test_7_0_ships_that_have_been_on_a_mission_neither_stratmove_nor_carry_what_does(impulse: int) -> None:
    start = standing(step=NAVAL, britain={"smp": 99})
    ships = [key for key, unit in start.units.items() if unit.power == "britain" and unit.kind == "fleet"]
    spent = carried(start, *ships, impulse=impulse)
    for line in ("naval group=fleet-1-12-5", "naval", "sealift", "sealift-air"):
        assert refusals(start, f"britain stratmove {line}") == (), line
    assert why(spent, "britain stratmove naval group=fleet-1-12-5")[0][1].startswith("Britain has 0 whole Fleet 1-12-5")
    assert why(spent, "britain stratmove sealift") == [("8.3.2", "it takes 1 undepleted Fleet, Britain has 0 to carry")]
    # One is left, and its move leaves none to carry; what they did in the other half is another turn's.
    last = carried(start, *ships[1:], impulse=impulse)
    moved = after(last, "britain stratmove naval group=fleet-1-12-5")
    assert why(moved, "britain stratmove sealift") == [("8.3.2", "it takes 1 undepleted Fleet, Britain has 0 to carry")]
    assert refusals(carried(start, *ships, half="axis"), "britain stratmove naval group=fleet-1-12-5") == ()


@pytest.mark.rule("tw-7.0", "tw-7.6.2")
def test_7_0_the_count_of_a_naval_stratmove_is_held_against_the_ships_that_are_free() -> None:
    start = standing(step=NAVAL, britain={"smp": 99})
    ships = [key for key, unit in start.units.items() if unit.power == "britain" and unit.kind in ("fleet", "cv")]
    many = len(ships)
    assert refusals(start, f"britain stratmove naval count={many}") == ()
    assert why(start, f"britain stratmove naval count={many + 1}") == [
        ("7.0, 8.0", f"{many + 1} ships move and Britain has {many} free")
    ]
    # What moved and what carries is free no more, whichever it was.
    two = after(after(start, "britain stratmove naval count=2"), "britain stratmove sealift")
    assert refusals(two, f"britain stratmove naval count={many - 3}") == ()
    assert why(two, f"britain stratmove naval count={many - 2}") == [
        ("7.0, 8.0", f"{many - 2} ships move and Britain has {many - 3} free")
    ]
    worn = {**start.units, ships[0]: attrs.evolve(start.units[ships[0]], depleted=True)}
    assert refusals(attrs.evolve(start, units=worn), f"britain stratmove naval count={many - 1} depleted=1") == ()
    assert why(attrs.evolve(start, units=worn), f"britain stratmove naval count={many}") == [
        ("7.0, 8.0", f"{many} whole and 0 Depleted ships move and Britain has {many - 1} and 1 free")
    ]


@pytest.mark.rule("tw-7.10")
def test_7_10_a_depleted_fleet_carries_nothing_that_moves_strategically() -> None:
    start = standing(step=NAVAL)
    worn = {
        key: attrs.evolve(unit, depleted=True) if unit.power == "britain" and unit.kind == "fleet" else unit
        for key, unit in start.units.items()
    }
    said = why(attrs.evolve(start, units=worn), "britain stratmove sealift")
    assert said == [("8.3.2", "it takes 1 undepleted Fleet, Britain has 0 to carry")]
