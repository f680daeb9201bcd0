"""Chapter 10 with 9.8, 4.3 and 11.3: attacks on the ground, and rulings 30 to 35, 44 to 46, 60 to 64."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from engine.thewar.rolls import ground_combat
from engine.thewar.rolls.ground_combat import Battle, Losses, losses
from engine.thewar.world import ratings
from tests.thewar import keyed_combat_tables as keyed
from tests.thewar.by_hand import GROUND_ROWS, clamp, column, matrix
from tests.thewar.single_rolls import calc, refused

EVEN = {"attacker_rate": 1, "defender_rate": 1}


def ground(face: int | None = None, /, **fields: Any) -> dict[str, Any]:
    """One attack; without a face no die is rolled."""
    return calc("ground", () if face is None else (face,), **{**EVEN, **fields})


@pytest.mark.rule("tw-10.0", "tw-10.1.1")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [(13, 4, "3-1"), (24, 12, "2-1"), (24, 20, "1-1"), (42, 9, "4-1"), (3, 2, "1-1"), (5, 2, "2-1"), (2, 5, "1-3"),
     (1, 4, "1-4"), (5, 1, "5-1"), (1, 0.5, "2-1"), (2, 4.5, "1-3")],
)  # fmt: skip
def test_10_1_1_odds_are_rounded_for_the_defender(attack: int, defence: float, label: str) -> None:
    found = ground(5, attack=attack, defence=defence)
    assert (found["allowed"], found["basic"], found["column"]) == (True, label, label)


@pytest.mark.rule("tw-10.0")
def test_10_0_worse_than_one_to_four_is_not_allowed_whatever_shifts_it() -> None:
    """The rulebook's 2-5 INF against a 6-5 INF in clear terrain; ruling 32."""
    found = ground(attack=2, defence=12, oas=2, sbs=1, other_shift=3)
    assert found["allowed"] is False and set(found) == {"allowed", "breakdown"}
    assert found["breakdown"][0]["rule"] == "10.0"
    assert ground(1, attack=3, defence=12)["allowed"] is True


@pytest.mark.rule("tw-10.0")
@pytest.mark.parametrize(("attack", "shifts", "basic", "label"), [
    (12, {}, "6-1", "5-1"),
    (20, {}, "6-1", "5-1"),
    (20, {"oas": 2}, "6-1", "5-1"),
    (20, {"das": 1}, "6-1", "5-1"),
    (20, {"das": 2}, "6-1", "4-1"),
    (10, {"oas": 1}, "5-1", "5-1"),
    (4, {"oas": 5}, "2-1", "4-1"),
    (4, {"das": 5}, "2-1", "1-2"),
    (4, {"sbs": 2}, "2-1", "3-1"),
    (4, {"oas": 3, "sbs": 1, "other_shift": 1}, "2-1", "5-1"),
    (4, {"oas": 2, "das": 3, "other_shift": -1}, "2-1", "1-1"),
    (1, {"das": 2}, "1-2", "1-4"),
])  # fmt: skip
def test_rulings_33_and_34_shifts_are_capped_each_then_netted_then_clamped(
    attack: int, shifts: dict[str, int], basic: str, label: str
) -> None:
    found = ground(5, attack=attack, defence=2, **shifts)
    assert (found["basic"], found["column"]) == (basic, label)


@pytest.mark.rule("tw-10.0-table")
def test_10_8_5_example_the_afrika_korps() -> None:
    """El Agheila and the hex behind it, step by step; the Breach and the movement between are the board's."""
    # Eight Italian factors of twelve: the Third Rate governs; 12 to 4 with a MDM.
    rating = ratings.governing([(1, 4), (3, 8)])
    support = ground_combat.air_support(0, 1).total
    first = ground(1, attack=12, defence=4, oas=support, attacker_rate=rating, defender_rate=2)
    assert (rating, first["basic"], first["column"], first["modifier"]) == (3, "3-1", "5-1", 2)
    assert (first["row"], first["result"], first["marks"]) == (3, "DE", [])
    # The Afrika Korps alone, out of the Breach against STA in the desert.
    second = ground(6, attack=4, defence=2, oas=support, attacker_rate=1, defender_rate=2, modifiers=["second-impulse"])
    assert (second["basic"], second["column"], second["modifier"], second["row"]) == ("2-1", "4-1", -2, 4)
    assert (second["result"], second["marks"]) == ("1/2 DE", ["Ω"])
    # Half of one STA cannot be removed: it is lost whole (ruling 62).
    demanded = losses(second["result"], 4, 2)
    assert demanded == Losses(defender=1, retreat=True)


