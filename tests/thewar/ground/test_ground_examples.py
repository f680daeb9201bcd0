"""The rulebook's long examples of battles on the ground, step by step through the orders of a campaign."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat import battles
from engine.thewar.ground import assaults, ground_battle
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls.printed import read
from engine.thewar.world.state import TheWar
from tests.thewar.builds import after, at, refused
from tests.thewar.combat.test_circumstances import with_units
from tests.thewar.ground.test_ground_fight import ATTACKS, COMBAT, MOVE, RESERVES, SECOND, given, stepped
from tests.thewar.values import wars_of

ALLIED = "allied.operations"


def scene(step: str, turn: str, wars: tuple[str, ...], *units: str, **powers: object) -> TheWar:
    campaign = at(step, turn, **powers)  # type: ignore[arg-type]
    campaign = attrs.evolve(campaign, units={}, wars=wars_of(dict.fromkeys(wars, "1941-1-spring")))
    return with_units(campaign, *units)


def columns(campaign: TheWar, where: str) -> tuple[str, str, int]:
    """The printed column of an announced attack, the one that is rolled on, and the modifier."""
    fight = ground_battle.battle(assaults.assault(campaign, where, campaign.engagements[where]))
    names = read(ground_combat.CRT).columns
    return names[fight.basic], names[fight.place], sum(line.value for line in fight.lines)


@pytest.mark.rule("tw-9.8", "tw-9.8-air")
def test_9_8_smolensk_in_fall_1941() -> None:
    clear = {"eastern-weather": "clear"}
    campaign = scene(
        MOVE,
        "1941-3-fall",
        ("germany+ussr",),
        *["germany inf 6-5"] * 3,
        *["germany arm 8-8"] * 3,
        "germany mdm 1-7-6",
        "ussr inf 4-5",
        "ussr inf 4-5",
    )
    campaign = attrs.evolve(campaign, facts={**campaign.facts, **clear})
    line = "germany overrun smolensk units={} against=inf-4-5 air=mdm"
    assert "no ARM is among the attackers" in refused(campaign, line.format("3-inf-6-5"))
    assert "the odds are 4-1 with all support" in refused(campaign, line.format("3-arm-8-8"))
    both = line.format("3-inf-6-5,3-arm-8-8")
    taken = after(campaign, both)
    assert taken.places["smolensk"].holder == "germany"
    assert sum(unit.power == "ussr" for unit in taken.units.values()) == 1
    # The bomber backs one Automatic Victory an impulse; the ground units go on.
    again = both.replace("smolensk", "1417")
    assert "has flown in support" in refused(taken, again)
    assert "6-1 is needed" in refused(taken, again.replace(" air=mdm", " terrain=city"))


@pytest.mark.rule("tw-9.8")
def test_9_8_cavalry_north_of_rostov_in_summer_1942() -> None:
    stacks = (*["germany inf 6-5"] * 3, *["germany arm 8-8"] * 3)
    campaign = scene(MOVE, "1942-2-summer", ("germany+ussr",), *stacks, "ussr cav 2-6")
    line = "germany overrun 1709 units=3-inf-6-5,3-arm-8-8 against=cav"
    gone = after(campaign, line)
    assert not any(unit.power == "ussr" for unit in gone.units.values())
    assert gone.pools["ussr-cav-2-6"].count >= 1
    # The same at 5-1 without an ARM waits for the attacks; nothing wins by itself there in the Second Impulse.
    assert "no ARM is among the attackers" in refused(campaign, line.replace(",3-arm-8-8", ""))
    second = stepped(campaign, "axis.operations.second-impulse")
    inside = line.replace("3-inf-6-5,", "") + " facts=ussr-1939"
    assert "wins nothing automatically in the Second Impulse" in refused(second, inside)


@pytest.mark.rule("tw-9.9.6", "tw-10.2")
def test_9_9_6_a_german_reserve_answers_a_soviet_attack() -> None:
    campaign = scene(
        f"{ALLIED}.attacks",
        "1943-2-summer",
        ("germany+ussr",),
        "ussr arm 6-8",
        "ussr mech 6-8",
        "ussr inf 6-5",
        "ussr inf 6-5",
        "ussr tac 1-5-4",
        "germany inf 6-5",
        "germany arm 8-8",
        ussr={"army": 2},
    )
    there = after(campaign, "ussr attack 1409 units=arm-6-8,mech-6-8,2-inf-6-5 against=inf-6-5 air=tac")
    # Soviet attackers: +1 for their rating, +1 of their own (21.7.5).
    assert columns(there, "1409") == ("2-1", "3-1", 2)
    waiting = stepped(there, f"{ALLIED}.reserves")
    assert "under no Reserve marker" in refused(waiting, "germany reinforce 1409 germany-arm-706")
    armor = "germany-arm-706"
    marked = attrs.evolve(waiting, units={**waiting.units, armor: attrs.evolve(waiting.units[armor], reserve=True)})
    answered = after(marked, "germany reinforce 1409 arm-8-8")
    assert columns(answered, "1409") == ("1-1", "2-1", 2)


@pytest.mark.rule("tw-10.2.5", "tw-10.2.5-mix", "tw-10.2.1", "tw-10.0-announce")
def test_10_2_5_the_afrika_korps_breaks_through_in_spring_1942() -> None:
    campaign = scene(
        ATTACKS,
        "1942-1-spring",
        ("britain+germany", "britain+italy"),
        "germany arm 4-8 afrika-korps",
        "italy arm 2-8",
        "italy mech 2-8",
        "italy inf 2-5",
        "italy inf 2-5",
        "germany mdm 1-7-6",
        "britain arm 2-8",
        "britain sta 2-3",
        "britain mot 3-7 anzac",
        germany={"effort": "rle"},
        italy={"effort": "rle"},
        britain={"army": 2},
    )
    first = (
        "germany attack 3924 units=arm-4-8-afrika-korps,italy-arm-2-8,italy-mech-2-8,2-italy-inf-2-5 "
        "against=arm-2-8 terrain=desert,city air=mdm"
    )
    announced = after(campaign, first)
    assert columns(announced, "3924") == ("3-1", "5-1", 2)
    fought = given(stepped(stepped(announced, RESERVES), COMBAT), "germany fight 3924", 1)
    assert not fought.pending and not any(
        unit.kind == "arm" and unit.power == "britain" for unit in fought.units.values()
    )
    # Second Impulse: the Italian INF stay, the bomber flies again, the Korps comes out of a Breach.
    exploiting = stepped(fought, SECOND)
    again = "germany attack 3721 units={} against=sta terrain=desert air=mdm facts=breach"
    assert "moves in the First Impulse only" in refused(exploiting, again.format("italy-inf-2-5"))
    second = after(exploiting, again.format("arm-4-8-afrika-korps"))
    assert columns(second, "3721") == ("2-1", "4-1", -2)
    # With Italians of as many factors the greater part carries no modifier of the Second Impulse.
    mixed = after(exploiting, again.format("arm-4-8-afrika-korps,italy-arm-2-8,italy-mech-2-8"))
    assert columns(mixed, "3721")[2] == -1
    won = given(second, "germany fight 3721", 6)
    assert not won.pending and not any(unit.kind == "sta" for unit in won.units.values())
    # No omega outside the 1939 Soviet Union, and the Korps is whole.
    assert not any(unit.depleted for unit in won.units.values())
    assert "battles of this impulse are being rolled" in refused(
        won, again.format("italy-arm-2-8").replace("=sta", "=mot")
    )


@pytest.mark.rule("tw-10.3.5")
def test_10_3_5_motorized_infantry_and_flak_take_no_part_in_the_second_impulse() -> None:
    campaign = scene(SECOND, "1942-2-summer", ("germany+ussr",), "germany mot 4-7", "germany arm 8-8", "ussr inf 4-5")
    line = "germany attack 1709 units={} against=inf-4-5"
    assert "moves in the First Impulse only" in refused(campaign, line.format("mot,arm-8-8"))
    fought = given(after(campaign, line.format("arm-8-8")), "germany fight 1709", 10)
    # 8 to 4 is 2-1, -2 against a Third-Rate army: row 8, 1/2 AE.
    assert not any(unit.kind == "arm" for unit in fought.units.values())


def test_10_2_5_a_second_impulse_battle_is_answered_in_its_own_step() -> None:
    campaign = scene(
        SECOND,
        "1942-2-summer",
        ("germany+ussr",),
        *["germany arm 8-8"] * 2,
        "ussr inf 4-5",
        "ussr arm 6-8",
        "ussr tac 1-5-4",
        ussr={"army": 2},
    )
    reserve = "ussr-arm-703"
    units = {**campaign.units, reserve: attrs.evolve(campaign.units[reserve], reserve=True)}
    campaign = attrs.evolve(campaign, units=units)
    there = after(
        campaign,
        "germany attack 1709 units=2-arm-8-8 against=inf-4-5",
        "ussr reinforce 1709 arm-6-8",
        "ussr support 1709 tac",
    )
    assert columns(there, "1709")[0] == "1-1" and there.engagements["1709"].impulse == battles.SECOND
    fought = given(there, "germany fight 1709", 5)
    # 16 to 10 with a column against it is 1-2, -1: row 4, EX: both sides are gone but the aircraft.
    assert [unit.kind for unit in fought.units.values()] == ["tac"] and not fought.engagements
