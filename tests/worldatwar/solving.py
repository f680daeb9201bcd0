"""Single resolutions for tests: a calculator's answer, its refusals, and the table as it was keyed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.kernel.calculators import find, solve
from engine.kernel.refusals import Refused
from tests.worldatwar import keyed_tables as keyed

EDITIONS = ("newest", "middle", "oldest")
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
SW_ROWS = {int(row): cells for row, cells in keyed.rows(keyed.SW_NEWEST).items()}


def calc(name: str, *rolls: int, **fields: Any) -> dict[str, Any]:
    """The answer of ``awaw-`` that name to totals; fields as JSON has them."""
    calculator = find(f"awaw-{name}")
    return solve(calculator, calculator.read(fields, typed=True), rolls)


def spread(name: str, **fields: Any) -> list[tuple[Fraction, dict[str, Any]]]:
    """The chances of ``awaw-`` that name with their results."""
    calculator = find(f"awaw-{name}")
    answer = solve(calculator, calculator.read(fields, typed=True))
    return [(Fraction(outcome["p"]), outcome) for outcome in answer["distribution"]]


def refused(name: str, /, *rolls: int, **fields: Any) -> list[str]:
    """The rule numbers that the calculator refuses these fields with; [] where it does not."""
    try:
        calc(name, *rolls, **fields)
    except Refused as no:
        assert all(refusal.rule and refusal.reason for refusal in no.refusals)
        return [refusal.rule for refusal in no.refusals]
    return []


def cell(factors: int, roll: int) -> tuple[int, int]:
    """What the keyed table has for so many factors and a modified total, larger numbers row by row."""
    first = second = 0
    while factors > 0:
        printed = SW_ROWS[min(factors, 30)][min(max(roll, 2), 12) - 2]
        before, _, behind = printed.partition("/")
        first, second, factors = first + int(before), second + int(behind or 0), factors - 30
    return first, second


def by_hand(attackers: int, defenders: int, modifier: int) -> dict[tuple[int, int, int, int], Fraction]:
    """The chances of both keyed results, attacker's first, for all 1,296 throws of four dice."""
    chances: dict[tuple[int, int, int, int], Fraction] = {}
    for ours, ways in WAYS.items():
        for theirs, other in WAYS.items():
            key = (*cell(attackers, ours + modifier), *cell(defenders, theirs - modifier))
            chances[key] = chances.get(key, Fraction(0)) + Fraction(ways * other, 36 * 36)
    return chances


def figures(result: str) -> tuple[int, int]:
    """The two figures of a printed result."""
    before, _, behind = result.partition("/")
    return int(before), int(behind or 0)
