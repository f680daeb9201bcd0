"""The setup screens in a real terminal of 120 by 40: how soon a key in any kind of cell is checked and painted, and how
soon their pages open."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measuring import Figure, Settings
from tests.bench.screens import bare_key, worst
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import BEGINNING

PAGES = (
    ("powers", 3, 1, "175"),
    ("counters: a place", 2, 4, "kiev"),
    ("counters: a place that is none", 0, 0, "wxyz"),
    ("additions: a season", 2, 1, "sum"),
    ("places: who controls it", 3, 2, "britain"),
)
"""A page with how many pages on it lies, the column to which tab goes on, and what is typed there."""


def setup(settings: Settings) -> Iterator[Figure]:
    """Setup opened, its pages opened, each key of what is typed into a cell."""
    opened: dict[str, list[float]] = {}
    typed: dict[str, list[float]] = {}
    moved: dict[str, list[float]] = {}
    for _ in range(settings.runs(5)):
        with (
            tempfile.TemporaryDirectory() as folder,
            Terminal(home=Path(folder), columns=120, lines=40) as terminal,
        ):
            terminal.wait(BEGINNING)
            terminal.calm(0.5)
            terminal.answer("m")
            opened.setdefault("the pages of 1939", []).append(terminal.answer("enter", 0.3).last)
            first = True
            for name, pages, cells, text in PAGES:
                if first:
                    for _ in range(pages):
                        terminal.answer("down")
                    opened.setdefault(name, []).append(terminal.answer("enter").last)
                else:
                    for _ in range(pages):
                        opened.setdefault(name, []).append(terminal.answer("]").last)
                first = False
                for _ in range(cells):
                    moved.setdefault(name, []).append(terminal.answer("tab").last)
                moved.setdefault(name, []).append(terminal.answer("down").last)
                terminal.answer("enter")
                for nth, key in enumerate(text, 1):
                    typed.setdefault(f"{name}: key {nth}, {key}", []).append(terminal.answer(key).last)
                terminal.answer("escape")
            for key in ("+", *"ten 3-5 infantry in Kiev"):
                if key == "+":
                    for _ in range(4):
                        terminal.answer("[")
                answer = terminal.answer(" " if key == " " else key)
                typed.setdefault(f"a new line, {key}", []).append(answer.last)
            terminal.press("escape")
    floor = bare_key(settings)
    yield worst("a key in a cell of setup, checked and painted, last byte, the slowest", typed, 16, floor)
    yield worst("a cursor move in setup, last byte, the slowest", moved, 16, floor)
    yield worst("a setup screen opened, last byte, the slowest", opened, 150, floor)