def test_9_9_6_example_a_reserve_changes_the_odds() -> None:
    before = calc("defence", None, units="INF 6-5", terrain=["clear"])["factors"]
    after = calc("defence", None, units="INF 6-5, ARM 8-8", terrain=["clear"], reserve=[1])["factors"]
    assert (before, after) == (12, 20)
    assert ground(5, attack=24, defence=before, oas=1)["column"] == "3-1"
    assert ground(5, attack=24, defence=after, oas=1)["column"] == "2-1"


def test_10_8_5_example_germans_with_a_romanian() -> None:
    assert ratings.governing([(1, 6), (1, 6), (3, 4)]) == 1
    assert ground(5, attack=16, defence=8, attacker_rate=1, defender_rate=3)["modifier"] == -3


@pytest.mark.parametrize(
    ("parts", "rating"),
    [([(2, 6), (3, 6)], 2), ([(1, 5), (3, 6)], 3), ([(1, 3), (2, 3), (4, 6)], 2), ([(1, 1), (2, 1), (4, 3)], 4)],
)
def test_ruling_44_the_best_rating_that_half_or_more_reach(parts: list[tuple[int, int]], rating: int) -> None:
    assert ratings.governing(parts) == rating


def test_a_force_of_nothing_has_no_rating() -> None:
    with pytest.raises(ValueError, match="nothing"):
        ratings.governing([(1, 0)])


def test_9_8_smolensk_can_be_won_automatically_in_one_order_of_moves_only() -> None:
    defence = calc("defence", None, units="INF 4-5", terrain=["city"])["factors"]
    assert defence == 9

    def reasons(attack: int, **more: Any) -> list[str]:
        battle = Battle(attack, defence, more.pop("rating", 1), 3, oas=2, das=more.pop("das", 0))
        return [one.rule for one in ground_combat.automatic_victory(battle, **{"armor": True, **more})]

    assert reasons(18) == ["9.8"] and reasons(24) == ["9.8"] and reasons(18 + 24) == []
    # Ruling 60: defensive support counts against it as against any attack.
    assert reasons(42, das=1) == ["9.8"]
    assert reasons(42, rating=2) == ["9.8"] and reasons(42, armor=False) == ["9.8"]
    assert reasons(42, terrain=("mountain", "river")) == ["9.8"] and reasons(42, terrain=("fortress",)) == ["9.8"]
    assert reasons(42, terrain=("fortress", "city"), minor_fortress=True) == []
    assert reasons(42, second_impulse=True) == []
    assert reasons(42, second_impulse=True, axis_in_ussr=True) == ["10.2.4"]


def test_9_8_example_a_cavalry_is_rolled_over() -> None:
    defence = calc("defence", None, units="CAV 2-6", terrain=["clear"])["factors"]
    assert defence == 4
    assert list(ground_combat.automatic_victory(Battle(42, defence, 1, 3), armor=True)) == []
    # Without ARM it is an attack at 5-1.
    assert ground(10, attack=42, defence=defence)["column"] == "5-1"


@pytest.mark.rule("tw-11.3.2")
@pytest.mark.parametrize(
    ("tac", "mdm", "depleted", "columns"),
    [(0, 0, 0, 0), (1, 0, 0, 1), (0, 1, 0, 2), (2, 0, 0, 2), (3, 2, 0, 2), (0, 0, 1, 1), (0, 0, 4, 1), (1, 0, 3, 2),
     (2, 0, 2, 2), (0, 1, 1, 2)],
)  # fmt: skip
def test_ruling_35_columns_of_air_support(tac: int, mdm: int, depleted: int, columns: int) -> None:
    assert ground_combat.air_support(tac, mdm, depleted).total == columns
    assert ground_combat.air_support(tac, mdm, depleted, para_only=True).total == min(columns, 1)


def test_10_2_5_the_majority_of_the_factors_carries_the_schwerpunkt() -> None:
    assert ground_combat.schwerpunkt(7, 12) and not ground_combat.schwerpunkt(6, 12)


@pytest.mark.parametrize("name", list(keyed.GROUND_MODIFIERS))
def test_each_modifier_moves_the_die(name: str) -> None:
    found = ground(5, attack=4, defence=2, modifiers=[name])
    assert found["modifier"] == keyed.GROUND_MODIFIERS[name] and found["row"] == 5 + keyed.GROUND_MODIFIERS[name]
    line = found["breakdown"][-1]
    assert line["value"] == found["modifier"] and line["rule"]


def test_what_is_no_battle_is_refused() -> None:
    assert refused("ground", attack=4, defence=0, **EVEN) == ["10.6.8"]
    assert refused("ground", attack=4, defence=4, modifiers=["barbarossa", "barbarossa"], **EVEN) == ["10.0"]


