"""Two writers: one at a time, none loses anything, the second is told who came first."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from saves import doctor, locks
from saves.desk import Desk
from saves.errors import Busy, Stale, UnreadableFile
from tests.saves.desks import at_deeds, begin, same
from tests.scale import scaled

ROOT = Path(__file__).parents[2]

WRITER = """
import sys
from tests.saves import game
from saves.desk import Desk
from saves.errors import Stale
desk = Desk.open(sys.argv[1])
stale = 0
for number in range(int(sys.argv[3])):
    while True:
        try:
            desk.do([f"{sys.argv[2]} hire {sys.argv[2]}-{number}", f"{sys.argv[2]} dismiss {sys.argv[2]}-{number}"])
        except Stale:
            stale += 1
        else:
            break
print(stale)
"""


def test_two_writers_lose_nothing(tmp_path: Path) -> None:
    desk = Desk.open(begin(tmp_path, gold=10_000))
    desk.do(["red bid 0", "blue bid 0"])
    count = scaled(40)
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(desk.folder), power, str(count)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for power in ("red", "blue")
    ]
    for process in running:
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert desk.refresh()
    orders = [entry.order for entry in desk.entries()]
    for power in ("red", "blue"):
        mine = [order for order in orders if order.startswith(f"{power} hire")]
        assert mine == [f"{power} hire {power}-{number}" for number in range(count)]
    assert [entry.n for entry in desk.entries()] == list(range(1, 7 + 4 * count + 1))
    assert doctor.examine(desk.folder) == ()
    assert same(desk.folder, desk)


def test_a_lock_that_is_held_names_its_holder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at_deeds(tmp_path)
    monkeypatch.setattr(locks, "PATIENCE", 0.05)
    with (
        locks.locked(desk.folder / ".lock", "the seat 'western'"),
        pytest.raises(Busy, match=r"the seat 'western' \(process \d+\) is writing"),
        locks.locked(desk.folder / ".lock", "another", patience=0.02),
    ):
        pass
    desk.do(["red spend 1"])


def test_an_order_goes_in_where_the_view_has_not_changed(tmp_path: Path) -> None:
    """Sealed orders of another seat in the same step are no reason to look again."""
    folder = begin(tmp_path, seats=2)
    red, blue = Desk.open(folder, "red"), Desk.open(folder, "blue")
    red.do(["red bid 3"])
    assert blue.do(["blue bid 2"]).entries[0].n == 6
    with pytest.raises(Stale, match=r"the seat 'blue' came first \(entries 6 to 11\)"):
        red.do(["red spend 1"])
    red.do(["red spend 1"])


def test_a_campaign_moved_away_between_two_looks_is_told_as_one_that_cannot_be_read(tmp_path: Path) -> None:
    desk = Desk.open(begin(tmp_path))
    desk.folder.rename(tmp_path / "gone")
    for look in (desk._files.files, desk._files.asides):
        with pytest.raises(UnreadableFile, match="No such file"):
            look()
