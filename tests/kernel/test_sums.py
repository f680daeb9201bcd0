"""Sums of events: independent ones kept apart, dependent ones chained, both against the product of everything."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

from engine.kernel.forecast import Distribution
from engine.kernel.sums import Sums, chained


class Cost(NamedTuple):
    """What a game of dice costs."""

    gold: int = 0
    men: int = 0


def die(sides: int, of: type[Cost] = Cost, **fixed: int) -> Distribution[Cost]:
    """A die whose face is gold, with so many men lost on the highest."""
    faces = (of(face, fixed.get("men", 0) * (face == sides)) for face in range(1, sides + 1))
    return Distribution(tuple((face, Fraction(1, sides)) for face in faces))


THREE = (die(6, men=2), die(4, men=1), die(6))


def all_of_them() -> dict[Cost, Fraction]:
    """Every throw of the three, one by one."""
    found: dict[Cost, Fraction] = {}
    for thrown in product(*(part.outcomes for part in THREE)):
        key = Cost(sum(cost.gold for cost, _ in thrown), sum(cost.men for cost, _ in thrown))
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 144)
    return found


def test_what_is_kept_apart_adds_up_to_every_throw() -> None:
    told, whole = Sums(Cost(), THREE, ("luck",)), all_of_them()
    assert dict(told.outcomes) == whole and told.exact
    assert sum(chance for _, chance in told.outcomes) == 1
    for place, name in enumerate(Cost._fields):
        alone: dict[int, Fraction] = {}
        for cost, chance in whole.items():
            alone[cost[place]] = alone.get(cost[place], Fraction(0)) + chance
        found = told.figure(name)
        assert found.outcomes == tuple(sorted(alone.items())) and found.assumed == ("luck",)
    assert dict(told.joint("men", "gold").outcomes) == {(cost.men, cost.gold): p for cost, p in whole.items()}
    assert (
        told.of(lambda cost: cost.gold > 9).outcomes
        == Distribution(tuple(whole.items())).of(lambda cost: cost.gold > 9).outcomes
    )
    assert told.mean(lambda cost: cost.gold) == Fraction(7, 2) + Fraction(5, 2) + Fraction(7, 2)
    assert told.chance(lambda cost: cost.men == 3) == Fraction(1, 24)


def test_without_parts_nothing_happens_for_certain() -> None:
    nothing = Sums(Cost(), ())
    assert nothing.outcomes == ((Cost(), Fraction(1)),) and nothing.figure("men").outcomes == ((0, Fraction(1)),)


def test_an_unknown_figure_is_refused() -> None:
    with pytest.raises(LookupError, match="horses"):
        Sums(Cost(), THREE).figure("horses")


def test_a_chained_event_hangs_on_the_sum_before_it() -> None:
    asked: list[Cost] = []

    def second(before: Cost) -> Distribution[Cost]:
        asked.append(before)
        return die(6) if before.gold > 2 else Distribution(((Cost(0, 5), Fraction(1)),))

    found = chained(Cost(), (lambda _: die(4), second))
    told: dict[Cost, Fraction] = {}
    for first in range(1, 5):
        for face in range(1, 7):
            key = Cost(first + face, 0) if first > 2 else Cost(first, 5)
            told[key] = told.get(key, Fraction(0)) + Fraction(1, 24)
    assert dict(found.outcomes) == told
    assert len(asked) == 4, "each sum is asked for once"


def test_what_was_sampled_says_so() -> None:
    rough = Distribution(die(4).outcomes, exact=False, samples=500)
    assert not Sums(Cost(), (die(6), rough)).exact
    assert Sums(Cost(), (die(6), rough)).figure("gold").samples == 500
    once = chained(Cost(), (lambda _: die(6), lambda _: rough))
    assert not once.exact and once.samples == 500
