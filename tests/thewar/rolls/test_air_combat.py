"""Sections 11.5, 11.9 and 11.11: rounds in the air, and rulings 24, 31, 36 to 38, 44, 45, 47 and 121."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.thewar.rolls import air_combat, flak, ground_combat
from engine.thewar.rolls.air_combat import Dogfight, Side
from engine.thewar.world import ratings
from engine.thewar.world.ratings import Hit, Target
from tests.thewar import keyed_combat_tables as keyed
from tests.thewar.by_hand import AIR_ROWS, clamp, column, matrix
from tests.thewar.single_rolls import calc


def air(face: int, /, **fields: Any) -> dict[str, Any]:
    """One round of First-Rate units without modifiers unless fields say otherwise."""
    return calc("air", (face,), **{"attacker": 3, "defender": 3, "attacker_rate": 1, "defender_rate": 1, **fields})


def outcome(found: dict[str, Any]) -> tuple[str, str, str, int]:
    return found["result"], found["side"], found["effect"], found["count"]


@pytest.mark.rule("tw-7.9.1")
@pytest.mark.parametrize(
    ("attacker", "defender", "label"),
    [(13, 4, "3-1"), (5, 2, "2-1"), (2, 3, "1-2"), (3, 2, "3-2"), (1, 9, "1-4"), (9, 1, "4-1")],
)
def test_ruling_30_columns_in_the_air(attacker: int, defender: int, label: str) -> None:
    """Ruling 39: in the air odds below 1-4 are that column."""
    assert air(5, attacker=attacker, defender=defender)["column"] == label


def test_11_3_1_example_of_offensive_air_support() -> None:
    found = air(10, attacker=2, defender=1, defender_rate=3, attacker_bombers=True, defender_bombers=True)
    assert (found["column"], found["modifier"], found["row"]) == ("2-1", -3, 7)
    assert outcome(found) == ("DD", "defender", "depleted", 1)
    battle = calc(
        "ground", (5,), attack=24, defence=12, oas=ground_combat.air_support(2, 0).total, attacker_rate=1,
        defender_rate=2,
    )  # fmt: skip
    assert (battle["basic"], battle["column"]) == ("2-1", "4-1")


def test_11_5_1_example_a_raf_fighter_is_strafed() -> None:
    """Rulings 24, 31 and 47: +2 over Britain, one column from 1-1 is 3-2, Depleted FTRs count and cancel each other."""
    shot = calc("flak", (10,), factors=flak.of_place(units=1).total)
    assert (shot["column"], shot["result"]) == ("1", "AD")
    found = air(
        10, attacker_rate=4, defender_rate=4, attacker_ftr=1, defender_ftr=1, axis_over_britain=True,
        on_ground=True, round=2,
    )  # fmt: skip
    assert (found["column"], found["modifier"], found["row"]) == ("3-2", 2, 12)
    # Adverse, and void: the British did not come up.
    assert outcome(found) == ("AE", "attacker", "eliminated", 0)
    assert air(10, attacker_rate=4, defender_rate=4, axis_over_britain=True)["count"] == 1
    # A result against those on the ground holds.
    assert outcome(air(4, on_ground=True)) == ("DD2", "defender", "depleted", 2)


def test_11_5_1_at_best_odds_there_is_no_better_column() -> None:
    assert air(5, attacker=12, on_ground=True)["column"] == "4-1"


@pytest.mark.rule("tw-11.9-mod", "tw-7.9.1-mod")
@pytest.mark.parametrize(
    ("fields", "modifier"),
    [
        ({"attacker_ftr": 2}, -2),
        ({"defender_ftr": 3}, 3),
        ({"attacker_jets": 1}, -2),
        ({"attacker_jets": 1, "attacker_ftr": 1}, -3),
        ({"defender_jets": 2}, 4),
        ({"attacker_bombers": True}, 2),
        ({"defender_bombers": True}, -2),
        ({"attacker_bombers": True, "defender_bombers": True}, 0),
        ({"axis_over_britain": True}, 2),
        ({"attacker_rate": 2, "defender_rate": 4}, -2),
        ({"attacker_rate": 4}, 4),
        ({"on_ground": True}, 0),
    ],
)
def test_11_9_each_modifier(fields: dict[str, Any], modifier: int) -> None:
    found = air(5, **fields)
    assert found["modifier"] == modifier and found["row"] == 5 + modifier


@pytest.mark.rule("tw-4.1-sae", "tw-4.2-rae")
@pytest.mark.parametrize(("effort", "times"), [("none", 1), ("regional", 2), ("sustained", 3)])
def test_rulings_36_and_37_efforts_multiply_whatever_is_rolled_in_the_first_round(effort: str, times: int) -> None:
    for face, (side, effect, count) in {
        3: ("defender", "depleted", 2),
        1: ("defender", "eliminated", 1),
        6: ("attacker", "depleted", 1),
        8: ("attacker", "depleted", 2),
    }.items():
        first = air(face, effort=effort)
        assert (first["side"], first["effect"], first["count"]) == (side, effect, count * times)
        for later in (2, 3):
            assert air(face, effort=effort, round=later)["count"] == count
        # The printed cell stays what it is.
        assert first["result"] == air(face)["result"]


def test_18_2_and_21_4_surprise_in_the_air() -> None:
    for name, value in (("western-surprise", -1), ("western-surprise-counter", 1), ("barbarossa", -1)):
        fight = Dogfight(Side(3, 1), Side(3, 1), modifiers=(name,), face=5)
        assert air_combat.resolve(fight).modifier == value
    twice = Dogfight(Side(3, 1), Side(0, 1), modifiers=("barbarossa", "barbarossa"))
    assert [one.rule for one in air_combat.refusals(twice)] == ["11.9", "11.9"]


def test_the_sum_of_all_modifiers_is_the_sum_of_each() -> None:
    chance = random.Random(9)
    names = tuple(air_combat.BY_ID)
    for _ in range(300):
        sides = [
            Side(1, chance.randint(1, 4), chance.randint(0, 3), chance.randint(0, 2), chance.random() < 0.5)
            for _ in range(2)
        ]
        said = tuple(name for name in names if chance.random() < 0.3)
        fight = Dogfight(sides[0], sides[1], over_britain=chance.random() < 0.5, modifiers=said)
        assert fight.net == sum(line.value for line in fight.lines)


def test_11_11_5_example_a_tac_with_a_nac() -> None:
    british = (Target("tac", 1), Target("nac", 4))
    assert ratings.governing((one.rating, 1) for one in british) == 1
    found = air(8, attacker=2, defender=1, attacker_bombers=True, defender_bombers=True)
    assert (found["column"], found["modifier"]) == ("2-1", 0)
    assert outcome(found) == ("AD", "attacker", "depleted", 1)
    assert ratings.fall(british, "depleted", 1) == (Hit("tac", "depleted"),)


def test_ruling_38_depletions_fall_on_whole_units_first() -> None:
    units = (Target("one", 1), Target("other", 3))
    assert ratings.fall(units, "depleted", 2) == (Hit("one", "depleted"), Hit("other", "depleted"))
    assert ratings.fall(units, "depleted", 3) == (
        Hit("one", "depleted"), Hit("other", "depleted"), Hit("one", "eliminated"),
    )  # fmt: skip
    # What finds no unit any more is lost.
    assert len(ratings.fall(units, "depleted", 9)) == 4 and len(ratings.fall(units, "eliminated", 9)) == 2
    # The lone NAC of the Malta example: a DD2 is as good as a DE.
    assert ratings.fall((Target("nac", 4),), "depleted", 2)[-1] == Hit("nac", "eliminated")


def test_ruling_45_the_best_lose_first_and_the_owner_chooses_among_equals() -> None:
    units = (Target("a", 3), Target("b", 1), Target("c", 1), Target("d", 1, able=False), Target("e", 4, depleted=True))
    assert ratings.candidates(units, "eliminated") == ("b", "c")
    assert ratings.candidates(units[:1] + units[3:], "depleted") == ("a",)
    assert ratings.candidates(units[3:], "depleted") == ("e",)
    assert ratings.candidates(units[3:4], "depleted") == ()


def test_a_thousand_rounds_are_those_of_the_keyed_table() -> None:
    chance = random.Random(11)
    for _ in range(1000):
        fields: dict[str, Any] = {
            name: chance.randint(low, high)
            for name, low, high in (
                ("attacker", 1, 15), ("defender", 1, 15), ("attacker_rate", 1, 4), ("defender_rate", 1, 4),
                ("attacker_ftr", 0, 3), ("defender_ftr", 0, 3), ("attacker_jets", 0, 1), ("defender_jets", 0, 1),
                ("round", 1, 3),
            )
        }  # fmt: skip
        flags = ("attacker_bombers", "defender_bombers", "axis_over_britain", "on_ground")
        fields |= {name: chance.random() < 0.4 for name in flags}
        fields["effort"] = chance.choice(("none", "regional", "sustained"))
        face = chance.randint(1, 10)
        found = air(face, **fields)
        modifier = (
            matrix("air", fields["attacker_rate"], fields["defender_rate"])
            - fields["attacker_ftr"] + fields["defender_ftr"]
            + 2 * (fields["defender_jets"] - fields["attacker_jets"])
            + 2 * (fields["attacker_bombers"] - fields["defender_bombers"] + fields["axis_over_britain"])
        )  # fmt: skip
        place = column(keyed.AIR_COLUMNS, fields["attacker"], fields["defender"])
        place = min(place + fields["on_ground"], 7)
        cell = AIR_ROWS[clamp(face + modifier)][place]
        assert (found["column"], found["modifier"]) == (keyed.AIR_COLUMNS[place], modifier)
        assert (found["row"], found["result"]) == (clamp(face + modifier), cell)
        times = {"none": 1, "regional": 2, "sustained": 3}[fields["effort"]] if fields["round"] == 1 else 1
        void = fields["on_ground"] and cell[0] == "A"
        assert found["count"] == (0 if void else int(cell[2:] or 1) * times)
        assert found["side"][0].upper() == cell[0] and found["effect"][0].upper() == cell[1]