@pytest.mark.parametrize(
    ("result", "attack", "defence", "wanted"),
    [
        # The rulebook's 2-5 INF on a mountain is worth 6: 6, 9 and 12 are paid for it.
        ("EX", 18, 6, Losses(attacker=6, defender_all=True)),
        ("EX/PV", 18, 6, Losses(attacker=9, defender_all=True)),
        ("2xEX", 18, 6, Losses(attacker=12, defender_all=True)),
        # Ruling 61: half of the defenders' strength with terrain, rounded up.
        ("1/2 EX", 18, 9, Losses(attacker=5, defender_all=True)),
        ("1/2 EX", 3, 9, Losses(attacker=3, attacker_all=True, defender_all=True)),
        # Ruling 62.
        ("1/2 AE", 9, 9, Losses(attacker=5)),
        ("1/2 DE", 9, 9, Losses(defender=5, retreat=True)),
        # Ruling 63: equal sides are both gone; what there is is the most. Ruling 171: weaker attackers' own strength.
        ("EX", 9, 9, Losses(attacker=9, attacker_all=True, defender_all=True)),
        ("EX/PV", 10, 8, Losses(attacker=10, attacker_all=True, defender_all=True)),
        ("EX/PV", 13, 8, Losses(attacker=12, defender_all=True)),
        ("EX/PV", 5, 18, Losses(attacker=5, attacker_all=True, defender=8)),
        ("2xEX", 10, 18, Losses(attacker=10, attacker_all=True, defender=18, defender_all=True)),
        # Ruling 64.
        ("DD", 9, 9, Losses(depletions=1, retreat=True)),
        ("DD3", 9, 9, Losses(depletions=3, retreat=True)),
        ("DR", 9, 9, Losses(retreat=True)),
        ("AE", 9, 9, Losses(attacker=9, attacker_all=True)),
        ("DE", 9, 9, Losses(defender_all=True)),
    ],
)
def test_10_3_2_what_a_result_demands(result: str, attack: int, defence: int, wanted: Losses) -> None:
    assert losses(result, attack, defence) == wanted


def test_10_6_6_whoever_stays_in_a_fortress_is_depleted_once_more() -> None:
    assert losses("DR", 9, 30, stays=True) == Losses(depletions=1)
    assert losses("DD", 9, 30, stays=True) == Losses(depletions=2)
    assert losses("DD2", 9, 30, stays=True) == Losses(depletions=3)


def test_ruling_63_doubled_attackers_pay_in_printed_factors() -> None:
    # Twelve factors were used, six are printed: all six, though nine would be asked.
    assert losses("EX", 12, 9, attack_printed=6) == Losses(attacker=6, attacker_all=True, defender_all=True)
    assert losses("1/2 AE", 12, 9, attack_printed=6) == Losses(attacker=3)


def test_no_result_of_the_table_is_without_its_losses() -> None:
    for row in GROUND_ROWS.values():
        for cell in row:
            text = cell.rstrip("o")
            assert losses("1/2 " + text[1:] if text[0] == "h" else text, 12, 8) != Losses()
    with pytest.raises(KeyError):
        losses("XX", 1, 1)


def test_a_thousand_attacks_are_those_of_the_keyed_table() -> None:
    chance = random.Random(10)
    names = list(keyed.GROUND_MODIFIERS)
    for _ in range(1000):
        attack, defence = chance.randint(1, 60), chance.randint(1, 120) / 2
        shifts = {name: chance.randint(0, 3) for name in ("oas", "das", "sbs")} | {"other_shift": chance.randint(-2, 2)}
        sides = {"attacker_rate": chance.randint(1, 4), "defender_rate": chance.randint(1, 4)}
        held = chance.sample(names, chance.randint(0, 3))
        face = chance.randint(1, 10)
        fields = {"attack": attack, "defence": defence, "modifiers": held, **shifts, **sides}
        if Fraction(attack) / Fraction(defence) < Fraction(1, 4):
            assert ground(**fields)["allowed"] is False
            continue
        found = ground(face, **fields)
        basic = column((*keyed.GROUND_COLUMNS, "6-1"), attack, Fraction(defence))
        net = min(shifts["oas"], 2) - min(shifts["das"], 2) + min(shifts["sbs"], 1) + shifts["other_shift"]
        place = sorted((0, basic + net, 7))[1]
        modifier = matrix("ground", *sides.values()) + sum(keyed.GROUND_MODIFIERS[name] for name in held)
        cell = GROUND_ROWS[clamp(face + modifier)][place]
        assert (found["column"], found["modifier"]) == (keyed.GROUND_COLUMNS[place], modifier)
        assert found["row"] == clamp(face + modifier) and bool(found["marks"]) == cell.endswith("o")
        assert found["result"].replace("1/2 ", "h") == cell.rstrip("o")
        assert sum(line["value"] for line in found["breakdown"]) == net + modifier
