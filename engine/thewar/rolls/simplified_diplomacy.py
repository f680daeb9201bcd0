"""Simplified diplomacy (29.15): two dice at 3 NARFs each instead of points and odds. Pure: no campaign is needed.

The Axis needs 8 or more on both dice, the Allies 3 or less; the country then moves one level towards who rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.values import compared_often
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.diplomacy import ESPIONAGE, STATUSES, Influence

RULE = "29.15"
PRICE = 3
"""NARFs paid before each die."""
AXIS_FROM, ALLIES_TO = 8, 3
"""The lowest modified die that succeeds for the Axis, the highest for the Allies."""


@compared_often
class Attempt:
    """One attempt: the roll's ``terms`` (target, by, status, holder, gains, modifiers; no points), and the natural
    dice, 0 before they are rolled or where none is."""

    terms: Influence
    first: int = 0
    second: int = 0


def refusals(attempt: Attempt, named: Callable[[str], str] = str) -> Iterable[Refusal]:
    """Every reason why there is no such attempt: those of a diplomatic roll that have nothing to do with points.
    ``named``: what people call a power or a country."""
    return diplomacy.refusals_without_points(attempt.terms, named)


def modifier(terms: Influence, named: Callable[[str], str] = str) -> Breakdown:
    """What modifies both dice: the country's status, an Espionage chit (29.15, ruling 419). ``named``: what people call
    a power."""
    lines = []
    if level := STATUSES.index(terms.status):
        axis = diplomacy.alliance(terms.holder) == "axis"
        lines.append(Line(f"{terms.status} of {named(terms.holder)}", level if axis else -level, RULE))
    if ESPIONAGE in terms.modifiers:
        lines.append(Line("Espionage", 1 if terms.ours == "axis" else -1, f"{RULE}, ruling 419"))
    return Breakdown(tuple(lines))


def passes(terms: Influence, face: int) -> bool:
    """Whether a natural die succeeds."""
    total = face + modifier(terms).total
    return total >= AXIS_FROM if terms.ours == "axis" else total <= ALLIES_TO


def succeeds(attempt: Attempt) -> bool:
    """Whether both dice have."""
    terms = attempt.terms
    return bool(attempt.second) and passes(terms, attempt.first) and passes(terms, attempt.second)


def price(attempt: Attempt) -> int:
    """NARFs paid: for each die that was rolled."""
    return PRICE * (1 + bool(attempt.second))


def after(attempt: Attempt) -> tuple[str, str]:
    """Status and holder of the country afterwards."""
    return diplomacy.after(attempt.terms, 1 if succeeds(attempt) else 0)


class SimplifiedCore:
    """An attempt as a core: the second die only after a first that succeeded."""

    def finished(self, value: Attempt) -> bool:
        return bool(value.second) or (bool(value.first) and not passes(value.terms, value.first))

    def dice(self, value: Attempt) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Attempt, faces: tuple[int, ...]) -> Attempt:
        return attrs.evolve(value, second=faces[0]) if value.first else attrs.evolve(value, first=faces[0])
