"""The screens in a real terminal of 120 by 40: how soon bytes come after a key, and how much memory they take."""

from __future__ import annotations

import compileall
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from saves import scenarios
from tests.bench import worlds
from tests.bench.measuring import ROOT, Figure, Settings, median, spread
from tests.terminal.driver import Answer, Terminal
from tests.thewar.player import SCENARIO

# Key to open, name, key to leave, and whether a cursor moves there.
OVERLAYS = (
    ("f", "forces", "escape", True),
    ("s", "sequence", "escape", True),
    ("g", "ledger", "escape", True),
    ("D", "diplomacy", "escape", True),
    ("t", "tables", "escape", True),
    ("n", "curves", "escape", False),
    ("p", "turn sheet", "escape", False),
    ("l", "losses", "escape", False),
    ("c", "capture", "escape", False),
    ("j", "journal", "escape", True),
    ("?", "help", "escape", False),
    ("ctrl+p", "palette", "escape", False),
    ("f2", "settings", "escape", False),
)


def _fresh(home: Path) -> None:
    """A campaign at its first choice, in the library of a home folder."""
    library = home / ".local" / "share" / "warledger" / "campaigns"
    library.mkdir(parents=True)
    scenarios.new(SCENARIO, name="fresh", at=library)


def _last(answers: Sequence[Answer]) -> list[float]:
    return [answer.last for answer in answers if answer.size]


def screens(settings: Settings) -> Iterator[Figure]:
    """Cursor moves, changed content and opened screens, each to the last byte."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        _fresh(home)
        moves: dict[str, list[float]] = {}
        opened: dict[str, list[float]] = {}
        changed: dict[str, list[float]] = {}
        with Terminal("play", "fresh", home=home, columns=120, lines=40) as terminal:
            terminal.wait("Italy buys")
            terminal.calm(0.5)
            for _ in range(settings.runs(10)):
                moves.setdefault("efforts", []).extend(_moved(terminal))
                changed.setdefault("an effort bought", []).extend(_last([terminal.answer("enter")]))
                # The letter opens the page of what would be taken back, Enter there does it and closes the page.
                opened.setdefault("what undo takes back", []).extend(_last([terminal.answer("u")]))
                opened.setdefault("undone, back at the step", []).extend(_last([terminal.answer("enter")]))
                assert "Italy buys" in terminal.text, terminal.text
            for _ in range(settings.runs(5)):
                for key, name, leave, cursor in OVERLAYS:
                    opened.setdefault(name, []).extend(_last([terminal.answer(key)]))
                    if cursor:
                        moves.setdefault(name, []).extend(_moved(terminal))
                    terminal.answer(leave)
            # The last purchase opens the next step's panel, taking it back the purchase's.
            for _ in range(5):
                terminal.answer("enter")
            for _ in range(settings.runs(5)):
                opened.setdefault("points to buy", []).extend(_last([terminal.answer("enter")]))
                moves.setdefault("points to buy", []).extend(_moved(terminal))
                terminal.answer("u")
                opened.setdefault("efforts", []).extend(_last([terminal.answer("enter")]))
            terminal.press("q")
            terminal.ended()
    floor = bare_key(settings)
    yield worst("cursor move, last byte, the slowest panel", moves, 16, floor)
    yield worst("changed content, last byte", changed, 50, floor)
    yield worst("segment screen opened, last byte, the slowest", opened, 120, floor)


def _moved(terminal: Terminal) -> list[float]:
    return _last([terminal.answer(key) for key in ("down", "down", "up", "up")])


def bare_key(settings: Settings) -> dict[str, float]:
    """What the framework takes at least: a table's cursor in an app with nothing else."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Terminal(home=Path(folder), program=(sys.executable, "-m", "tests.bench.bare_table")) as terminal,
    ):
        terminal.wait("row 30")
        terminal.calm(0.3)
        return spread(_last([terminal.answer("down") for _ in range(settings.runs(20))]), 1000)


def worst(bench: str, found: dict[str, list[float]], most: float, floor: dict[str, float]) -> Figure:
    """The slowest of what was timed, in milliseconds, with all the others."""
    name = max(found, key=lambda one: median(found[one]))
    return Figure(
        bench,
        median(found[name]) * 1000,
        "ms",
        most=most,
        peer={"bare Textual table, cursor move, ms": floor},
        more={"slowest": name, "all": {one: spread(times, 1000) for one, times in found.items()}},
    )


def memory(settings: Settings) -> Iterator[Figure]:
    """Resident memory after every screen was visited, on campaigns of 24 turns: the largest of them counts."""
    # What a process compiles itself it keeps room for.
    for part in ("engine", "saves", "tui"):
        compileall.compile_dir(ROOT / part, quiet=2)
    folder = worlds.home()
    with Terminal(home=folder, program=(sys.executable, "-m", "tests.bench.bare")) as terminal:
        terminal.wait("ready to be read")
        terminal.calm()
        bare = terminal.resident
    each = {seed: _visited(worlds.home(seed)) for seed in worlds.SEEDS}
    yield Figure(
        "resident memory after every screen",
        max(visited for _, visited in each.values()),
        "MB",
        most=80,
        peer={"bare Textual app, MB": round(bare, 1)},
        more={
            "home screen, MB": round(max(first for first, _ in each.values()), 1),
            "wars by seed, MB": {str(seed): round(visited, 1) for seed, (_, visited) in each.items()},
        },
    )


def _visited(folder: Path) -> tuple[float, float]:
    """Resident memory in MB on the home screen, and after every screen was visited in a campaign of 24 turns."""
    with Terminal(home=folder, columns=120, lines=40) as terminal:
        terminal.wait("begun")
        terminal.calm(0.3)
        first = terminal.resident
        terminal.answer("n", 0.3)
        terminal.answer("escape", 0.3)
        if "whole" not in _chosen(terminal):
            terminal.answer("down")
        assert "whole" in _chosen(terminal), terminal.text
        terminal.answer("enter", 0.4)
        for key, _, leave, cursor in OVERLAYS:
            terminal.answer(key, 0.3)
            if cursor:
                for move in ("down", "pagedown", "end", "home"):
                    terminal.answer(move)
            if key == "t":
                for _ in range(8):
                    terminal.answer("enter")
                    terminal.answer("right")
            if key == "j":
                for _ in range(worlds.TURNS):
                    terminal.answer("[")
            terminal.answer(leave, 0.3)
        assert "Summer 1945" in terminal.text or "SUMMER 1945" in terminal.text, terminal.text
        return first, terminal.resident


def _chosen(terminal: Terminal) -> str:
    return next((line for line in terminal.text.splitlines() if "▸" in line), "")
