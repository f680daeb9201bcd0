"""The rolls by which Major Powers surrender, against lists keyed by hand (17.2, 18.4, 19.2, 20.4, 21.1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine.thewar.rolls import surrenders
from tests.thewar import keyed_surrenders as keyed
from tests.thewar.single_rolls import calc, chances

THRESHOLDS = {"britain": 12, "france": 10, "italy": 0, "germany": 0, "ussr": 14}
DUE = {
    "britain": (),
    "france": ("calais-lost",),
    "italy": ("italy-entered",),
    "germany": ("berlin-lost",),
    "ussr": ("moscow-lost", "leningrad-lost", "stalingrad-lost"),
}
"""What makes each roll due; Britain's is by itself."""


def surrender(face: int | None = None, /, **fields: Any) -> dict[str, Any]:
    return calc("surrender", () if face is None else (face,), **fields)


@pytest.mark.parametrize("power", keyed.LISTS)
def test_every_modifier_of_a_list_is_as_printed(power: str) -> None:
    """Ruling 113: seven figures are the house's, all others printed."""
    printed = {one.id: one for one in surrenders.modifiers(power)}
    ours = keyed.rows(power)
    assert list(printed) == list(ours)
    signs = {"": "one", "x": "each", "/50": "per-50"}
    assert {key: (one.value, one.counts) for key, one in printed.items()} == {
        key: (value, signs[sign]) for key, (value, sign) in ours.items()
    }
    assert {key for key, one in printed.items() if one.source == "house"} == keyed.HOUSE.get(power, set())


@pytest.mark.parametrize(("power", "name"), [(power, name) for power in keyed.LISTS for name in keyed.rows(power)])
def test_every_modifier_true_and_false(power: str, name: str) -> None:
    """A roll that is due, without one modifier and with it: it differs by the keyed figure alone."""
    value, sign = keyed.rows(power)[name]
    due = [fact for fact in DUE[power] if fact != name]
    without = surrenders.surrender(power, due)
    if sign:
        for number in (0, 1, 2, 49, 50, 99, 100, 149, 150):
            times = number // 50 if sign == "/50" else number
            there = surrenders.surrender(power, due, {name: number})
            assert there.modifier.total - without.modifier.total == times * value
    else:
        assert surrenders.surrender(power, [*due, name]).modifier.total - without.modifier.total == value


