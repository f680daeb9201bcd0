"""Ground battles with their units: the rulebook's examples, what holds of itself, who is lost (9.8 to 10.3)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import attrs
import pytest

from engine.kernel.forecast import distribution
from engine.thewar.combat.combatants import Combatant, fighting, lost
from engine.thewar.ground import ground_battle, ground_losses
from engine.thewar.ground.ground_battle import Assault, AssaultCore, automatic, battle, refusals
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls.printed import read
from tests.scale import scaled
from tests.thewar.named_forces import BadForce, parsed


def units(text: str, power: str, rating: int, sign: str = "") -> tuple[Combatant, ...]:
    return parsed(text, rating, power=power, sign=sign or power[0])


def german(text: str) -> tuple[Combatant, ...]:
    return units(text, "germany", 1)


def soviet(text: str, rating: int = 3) -> tuple[Combatant, ...]:
    return units(text, "ussr", rating)


def column(assault: Assault, *, shifted: bool = False) -> str:
    fight = battle(assault)
    return read(ground_combat.CRT).columns[fight.shifted if shifted else fight.basic]


def said(found: Iterable[Any]) -> str:
    return "; ".join(str(one) for one in found)


def rolled(assault: Assault, face: int) -> ground_losses.Outcome:
    return ground_losses.outcome(attrs.evolve(assault, face=face))


@pytest.mark.rule("tw-9.8")
def test_9_8_smolensk_falls_in_movement_only_to_both_stacks_together() -> None:
    inf, arm, mdm = german("3 INF 6-5"), german("3 ARM 8-8"), german("MDM 1-7-6")
    there = soviet("INF 4-5")
    alone = Assault(inf, there, ("city",), oas=mdm)
    assert ground_battle.defended(alone).total == 9
    assert (column(alone), column(alone, shifted=True)) == ("2-1", "4-1")
    armor = attrs.evolve(alone, attackers=arm)
    assert (column(armor), column(armor, shifted=True)) == ("2-1", "4-1")
    assert "6-1 is needed" in said(automatic(armor))
    together = attrs.evolve(alone, attackers=(*units("3 INF 6-5", "germany", 1, "i"), *arm))
    assert ground_battle.attack(together).total == 42
    assert (column(together), column(together, shifted=True)) == ("4-1", "6-1")
    assert not list(automatic(together))


@pytest.mark.rule("tw-9.8")
def test_9_8_a_cavalry_unit_north_of_rostov_is_overrun_at_ten_to_one() -> None:
    stacks = (*units("3 INF 6-5", "germany", 1, "i"), *german("3 ARM 8-8"))
    assault = Assault(stacks, soviet("CAV 2-6"))
    assert battle(assault).attack == 42 and battle(assault).defence == 4
    assert not list(automatic(assault))
    assert "no ARM is among the attackers" in said(automatic(attrs.evolve(assault, attackers=stacks[:3])))
    second = attrs.evolve(assault, second_impulse=True)
    assert "only ARM, MECH and CAV" in said(automatic(second))
    armor = attrs.evolve(second, attackers=stacks[3:])
    assert not list(automatic(armor))
    assert "10.2.4" in said(automatic(attrs.evolve(armor, facts=("ussr-1939",))))
    assert "no Automatic Victory against 'mountain'" in said(automatic(attrs.evolve(assault, terrain=("mountain",))))
    assert "only First-Rate armies" in said(automatic(attrs.evolve(assault, attackers=soviet("9 ARM 8-8", 2))))


@pytest.mark.rule("tw-9.9.6")
def test_9_9_6_a_reserve_counts_its_printed_factors() -> None:
    attackers = soviet("ARM 6-8, MECH 6-8, 2 INF 6-5", 2)
    infantry, armor = german("INF 6-5"), units("ARM 8-8", "germany", 1, "r")
    before = Assault(attackers, infantry, ("clear",), oas=soviet("TAC 1-5-4"))
    assert (column(before), column(before, shifted=True)) == ("2-1", "3-1")
    after = attrs.evolve(before, defenders=(*infantry, *armor), reserves=("r1",))
    assert ground_battle.defended(after).total == 20
    assert (column(after), column(after, shifted=True)) == ("1-1", "2-1")


@pytest.mark.rule("tw-11.3.1")
def test_11_3_1_two_tac_make_two_to_one_four_to_one() -> None:
    french = units("ARM 6-8", "france", 2)
    assault = Assault(german("3 ARM 8-8"), french, ("clear",), oas=german("2 TAC 1-5-4"))
    assert (column(assault), column(assault, shifted=True)) == ("2-1", "4-1")
    tac = units("TAC", "france", 3)
    assert column(attrs.evolve(assault, das=tac), shifted=True) == "3-1"
    dropped = Assault(german("6 PARA 2-5"), french, ("clear",), oas=german("2 TAC"), facts=("drop",))
    assert (column(dropped), column(dropped, shifted=True)) == ("1-1", "2-1")


@pytest.mark.rule("tw-10.0")
def test_10_0_two_to_twelve_may_not_be_attacked_at_all() -> None:
    assault = Assault(soviet("INF 2-5"), german("INF 6-5"), ("clear",), oas=soviet("MDM"))
    assert "2 to 12 is worse than 1-4" in said(refusals(assault))
    assert rolled(assault, 0).result == "not allowed"
    found = distribution(AssaultCore(), assault)
    assert [value.face for value, _ in found.outcomes] == [0]


@pytest.mark.rule("tw-10.2.5")
def test_10_2_5_the_afrika_korps_breaks_through_and_goes_on() -> None:
    korps = attrs.evolve(german("ARM 4-8")[0], tag="afrika-korps")
    italians = units("ARM 2-8, MECH 2-8, 2 INF 2-5", "italy", 3)
    mdm = german("MDM")
    first = Assault((korps, *italians), units("ARM 2-8", "britain", 2), ("desert", "city"), oas=mdm)
    fight = battle(first)
    assert (fight.attack, fight.defence, column(first), column(first, shifted=True)) == (12, 4, "3-1", "5-1")
    assert (fight.attacker_rating, sum(line.value for line in fight.lines)) == (3, 2)
    won = rolled(first, 1)
    assert (won.result, won.cleared) == ("DE", True)
    second = Assault((korps,), units("STA 2-3", "britain", 2), ("desert",), 0, True, oas=mdm, facts=("breach",))
    fight = battle(second)
    assert (fight.attack, fight.defence, column(second, shifted=True)) == (4, 2, "4-1")
    assert sum(line.value for line in fight.lines) == -2
    won = rolled(second, 6)
    assert (won.result, len(lost(won.defenders)), lost(won.attackers)) == ("1/2 DE", 1, ())
    # The omega costs nothing outside the 1939 Soviet Union.
    assert not any(one.depleted for one in won.attackers)


@pytest.mark.rule("tw-10.2.5")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"second_impulse": False}, "First Impulse"),
        ({"facts": ()}, "nobody began the impulse in a Breach"),
        ({"terrain": ("forest",)}, "only in clear and desert hexes"),
        ({"defenders": soviet("INF 4-5, ARM 2-8")}, "only against INF and STA"),
        ({"attackers": soviet("ARM 8-8", 2)}, "the greater part of the factors"),
        ({"attackers": german("ARM 8-8 dep")}, "the greater part of the factors"),
        ({"attackers": (*german("ARM 4-8"), *units("2 CAV 2-6", "germany", 1, "c"))}, "the greater part"),
    ],
)
def test_10_2_5_when_the_second_impulse_modifier_does_not_hold(change: dict[str, Any], why: str) -> None:
    assault = Assault(german("ARM 8-8"), soviet("INF 4-5"), ("clear",), 0, True, facts=("breach",))
    held = dict(ground_battle.modifiers(assault))
    assert held["second-impulse"] == ""
    assert dict(ground_battle.modifiers(attrs.evolve(assault, **change)))["second-impulse"].startswith(why)


@pytest.mark.rule("tw-11.12.2-ger")
def test_11_12_2_german_flak_hurts_soviet_and_western_arm_only() -> None:
    flak = german("INF 6-5, FLAK 1-3")
    attack = Assault(soviet("4 ARM 6-8", 2), flak, ("clear",))
    held = dict(ground_battle.modifiers(attack))
    assert held["german-flak"] == "" and held["soviet-attack"] == ""
    # Flak itself defends nothing.
    assert battle(attack).defence == 12
    infantry = attrs.evolve(attack, attackers=soviet("4 INF 6-5", 2))
    assert dict(ground_battle.modifiers(infantry))["german-flak"] == "no ARM attacks"
    italian = attrs.evolve(attack, attackers=units("4 ARM 2-8", "italy", 3))
    assert dict(ground_battle.modifiers(italian))["german-flak"] == "neither Soviet nor Western Allied"


@pytest.mark.rule("tw-10.8.5")
def test_10_8_5_two_germans_and_a_romanian_attack_as_first_rate() -> None:
    mixed = (*german("2 INF 6-5"), *units("INF 4-5", "romania", 3))
    fight = battle(Assault(mixed, soviet("INF 4-5"), ("clear",)))
    assert (fight.attacker_rating, fight.lines[0].value) == (1, -3)


def test_11_14_4_paras_undo_a_river_and_count_twice_beside_a_landing() -> None:
    across = Assault(german("2 INF 6-5"), soviet("INF 4-5"), ("clear", "river"))
    assert battle(across).defence == 12
    dropped = (*across.attackers, *units("PARA 2-5", "germany", 1, "p"))
    assert battle(attrs.evolve(across, attackers=dropped, facts=("drop",))).defence == 8
    beach = Assault(units("2 MOT 6-7, PARA 3-7", "us", 2), german("INF 6-5"), ("beach-assault",), facts=("drop",))
    assert battle(beach).attack == 12 + 6
    commando = attrs.evolve(
        beach, attackers=units("2 MOT 6-7, CDO 1-5", "britain", 2), terrain=("fortified", "beach-assault")
    )
    assert (battle(commando).attack, battle(commando).defence) == (12 + 1 + 6, 18)


def test_10_0_what_is_no_attack_is_refused_with_its_rule() -> None:
    assault = Assault(german("INF 6-5, TAC"), soviet("INF 4-5"), ("clear",))
    assert "TAC 1-5-4 fights no ground battle" in said(refusals(assault))
    second = Assault(german("INF 6-5"), soviet("INF 2-5"), ("clear",), 0, True)
    assert "First Impulse only" in said(refusals(second))
    static = Assault(german("STA 2-3"), soviet("INF 2-5"), ("clear",))
    assert "13.1" in said(refusals(static))
    odd = Assault(german("INF 6-5"), soviet("INF 2-5"), ("jungle",))
    assert "'jungle' is no terrain" in said(refusals(odd))
    assert "for landings only" in said(refusals(attrs.evolve(odd, terrain=("clear",), ships=1)))
    assert "gives no offensive air support" in said(refusals(attrs.evolve(odd, terrain=(), oas=german("FTR"))))
    assert "'fog' is nothing" in said(refusals(attrs.evolve(odd, terrain=(), facts=("fog",))))
    for text, expected in (
        ("3 ARM", "write factors"),
        ("2 XYZ 3-3", "no kind of unit"),
        ("INF 6-5; ARM", "are wanted"),
    ):
        with pytest.raises(BadForce, match=expected):
            parsed(text, 1)


def test_10_6_8_an_empty_city_counts_a_half_against_commandos_and_paras() -> None:
    assert battle(Assault(german("PARA 2-5"), (), ("city",), facts=("drop",))).defence == Fraction(1, 2)
    assert "nobody defends" in said(refusals(Assault(german("INF 6-5"), (), ("city",))))


# --- who is lost


@pytest.mark.rule("tw-10.3.2")
def test_10_3_2_an_exchange_is_paid_in_whole_units_that_just_suffice() -> None:
    # 9 factors of terrain: EX costs at least 9, of 8, 6, 6, 4 the owner may choose.
    found = ground_losses.ways(german("ARM 8-8, 2 INF 6-5, INF 4-5"), [8, 6, 6, 4], 9)
    paid = [sorted(int(name[1:]) for name in names) for names in found]
    assert sorted(paid) == [[1, 2], [1, 4], [2, 3], [2, 4]]
    # The cheapest in NARFs is the default: INF 6-5 with INF 4-5.
    assert paid[0] == [2, 4]


@pytest.mark.rule("tw-10.3.4")
def test_10_3_4_the_best_rated_army_loses_first() -> None:
    mixed = (*units("2 INF 4-5", "romania", 3), *german("INF 6-5, ARM 8-8"))
    assert ground_losses.ways(mixed, [4, 4, 6, 8], 5) == (("g1",), ("g2",))
    assert ground_losses.ways(mixed, [4, 4, 6, 8], 15) == (("g1", "g2", "r1"),)
    assert ground_losses.struck(mixed) == ("g1", "g2")
    assert ground_losses.ways(mixed, [4, 4, 6, 8], 30) == (("r1", "r2", "g1", "g2"),)


@pytest.mark.rule("tw-10.2.6")
def test_10_2_6_small_units_and_artillery_die_of_a_depletion() -> None:
    force = soviet("INF 3-5, INF 4-5, ART 4-3")
    fates = {}
    for one in force:
        (after,) = (unit for unit in ground_losses.deplete(force, one.name) if unit.name == one.name)
        fates[one.label] = "depleted" if after.depleted else after.fate
    assert fates == {"INF 3-5": "eliminated", "INF 4-5": "depleted", "ART 4-3": "eliminated"}
    worn = soviet("INF 4-5 dep")
    assert ground_losses.deplete(worn, "u1")[0].fate == "eliminated"


def test_ruling_64_dd_depletes_one_unit_and_the_stack_retreats() -> None:
    assault = Assault(german("6 ARM 8-8"), soviet("2 INF 6-5"), ("clear",))
    assert column(assault) == "2-1"
    # 5 - 3 is row 2 of 2-1: DD with an omega.
    found = rolled(assault, 5)
    assert (found.result, found.retreat) == ("DD", True)
    assert [one.depleted for one in found.defenders] == [True, False]
    omega = rolled(attrs.evolve(assault, facts=("ussr-1939",)), 5)
    assert sum(one.depleted for one in omega.attackers) == 1


def _oracle(assault: Assault, face: int) -> tuple[int, int, int, int, int]:
    """What the printed result demands, worked out anew from the notes under the table: factors of attackers and
    defenders removed at least (99: all), Depletions, and the strengths they are counted in."""
    fight = battle(attrs.evolve(assault, face=face))
    text = ground_combat.resolve(fight).result
    terrain = Fraction(fight.defence)

    def up(amount: Fraction) -> int:
        return int(-(-amount // 1))

    attack = Fraction(fight.attack)
    strong, weak = max(attack, terrain), min(attack, terrain)
    attackers = defenders = depleted = 0
    if text in ("DE",):
        defenders = 99
    elif text == "AE":
        attackers = 99
    elif text == "1/2 AE":
        attackers = up(Fraction(fight.attack, 2))
    elif text == "1/2 DE":
        defenders = up(terrain / 2)
    elif text == "1/2 EX":
        attackers, defenders = up(terrain / 2), 99
    elif text in ("EX", "EX/PV", "2xEX"):
        share = {"EX": Fraction(1), "EX/PV": Fraction(3, 2), "2xEX": Fraction(2)}[text]
        owed = up(weak * share)
        if strong == weak:
            attackers = defenders = 99
        elif fight.attack > terrain:
            attackers, defenders = owed, 99
        else:
            attackers, defenders = 99, owed
    else:
        depleted = {"DR": 0, "DD": 1, "DD2": 2, "DD3": 3}[text]
    return attackers, defenders, depleted, fight.attack, int(terrain)


_KINDS = ("ARM 8-8", "INF 6-5", "INF 4-5", "INF 3-5", "MECH 4-8", "CAV 2-6", "ARM 2-8", "PARA 2-5", "INF 6-5 dep")
_HEXES = ((), ("clear",), ("forest",), ("city",), ("mountain",), ("swamp",), ("clear", "river"), ("fortified",))


def _random(draw: random.Random) -> Assault:
    mine = units(", ".join(draw.choices(_KINDS, k=draw.randint(1, 6))), "germany", draw.randint(1, 2))
    theirs = soviet(", ".join(draw.choices((*_KINDS, "STA 2-3"), k=draw.randint(1, 3))), draw.randint(2, 3))
    oas = german(f"{draw.randint(1, 3)} TAC") if draw.random() < 0.5 else ()
    das = soviet("TAC") if draw.random() < 0.3 else ()
    return Assault(mine, theirs, draw.choice(_HEXES), oas=oas, das=das, face=draw.randint(1, 10))


def test_a_thousand_random_battles_lose_what_the_table_says_and_nobody_twice() -> None:
    draw = random.Random(1939)
    fought = 0
    for _ in range(scaled(1000)):
        assault = _random(draw)
        if not battle(assault).allowed:
            continue
        fought += 1
        attackers, defenders, depleted, attack, terrain = _oracle(assault, assault.face)
        found = ground_losses.outcome(assault)
        for before, after in ((assault.attackers, found.attackers), (assault.defenders, found.defenders)):
            assert [one.name for one in before] == [one.name for one in after]
        gone = sum(one.factors for one in lost(found.attackers))
        assert gone >= min(attackers, attack) or not fighting(found.attackers)
        if attackers < 99 and lost(found.attackers):
            # No unit of those that pay could have stayed, among those of the worst rating that pays.
            worst = max(one.now() for one in assault.attackers if one.name in {o.name for o in lost(found.attackers)})
            last = [
                one
                for one in assault.attackers
                if one.now() == worst and one.name in {o.name for o in lost(found.attackers)}
            ]
            assert all(gone - one.factors < attackers for one in last) or not fighting(found.attackers)
            # Better-rated ones are all gone before.
            assert not [one for one in found.attackers if one.fights and one.rating < worst and not one.depleted]
        removed = [one for one in assault.defenders if one.name in {o.name for o in lost(found.defenders)}]
        if defenders == 99:
            assert len(removed) == len(assault.defenders)
        elif defenders:
            worth = sum(ground_battle.worth(assault, one) for one in removed)
            assert worth >= min(defenders, terrain)
        struck = sum(
            (after.depleted and not before.depleted) + (not after.fights)
            for before, after in zip(assault.defenders, found.defenders, strict=True)
        )
        if depleted:
            assert 1 <= struck <= depleted
    assert fought > 500


def test_the_forecast_is_the_play_of_every_face() -> None:
    draw = random.Random(10)
    for _ in range(50):
        assault = attrs.evolve(_random(draw), face=0)
        found = distribution(AssaultCore(), assault).of(ground_losses.outcome)
        if not battle(assault).allowed:
            assert found.outcomes[0][0].result == "not allowed"
            continue
        played = [rolled(assault, face) for face in range(1, 11)]
        assert dict(found.outcomes) == {one: Fraction(played.count(one), 10) for one in played}
