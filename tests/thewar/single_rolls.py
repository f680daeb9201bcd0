"""Strategic warfare for tests: single resolutions by face, and the same counted by hand from the keyed tables."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

from engine.kernel.calculators import find, solve
from engine.kernel.refusals import Refused
from tests.cli.running import Runner
from tests.thewar import keyed_tables as keyed


def calc(name: str, rolls: tuple[int, ...] | None = None, /, **fields: Any) -> dict[str, Any]:
    """A calculator's answer; fields as JSON has them (``int_`` is the field ``int``)."""
    calculator = find(name)
    given = {field.rstrip("_"): value for field, value in fields.items()}
    return solve(calculator, calculator.read(given, typed=True), rolls)


def uboats(face: int | None = None, /, **fields: Any) -> dict[str, Any]:
    """The U-boat war of Spring 1941 unless fields say otherwise; without a face no die is rolled."""
    return calc("uboats", () if face is None else (face,), **{"turn": "1941-1-spring", **fields})


def bombing(*faces: int, **fields: Any) -> dict[str, Any]:
    """A British raid of Fall 1941 (no modifier of its own) on a base of 170 unless fields say otherwise."""
    return calc("bombing", faces, **{"turn": "1941-3-fall", "by": "britain", "base": 170, **fields})


def refused(name: str, /, **fields: Any) -> list[str]:
    """The rule numbers that a calculator refuses these fields with; [] where it does not."""
    try:
        calc(name, None, **fields)
    except Refused as no:
        assert all(refusal.rule and refusal.reason for refusal in no.refusals)
        return [refusal.rule for refusal in no.refusals]
    return []


def chances(answer: dict[str, Any]) -> list[tuple[Fraction, dict[str, Any]]]:
    """A distribution's chances with their results."""
    return [(Fraction(one["p"]), one) for one in answer["distribution"]]


def batch(run: Runner, *asked: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers of ``warledger calc --batch``."""
    done = run("calc", "--batch", stdin="\n".join(json.dumps(one) for one in asked))
    assert done.code == 0
    return [json.loads(line) for line in done.out.splitlines()]


UBOAT_ROWS = keyed.cells(keyed.UBOAT)
BOMBING_ROWS = keyed.cells(keyed.BOMBING)


def by_hand(
    columns: tuple[str, ...],
    rows: dict[int, list[tuple[str, tuple[str, ...]]]],
    attackers: int,
    defenders: int,
    modified: int,
) -> tuple[str, int, str, tuple[str, ...], dict[str, int]]:
    """Column, row, result, marks and the counts of AL, DL, AA and DA, from a keyed table."""
    ratio = Fraction(attackers, defenders)
    printed = {label: Fraction(*map(int, label.split("-"))) for label in columns}
    column = max((label for label in columns if printed[label] <= ratio), key=columns.index, default=columns[0])
    row = sorted((min(rows), modified, max(rows)))[1]
    label, marks = rows[row][columns.index(column)]
    counts = {"AL": 0, "DL": 0, "AA": 0, "DA": 0} | {kind: int(n) for kind, n in re.findall(r"([AD][AL])(\d+)", label)}
    return column, row, label, marks, counts