def by_hand(power: str, facts: list[str], numbers: dict[str, int]) -> int:
    total = 0
    for name, (value, sign) in keyed.rows(power).items():
        if not sign:
            total += value * (name in facts)
        else:
            total += value * (numbers.get(name, 0) // 50 if sign == "/50" else numbers.get(name, 0))
    return total


@pytest.mark.parametrize("power", keyed.LISTS)
def test_the_chance_is_the_share_of_dice_that_surrender(power: str) -> None:
    """Over random positions: the calculator's sum is the sum by hand, its chance the share of faces."""
    random = Random(f"surrender {power}")
    for _ in range(25):
        ones = [name for name, (_, sign) in keyed.rows(power).items() if not sign]
        facts = [name for name in ones if random.random() < 0.5]
        facts.extend(name for name in DUE[power] if name not in facts)
        numbers = {name: random.randrange(200 if sign == "/50" else 4)
                   for name, (_, sign) in keyed.rows(power).items() if sign}  # fmt: skip
        random.shuffle(facts)
        total = by_hand(power, facts, numbers)
        roll = surrenders.surrender(power, facts, numbers)
        assert roll.modifier.total == total
        down = power in ("italy", "germany")
        ends = [face + total <= 0 if down else face + total >= THRESHOLDS[power] for face in range(1, 11)]
        if power == "ussr" and not any(ends):
            assert not roll.must_roll and roll.chance == 0
            continue
        assert roll.must_roll and roll.chance == Fraction(sum(ends), 10)
        # The calculator's inputs are named without a dash.
        counted = {name.replace("-", "_"): number for name, number in numbers.items()}
        told = calc("surrender", None, power=power, modifiers=facts, **counted)
        assert sum(chance for chance, one in chances(told) if one["surrenders"]) == Fraction(sum(ends), 10)
        face = random.randrange(1, 11)
        one = surrender(face, power=power, modifiers=facts, **counted)
        assert (one["total"], one["surrenders"]) == (face + total, ends[face - 1])
        assert (one["modifier"], one["threshold"]) == (total, THRESHOLDS[power])
        assert sum(line["value"] for line in one["breakdown"]) == total


def test_the_order_of_ticking_never_matters() -> None:
    facts = ("paris-lost", "us-at-war", "national-will", "british-ground")
    rolls = {surrenders.surrender("france", order, {"unbuilt": 120}) for order in permutations(facts)}
    assert len(rolls) == 1
    (roll,) = rolls
    assert [line.value for line in roll.modifier.lines] == [3, 2, -2, -2, -1]


def test_17_2_2_britain_rolls_only_on_a_new_event() -> None:
    told = surrender(power="britain", new_event=False, modifiers=["suez-lost"], unbuilt=100)
    assert told == {
        "must_roll": False, "modifier": 3, "threshold": 12, "surrenders": False,
        "breakdown": [
            {"label": "Suez is held by the Axis", "value": 1, "rule": "17.2.2"},
            {"label": "100 NARFs of British units lost and not rebuilt", "value": 2, "rule": "17.2.2"},
        ],
    }  # fmt: skip
    # Suez and Gibraltar in one turn are +2 on one roll.
    assert surrender(10, power="britain", modifiers=["suez-lost", "gibraltar-lost"])["surrenders"]
    assert not surrender(9, power="britain", modifiers=["suez-lost", "gibraltar-lost"])["surrenders"]


def test_18_4_any_city_makes_the_french_roll_due() -> None:
    """Rulings 112 and 428: Calais, too, though it has no modifier."""
    for city in ("paris-lost", "calais-lost", "sedan-lost", "lyons-lost", "marseilles-lost"):
        assert surrender(1, power="france", modifiers=[city])["must_roll"]
    assert surrender(1, power="france", modifiers=["calais-lost"])["modifier"] == 0
    assert not surrender(power="france", modifiers=["low-countries-lost", "maginot-hex-lost"])["must_roll"]


def test_19_2_italy_rolls_once_a_hex_of_it_is_entered() -> None:
    assert not surrender(power="italy", modifiers=["tripoli-lost"])["must_roll"]
    told = surrender(9, power="italy", modifiers=["italy-entered", "rome-lost", "sicily-lost", "western-on-mainland"])
    assert (told["total"], told["surrenders"]) == (1, False)
    told = surrender(8, power="italy", modifiers=["italy-entered", "rome-lost", "sicily-lost", "western-on-mainland"])
    assert (told["total"], told["surrenders"]) == (0, True)


def test_20_4_germany_rolls_for_a_city_of_its_own() -> None:
    assert not surrender(power="germany", firestorms=3)["must_roll"]
    assert surrender(1, power="germany", cities=1)["surrenders"]
    assert not surrender(2, power="germany", cities=1)["surrenders"]


def test_21_1_the_soviets_roll_only_where_fourteen_is_in_reach() -> None:
    cities = ["moscow-lost", "leningrad-lost", "stalingrad-lost"]
    assert not surrender(power="ussr", modifiers=cities)["must_roll"]
    assert surrender(10, power="ussr", modifiers=[*cities, "baku-lost"])["surrenders"]
    assert not surrender(power="ussr", modifiers=[*cities[:2], "baku-lost", "urals-reached"], unbuilt=500)["must_roll"]
    assert not surrender(power="ussr", modifiers=[*cities, "france-fights"], unbuilt=249)["must_roll"]
    assert surrender(9, power="ussr", modifiers=[*cities, "france-fights"], unbuilt=250)["must_roll"]


def test_a_scenario_may_have_other_figures() -> None:
    roll = surrenders.surrender("germany", ["berlin-lost"], {"cities": 2}, values={"berlin-lost": -6, "cities": -2})
    assert roll.modifier.total == -10


@pytest.mark.parametrize("missing", [0, 1, 2, 3, 4, None])
def test_17_2_1_dunkirk_needs_all_five(missing: int | None) -> None:
    facts = ["no-british-in-france", "low-countries-german", "italy-at-war"]
    given = [fact for at, fact in enumerate(facts) if at != missing]
    turn = "1940-3-fall" if missing == 3 else "1940-2-summer"
    lost = 6 if missing == 4 else 7
    if missing is None:
        for face in range(1, 11):
            told = calc("dunkirk", (face,), turn=turn, eliminated=lost, modifiers=given)
            assert told == {"must_roll": True, "surrenders": face == 10, "breakdown": []}
        assert calc("dunkirk", (10,), turn="1940-1-spring", eliminated=lost, modifiers=given)["surrenders"]
    else:
        told = calc("dunkirk", (), turn=turn, eliminated=lost, modifiers=given)
        assert told == {"must_roll": False, "surrenders": False, "breakdown": []}
