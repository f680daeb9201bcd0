"""The die of a Soviet attempt to declare war on Germany (16.5, rulings 111, 322). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.values import compared_often
from engine.thewar.world import calendar

RULE = "16.5"
PRICE, DECLARATION = 5, 15
"""NARFs of a try, and of the declaration that it may bring (6.4.2)."""
FROM = "1940-4-winter"
"""The first turn in which a German garrison does not forbid the attempt."""
THRESHOLD = 2
"""The die on which it succeeds in that turn; one more each turn after."""
FACTORS = 12
"""Ground factors of an increment, beside one air unit."""
SIDES = 10


@compared_often
class Attempt:
    """One attempt. ``factors``, ``air``: German ground factors and TAC, FTR, MDM where they count; ``garrison``: Poland
    and Romania are garrisoned, asked before Winter 1940 alone; ``released``: Germany attacked Turkey, so that no die is
    needed (23.54). ``face``: 0 before the die."""

    turn: str
    factors: int = 0
    air: int = 0
    garrison: bool = True
    released: bool = False
    face: int = 0

    @property
    def increments(self) -> int:
        """Pairs of 12 ground factors and an air unit (ruling 111)."""
        return increments(self.factors, self.air)

    @property
    def needed(self) -> int:
        """The highest natural face that succeeds, 0 to 10."""
        return min(max(odds(self.turn, self.increments).total, 0), SIDES)

    @property
    def declared(self) -> bool:
        """Whether war is declared."""
        return self.released or 0 < self.face <= self.needed

    @property
    def narfs(self) -> int:
        """NARFs of attempt and declaration."""
        return (0 if self.released else PRICE) + (DECLARATION if self.declared else 0)


def against(turn: str, garrison: int, face: int = 0) -> Attempt:
    """An attempt against so many increments of Germans, which before Winter 1940 are a garrison that forbids it."""
    return Attempt(turn, garrison * FACTORS, garrison, bool(garrison), face=face)


def early(turn: str) -> bool:
    """Whether a German garrison forbids the attempt: before Winter 1940."""
    return calendar.number(turn) < calendar.number(FROM)


def increments(factors: int, air: int) -> int:
    """How many times so many ground factors and air units make 12 with one (ruling 111)."""
    return min(factors // FACTORS, air)


def odds(turn: str, increments: int) -> Breakdown:
    """The highest die on which an attempt succeeds, with its causes (16.5, rulings 111 and 322)."""
    highest = Breakdown().plus("Soviet attempt", THRESHOLD, RULE)
    if not early(turn):
        highest = highest.plus("turns since Winter 1940", calendar.number(turn) - calendar.number(FROM), RULE)
    return highest.plus("German increments in the East", -increments, RULE) if increments else highest


def refusals(attempt: Attempt) -> Iterable[Refusal]:
    """Why there is no attempt."""
    if not attempt.released and early(attempt.turn) and attempt.garrison:
        held = f": {attempt.increments} x {FACTORS} factors and 1 air unit" if attempt.increments else ""
        reason = f"before {calendar.spoken(FROM)} a German garrison in Poland and Romania forbids it{held}"
        yield Refusal(RULE, reason, "Without the garrison, or once Germany has attacked Turkey.")


class AttemptCore:
    """An attempt as a core: one die, none once the Soviet Union is released."""

    def finished(self, value: Attempt) -> bool:
        return value.released or bool(value.face)

    def dice(self, value: Attempt) -> tuple[int, ...]:
        return (SIDES,)

    def stage(self, value: Attempt, faces: tuple[int, ...]) -> Attempt:
        return attrs.evolve(value, face=faces[0])
