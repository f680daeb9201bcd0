"""What the third check takes: losses out of supply, aircraft Depleted, ships idle, Siege markers; and nobody else
(12.6.2 to 12.6.4, 12.8, 13.2.3, rulings 409, 414)."""

from __future__ import annotations

import random

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.supply_checks import still_there, third_check
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import calendar, prices, supply, traits
from engine.thewar.world.state import Grace, Pool, TheWar, Unit
from tests.thewar.player import Game
from tests.thewar.supply.pockets import FALL, FIRST, SECOND, SUMMER, THIRD, UNITS, at_step, given, here, pocket, refused
from tests.thewar.world import effect

HERE = f"axis.{THIRD}"


def cut(*lines: str) -> TheWar:
    """The third check of the Axis, after these were named at its first."""
    return at_step(here(pocket(), *lines), HERE)


def oos(campaign: TheWar) -> dict[str, int]:
    return {key: pool.oos for key, pool in campaign.pools.items() if pool.oos}


@pytest.mark.rule("tw-12.6.3", "tw-12.6", "tw-3.9.1")
def test_12_6_3_who_is_out_at_both_checks_is_lost_out_of_supply_and_aircraft_and_ships_are_not() -> None:
    campaign = cut("germany unsupplied places=kursk")
    assert list(third_check.told(campaign, "germany")) == [
        "Lost out of supply: ARM 8-8, INF 6-5 of Germany.",
        "Depleted: TAC 1-5-4 of Germany.",
        "Idle in port, Fourth-Rate: Fleet 1-12-5 of Germany.",
    ]
    after = here(campaign, "germany third-check")
    assert set(UNITS) - set(after.units) == {"germany-arm-1", "germany-inf-1"}
    assert oos(after) == {"germany-arm-8-8": 1, "germany-inf-6-5": 1}
    assert after.units["germany-tac-1"].depleted and not after.units["germany-fleet-1"].depleted
    assert {key: mark.until for key, mark in after.supply_marks.items()} == {
        "germany-tac-1": FALL,
        "germany-fleet-1": FALL,
    }
    assert after.supply_places["kursk"].until == FALL
    (sail,) = supply.supplied(after, ["germany-fleet-1"], "mission")
    assert "12.6.3" in sail.rule and supply.fights(after, "germany-fleet-1", 1).rating.total == 4


@pytest.mark.rule("tw-12.6.3")
def test_12_6_3_depleted_aircraft_are_eliminated_at_the_normal_price() -> None:
    after = here(cut("germany unsupplied units=germany-tac-2"), "germany third-check")
    assert "germany-tac-2" not in after.units and after.supply_marks == {}
    assert (after.pools["germany-tac-1-5-4"].count, after.pools["germany-tac-1-5-4"].oos) == (1, 0)


@pytest.mark.rule("tw-12.6.4")
@pytest.mark.example("12.6.4", "a British 4-8 ARM lost out of supply: 26 NARFs")
def test_12_6_4_what_is_lost_out_of_supply_is_built_at_twice_the_price() -> None:
    arm = Unit(power="britain", kind="arm", strength="4-8")
    campaign = attrs.evolve(pocket(f"allied.{FIRST}"), units={**UNITS, "britain-arm-1": arm})
    campaign = at_step(here(campaign, "germany unsupplied units=britain-arm-1 of=britain"), f"allied.{THIRD}")
    after = here(campaign, "britain third-check")
    assert oos(after) == {"britain-arm-4-8": 1}
    assert prices.build("britain", "arm", "4-8", out_of_supply=True).total == 26
    rich = attrs.evolve(after.powers["britain"], narfs=30, base=200)
    build = attrs.evolve(at_step(after, "allied.build.units"), powers={**after.powers, "britain": rich})
    assert "britain-arm-4-8" in build.pools and "26" not in refused(build, "britain construct arm-4-8 oos=yes")
    built = given(build, "britain construct arm-4-8 oos=yes")
    assert built.powers["britain"].narfs == 30 - 26 and built.pools["britain-arm-4-8"].oos == 0
    assert [unit.strength for unit in built.units.values() if unit.power == "britain"] == ["4-8"]
    poor = attrs.evolve(build, powers={**build.powers, "britain": attrs.evolve(rich, narfs=25)})
    assert "26 NARFs" in refused(poor, "britain construct arm-4-8 oos=yes")


