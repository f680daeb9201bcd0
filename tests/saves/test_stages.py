"""A writer killed before and after every call by which a commit reaches the disk, and sessions that look on; files
whose times mean nothing; a seat's file changed under an open campaign."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.refusals import Refused
from saves import doctor, secret
from saves.desk import Desk
from saves.last_seal import KeptSeals
from saves.store import CampaignFolder
from tests.saves.desks import at_deeds, begin, files, same

CALLS = ("write", "fsync", "replace", "ftruncate")
"""The calls of the system by which a commit reaches the disk."""
STAGES = 40
"""More calls than any commit makes."""


def _killed_at(folder: Path, kept: KeptSeals, lines: Sequence[str], stage: int, after: bool) -> bool:
    """A child gives orders and is killed before or ``after`` its call number ``stage``; False where it came to its end
    first."""
    child = os.fork()
    if child == 0:
        made = 0

        def counted(real: Callable[..., Any]) -> Callable[..., Any]:
            def run(*args: Any, **named: Any) -> Any:
                nonlocal made
                made += 1
                if made == stage and not after:
                    os.kill(os.getpid(), signal.SIGKILL)
                found = real(*args, **named)
                if made == stage:
                    os.kill(os.getpid(), signal.SIGKILL)
                return found

            return run

        for name in CALLS:
            setattr(os, name, counted(getattr(os, name)))
        try:
            Desk(CampaignFolder(folder, kept)).do(lines)
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitpid(child, 0)[1]
    assert status in (0, signal.SIGKILL)
    return status != 0


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(
    "lines", [["red spend 1"], ["red spend 1", "red done", "red spend 1"]], ids=["an order", "over a turn's end"]
)
def test_killed_at_any_stage_of_a_commit_nothing_is_half_there_and_nobody_is_alarmed(
    tmp_path: Path, lines: list[str], after: bool
) -> None:
    met = 0
    for stage in range(1, STAGES):
        (top := tmp_path / str(stage)).mkdir()
        kept = KeptSeals(top / "seals")
        folder = begin(top)
        looks_on = Desk(CampaignFolder(folder, kept))
        looks_on.do(["red bid 1", "blue bid 2"])
        before = looks_on.last_number
        killed = _killed_at(folder, kept, lines, stage, after)
        met += killed
        looks_on.refresh()
        # What a reader makes of the torn tail does not hang on whether he had it open.
        found = Desk(CampaignFolder(folder, kept))
        assert found.lost == "" == looks_on.lost and found.campaign == looks_on.campaign
        assert found.last_number == before or found.entries()[-1].batch[0] == found.entries()[-1].batch[1]
        looks_on.do(["red bid 1"] if looks_on.campaign.progress.step == "court.bids" else ["blue spend 1"], newest=True)
        assert found.refresh() and found.lost == "" and found.campaign == looks_on.campaign
        assert same(folder, looks_on) and doctor.examine(folder) == ()
        if not killed:
            break
    assert 4 < met < STAGES - 1, "every stage was met"


# ---------------------------------------------------------------- a clock set back


@pytest.mark.parametrize("moment", [0, 1 << 33], ids=["1970", "2242"])
def test_a_clock_set_back_or_forward_hides_nothing(tmp_path: Path, moment: int) -> None:
    first = at_deeds(tmp_path)
    second = Desk.open(first.folder)

    def times() -> None:
        for path in (*files(first.folder), first.folder / "turns", first.folder):
            os.utime(path, (moment, moment))

    for at, lines in enumerate((["red spend 1"], ["red done"], ["red spend 1"])):
        writer, reader = (first, second) if at % 2 else (second, first)
        writer.do(lines)
        times()
        assert reader.refresh() and not reader.refresh()
        assert reader.campaign == writer.campaign and reader.lost == ""
    assert first.undo().entries and second.refresh() and second.campaign == first.campaign


# ---------------------------------------------------------------- a seat's file


def test_a_seats_file_that_is_changed_while_it_is_open_is_told_and_never_revealed(tmp_path: Path) -> None:
    folder = begin(tmp_path, seats=2)
    red, blue = Desk.open(folder, "red"), Desk.open(folder, "blue")
    red.do(["red bid 3"])
    path = secret.seat_file(folder, "red")
    path.write_bytes(path.read_bytes().replace(b"bid 3", b"bid 1"))
    blue.do(["blue bid 2"], newest=True)
    assert red.refresh()
    [told] = red.warnings
    assert "cannot be opened" in told and "seats/red.toml" in told
    assert all("bid 1" not in entry.order and "bid 3" not in entry.order for entry in blue.entries())
    with pytest.raises(Refused):
        blue.do(["red bid 1"], newest=True)
    path.write_bytes(path.read_bytes().replace(b"bid 1", b"bid 3"))
    blue.settle()
    assert any("bid 3" in entry.order for entry in blue.entries()), "what was sealed opens as soon as it is back"
    assert red.refresh() and red.warnings == ()
