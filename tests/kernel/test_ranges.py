"""What fits its bounds at first sight is never wrong when it is looked at closely, whatever the value is."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from engine.kernel import ranges
from engine.kernel.ranges import Bounds, KeyOf, Known, Length, OneOf, Range, TurnLabel, out_of_range
from engine.kernel.values import frozen

BOUNDS: tuple[Bounds, ...] = (
    Range(0, 9),
    Range(-3, 99),
    Range(2, 5),
    Length(5),
    Length(80),
    Length(0),
    Known(),
    Known(("units",)),
    OneOf(("axis", "allied")),
    OneOf(("", "1")),
    KeyOf(("places",)),
    KeyOf(("places",), ("board",), empty=True),
    TurnLabel(),
)
SIGNS = "ab-1 \u00e9\u0416\u05d0\t\n\x00\u00a0\u00ad\u200b\u200c\u200d\u200e\u202e\u2066\ufeff\U000e0041\ud800"
"""Letters, and signs that are not seen: spaces, those that join or turn round what follows, half of a pair."""
SEED, VALUES = 3, 3_000


class Word(str):
    """A text of a kind of its own."""


def single(dice: random.Random) -> Any:
    word = "".join(dice.choice(SIGNS) for _ in range(dice.choice((0, 1, 3, 5, 6, 79, 80, 81, 100))))
    return dice.choice(
        (
            dice.choice((True, False)),
            dice.choice((None, 2.0, 4.5, float("nan"), b"axis", 10**30, -(10**30))),
            dice.randint(-12, 110),
            word,
            Word(word),
            dice.choice(("axis", "allied", "1", "board", "1941-2-summer", "1941-3-summer", "1941-2-summer\n")),
        )
    )


def value(dice: random.Random) -> Any:
    if dice.random() < 0.6:
        return single(dice)
    several = [single(dice) for _ in range(dice.choice((0, 1, 2, 3)))] * dice.choice((1, 1, 1, 40))
    return tuple(several) if dice.random() < 0.6 else dict(enumerate(several))


@cache
def values() -> tuple[Any, ...]:
    dice = random.Random(SEED)
    return tuple(value(dice) for _ in range(VALUES))


def problem(allowed: Bounds, value: Any) -> str:
    """What is wrong with a value; also where it is of another kind than the bounds are for."""
    try:
        return allowed.wrong(value)
    except (TypeError, AttributeError) as fault:
        return f"no such kind: {fault}"


@pytest.mark.parametrize("allowed", BOUNDS, ids=repr)
def test_what_fits_at_first_sight_is_not_wrong(allowed: Bounds) -> None:
    fitting = [value for value in values() if allowed.fits(value)]
    assert [value for value in fitting if problem(allowed, value)] == []
    assert bool(fitting) != isinstance(allowed, TurnLabel), "a turn is always looked at closely"


def test_a_yes_is_no_figure_and_a_figure_no_yes_at_first_sight() -> None:
    assert Range(0, 9).fits(1) and not Range(0, 9).fits(True)
    assert Range(2, 5).wrong(True) == "True is out of range", "nor does it pass when it is looked at"


def test_an_invisible_sign_never_fits_and_one_that_joins_letters_is_looked_at() -> None:
    assert not Length(9).fits("a\u202eb") and Length(9).wrong("a\u202eb") == "an invisible sign stands in it"
    assert not Length(9).fits("a\u200db") and Length(9).wrong("a\u200db") == ""


@frozen
class Everything:
    """A field of every kind of bounds."""

    figure: Any = ranges.figure(0, 9, 3)
    text: Any = ranges.written(5, "")
    word: Any = ranges.known("")
    side: Any = ranges.one_of("axis", "allied", default="")
    place: Any = ranges.key_of("places", default="")
    turn: Any = ranges.dated("")


def test_what_is_out_of_its_bounds_is_the_same_with_and_without_a_first_sight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def told(name: str, value: Any) -> Any:
        try:
            return out_of_range(Everything(**{name: value}))
        except (TypeError, AttributeError) as fault:
            return str(fault)

    names = ("figure", "text", "word", "side", "place", "turn")
    quickly = [told(name, value) for value in values() for name in names]
    for kind in (Range, Length, Known, OneOf, KeyOf):
        monkeypatch.setattr(kind, "fits", lambda self, value: False)
    assert [told(name, value) for value in values() for name in names] == quickly
    assert any(quickly) and not all(quickly)