@pytest.mark.rule("tw-12.6.3", "tw-3.9.1")
def test_12_6_3_no_done_passes_what_the_check_takes_and_a_line_may_be_struck() -> None:
    campaign = cut("germany unsupplied units=germany-inf-1,germany-inf-2")
    found = refused(campaign, "germany done")
    assert "the third check's toll: Lost out of supply: 2 INF 6-5 of Germany. first (12.6.3)" in found
    assert "'germany third-check'" in found
    through = given(at_step(campaign, "axis.build.units"), "germany done through allied.operations.rail")
    assert through.progress.step == HERE, "nobody is led past it"
    struck = here(campaign, "germany in-supply units=germany-inf-1")
    after = given(struck, "germany third-check")
    assert "germany-inf-1" in after.units and "germany-inf-2" not in after.units
    assert after.progress.step == HERE, "who is out of supply now may still be named"
    assert given(after, "germany done").progress.step != HERE
    assert "nobody of Germany was out of supply at the first check" in refused(after, "germany third-check")


@pytest.mark.rule("tw-12.6.2")
def test_12_6_2_named_once_a_unit_stays_with_its_flag_until_the_owners_next_third_check() -> None:
    campaign = here(pocket(HERE), "ussr unsupplied units=germany-inf-1 of=germany")
    assert "nobody of Germany was out of supply at the first check" in refused(campaign, "germany third-check")
    assert "germany-inf-1" in given(campaign, "germany done").units
    check = at_step(campaign, HERE, 1)
    assert list(third_check.told(check, "germany")) == ["Lost out of supply: INF 6-5 of Germany."]
    assert "germany-inf-1" not in here(check, "germany third-check").units


@pytest.mark.rule("tw-12.6.2")
def test_12_6_2_the_enemys_units_wait_for_their_own_check() -> None:
    campaign = cut("germany unsupplied units=ussr-inf-1 of=ussr")
    assert "nobody of Germany was out of supply" in refused(campaign, "germany third-check")
    assert "it is the Axis player turn" in refused(campaign, "ussr third-check")
    assert list(third_check.told(campaign, "ussr")) == []
    assert list(third_check.told(at_step(campaign, f"allied.{THIRD}"), "ussr")) == [
        "Lost out of supply: INF 4-5 of the Soviet Union."
    ]


def test_12_6_2_who_was_freed_before_the_second_impulse_is_not_lost() -> None:
    campaign = at_step(here(pocket(), "germany unsupplied places=kursk"), f"axis.{SECOND}")
    campaign = at_step(here(campaign, "germany in-supply units=germany-arm-1"), HERE)
    told = list(third_check.told(campaign, "germany"))
    assert told[0] == "Lost out of supply: INF 6-5 of Germany."
    assert told[-1] == "Came in after the first check, marked until the next third: ARM 8-8 of Germany."
    after = here(campaign, "germany third-check")
    assert "germany-arm-1" in after.units and after.supply_marks["germany-arm-1"].until == FALL


@pytest.mark.rule("tw-12.3")
def test_12_3_who_exploited_into_the_pocket_is_not_taken_with_it() -> None:
    campaign = attrs.evolve(
        cut("germany unsupplied units=germany-inf-1"), graces={"germany-arm-1": Grace(kind="exploits", since=SUMMER)}
    )
    assert "germany-arm-1" in here(campaign, "germany third-check").units


def test_12_6_2_who_is_in_a_place_that_is_cut_off_is_marked_as_the_first_check_opens() -> None:
    campaign = here(pocket(f"allied.{THIRD}"), "ussr unsupplied places=kursk of=germany")
    units = {**campaign.units, "germany-inf-2": attrs.evolve(campaign.units["germany-inf-2"], place="kursk")}
    campaign = attrs.evolve(campaign, units=units)
    opened = play.settle(RULESET, at_step(campaign, f"axis.{FIRST}", 1), dice=FixedDice(()), n=1)[-1].campaign
    assert opened.progress.step == f"axis.{FIRST}" and opened.supply_marks["germany-inf-2"].until == FALL
    (line,) = [said for said in RULESET.sequence[f"axis.{FIRST}"].told(campaign) if said.startswith("Out of supply")]
    assert line == "Out of supply since Summer 1941: all in Kursk."
    after = here(at_step(opened, HERE), "germany third-check")
    assert {"germany-inf-1", "germany-inf-2", "germany-arm-1"} & set(after.units) == set()


