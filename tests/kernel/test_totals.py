"""Dice read as a total: weighed faces in forecasts, totals among the rolls of a calculator."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.kernel.calculators import Calculator, Input, Malformed, solve
from engine.kernel.forecast import Core, Die, Total, distribution, weighed

TWO = Total(2, 6)


class Adding:
    """Adds up what is rolled: each die in a stage of its own, or all in one."""

    def __init__(self, *stages: tuple[Die, ...]) -> None:
        self.stages = stages

    def finished(self, value: tuple[int, int]) -> bool:
        return value[0] == len(self.stages)

    def dice(self, value: tuple[int, int]) -> tuple[Die, ...]:
        return self.stages[value[0]]

    def stage(self, value: tuple[int, int], faces: tuple[int, ...]) -> tuple[int, int]:
        return value[0] + 1, value[1] + sum(faces)


def summed(core: Core[tuple[int, int]]) -> dict[int, Fraction]:
    return dict(distribution(core, (0, 0)).of(lambda value: value[1]).outcomes)


def test_a_total_weighs_its_faces_by_the_ways_to_roll_them() -> None:
    assert weighed(TWO) == ((2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1))
    assert weighed(3) == ((1, 1), (2, 1), (3, 1))
    assert (TWO.least, TWO.most, TWO.ways) == (2, 12, 36)
    for total in (TWO, Total(1, 10), Total(3, 4)):
        assert sum(ways for _, ways in weighed(total)) == total.ways


@pytest.mark.parametrize(
    "stages",
    [((TWO,),), ((TWO, 10),), ((10,), (TWO,)), ((TWO,), (TWO, 4)), ((), (Total(3, 6),)), ((TWO, TWO, 10),)],
)
def test_a_forecast_with_totals_is_that_of_their_single_dice(stages: tuple[tuple[Die, ...], ...]) -> None:
    single = [
        side
        for dice in stages
        for die in dice
        for side in ([die.sides] * die.count if isinstance(die, Total) else [die])
    ]
    ways = Counter(sum(faces) for faces in product(*(range(1, side + 1) for side in single)))
    whole = sum(ways.values())
    assert summed(Adding(*stages)) == {total: Fraction(count, whole) for total, count in sorted(ways.items())}


def test_sampled_totals_come_near() -> None:
    found = distribution(Adding((TWO,), (TWO,)), (0, 0), work=1)
    assert not found.exact
    assert abs(found.mean(lambda value: value[1]) - 14) < Fraction(1, 5)
    assert {value[1] for value, _ in found.outcomes} <= set(range(4, 25))


def adder(*stages: tuple[Die, ...]) -> Calculator:
    return Calculator(
        "adder", "adds", "1", (), lambda values: (Adding(*stages), (0, 0)), lambda value: {"sum": value[1]}
    )


def test_rolls_are_totals_where_the_core_rolls_totals() -> None:
    calculator = adder((TWO,), (10,))
    assert solve(calculator, {}, (12, 9)) == {"sum": 21}
    for rolls, fault in (
        ((1, 5), "1 is no total of 2 dice with 6 sides"),
        ((13, 5), "13 is no total of 2 dice with 6 sides"),
        ((7, 11), "11 is no face of a die with 10 sides"),
        ((), "one more total of 2 dice with 6 sides is wanted"),
        ((7,), "one more die with 10 sides is wanted"),
        ((7, 7, 7), "3 given, 2 wanted"),
    ):
        with pytest.raises(Malformed, match=fault):
            solve(calculator, {}, rolls)


@pytest.mark.parametrize("text", ["none", "None", "null"])
def test_a_field_whose_default_is_nothing_may_be_nothing(text: str) -> None:
    spec = Input("value", "number", None, least=0)
    assert spec.read(text) is None and spec.check(None) is None
    assert spec.read("0") == 0
    for wrong in ("nothing", "-1"):
        with pytest.raises(Malformed):
            spec.read(wrong)
    strict: Any = Input("value", "number", 3)
    for given in (strict.check, lambda value: strict.read(str(value))):
        with pytest.raises(Malformed):
            given(None)
