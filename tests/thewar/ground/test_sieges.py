"""Fortresses: sieges by place, staying or leaving, capture; Eastern Front attrition; results that are accepted."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.ground import assaults, ground_battle, sieges
from engine.thewar.ground.eastern_attrition import EasternAttrition
from engine.thewar.world import installed, traits
from engine.thewar.world.state import Installation, TheWar, Unit
from tests.thewar.beaches import shore
from tests.thewar.builds import after, at, price, refused
from tests.thewar.combat.test_circumstances import east, with_facts, with_units
from tests.thewar.ground.test_ground_fight import ATTACK, COMBAT, asked, front, given, stepped

SEVASTOPOL = "germany attack sevastopol units=3-arm-8-8,3-inf-6-5 against={}"
END = "axis.end.eastern-attrition"


def next_turn(campaign: TheWar) -> TheWar:
    return attrs.evolve(campaign, missions={})


def besieged(markers: int) -> TheWar:
    return attrs.evolve(front(), sieges={"sevastopol": markers} if markers else {})


# --- sieges


def _hurt(campaign: TheWar, text: str, place: str) -> TheWar:
    """The campaign with one Depleted unit at a place."""
    power, kind, strength = text.split()
    one = Unit(power=power, kind=kind, strength=strength, place=place, depleted=True, damage=kind == "fleet")
    return attrs.evolve(campaign, units={**campaign.units, f"{power}-{kind}-888": one})


@pytest.mark.rule("tw-13.2.3")
def test_13_2_3_units_under_siege_are_not_repaired() -> None:
    campaign = _hurt(stepped(besieged(1), "allied.build.units"), "ussr inf 4-5", "sevastopol")
    text = refused(campaign, "ussr mend inf-4-5")
    assert "Sevastopol is under siege (Siege 1): nothing is repaired or built in it (13.2.3)" in text
    assert "relieve sevastopol" in text
    # Others of their kind are; and all of them once it is in supply.
    free_one = Unit(power="ussr", kind="inf", strength="4-5", depleted=True)
    two = attrs.evolve(campaign, units={**campaign.units, "ussr-inf-889": free_one})
    mended = after(two, "ussr mend inf-4-5")
    assert mended.units["ussr-inf-888"].depleted and not mended.units["ussr-inf-889"].depleted
    assert "13.2.3" in refused(two, "ussr mend inf-4-5 count=2")
    free = attrs.evolve(campaign, sieges={})
    assert not after(free, "ussr mend inf-4-5").units["ussr-inf-888"].depleted


@pytest.mark.rule("tw-13.2.3")
def test_13_2_3_ships_under_siege_are_not_repaired_and_nothing_is_built_there() -> None:
    campaign = _hurt(stepped(besieged(1), "allied.build.units"), "ussr fleet 1", "sevastopol")
    assert "(13.2.3)" in refused(campaign, "ussr dock ussr-fleet-888 sevastopol")
    assert "(13.2.3)" in refused(campaign, "ussr construct inf-4-5 place=sevastopol")
    free = attrs.evolve(campaign, sieges={})
    docked = after(free, "ussr dock ussr-fleet-888 sevastopol")
    slip = next(iter(key for key, one in docked.slips.items() if one.unit == "ussr-fleet-888"))
    assert "(13.2.3)" in refused(attrs.evolve(docked, sieges={"sevastopol": 2}), f"ussr work {slip}")


@pytest.mark.rule("tw-13.2.3-base")
@pytest.mark.parametrize("markers", [2, 3])
def test_13_2_3_no_ship_and_no_aircraft_bases_under_siege_3(markers: int) -> None:
    campaign = with_units(
        stepped(besieged(markers), "allied.operations.first-impulse"), "ussr fleet 1", "ussr tac 1-5-4"
    )
    for name in ("fleet", "tac-1-5-4"):
        text = refused(campaign, f"ussr station sevastopol units={name}")
        assert ("Sevastopol is under Siege 3: no ship and no air unit bases there (13.2.3)" in text) == (markers == 3)
    assert "13.2.3" not in refused(campaign, "ussr station sevastopol units=inf-4-5")
    by_sea = refused(stepped(campaign, "allied.stratmove.naval"), "ussr stratmove naval to=sevastopol")
    by_air = refused(stepped(campaign, "allied.stratmove.air"), "ussr stratmove air to=sevastopol")
    assert ("13.2.3" in by_sea) == ("13.2.3" in by_air) == (markers == 3)


@pytest.mark.rule("tw-13.2.3")
def test_13_2_3_a_marker_a_turn_and_hunger_at_the_fourth_check() -> None:
    campaign = front()
    for markers in (1, 2, 3):
        campaign = next_turn(after(campaign, "besiege sevastopol"))
        assert campaign.sieges == {"sevastopol": markers}
    garrison = next(key for key, unit in campaign.units.items() if unit.power == "ussr" and unit.kind == "inf")
    campaign = attrs.evolve(
        campaign, units={**campaign.units, garrison: attrs.evolve(campaign.units[garrison], place="sevastopol")}
    )
    fallen = after(campaign, "besiege sevastopol units=arm-6-8")
    assert not fallen.sieges and garrison not in fallen.units
    assert not any(unit.kind == "arm" and unit.power == "ussr" for unit in fallen.units.values())
    assert fallen.pools["ussr-arm-6-8"].oos == 1 and fallen.pools["ussr-inf-4-5"].oos == 1


@pytest.mark.rule("tw-13.2.3")
def test_13_2_3_who_is_no_fortress_or_checked_already_is_not_besieged() -> None:
    campaign = front()
    assert "no fortress stands at 'smolensk'" in refused(campaign, "besiege smolensk")
    assert "is not under siege" in refused(campaign, "relieve sevastopol")
    there = after(campaign, "besiege sevastopol")
    assert "has been checked this turn" in refused(there, "besiege sevastopol")
    assert "nobody is lost with 1 Siege markers" in refused(next_turn(there), "besiege sevastopol units=inf-4-5")
    assert not after(there, "relieve sevastopol").sieges
    built = {"germany-fortress-1": Installation(power="germany", kind="fortress", place="1631")}
    hexes = attrs.evolve(campaign, installations=built)
    assert installed.owner(hexes, "1631") == "germany" and "1631" in sieges.fortresses(hexes)
    assert after(hexes, "besiege 1631").sieges == {"1631": 1}


@pytest.mark.rule("tw-13.2.3", "tw-10.6.6")
@pytest.mark.parametrize(("markers", "inf", "arm"), [(0, 21, 24), (1, 17, 18), (2, 13, 12), (3, 9, 6)])
def test_13_2_3_multipliers_fall_by_themselves(markers: int, inf: int, arm: int) -> None:
    campaign = besieged(markers)
    for name, worth in (("inf-4-5", inf), ("arm-6-8", arm)):
        there = after(campaign, SEVASTOPOL.format(name))
        assault = assaults.assault(there, "sevastopol", there.engagements["sevastopol"])
        assert ground_battle.defended(assault).total == worth
    assert f"{markers} Siege markers lie on Sevastopol" in refused(
        campaign, SEVASTOPOL.format("inf-4-5") + f" siege={4 if markers < 3 else 1}"
    )


@pytest.mark.rule("tw-13.0")
@pytest.mark.parametrize(
    ("kind", "strength", "times", "city"),
    [
        ("inf", "4-5", 5, 1),
        ("mot", "4-7", 5, 1),
        ("para", "2-5", 5, 1),
        ("sta", "3-3", 6, 1),
        ("arm", "6-8", 4, 0),
        ("mech", "4-8", 4, 0),
        ("cav", "2-6", 4, 0),
    ],
)
def test_13_0_a_fortress_multiplies_each_kind_by_its_figure(kind: str, strength: str, times: int, city: int) -> None:
    inside = {"ussr-x-888": Unit(power="ussr", kind=kind, strength=strength)}
    campaign = attrs.evolve(besieged(0), units={**front().units, **inside})
    there = after(campaign, SEVASTOPOL.format("ussr-x-888"))
    assault = assaults.assault(there, "sevastopol", there.engagements["sevastopol"])
    # The city adds to infantry besides.
    assert ground_battle.defended(assault).total == int(strength[0]) * times + city


@pytest.mark.rule("tw-13.0")
def test_13_0_no_partisan_is_in_a_fortress_and_artillery_counts_three_times_against_one() -> None:
    inside = {"ussr-partisan-888": Unit(power="ussr", kind="partisan", strength="1-5")}
    campaign = attrs.evolve(besieged(0), units={**front().units, **inside})
    assert "13.0" in refused(campaign, SEVASTOPOL.format("ussr-partisan-888"))
    guns = {"germany-art-888": Unit(power="germany", kind="art", strength="5-4")}
    armed = attrs.evolve(besieged(0), units={**front().units, **guns})
    line = "germany attack sevastopol units={} against=inf-4-5"
    bare, helped = (
        ground_battle.attack(assaults.assault(now, "sevastopol", now.engagements["sevastopol"])).total
        for now in (
            after(armed, line.format("3-arm-8-8,3-inf-6-5")),
            after(armed, line.format("3-arm-8-8,3-inf-6-5,art-5-4")),
        )
    )
    assert helped - bare == 3 * 5


@pytest.mark.rule("tw-13.1")
def test_13_1_static_infantry_lands_nowhere_and_holds_no_zone() -> None:
    sta = Unit(power="britain", kind="sta", strength="2-3")
    beach = attrs.evolve(shore(), units={**shore().units, "britain-sta-701": sta})
    assert "(13.1)" in refused(beach, "britain land x units=britain-sta-701 against=germany-inf-702")
    assert not traits.zoc(sta) and traits.zoc(attrs.evolve(sta, kind="inf", strength="4-5"))
    # Its price is its factors, without a cadre, where infantry pays one.
    building = at("allied.build.units", pools={"britain sta 2-3": 1, "britain inf 4-5": 1})
    assert price(building, "britain construct sta-2-3") == 2
    assert price(building, "britain construct inf-4-5") == 4 + 1


@pytest.mark.rule("tw-2.6-sta", "tw-13.1")
def test_2_6_static_infantry_counts_six_times_in_a_fortress_and_attacks_nobody() -> None:
    sta = Unit(power="ussr", kind="sta", strength="3-3")
    for markers, times in ((0, 6), (1, 5), (3, 3)):
        campaign = besieged(markers)
        campaign = attrs.evolve(campaign, units={**campaign.units, "ussr-sta-888": sta})
        there = after(campaign, SEVASTOPOL.format("sta-3-3"))
        assault = assaults.assault(there, "sevastopol", there.engagements["sevastopol"])
        # Its city adds one.
        assert ground_battle.defended(assault).total == 3 * times + 1
    mine = {**front().units, "germany-sta-888": attrs.evolve(sta, power="germany")}
    attack = "germany attack x units=3-arm-8-8,sta-3-3 against=inf-4-5 terrain=clear"
    assert "(13.1)" in refused(attrs.evolve(front(), units=mine), attack)


@pytest.mark.rule("tw-13.2.3", "tw-10.7")
def test_13_2_3_who_dies_under_siege_dies_out_of_supply_and_capture_ends_it() -> None:
    campaign = stepped(after(besieged(3), SEVASTOPOL.format("inf-4-5")), COMBAT)
    fought = given(campaign, "germany fight sevastopol", 1)
    assert fought.pools["ussr-inf-4-5"].oos == 1
    taken = given(fought, "germany occupy yes")
    assert taken.places["sevastopol"].holder == "germany" and not taken.sieges
    # The fortress is kept as a fortification (10.7).
    assert [(one.kind, one.place) for one in taken.installations.values()] == [("fortification", "sevastopol")]


# --- fortress: stay or leave


@pytest.mark.rule("tw-10.6.6")
def test_10_6_6_defenders_stay_in_their_fortress_or_leave_it() -> None:
    # 42 to 21 is 2-1, -3; a die of 4 is row 1: 1/2 DE; 5 is row 2: DD; 6 is row 3: DR.
    campaign = stepped(after(front(), SEVASTOPOL.format("inf-4-5")), COMBAT)
    fought = given(campaign, "germany fight sevastopol", 6)
    assert asked(fought) == ("ussr", ("ussr hold yes", "ussr hold no"))
    garrison = next(key for key in campaign.engagements["sevastopol"].defenders)
    stays = fight_on(given(fought, "ussr hold yes"))
    assert stays.units[garrison].depleted and stays.places["sevastopol"].holder == "ussr"
    leaves = fight_on(given(fought, "ussr hold no"))
    assert not leaves.units[garrison].depleted and leaves.places["sevastopol"].holder == "germany"


def fight_on(campaign: TheWar) -> TheWar:
    """Every decision as its first answer."""
    while campaign.pending:
        campaign = given(campaign, asked(campaign)[1][0])
    return campaign


@pytest.mark.rule("tw-10.6.4")
def test_10_6_4_a_fortification_in_a_hex_is_gone_when_the_hex_is_taken() -> None:
    built = {"ussr-fortification-1": Installation(power="ussr", kind="fortification", place="2210")}
    campaign = attrs.evolve(front(), installations=built)
    line = "germany attack 2210 units=3-arm-8-8,3-inf-6-5 against=inf-4-5"
    fought = given(stepped(after(campaign, line), COMBAT), "germany fight 2210", 1)
    assert asked(fought)[1][0] == "germany occupy yes"
    assert not given(fought, "germany occupy yes").installations
    assert given(fought, "germany occupy no").installations == built


# --- a higher-numbered result


@pytest.mark.rule("tw-10.2.3")
def test_10_2_2_the_attacker_may_take_a_worse_result_when_he_asks_to() -> None:
    # 36 to 18 is 2-1, -3; a die of 6 is row 3: DR. Below stand 1/2 EX, EX, EX/PV, 2xEX, 1/2 AE, AE.
    campaign = stepped(after(front(), ATTACK), COMBAT)
    assert asked(given(campaign, "germany fight smolensk", 6))[1][0].startswith("germany deplete")
    fought = given(campaign, "germany fight smolensk choose=yes", 6)
    power, answers = asked(fought)
    assert power == "germany" and answers == tuple(f"germany accept {worse}" for worse in (0, 1, 2, 3, 4, 5, 7))
    exchange = given(fought, "germany accept 1")
    # 1/2 EX: 9 factors of his own, and no Soviet is left.
    assert not any(unit.kind == "inf" and unit.power == "ussr" for unit in exchange.units.values()) or exchange.pending
    done = fight_on(exchange)
    assert not any(unit.kind == "inf" and unit.power == "ussr" for unit in done.units.values())
    assert sum(unit.power == "germany" for unit in done.units.values()) < sum(
        unit.power == "germany" for unit in campaign.units.values()
    )
    rolled = fight_on(given(fought, "germany accept 0"))
    assert sum(unit.kind == "inf" and unit.power == "ussr" for unit in rolled.units.values()) == 2


# --- Eastern Front attrition


def worn(effort: str) -> TheWar:
    return stepped(front(ussr={"effort": effort}), END)


@pytest.mark.rule("tw-10.3.6-auto")
@pytest.mark.parametrize(
    ("effort", "line", "count"),
    [("lle", "inf-6-5", 1), ("rle", "2-inf-6-5", 2), ("sle", "arm-8-8,2-inf-6-5", 3)],
)
def test_10_3_6_the_soviet_effort_wears_german_units(effort: str, line: str, count: int) -> None:
    campaign = after(worn(effort), f"germany attrition {line}")
    assert sum(unit.depleted for unit in campaign.units.values()) == count


@pytest.mark.rule("tw-10.3.6-auto")
def test_10_3_6_the_depletions_are_due_and_no_done_passes_them() -> None:
    campaign = worn("sle")
    assert "attrition on the Eastern Front first (10.3.6)" in refused(campaign, "germany done")
    before = stepped(campaign, "axis.end.minors")
    passed = given(before, "germany done through axis.end.naval")
    assert passed.progress.step == END
    assert given(passed, "germany attrition arm-8-8,2-inf-6-5").progress.step != END
    # Under a Soviet MLE nothing is due, and the step does not come up.
    assert given(stepped(worn("mle"), "axis.end.minors"), "germany done").progress.step != END


@pytest.mark.rule("tw-10.3.6-auto")
@pytest.mark.parametrize("effort", ["lle", "rle", "sle"])
def test_10_3_6_the_choice_on_offer_is_legal_whoever_is_left(effort: str) -> None:
    names = ("inf 6-5", "inf 2-5 breakdown", "arm 8-8", "arm 2-8 breakdown", "mech 4-8", "inf 3-5")
    for left in range(1, len(names) + 1):
        for first in range(len(names)):
            force = [f"germany {names[(first + at) % len(names)]}" for at in range(left)]
            campaign = with_units(attrs.evolve(worn(effort), units={}), *force)
            offered = next(iter(EasternAttrition.offers(campaign, "germany")))
            assert refused(campaign, offered.text) == ""


@pytest.mark.rule("tw-10.3.6-auto")
def test_10_3_6_none_is_named_only_where_no_german_is_known_to_be_inside() -> None:
    campaign = worn("sle")
    assert not any(unit.depleted for unit in after(campaign, "germany attrition none").units.values())
    said = with_facts(campaign, germans_in_ussr=True)
    assert "stand there, as Germany has said (10.3.6, ruling 441)" in refused(said, "germany attrition none")
    kiev = attrs.evolve(campaign.places["kiev"], holder="germany")
    held = attrs.evolve(campaign, places={**campaign.places, "kiev": kiev})
    assert "they hold Kiev (10.3.6, ruling 441)" in refused(held, "germany attrition none")


@pytest.mark.rule("tw-10.3.6-auto")
def test_10_3_6_who_is_worn_away_and_who_not() -> None:
    assert "no ARM is among them" in refused(worn("sle"), "germany attrition 3-inf-6-5")
    assert "Germany Depletes 2 under" in refused(worn("rle"), "germany attrition inf-6-5")
    assert "is not worn away" in refused(worn("lle"), "germany attrition tac-1-5-4")
    # Under an MLE nobody is.
    assert "Germany Depletes 0" in refused(worn("mle"), "germany attrition inf-6-5")
    west = with_units(worn("lle"), "germany inf 4-5")
    key = "germany-inf-700"
    inside = attrs.evolve(west, units={**west.units, key: attrs.evolve(west.units[key], place="paris")})
    assert "is not worn away" in refused(inside, f"germany attrition {key}")


@pytest.mark.rule("tw-10.3.6-auto")
def test_10_3_6_a_small_unit_dies_of_it_and_no_more_are_owed_than_there_are() -> None:
    campaign = worn("sle")
    small = attrs.evolve(campaign, units={})
    small = with_units(small, "germany inf 2-5", "germany mech 3-8")
    gone = after(small, "germany attrition 1-inf-2-5,mech-3-8")
    assert not gone.units and gone.pools["germany-inf-2-5"].count >= 1


def test_10_5_an_arm_in_an_attack_that_clears_the_hex_makes_a_breach() -> None:
    campaign = with_facts(east(since="1941-1-spring"), x=True)
    fought = given(stepped(after(campaign, ATTACK), COMBAT), "germany fight smolensk", 1)
    (pending,) = fought.pending.values()
    assert pending.breach(fought)
    infantry = ATTACK.replace("units=3-arm-8-8,2-inf-6-5 against=2-inf", "units=3-inf-6-5 against=inf")
    fought = given(stepped(after(campaign, infantry), COMBAT), "germany fight smolensk", 1)
    (pending,) = fought.pending.values()
    assert not pending.breach(fought)


@pytest.mark.rule("tw-10.3.6-auto")
def test_10_3_6_breakdown_units_are_worn_away_only_when_nothing_else_is_left() -> None:
    campaign = worn("lle")
    broken = {
        f"germany-inf-80{n}": Unit(power="germany", kind="inf", strength="2-5", tag="breakdown") for n in range(3)
    }
    campaign = attrs.evolve(campaign, units={**campaign.units, **broken})
    text = refused(campaign, "germany attrition inf-2-5-breakdown")
    assert "Breakdown units come after all others (10.3.6)" in text
    whole = [
        key
        for key, unit in campaign.units.items()
        if unit.power == "germany" and unit.kind in ("arm", "mech", "inf") and unit.tag != "breakdown"
    ]
    alone = attrs.evolve(campaign, units={key: one for key, one in campaign.units.items() if key not in whole})
    assert refused(alone, "germany attrition inf-2-5-breakdown") == ""
    # With one other unit left for three, it is among them; an ARM that is broken down counts as the ARM then.
    one = {**alone.units, whole[-1]: campaign.units[whole[-1]]}
    three = attrs.evolve(alone, units=one, powers=worn("sle").powers)
    assert "Breakdown units come after" in refused(three, "germany attrition 3-inf-2-5-breakdown")
    assert refused(three, f"germany attrition 2-inf-2-5-breakdown,{whole[-1]}") == ""