@pytest.mark.rule("tw-12.8")
def test_12_8_a_fortress_gets_its_marker_by_itself_and_falls_at_the_fourth_check() -> None:
    campaign = here(pocket(), "germany unsupplied places=fort")
    assert campaign.supply_marks == {}, "nobody in a fortress is named by himself"
    before = campaign
    for turn in range(4):
        campaign = at_step(campaign, HERE, 1 if turn else 0)
        assert "the third check's toll" in refused(campaign, "germany done"), "named and nothing done"
        before = campaign
        campaign = here(campaign, "germany third-check")
        assert not refused(campaign, "germany done")
        if turn < 3:
            assert campaign.sieges == {"fort": turn + 1} and "germany-sta-1" in campaign.units
            assert "has been checked this turn" in refused(campaign, "besiege fort")
        campaign = effect(at_step(campaign, "end.advance"), EndTurn("germany"))
    assert before.sieges == {"fort": 3} and campaign.sieges == {} and campaign.supply_places == {}
    assert "germany-sta-1" not in campaign.units and oos(campaign) == {"germany-sta-1-3": 1}


@pytest.mark.rule("tw-12.8")
def test_13_2_3_a_fortress_that_nobody_names_loses_its_markers() -> None:
    campaign = attrs.evolve(pocket(HERE), sieges={"fort": 2})
    assert list(third_check.told(campaign, "germany")) == ["The siege of Brest is raised: nobody names it."]
    assert here(campaign, "germany third-check").sieges == {}
    named = here(campaign, "ussr unsupplied places=fort of=germany")
    assert here(named, "germany third-check").sieges == {"fort": 3}
    by_hand = here(campaign, "besiege fort")
    assert list(third_check.told(by_hand, "germany")) == [] and not refused(by_hand, "germany done")


def test_12_6_3_what_is_contested_is_decided_before_the_toll() -> None:
    seats = {"germany": "axis", "italy": "axis", "ussr": "red", "britain": "red", "us": "red", "france": "red"}
    campaign = attrs.evolve(pocket(), seats=seats)
    campaign = here(campaign, "ussr unsupplied units=germany-inf-1 of=germany")
    campaign = at_step(here(campaign, "germany contest-supply units=germany-inf-1"), HERE)
    assert "contests that INF 6-5 of Germany is cut off" in refused(campaign, "germany third-check", "axis")
    decided = here(campaign, "decide-supply units=germany-inf-1")
    assert "germany-inf-1" not in here(decided, "germany third-check").units
    assert "commanded by the seat 'axis'" in refused(decided, "germany third-check", "red")


def test_12_6_3_one_seat_speaks_for_all_its_powers_and_their_friends() -> None:
    italian = Unit(power="italy", kind="inf", strength="4-5")
    campaign = attrs.evolve(cut(), units={**UNITS, "italy-inf-1": italian})
    campaign = at_step(
        here(at_step(campaign, f"axis.{FIRST}"), "germany unsupplied units=germany-inf-1,italy-inf-1"), HERE
    )
    assert {"germany-inf-1", "italy-inf-1"} & set(here(campaign, "germany third-check").units) == set()
    two = attrs.evolve(campaign, seats={**campaign.seats, "italy": "rome"})
    assert "italy-inf-1" in here(two, "germany third-check").units
    assert "Italy. first" in refused(here(two, "germany third-check"), "italy done", "rome")


def test_12_6_3_the_toll_is_taken_back_as_a_whole() -> None:
    game = Game(cut("germany unsupplied places=kursk"))
    before = game.campaign
    game.give(third_check.ThirdCheck("germany"))
    assert "germany-arm-1" not in game.campaign.units
    game.undo()
    assert game.campaign.units == before.units and game.campaign.supply_marks == before.supply_marks
    assert game.campaign.pools == before.pools


