"""Spoilt scenario files, by count: each is played or refused with a fault that names the place, and none takes two
seconds of the processor's time."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from saves import library
from tests import mutating
from tests.bench.measuring import Figure, Settings

FILES = 10_000
PART = 100
"""Files of one part, which has a folder of its own."""


def _part(at: int) -> mutating.Found:
    with tempfile.TemporaryDirectory() as folder:
        library.live_in(Path(folder) / "data")
        return mutating.run(at * PART, PART, Path(folder))


def spoilt(settings: Settings) -> Iterator[Figure]:
    """Ten thousand scenario files that somebody has spoilt."""
    parts = max(1, settings.count(FILES) // PART)
    files = accepted = 0
    faults: list[str] = []
    slowest, seed = 0.0, 0
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        for found in pool.imap_unordered(_part, range(parts)):
            files, accepted = files + found.files, accepted + found.accepted
            faults += found.faults
            if found.slowest > slowest:
                slowest, seed = found.slowest, found.slowest_seed
    about = {"files": files, "accepted and played": accepted, "first faults": faults[:20]}
    yield Figure("spoilt scenarios: faults of the program", len(faults), "faults", most=0, more=about)
    yield Figure("the slowest check of them", slowest, "s", most=mutating.SECONDS, more={"seed": seed})
