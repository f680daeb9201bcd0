"""The calculators of partisans: Atrocities, creation, the partisan war (25.1, 25.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.calculators import find, solve
from engine.kernel.refusals import Refused

# Calculator, what is given, the die, and some of what must come of it.
WORKED: tuple[tuple[str, dict[str, Any], tuple[int, ...], dict[str, Any]], ...] = (
    ("atrocities", {"country": "poland"}, (4,), {"atrocities": 4, "column": "3-7"}),
    ("atrocities", {"country": "france"}, (2,), {"atrocities": 0, "column": "0"}),
    ("atrocities", {"country": "ussr"}, (9,), {"atrocities": 10, "column": "10"}),
    ("atrocities", {"country": "nor-den"}, (), {"atrocities": 0, "column": "0"}),
    ("atrocities", {"country": "greece", "by": "italy"}, (), {"atrocities": 1, "column": "1-2"}),
    ("atrocities", {"country": "east-prussia"}, (8,), {"atrocities": 1}),
    ("partisan-creation", {"country": "poland", "atrocities": 4}, (5,), {"partisans": 2, "sponsor": "britain"}),
    (
        "partisan-creation",
        {"country": "yugoslavia", "atrocities": 6, "modifiers": ["soviet-partisans", "set-europe-ablaze"]},
        (1,),
        {"partisans": 5, "row": 1, "modifier": -1, "british": 1, "sponsor": "ussr"},
    ),
    ("partisan-creation", {"country": "nor-den"}, (10,), {"partisans": 0, "ss_legions": 2}),
    (
        "partisan-creation",
        {"country": "poland", "modifiers": ["vatican-axis-satellite"]},
        (2,),
        {"partisans": 0, "column": "0"},
    ),
    (
        "partisans",
        {"turn": "1943-1-spring", "by": "western", "number": 4, "modifiers": ["commando"]},
        (3,),
        {"modifier": -4, "row": -1, "narfs": 6, "stratmoves_lost": 1, "railmoves_lost": 1, "commando_lost": False},
    ),
    (
        "partisans",
        {"turn": "1943-1-spring", "by": "axis", "number": 1, "modifiers": ["allied-counter-espionage"]},
        (9,),
        {"modifier": 2, "row": 11, "narfs": 0, "partisans_lost": 1, "marks": "*"},
    ),
)


@pytest.mark.parametrize(("name", "given", "rolls", "wanted"), WORKED)
def test_25_1_25_4_worked(name: str, given: dict[str, Any], rolls: tuple[int, ...], wanted: dict[str, Any]) -> None:
    calculator = find(name)
    found = solve(calculator, calculator.read(given, typed=True), list(rolls))
    assert {key: found[key] for key in wanted} == wanted


def test_25_1_25_4_what_cannot_be_is_refused() -> None:
    for name, given in (
        ("partisan-creation", {"country": "benelux", "atrocities": 3}),
        ("partisans", {"turn": "1941-1-spring", "by": "western", "number": 3, "modifiers": ["commando"]}),
    ):
        calculator = find(name)
        with pytest.raises(Refused):
            solve(calculator, calculator.read(given, typed=True), [5])
