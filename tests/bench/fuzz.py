"""Lines that nobody types, by count: nothing fails, and nothing takes a second of the processor's time."""

from __future__ import annotations

import multiprocessing
import os
import resource
from collections.abc import Iterator

from tests import fuzzing
from tests.bench.measuring import Figure, Settings

LINES = 1_000_000
PART = 2_500
"""Lines of one part; each begins anew from its state, with a seed of its own."""
MOST_MEMORY = 600
"""Megabytes of the largest process."""


def _part(at: int) -> tuple[fuzzing.Found, int]:
    found = fuzzing.run(at % len(fuzzing.STATES), at, PART)
    return found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def fuzz(settings: Settings) -> Iterator[Figure]:
    """A million lines through parser, judge, price, forecast and what-if, in twenty states of both games."""
    parts = max(1, settings.count(LINES) // PART)
    lines = legal = given = memory = 0
    faults: list[str] = []
    slowest, slowest_line = 0.0, ""
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        for found, used in pool.imap_unordered(_part, range(parts)):
            lines, legal, given = lines + found.lines, legal + found.legal, given + found.given
            faults += found.faults
            memory = max(memory, used)
            if found.slowest > slowest:
                slowest, slowest_line = found.slowest, found.slowest_line
    about = {"lines": lines, "legal": legal, "given": given, "first faults": faults[:5]}
    yield Figure("lines that nobody types: faults of the program", len(faults), "faults", most=0, more=about)
    yield Figure("the slowest of them", slowest, "s", most=fuzzing.SECOND, more={"line": slowest_line})
    yield Figure("memory of the largest process", memory, "MB", most=MOST_MEMORY)
