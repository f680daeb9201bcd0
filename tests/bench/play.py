"""The stated numbers of the long tests: a thousand kills, a hundred whole campaigns. A broken law fails them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

from tests.bench.measuring import ROOT, Figure, Settings, note

KILLS, CAMPAIGNS = 1_000, 100


def crash(settings: Settings) -> Iterator[Figure]:
    """Kills at random moments while orders stream in; every acknowledged order is there afterwards, none is half
    there."""
    yield _tests("kills survived", "tests/saves/test_kill.py", settings.count(KILLS), 100)


def campaigns(settings: Settings) -> Iterator[Figure]:
    """Whole campaigns of random play that keep the laws."""
    from tests.thewar.test_random_play import CAMPAIGNS as ORDINARY

    yield _tests(
        "whole campaigns of random play", "tests/thewar/test_random_play.py", settings.count(CAMPAIGNS), ORDINARY
    )


def _tests(name: str, path: str, wanted: int, ordinary: int) -> Figure:
    """The tests of a file with their counts scaled so that their ordinary number becomes the one wanted."""
    note(f"{name}: {wanted} ...")
    scale = wanted / ordinary
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", path],
        cwd=ROOT,
        env=os.environ | {"WARLEDGER_TEST_SCALE": str(scale)},
        capture_output=True,
        text=True,
        check=False,
    )
    took = time.perf_counter() - began
    passed = done.returncode == 0
    more = {"seconds": round(took, 1), "tests": done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""}
    if not passed:
        note(done.stdout[-4000:])
    return Figure(name, float(wanted if passed else 0), "times", least=float(wanted), more=more)
