"""In what order battles on the ground go, and what holds of army ratings in them (9.5, 9.8, 10.0, 10.2, 10.3.5, 10.6.9,
10.8)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.air import air_engagements
from engine.thewar.combat import circumstances, reserves
from engine.thewar.ground import ground_battle, ground_losses
from engine.thewar.ground.ground_attacks import Attack
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import airfield, battlefield
from engine.thewar.world import counters, deeds, ratings, traits
from engine.thewar.world.state import Engagement, Place, TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_battle import german, soviet, units
from tests.thewar.ground.test_ground_fight import ATTACK, ATTACKS, COMBAT, MOVE, RESERVES, SECOND, front, given, stepped
from tests.thewar.ground_wars import Game


def joined(campaign: TheWar, *texts: str) -> TheWar:
    """The campaign with more units, such as 'germany mot 6-7'."""
    more = {}
    for at_, text in enumerate(texts):
        power, kind, strength = text.split()
        more[f"{power}-{kind}-{600 + at_}"] = Unit(power=power, kind=kind, strength=strength)
    return attrs.evolve(campaign, units={**campaign.units, **more})


@pytest.mark.rule("tw-9.5")
def test_9_5_nobody_has_to_move_and_the_step_says_so() -> None:
    campaign = stepped(front(), MOVE)
    step = RULESET.sequence[MOVE]
    assert any("Nobody has to move" in line for line in step.lines)
    assert refused(campaign, "germany done") == ""
    assert given(campaign, "germany done").units == campaign.units


@pytest.mark.rule("tw-9.8-air")
def test_9_8_an_air_unit_supports_one_automatic_victory_in_an_impulse() -> None:
    campaign = joined(stepped(front(), MOVE), "ussr cav 2-6")
    first = "germany overrun smolensk units=3-arm-8-8,3-inf-6-5 against=inf-4-5 terrain=city air=mdm"
    again = "germany overrun x units=3-arm-8-8 against=cav-2-6 terrain=clear"
    assert refused(campaign, f"{again} air=mdm") == ""
    there = given(after(campaign, first), "ussr no-support smolensk")
    assert "has flown in support in this impulse already" in refused(there, f"{again} air=mdm")
    assert refused(there, f"{again} air=tac") == ""
    next_impulse = stepped(there, "axis.operations.second-impulse")
    assert "has flown in support" not in refused(next_impulse, f"{again} air=mdm")


@pytest.mark.rule("tw-10.0-announce")
def test_10_0_no_attack_is_announced_after_the_first_roll_of_the_impulse() -> None:
    campaign = stepped(front(), SECOND)
    first, second = (f"germany attack {where} units=arm-8-8 against=inf-4-5" for where in ("smolensk", "x"))
    one = after(campaign, first)
    assert refused(one, second) == "", "before the roll"
    rolled = given(one, "germany fight smolensk", 1)
    assert "battles of this impulse are being rolled (10.0)" in refused(rolled, second)
    both = after(one, second)
    assert set(both.engagements) == {"smolensk", "x"}


def test_10_2_move_announce_support_answer_and_then_roll() -> None:
    order = [step.id for step in RULESET.sequence.steps]
    steps = [f"axis.operations.{one}" for one in ("counter-air", "first-impulse", "attacks", "reserves", "combat")]
    assert [one for one in order if one in steps] == steps
    announced = after(front(ussr={"army": 2}), ATTACK)
    assert refused(stepped(announced, RESERVES), "ussr support smolensk tac") == ""
    assert refused(stepped(announced, RESERVES), "ussr reinforce smolensk arm-6-8") == ""
    assert "not in this step" in refused(stepped(announced, RESERVES), "germany fight smolensk")


@pytest.mark.rule("tw-10.2.1")
def test_10_2_1_air_units_fight_before_the_ground_die_falls() -> None:
    campaign = joined(front(ussr={"army": 2}), "germany ftr 3-3-2", "ussr ftr 2-3-2")
    campaign = after(campaign, f"{ATTACK} air=mdm,ftr")
    campaign = after(stepped(campaign, RESERVES), "ussr support smolensk tac,ftr")
    game = Game(stepped(campaign, COMBAT))
    game.fight([5] * 40)
    fallen = [roll.purpose.partition(":")[0] for entry in game.entries for roll in entry.rolls]
    assert fallen.count("ground") == 1 and "air" in fallen
    assert fallen.index("ground") == len(fallen) - 1


@pytest.mark.rule("tw-10.2.5-mix")
def test_10_2_5_the_greater_part_of_the_factors_carries_the_bonus() -> None:
    cavalry = units("2 CAV 2-6", "germany", 1, "c")
    exploiting = Assault((*german("ARM 8-8"), *cavalry), soviet("INF 4-5"), ("clear",), 0, True, facts=("breach",))
    weaker = attrs.evolve(exploiting, attackers=(*german("ARM 2-8"), *cavalry))

    def bonus(assault: Assault) -> int:
        return sum(line.value for line in ground_battle.battle(assault).lines if "Breach" in line.label)

    assert (bonus(exploiting), bonus(weaker)) == (-1, 0)
    mixed = attrs.evolve(exploiting, defenders=soviet("INF 4-5, ARM 2-8"))
    assert bonus(mixed) == 0
    # INF at face value before exploiting ARM, the ARM beside it doubled.
    assert ground_battle.defended(mixed).total == 4 + 2 * 2


@pytest.mark.rule("tw-10.3.5")
def test_10_3_5_mot_and_motflak_move_and_fight_in_the_first_impulse_only() -> None:
    campaign = joined(front(), "germany mot 6-7", "germany flak 1-7")
    line = "germany attack x units=arm-8-8,{} against=inf-4-5"
    for group, name in (("mot-6-7", "Motorized infantry"), ("flak-1-7", "Motorized Flak")):
        assert f"{name} moves in the First Impulse only" in refused(stepped(campaign, SECOND), line.format(group))
        assert "First Impulse only" not in refused(stepped(campaign, ATTACKS), line.format(group))
    mot, flak = Unit(power="germany", kind="mot", strength="6-7"), Unit(power="germany", kind="flak", strength="1-7")
    assert [traits.reserve_move(one, 1).total for one in (mot, flak)] == [6, 6]
    assert [traits.reserve_move(mot, rating).total for rating in (2, 3)] == [5, 4]
    assert traits.second_move(mot, 1).total == 0


@pytest.mark.rule("tw-10.6.9")
def test_10_6_9_a_port_is_a_city_with_a_flak_factor() -> None:
    campaign = front()
    riga = Place(name="Riga", kind="port", country="ussr", holder="ussr")
    campaign = attrs.evolve(campaign, places={**campaign.places, "riga": riga})
    ground = Engagement(kind="ground", by="germany")
    assert circumstances.terrain(campaign, "riga", ground) == circumstances.terrain(campaign, "smolensk", ground)
    assert circumstances.terrain(campaign, "riga", ground) == ("city",)
    raid = Engagement(kind="air", by="germany")
    assert air_engagements.factors(campaign, "riga", raid).total == 1
    inland = attrs.evolve(campaign, places={**campaign.places, "riga": attrs.evolve(riga, kind="strait")})
    assert air_engagements.factors(inland, "riga", raid).total == 0
    assert circumstances.terrain(inland, "riga", ground) == ()


@pytest.mark.rule("tw-10.8.1")
def test_10_8_1_first_rate_armies_in_battle_and_reserve() -> None:
    assert [ratings.modifier("ground", 1, other).value for other in (1, 2, 3, 4)] == [0, -1, -3, -4]
    rated = at(ATTACKS, "1941-2-summer")
    inf = Unit(power="germany", kind="inf", strength="6-5")
    assert counters.rating(rated, inf).value == 1
    assert [counters.rating(rated, attrs.evolve(inf, power=one)).value for one in ("finland", "sweden")] == [1, 1]
    assert reserves.limit(rated, "germany").total == 3
    fight = ground_battle.battle(Assault(german("INF 6-5"), soviet("INF 4-5"), ("clear",)))
    assert [line.value for line in fight.lines if "First-Rate against Third-Rate" in line.label] == [-3]
    arm = Unit(power="germany", kind="arm", strength="8-8")
    assert traits.second_move(arm, 1).total == 7 and traits.second_move(inf, 1).total == 0


@pytest.mark.rule("tw-10.8.4")
def test_10_8_4_depleted_units_are_fourth_rate_german_ones_and_volkssturm_third() -> None:
    rated = at(ATTACKS, "1944-2-summer")
    worn = {
        power: Unit(power=power, kind="inf", strength="6-5", depleted=True)
        for power in ("germany", "italy", "ussr", "britain", "us", "france", "finland")
    }
    found = {power: counters.rating(rated, one).value for power, one in worn.items()}
    assert found == {**dict.fromkeys(worn, 4), "germany": 3}
    assert counters.rating(rated, Unit(power="germany", kind="inf", strength="2-5", tag="volkssturm")).value == 3
    assert counters.rating(rated, Unit(power="ussr", kind="partisan", strength="1")).value == 4
    assert [ratings.modifier("ground", 4, other).value for other in (1, 2, 3, 4)] == [4, 3, 1, 0]
    arm = Unit(power="ussr", kind="arm", strength="8-8", depleted=True)
    assert traits.second_move(arm, 4).total == 1
    assert not traits.zoc(arm) and traits.zoc(attrs.evolve(arm, depleted=False))
    hurt = Assault(german("INF 6-5"), soviet("INF 4-5 dep"), ("mountain",))
    whole = attrs.evolve(hurt, defenders=soviet("INF 4-5"))
    assert ground_battle.defended(hurt).total == 4 < ground_battle.defended(whole).total


@pytest.mark.rule("tw-10.2.4-east")
@pytest.mark.parametrize(("rating", "elsewhere", "inside"), [(1, 7, 6), (2, 6, 5), (3, 5, 4), (4, 1, 1)])
def test_10_2_4_the_axis_moves_less_in_the_second_impulse_inside_the_1939_soviet_union(
    rating: int, elsewhere: int, inside: int
) -> None:
    """Ruling 66: 2, 3 and 4 less by rating; what is Depleted has its one point everywhere (9.9.4)."""
    arm = Unit(power="germany", kind="arm", strength="8-8")
    assert traits.second_move(arm, rating).total == elsewhere
    assert traits.second_move(arm, rating, axis_in_ussr=True).total == inside
    inf = Unit(power="germany", kind="inf", strength="6-5")
    assert traits.second_move(inf, rating, axis_in_ussr=True).total == 0


@pytest.mark.rule("tw-10.2.4-east")
def test_10_2_4_no_automatic_victory_of_the_axis_there_in_the_second_impulse() -> None:
    campaign = joined(front(), "ussr cav 2-6", "romania cav 2-5")
    line = "germany overrun {} units=3-arm-8-8{} against=cav-2-6 air=mdm"
    second = stepped(campaign, "axis.operations.second-impulse")
    reason = "the Axis wins nothing automatically in the Second Impulse in the 1939 Soviet Union (10.2.4)"
    assert reason in refused(second, line.format("smolensk", ""))
    # A Satellite's units among them are Axis units too.
    romania = attrs.evolve(second.countries["romania"], status="satellite", patron="germany")
    beside = attrs.evolve(second, countries={**second.countries, "romania": romania})
    assert reason in refused(beside, line.format("smolensk", ",romania-cav-601"))
    assert refused(second, line.format("x", "")) == ""
    assert reason in refused(second, line.format("x", "") + " facts=ussr-1939")
    # In the First Impulse it is allowed.
    assert refused(stepped(campaign, MOVE), line.format("smolensk", "")) == ""


@pytest.mark.rule("tw-10.3.6")
def test_10_3_6_units_of_a_satellite_beside_germans_are_no_way_out() -> None:
    satellite = units("INF 4-5", "romania", 3, "r")
    inside = Assault((*german("ARM 8-8, ARM 8-8"), *satellite), soviet("INF 4-5"), ("clear",), facts=("ussr-1939",))
    allied = attrs.evolve(inside, attackers=units("ARM 8-8", "britain", 1, "b"))
    owed = [
        {ground_losses.demands(attrs.evolve(one, face=face)).attrition for face in range(1, 11)}
        for one in (inside, allied)
    ]
    assert owed == [{True, False}, {False}]


PRINTED = (
    *("efforts", "supply", "breakdown", "staging", "counter-air", "naval", "interception", "rail"),
    *("first-impulse", "attacks", "reserves", "combat"),
    *("second-supply", "second-impulse", "second-combat", "return"),
)


@pytest.mark.rule("tw-11.14.2")
def test_11_14_a_drop_needs_para() -> None:
    line = "germany attack x units=3-arm-8-8{} against=inf-4-5 terrain=river{}"
    campaign = joined(front(), "germany para 2-5")
    text = refused(campaign, line.format("", " facts=drop"))
    assert "'drop' is named, and no PARA or CDO is among the attackers (11.14)" in text
    assert refused(campaign, line.format(",para-2-5", " facts=drop")) == ""
    assert refused(campaign, line.format("", "")) == ""


@pytest.mark.rule("tw-10.6.8")
def test_10_6_8_a_german_city_is_one_to_soviets_alone_in_any_hex() -> None:
    campaign = front()
    line = "germany attack x units=3-arm-8-8 against=inf-4-5 terrain={}"
    text = refused(campaign, line.format("german-city-vs-soviets"))
    assert "Soviet units alone attack German cities as such (10.6.8)" in text
    assert refused(campaign, line.format("city")) == ""
    allied = stepped(campaign, "allied.operations.attacks")
    soviet = "ussr attack x units=2-inf-4-5 against=germany-inf-6-5 terrain=german-city-vs-soviets"
    assert "as such" not in refused(allied, soviet)


@pytest.mark.rule("tw-11.14.2", "tw-10.6.7")
def test_11_14_2_nobody_drops_into_forest_swamp_and_mountain() -> None:
    campaign = joined(front(), "germany para 2-5")
    line = "germany attack x units=3-arm-8-8,para-2-5 against=inf-4-5 terrain={} facts=drop"
    assert "no PARA drop into a forest (11.14.2)" in refused(campaign, line.format("forest"))
    assert "no PARA drop into a swamp (10.6.7, 11.14.2)" in refused(campaign, line.format("swamp"))
    assert "(10.6.5, 11.14.2)" in refused(campaign, line.format("mountain"))
    # A fortified hex is dropped on where the rest of it is open; a fortress, a beach and a city are.
    assert "no PARA drop into a forest" in refused(campaign, line.format("forest,fortified"))
    for ground in ("clear", "desert", "city", "clear,fortified", "fortress", "clear,river"):
        assert "11.14.2" not in refused(campaign, line.format(ground))
    # In movement too, and frozen swamps are clear ground (26.1.1).
    moving = stepped(campaign, MOVE)
    overrun = "germany overrun x units=3-arm-8-8,para-2-5 against=inf-4-5 terrain=swamp facts=drop"
    assert "no PARA drop into a swamp" in refused(moving, overrun)
    frozen = joined(front(turn="1941-4-winter"), "germany para 2-5")
    frozen = attrs.evolve(frozen, facts={**frozen.facts, "eastern-weather": "hard-freeze"})
    assert "11.14.2" not in refused(frozen, line.format("swamp").replace("attack x", "attack smolensk"))


@pytest.mark.rule("tw-10.6.5")
def test_10_6_5_mountains_treble_and_know_no_landing_no_drop_and_no_fortification() -> None:
    campaign = joined(front(), "germany para 2-5")
    line = "germany attack x units=3-arm-8-8,para-2-5 against=inf-4-5 terrain={}"
    order = understand(RULESET, line.format("mountain"), campaign)
    assert isinstance(order, Attack) and refused(campaign, order.text) == ""
    # All kinds are trebled, and the schwerpunkt counts for nothing there.
    trebled = attrs.evolve(order.assault(campaign), defenders=soviet("INF 4-5, ARM 2-8, CAV 2-6"))
    assert ground_battle.defended(trebled).total == 3 * (4 + 2 + 2)
    assert "no PARA drop into a mountain hex (10.6.5" in refused(campaign, line.format("mountain") + " facts=drop")
    assert "nobody lands in a mountain hex" in refused(campaign, line.format("mountain,beach-assault"))
    assert "no fortification stands in a mountain hex" in refused(campaign, line.format("mountain,fortified"))


@pytest.mark.rule("tw-3.6", "tw-9.0")
def test_3_6_operations_go_in_the_printed_order_and_their_efforts_are_paid_first() -> None:
    for half in ("axis", "allied"):
        steps = [step.id for step in RULESET.sequence.steps if step.id.startswith(f"{half}.operations.")]
        assert steps == [f"{half}.operations.{step}" for step in PRINTED]
    start = front("axis.operations.efforts", germany={"narfs": 50, "reserved": 8})
    batches = play.settle(RULESET, start, dice=FixedDice(()), n=1)
    paid: Any = batches[0].campaign
    assert paid.powers["germany"].narfs == 42 and paid.powers["germany"].reserved == 0


@pytest.mark.rule("tw-3.6", "tw-9.1")
@pytest.mark.parametrize(
    ("order", "step", "later"),
    [
        ("germany railmove 1", "rail", "first-impulse"),
        ("germany overrun x units=3-arm-8-8,3-inf-6-5 against=inf-4-5 air=mdm", "first-impulse", "attacks"),
        (ATTACK, "attacks", "combat"),
    ],
)
def test_3_6_no_step_is_gone_back_to_once_a_later_one_began(order: str, step: str, later: str) -> None:
    assert refused(front(f"axis.operations.{step}"), order) == ""
    assert "not in this step" in refused(front(f"axis.operations.{later}"), order)


@pytest.mark.rule("tw-10.0")
def test_10_0_nobody_fights_those_who_have_left_play_and_the_battle_is_called_off() -> None:
    announced = stepped(after(front(), ATTACK), COMBAT)
    deed = deeds.in_half("battles", "axis", 1, "attack")
    rolled = attrs.evolve(announced, missions={**announced.missions, deeds.key(deed): deed})
    left = {key: one for key, one in rolled.units.items() if key not in rolled.engagements["smolensk"].defenders}
    alone = attrs.evolve(rolled, units=left)
    text = refused(alone, "germany fight smolensk")
    assert "nobody is left to defend Smolensk (10.0). 'call-off smolensk' takes it off the list." in text
    assert understand(RULESET, "germany fight smolensk", alone).forecast(alone) is None
    (shown,) = battlefield.announced(alone, "germany")
    assert shown.preview.cast is None and shown.preview.forces[1] == "nobody"
    assert after(alone, "germany call-off smolensk").engagements == {}
    # Where both sides are there it is fought, and called off no more.
    assert refused(announced, "germany fight smolensk") == ""
    assert "What is announced is fought" in refused(announced, "germany call-off smolensk")
    away = attrs.evolve(rolled, units={key: unit for key, unit in rolled.units.items() if unit.power != "germany"})
    assert "nobody is left to attack Smolensk (10.0)" in refused(away, "germany fight smolensk")


@pytest.mark.rule("tw-11.5.1")
def test_11_5_1_7_9_no_mission_is_fought_against_those_who_have_left_play() -> None:
    campaign = stepped(front(), "axis.operations.counter-air")
    raid = Engagement(kind="air", by="germany", attackers=("germany-tac-1",), defenders=("ussr-tac-9",))
    there = attrs.evolve(campaign, engagements={"smolensk": raid})
    assert "nobody is left to defend Smolensk (11.5.1)" in refused(there, "germany fight smolensk")
    assert [one.preview.forces[1] for one in airfield.announced(there, "germany")] == ["nobody"]
    assert after(there, "germany call-off smolensk").engagements == {}
    sail = Engagement(kind="sea", by="germany", attackers=("germany-fleet-9",), defenders=("ussr-fleet-1",))
    fleet = Unit(power="ussr", kind="fleet", strength="1")
    afloat = attrs.evolve(
        stepped(campaign, "axis.operations.naval"),
        engagements={"east-baltic": sail},
        units={**campaign.units, "ussr-fleet-1": fleet},
    )
    text = refused(afloat, "germany sea-battle east-baltic")
    assert "nobody is left to attack" in text and "'undisturbed east-baltic' takes it off the list." in text
    assert after(afloat, "germany undisturbed east-baltic").engagements == {}
