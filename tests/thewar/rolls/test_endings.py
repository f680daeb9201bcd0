"""How the game ends, and the levels of victory (20.4, 27.1, 27.2)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.thewar.single_rolls import calc

SEVEN = ("moscow", "leningrad", "stalingrad", "london", "gibraltar", "suez", "baku")
LEVELS = {
    "britain-us": (15, 18, 20),
    "france": (1, 2, 3),
    "germany": (6, 7, 8),
    "italy": (4, 5, 6),
    "ussr": (16, 17, 18),
}


def end(turn: str = "1943-1-spring", **fields: Any) -> tuple[bool, str | None, str | None]:
    told = calc("game-end", (), turn=turn, **fields)
    return told["over"], told["winner"], told["level"]


@pytest.mark.parametrize("side", LEVELS)
def test_27_1_every_cell_of_the_table_of_levels(side: str) -> None:
    marginal, tactical, decisive = LEVELS[side]
    for objectives in range(40):
        level = (
            "decisive" if objectives >= decisive
            else "tactical" if objectives >= tactical
            else "marginal" if objectives >= marginal
            else "stalemate"
        )  # fmt: skip
        assert calc("victory", (), side=side, objectives=objectives)["level"] == level


def test_27_2_what_else_counts_as_an_objective() -> None:
    every = ["corsica", "tunisia", "dardanelles"]
    counts = {side: calc("victory", (), side=side, objectives=3, modifiers=every)["count"] for side in LEVELS}
    assert counts == {"britain-us": 3, "france": 3, "germany": 3, "italy": 5, "ussr": 4}
    assert calc("victory", (), side="italy", objectives=3, modifiers=["tunisia"])["level"] == "marginal"


def test_27_1_the_sudden_death_of_the_axis() -> None:
    for three in combinations(SEVEN, 3):
        assert end(axis_holds=["paris", *three]) == (True, "axis", "sudden-death")
        assert end(axis_holds=list(three)) == (False, None, None)
    for two in combinations(SEVEN, 2):
        assert end(axis_holds=["paris", *two]) == (False, None, None)
    assert end(axis_holds=["london", "paris", "moscow", "leningrad", "stalingrad"])[1:] == ("axis", "sudden-death")


def test_27_1_the_sudden_death_of_the_allies_before_summer_1945() -> None:
    both = ["rome", "berlin"]
    assert end("1945-1-spring", allies_hold=both) == (True, "allies", "sudden-death")
    assert end("1945-1-spring", allies_hold=["berlin"]) == (False, None, None)
    # In Summer 1945 only Germany's surrender counts.
    assert end("1945-2-summer", allies_hold=both) == (True, "axis", "marginal")


def test_27_1_by_who_has_surrendered() -> None:
    assert end(surrendered=["france", "britain", "ussr"]) == (True, "axis", "decisive")
    for two in combinations(["france", "britain", "ussr"], 2):
        assert end(surrendered=list(two)) == (True, "axis", "tactical")
    for one in ("france", "britain", "ussr", "italy"):
        assert end(surrendered=[one]) == (False, None, None)


@pytest.mark.parametrize(
    ("turn", "result"),
    [
        ("1943-4-winter", ("allies", "decisive")),
        ("1944-3-fall", ("allies", "decisive")),
        ("1944-4-winter", ("allies", "tactical")),
        ("1945-1-spring", ("allies", "tactical")),
        ("1945-2-summer", (None, "draw")),
    ],
)
def test_20_4_germany_surrenders(turn: str, result: tuple[str | None, str]) -> None:
    """Rulings 115 and 353."""
    assert end(turn, surrendered=["germany"]) == (True, *result)


def test_27_1_the_last_turn() -> None:
    assert end("1945-1-spring") == (False, None, None)
    assert end("1945-2-summer") == (True, "axis", "marginal")


def test_27_1_both_at_once_is_a_draw() -> None:
    """Ruling 378."""
    assert end(surrendered=["germany", "france", "britain"]) == (True, None, "draw")
