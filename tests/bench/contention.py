"""Ten writers at one campaign, one killed at random each second: what each gets, and what is wrong afterwards."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from saves.desk import Desk
from tests.bench import worlds
from tests.bench.disk import bare_appends
from tests.bench.measuring import Figure, Settings, note, spread
from tests.saves import contest

WRITERS, SECONDS, QUICK = 10, 60.0, 10.0
SHARE = 0.5
"""What no writer gets below, in parts of an equal share."""
ENTRIES = 500


def contention(settings: Settings) -> Iterator[Figure]:
    """The least share of ten writers for a minute beside what one writes alone; and what another's order costs who has
    the campaign open."""
    seconds = QUICK if settings.quick else SECONDS
    with tempfile.TemporaryDirectory() as folder:
        for name in ("many", "alone"):
            (Path(folder) / name).mkdir()
        note(f"{WRITERS} writers for {seconds:.0f} seconds ...")
        many = contest.hold(Path(folder) / "many", WRITERS, seconds, seed=14, kill_every=1.0)
        alone = contest.hold(Path(folder) / "alone", 1, seconds / 5, seed=14, kill_every=0)
        floor = bare_appends(Path(folder), 200)
        note("every entry judged again ...")
        wrong = contest.faults(many) + contest.faults(alone)
        for fault in wrong[:10]:
            note(fault)
    yield Figure(
        "acknowledged orders lost, doubled or misplaced, and findings of doctor and audit", len(wrong), "", most=0
    )
    yield Figure(
        f"the least share of {WRITERS} writers, one killed each second",
        many.least_share,
        "of an equal one",
        least=SHARE,
        peer={
            "orders a second of all": round(many.orders / many.seconds, 1),
            "orders a second of one writer alone": round(alone.orders / alone.seconds, 1),
            "bare append and fsync, ms": spread(floor, 1000),
        },
        more={"orders": many.orders, "killed": many.killed, "each": sorted(map(len, many.given))},
    )
    yield _taken_over(settings)


def _taken_over(settings: Settings) -> Figure:
    """What one order of another's costs to take over, at entry 500 of a turn, beside reading the file anew."""
    with tempfile.TemporaryDirectory() as folder:
        writer = Desk.open(worlds.copied("whole", Path(folder)))
        while len(writer.entries()) < ENTRIES:
            writer.do([worlds.SMALL_CHANGE] * 10)
        reader = Desk.open(writer.folder)
        times, anew = [], []
        for _ in range(settings.runs(40)):
            writer.do([worlds.SMALL_CHANGE])
            began = time.perf_counter()
            assert reader.refresh()
            times.append(time.perf_counter() - began)
            began = time.perf_counter()
            again = Desk.open(writer.folder)
            anew.append(time.perf_counter() - began)
            assert again.campaign == reader.campaign
    return Figure(
        f"another's order taken over at entry {ENTRIES} of a turn",
        statistics.median(times) * 1000,
        "ms",
        peer={"the campaign opened anew, ms": spread(anew, 1000)},
        more={"runs": spread(times, 1000)},
    )
