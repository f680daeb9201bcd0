"""The stated numbers of the long tests: a thousand kills, a hundred whole campaigns, every count that the suite runs a
sample of. A broken law fails them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator

from tests.bench.measuring import ROOT, Figure, Settings, note
from tests.scale import PART

KILLS, CAMPAIGNS = 1_000, 100
_SAMPLED = re.compile(r"^from tests\.scale import .*\b(sampled|share_of)\b", re.MULTILINE)


def crash(settings: Settings) -> Iterator[Figure]:
    """Kills at random moments while orders stream in; every acknowledged order is there afterwards, none is half
    there."""
    from tests.saves.test_kill import ORDINARY

    yield _tests("kills survived", "tests/saves/test_kill.py", settings.count(KILLS), ORDINARY)


def campaigns(settings: Settings) -> Iterator[Figure]:
    """Whole campaigns of random play that keep the laws."""
    from tests.thewar.test_random_play import CAMPAIGNS as ORDINARY

    yield _tests(
        "whole campaigns of random play", "tests/thewar/test_random_play.py", settings.count(CAMPAIGNS), ORDINARY
    )


def counts(settings: Settings) -> Iterator[Figure]:
    """Every count that the suite runs a sample of, in full: the tests of each file that says so."""
    for path in sampled_files():
        yield _tests(f"every count of {path}", path, settings.count(100), 100 // PART, "%")


def sampled_files() -> list[str]:
    """The test files with counts of which the suite runs a sample."""
    every = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(one.relative_to(ROOT)) for one in every if _SAMPLED.search(one.read_text(encoding="utf-8"))]


def _tests(name: str, path: str, wanted: int, ordinary: int, unit: str = "times") -> Figure:
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
    return Figure(name, float(wanted if passed else 0), unit, least=float(wanted), more=more)
