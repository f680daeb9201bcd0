"""The map in a real terminal of three sizes: how soon and with how many bytes a cursor, a turn and the map itself come;
and a war of 24 turns looked through."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from saves.desk import Desk
from tests.bench import worlds
from tests.bench.measuring import Figure, Settings, median
from tests.bench.screens import bare_key, worst
from tests.terminal.driver import Answer, Terminal
from tui.models.map_turns import labels, sketched_at

SIZES = ((80, 24), (120, 40), (200, 60))
TURNS = (("[", "turn"), ("tab", "seas"), ("tab", "land"), ("+", "zoom"), ("-", "fitted"))


def war_map(settings: Settings) -> Iterator[Figure]:
    """The map's figures."""
    folder = worlds.home()
    moves: dict[str, list[Answer]] = {}
    pans: dict[str, list[Answer]] = {}
    opened: dict[str, list[Answer]] = {}
    for columns, lines in SIZES:
        size = f"{columns}x{lines}"
        with Terminal("play", "whole", home=folder, columns=columns, lines=lines) as terminal:
            terminal.wait("1945")
            terminal.calm(0.5)
            for _ in range(settings.runs(5)):
                opened.setdefault(size, []).append(terminal.answer("M"))
                for key in ("left", "left", "right", "down"):
                    moves.setdefault(size, []).append(terminal.answer(key))
                for key, name in TURNS:
                    pans.setdefault(f"{name} {size}", []).append(terminal.answer(key))
                terminal.answer("escape")
    floor = bare_key(settings)
    yield worst("map: cursor move, last byte", _times(moves), 16, floor)
    yield _bytes("map: cursor move", moves, 3)
    yield worst("map: turn, layer, zoom, last byte", _times(pans), 50, floor)
    yield _bytes("map: turn, layer, zoom", pans, 60)
    yield worst("map: opened, last byte", _times(opened), 150, floor)
    yield _memory(folder)
    desk = Desk.open(worlds.library() / "whole")
    began = time.perf_counter()
    for label in labels(desk):
        sketched_at(desk, label)
    yield Figure("map: a war's turns, each drawn", (time.perf_counter() - began) * 1000, "ms", most=500)


def _memory(folder: Path) -> Figure:
    """What the map takes beside the campaign that it is opened from, once the whole war was looked through on both
    layers and at all sizes; the peer is the least app that the framework allows."""
    with Terminal("play", "whole", home=folder, columns=200, lines=60) as terminal:
        terminal.wait("1945")
        terminal.calm(0.5)
        before = terminal.resident
        terminal.answer("M")
        for _ in range(worlds.TURNS):
            terminal.answer("[", 0.6)
        for key in ("tab", "+", "+", "l", "r", "tab", "-"):
            terminal.answer(key)
        after = terminal.resident
    with Terminal(home=folder, program=(sys.executable, "-m", "tests.bench.bare")) as terminal:
        terminal.wait("ready to be read")
        terminal.calm()
        bare = terminal.resident
    peer = {"bare Textual app, MB": round(bare, 1)}
    return Figure("map: memory more", after - before, "MB", most=10, peer=peer, more={"before, MB": round(before, 1)})


def _times(answers: dict[str, list[Answer]]) -> dict[str, list[float]]:
    return {name: [one.last for one in every if one.size] for name, every in answers.items()}


def _bytes(bench: str, answers: dict[str, list[Answer]], most: float) -> Figure:
    sizes = {name: median([one.size / 1000 for one in every]) for name, every in answers.items()}
    name = max(sizes, key=lambda one: sizes[one])
    return Figure(f"{bench}, bytes", sizes[name], "kB", most=most, more={"largest": name, "all": sizes})
