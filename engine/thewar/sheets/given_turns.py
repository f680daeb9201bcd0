"""Turns as people give them to a calculator, such as 1941-3-fall."""

from __future__ import annotations

from engine.kernel.calculators import Malformed, Values
from engine.thewar.world import calendar


def given_turn(values: Values, name: str = "turn") -> str:
    """A turn as it was given, '' where it was none. Raises Malformed."""
    turn = values[name]
    if turn is None:
        return ""
    try:
        calendar.number(turn)
    except calendar.BadTurn as fault:
        raise Malformed(f"{name}: {fault}") from None
    return str(turn)
