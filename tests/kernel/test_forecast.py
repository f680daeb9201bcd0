"""Forecasts: exact against every sequence of faces, sampled and saying so beyond the limit."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import attrs
import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import outlook
from engine.kernel.dice import FixedDice
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.reading import parse
from tests.kernel import toy
from tests.kernel.toy_battle import CORE, Fight, needed

FACES = list(product(range(1, 7), range(1, 7)))


def brute(fight: Fight) -> dict[Fight, Fraction]:
    """Every sequence of faces, one after the other."""
    if CORE.finished(fight):
        return {fight: Fraction(1)}
    if not CORE.dice(fight):
        return brute(CORE.stage(fight, ()))
    found: dict[Fight, Fraction] = {}
    for faces in FACES:
        for end, chance in brute(CORE.stage(fight, faces)).items():
            found[end] = found.get(end, Fraction(0)) + chance / len(FACES)
    return found


@given(st.builds(Fight, st.integers(1, 4), st.integers(1, 4), st.booleans(), st.integers(2, 3)))
def test_a_forecast_is_exact(fight: Fight) -> None:
    found = distribution(CORE, fight)
    assert found.exact and found.samples == 0
    assert dict(found.outcomes) == brute(fight)
    assert sum(chance for _, chance in found.outcomes) == 1


def test_a_forecast_of_all_three_rounds_is_exact() -> None:
    fight = Fight(4, 3, True)
    assert dict(distribution(CORE, fight).outcomes) == brute(fight)


def test_a_forecast_of_an_order_names_the_defaults_it_takes_at_decisions() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    found = outlook.forecast(toy.RULESET, campaign, parse(toy.RULESET, "red attack red-1 blue-1"), "solo")
    assert found is not None and found.exact
    assert found.assumed == ("blue stand", "red fight-on while not weaker")
    assert found.of(lambda fight: fight.defend).assumed == found.assumed
    assert outlook.forecast(toy.RULESET, campaign, parse(toy.RULESET, "red march red-1 forest"), "solo") is None


def test_the_campaign_comes_to_what_was_forecast_with_the_same_dice() -> None:
    start, _ = toy.given(toy.started(), "red done")
    fight = Fight(4, 3, True)
    for first, second in ((FACES[7], FACES[20]), (FACES[0], FACES[35]), (FACES[30], FACES[17])):
        after = CORE.stage(CORE.stage(CORE.stage(fight, first), ()), second)
        campaign, _ = toy.given(start, "red attack red-1 blue-1", dice=FixedDice(first))
        campaign, _ = toy.given(campaign, "red fight-on", dice=FixedDice(second))
        assert campaign.bands["red-1"].strength == after.attack
        assert campaign.bands["blue-1"].strength == after.defend


@frozen
class Sum:
    """So many dice still to be thrown, all at once or one by one, and the sum so far."""

    left: int
    total: int = 0
    parts: tuple[int, ...] = ()


class SumCore:
    """Adds dice, ``each`` of them in a stage; ``apart`` keeps the faces, so that nothing merges."""

    def __init__(self, each: int = 1, apart: bool = False) -> None:
        self.each, self.apart = each, apart

    def finished(self, value: Sum) -> bool:
        return value.left == 0

    def dice(self, value: Sum) -> tuple[int, ...]:
        return (6,) * min(self.each, value.left)

    def stage(self, value: Sum, faces: tuple[int, ...]) -> Sum:
        return Sum(value.left - len(faces), value.total + sum(faces), value.parts + faces if self.apart else ())


def test_equal_values_are_merged_so_that_many_dice_stay_exact() -> None:
    found = distribution(SumCore(), Sum(40)).of(lambda value: value.total)
    assert found.exact and len(found.outcomes) == 201
    assert found.mean(lambda total: total) == 140
    assert found.chance(lambda total: total == 40) == Fraction(1, 6**40)
    assert [total for total, _ in found.outcomes] == sorted(total for total, _ in found.outcomes)


def test_past_the_limit_it_is_sampled_and_says_so_with_its_error() -> None:
    exact = distribution(SumCore(), Sum(6)).of(lambda value: value.total)
    found = distribution(SumCore(apart=True), Sum(6), assumed=("x",)).of(lambda value: value.total)
    assert not found.exact and found.samples == 10_000 and found.assumed == ("x",)
    assert sum(chance for _, chance in found.outcomes) == 1
    for total in range(6, 37):
        chance, sampled = dict(exact.outcomes)[total], dict(found.outcomes).get(total, Fraction(0))
        # Three times the 95 % error is passed once in a hundred million; the sample is always the same.
        assert abs(float(chance - sampled)) <= 3 * found.error(sampled)
    assert exact.error(Fraction(1, 2)) == 0.0
    assert found.error(Fraction(1, 2)) == pytest.approx(1.96 * math.sqrt(0.25 / 10_000))
    assert found.error(Fraction(0)) > 0


def test_a_sample_of_the_same_thing_is_the_same() -> None:
    core = SumCore(apart=True)
    assert distribution(core, Sum(6), samples=100) == distribution(core, Sum(6), samples=100)


def test_what_would_take_too_many_stages_is_sampled_even_where_few_values_come_of_it() -> None:
    # Twelve dice at once have two thousand million faces, though only 61 sums.
    found = distribution(SumCore(each=12), Sum(12), samples=200)
    assert not found.exact and found.samples == 200
    assert distribution(SumCore(each=3), Sum(12)).exact


def test_values_that_end_at_different_stages_keep_their_chances() -> None:
    class UntilSix:
        def finished(self, value: tuple[int, bool]) -> bool:
            return value[1] or value[0] == 5

        def dice(self, value: tuple[int, bool]) -> tuple[int, ...]:
            return (6,) if value[0] % 2 else (10,)

        def stage(self, value: tuple[int, bool], faces: tuple[int, ...]) -> tuple[int, bool]:
            return value[0] + 1, faces[0] >= 6

    found = dict(distribution(UntilSix(), (0, False)).outcomes)
    assert found[(1, True)] == Fraction(1, 2)
    assert found[(2, True)] == Fraction(1, 2) * Fraction(1, 6)
    assert sum(found.values()) == 1


def test_a_core_that_never_ends_is_stopped() -> None:
    class Endless:
        def finished(self, value: int) -> bool:
            return False

        def dice(self, value: int) -> tuple[int, ...]:
            return (2,)

        def stage(self, value: int, faces: tuple[int, ...]) -> int:
            return faces[0]

    with pytest.raises(RuntimeError, match="does not come to an end"):
        distribution(Endless(), 0, work=1000)


def test_figures_that_have_no_order_stand_by_their_chance() -> None:
    mixed: Distribution[Any] = Distribution(((1, Fraction(1, 4)), ("a", Fraction(3, 4))))
    assert [value for value, _ in mixed.of(lambda value: value).outcomes] == ["a", 1]


def test_a_modifier_is_shown_with_its_rule() -> None:
    assert [(line.label, line.value, line.rule) for line in needed(Fight(1, 1, True)).lines] == [
        ("to hit", 5, "5.1"),
        ("walls", 1, "5.2"),
    ]
    assert needed(attrs.evolve(Fight(1, 1, True), wall=False)).total == 5