def _named_at(campaign: TheWar, chance: random.Random) -> TheWar:
    """Some units and places named at a check, and some marks taken off, as the rules allow it."""
    for _ in range(chance.randint(1, 5)):
        key, of = chance.choice(list(campaign.units.items()))
        by = chance.choice(("germany", "ussr"))
        place = chance.choice(("kursk", "kiev", "fort"))
        line = chance.choice(
            (
                f"{by} unsupplied units={key} of={of.power}",
                f"{by} unsupplied units={key} of={of.power} limited=yes",
                f"{by} unsupplied places={place} of={'ussr' if place == 'kiev' else 'germany'}",
                f"{of.power} in-supply units={key}",
            )
        )
        if not refused(campaign, line):
            campaign = here(campaign, line)
    return campaign


@pytest.mark.parametrize("seed", range(25))
def test_12_6_3_whoever_is_out_at_both_checks_is_in_the_pool_and_nobody_else(seed: int) -> None:
    chance = random.Random(seed)
    graces = {key: Grace(kind="exploits", since=SUMMER) for key in UNITS if chance.random() < 0.15}
    campaign = pocket(graces=graces)
    fortress = {key for key, unit in UNITS.items() if unit.place == "fort"}
    for half, power, turn in (("axis", "germany", 0), ("allied", "ussr", 0), ("axis", "germany", 1)):
        campaign = at_step(campaign, f"{half}.{FIRST}", turn)
        if still_there.found(campaign, half):
            campaign = effect(campaign, still_there.StillThere())
        campaign = _named_at(campaign, chance)
        first = {key for key in campaign.units if supply.level(campaign, key).level == "out"}
        campaign = at_step(campaign, f"{half}.{SECOND}")
        for key in sorted(first):
            line = f"{power} in-supply units={key}"
            if chance.random() < 0.5 and not refused(campaign, line):
                campaign = here(campaign, line)
        freed = {key for key in first if supply.level(campaign, key).level != "out"}
        campaign = _named_at(at_step(campaign, f"{half}.{THIRD}"), chance)
        third = {key for key in campaign.units if supply.level(campaign, key).level == "out"}
        this = (calendar.turn(campaign), half, 3)
        named_now = {key for key, mark in campaign.supply_marks.items() if (mark.since, mark.half, mark.check) == this}
        before, after = campaign, campaign
        if not refused(campaign, f"{power} third-check"):
            after = here(campaign, f"{power} third-check")
        gone = set(before.units) - set(after.units)
        mine = {key for key in first & third - freed - fortress - named_now if before.units[key].power == power}
        ground = {key for key in mine if traits.category(before.units[key]) == "ground"}
        air = {key for key in mine if traits.category(before.units[key]) == "air"}
        assert gone == ground | {key for key in air if before.units[key].depleted}, (seed, half)
        counted = sum(oos(after).values()) - sum(oos(before).values())
        assert counted == len(ground), (seed, half)
        assert {key for key in after.units if after.units[key] != before.units[key]} == air - gone
        campaign = after
        assert all(
            not mark.until or (mark.level == "out" and supply.stands(campaign, mark))
            for mark in campaign.supply_marks.values()
            if mark.side == half
        )


def test_12_6_4_pools_keep_what_was_lost_in_supply_apart() -> None:
    campaign = attrs.evolve(
        cut("germany unsupplied units=germany-inf-1"),
        pools={"germany-inf-6-5": Pool(power="germany", kind="inf", strength="6-5", count=4, lost=2)},
    )
    pool = here(campaign, "germany third-check").pools["germany-inf-6-5"]
    assert (pool.count, pool.lost, pool.oos) == (4, 2, 1)


def test_12_0_a_check_that_nobody_closed_is_not_passed() -> None:
    with pytest.raises(Refused, match="third check's toll"):
        given(cut("germany unsupplied units=germany-inf-1"), "germany done")
    assert RULESET.sequence[HERE].mode == "by-hand"
