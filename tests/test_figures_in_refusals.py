"""A refusal whose condition compares two figures names both: the limit and what was asked for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import engine

_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_NO_FIGURES = ("calendar.", "len(set(", "set(", "{'", "now", "year", "seasons.", ".position(", "whereabouts.")
"""Turns, sets and steps, and names given twice: what is compared there is no count of anything."""
KNOWN = {
    "air_sides.py": "the rounds of both sides in one sentence",
    "reserves.py": "the figure is the limit itself",
    "shipyards.py": "one space, in words",
    "counters.py": "two or three, in words",
    "ground_answers.py": "a rating, called by its name",
    "rocket_bases.py": "player turns",
    "sea_drafts.py": "which units are named, not how many",
    "sea_orders.py": "which units are named, not how many",
    "submarine_attacks.py": "nothing is named at all",
}
"""Modules where a comparison is told by other words, and why."""


def silent() -> Iterator[str]:
    """Where a refusal behind a comparison of two figures names none of them at all."""
    for path in sorted(Path(engine.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.If) and path.name not in KNOWN:
                yield from _of(node, path.name)


def _of(node: ast.If, module: str) -> Iterator[str]:
    compared = [one for one in ast.walk(node.test) if isinstance(one, ast.Compare) and isinstance(one.ops[0], _ORDERED)]
    sides = [ast.unparse(side) for one in compared for side in (one.left, *one.comparators)]
    figures = [side for side in sides if side not in ("0", "1", "-1") and not any(part in side for part in _NO_FIGURES)]
    if len(figures) < 2 or any(isinstance(one, (ast.Set, ast.SetComp)) for one in ast.walk(node.test)):
        return
    said = " ".join(ast.unparse(one.value) for one in node.body if isinstance(one, ast.Assign))
    for one in node.body:
        for given in ast.walk(one):
            if isinstance(given, ast.Call) and getattr(given.func, "id", "") == "Refusal":
                text = f"{said} {' '.join(ast.unparse(argument) for argument in given.args[1:])}"
                if text.count("{") < 2 and not any(sign.isdigit() for sign in text):
                    yield f"{module}:{given.lineno} compares {' with '.join(figures)} and says: {text}"


def test_no_refusal_hides_the_figures_that_it_compares() -> None:
    found = list(silent())
    assert not found, "\n".join(found)
