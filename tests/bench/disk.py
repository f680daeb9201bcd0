"""Campaigns on disk: opening them, writing to them, taking back, and how long an entry is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import attrs

from saves.desk import Desk
from tests.bench import worlds
from tests.bench.measuring import ROOT, Figure, Settings, environment, median, spread

# What opening needs is imported first, so that it costs what it costs above the imports.
_OPEN = """
import sys, time, importlib
for name in sys.argv[2].split(","):
    importlib.import_module(name)
from saves.desk import Desk
began = time.perf_counter()
desk = Desk.open(sys.argv[1])
took = time.perf_counter() - began
import json
print(json.dumps([took, desk.last_number, len(desk.entries()), desk.campaign.progress.turn]))
"""
_LOADED = """
import sys
from saves.desk import Desk
Desk.open(sys.argv[1])
print(",".join(name for name in sys.modules if name.split(".")[0] in
    ("saves", "engine", "cattrs", "tomllib", "platformdirs", "hashlib", "fcntl")))
"""


def opening(settings: Settings) -> Iterator[Figure]:
    """The first opening in a process of a campaign of 24 turns, beside one of 2 turns, in turns."""
    given = environment(worlds.home())

    def run(program: str, *arguments: str) -> str:
        command = [sys.executable, "-c", program, *arguments]
        return subprocess.run(command, env=given, cwd=ROOT, check=True, capture_output=True, text=True).stdout

    modules = run(_LOADED, "whole").strip()
    times: dict[str, list[float]] = {"whole": [], "begun": []}
    told: dict[str, list[int]] = {}
    for turn in range(settings.runs(15) + 1):
        for name in times:
            took, *rest = json.loads(run(_OPEN, name, modules))
            told[name] = rest
            if turn:
                times[name].append(took)
    number, here, turns = told["whole"]
    yield Figure(
        "opening a campaign of 24 turns, above the imports",
        median(times["whole"]) * 1000,
        "ms",
        most=60,
        peer={"a campaign of 2 turns, ms": spread(times["begun"], 1000)},
        more={"runs": spread(times["whole"], 1000), "entries": number, "in the newest file": here, "turn": turns},
    )
    # An entry more or less in the newest file and the noise of the machine are not the length of the campaign.
    yield Figure(
        "opening 24 turns / opening 2 turns",
        min(times["whole"]) / min(times["begun"]),
        "times",
        most=1.1,
        peer={"entries in the newest file of the campaign of 2 turns": told["begun"][1]},
        more={"entries in the newest file": here, "of": "the fastest run of each"},
    )


def undo(settings: Settings) -> Iterator[Figure]:
    """Taking back one order of a campaign of 24 turns, and a whole step over a turn's start."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk.open(worlds.copied("whole", Path(folder)))
        times, floor = [], []
        for _ in range(settings.runs(60)):
            desk.do(["germany spend 1 on=other deficit=yes"])
            began = time.perf_counter()
            desk.undo()
            times.append(time.perf_counter() - began)
            # The floor, at the same moment: what the disk alone takes for as many bytes.
            floor += bare_appends(Path(folder), 1)
        # A shared disk is now and then slower than any program; what is ours is what comes on top of it.
        yield Figure(
            "undo, above a bare append and fsync",
            (median(times) - median(floor)) * 1000,
            "ms",
            most=2,
            peer={"bare append and fsync, ms": spread(floor, 1000)},
            more={"undo in all, ms": spread(times, 1000)},
        )
        far = []
        for run in range(settings.runs(10)):
            again = Desk.open(worlds.copied("whole", Path(folder) / str(run)))
            first = again.entries()[0].n - 1
            began = time.perf_counter()
            again.undo(first - 1)
            far.append(time.perf_counter() - began)
        yield Figure(
            "undo over a turn's start: a whole turn taken back, a new file begun",
            median(far) * 1000,
            "ms",
            peer={"bare append and fsync, ms": spread(floor, 1000)},
            more={"runs": spread(far, 1000)},
        )


def append(settings: Settings) -> Iterator[Figure]:
    """One order written: how often the disk is flushed, and how long it takes beside the disk alone."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk.open(worlds.copied("whole", Path(folder)))
        flushed = 0
        original = os.fsync

        def counted(handle: Any) -> None:
            nonlocal flushed
            flushed += 1
            original(handle)

        runs = settings.runs(100)
        times = []
        with patch.object(os, "fsync", counted):
            for _ in range(runs):
                began = time.perf_counter()
                desk.do(["germany gain 1 by=other"])
                times.append(time.perf_counter() - began)
        floor = bare_appends(Path(folder), runs)
        yield Figure(
            "flushes of the disk for one order", flushed / runs, "fsyncs", most=1, peer={"a bare append, fsyncs": 1}
        )
        yield Figure(
            "an order understood, judged, applied and written",
            median(times) * 1000,
            "ms",
            peer={"bare append and fsync, ms": spread(floor, 1000)},
            more={"runs": spread(times, 1000)},
        )


def bare_appends(folder: Path, runs: int) -> list[float]:
    """What 400 bytes appended and flushed take, in seconds."""
    path = folder / "bare"
    path.touch()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        handle = os.open(path, os.O_WRONLY | os.O_APPEND)
        os.write(handle, b"x" * 400)
        os.fsync(handle)
        os.close(handle)
        times.append(time.perf_counter() - began)
    return times


def entries(settings: Settings) -> Iterator[Figure]:
    """How many bytes an entry takes in a campaign of random play, seals and all."""
    total = count = longest = 0
    for path in sorted((worlds.library() / "whole" / "turns").glob("*.toml")):
        _, *blocks = path.read_bytes().split(b"\n[[entry]]\n")
        # The first seals the opening and is none of the players'.
        sizes = [len(block) + len(b"\n[[entry]]\n") for block in blocks[1:]]
        total += sum(sizes)
        count += len(sizes)
        longest = max([longest, *sizes])
    # The floor: what an entry says as JSON without blanks, with neither seal nor rules.
    bare = 0
    for entry in Desk.open(worlds.library() / "whole").entries("all"):
        told = [entry.n, entry.seat, entry.step, entry.order, entry.undoes]
        told += [[change.at, _plain(change.was), _plain(change.now), change.why] for change in entry.changes]
        bare += len(json.dumps(told, separators=(",", ":")))
    yield Figure(
        "an entry, on average",
        total / count,
        "bytes",
        most=600,
        peer={"as compact JSON without seals, bytes": round(bare / count, 1)},
        more={"entries": count, "the longest": longest},
    )


def _plain(value: Any) -> Any:
    return attrs.asdict(value) if attrs.has(type(value)) else value
