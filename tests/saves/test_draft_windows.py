"""Two windows on one scenario: one at a time changes it, no other loses what it has typed, none locks anybody out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from saves.drafts import ScenarioDraft
from saves.errors import Busy, Stale, UnreadableFile
from tests.saves.drafting import saved

ROOT = Path(__file__).parents[2]


def test_two_windows_on_one_scenario_do_not_mix_their_changes() -> None:
    one, other = saved(), ScenarioDraft("my-box")
    one.set("powers.germany.brps", 91)
    with pytest.raises(Stale, match="in another window as well"):
        other.set("powers.germany.brps", 92)
    assert not other.changed and ScenarioDraft("my-box").get("powers.germany.brps") == 91


def test_one_that_changes_nothing_leaves_the_others_draft_and_one_that_is_behind_writes_over_nothing() -> None:
    one, other, third = saved(), ScenarioDraft("my-box"), ScenarioDraft("my-box")
    one.set("powers.germany.brps", 91)
    other.save()
    one.set("powers.germany.brps", 92)
    assert ScenarioDraft("my-box").get("powers.germany.brps") == 92
    one.save()
    third.set("powers.us.brps", 1)
    with pytest.raises(Stale, match="changed by another hand"):
        third.save()
    again = ScenarioDraft("my-box")
    assert (again.get("powers.germany.brps"), again.get("powers.us.brps"), again.resumed) == (92, 1, 1)


HOLDER = """
import sys
from saves.drafts import ScenarioDraft
draft = ScenarioDraft("my-box", alone=True)
draft.set("powers.germany.brps", 91)
print("open", flush=True)
sys.stdin.readline()
"""


def test_one_window_at_a_time_and_a_killed_one_locks_nobody_out() -> None:
    path = saved().path
    assert path is not None
    lock = path.with_name(".my-box.lock")
    holder = subprocess.Popen([sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert holder.stdin is not None and holder.stdout is not None
    try:
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(Busy, match=rf"my-box.toml: another window \(process {holder.pid}\) has it open"):
            ScenarioDraft("my-box", alone=True)
        # Who only reads it does so.
        assert ScenarioDraft("my-box").get("powers.us.brps") == 150
    finally:
        holder.kill()
        holder.wait()
        holder.stdin.close()
        holder.stdout.close()
    mine = ScenarioDraft("my-box", alone=True)
    with pytest.raises(Busy, match="this window has it open already"):
        ScenarioDraft("my-box", alone=True)
    assert lock.exists()
    mine.close()
    assert not lock.exists()
    again = ScenarioDraft("my-box", alone=True)
    again.set("powers.us.brps", 151)
    again.close()
    # What was typed in the window that was killed stands there as well.
    last = ScenarioDraft("my-box", alone=True)
    assert (last.get("powers.us.brps"), last.get("powers.germany.brps")) == (151, 91)


def test_a_copy_is_locked_once_it_has_a_file() -> None:
    copy = ScenarioDraft("battle-of-the-atlantic", alone=True)
    copy.name("My box")
    copy.set("powers.us.brps", 151)
    with pytest.raises(Busy, match="open already"):
        ScenarioDraft("my-box", alone=True)
    del copy
    assert ScenarioDraft("my-box", alone=True).resumed == 1


def test_a_file_that_cannot_be_opened_is_locked_by_nobody() -> None:
    path = saved().path
    assert path is not None
    path.write_text("format = 4\n")
    for _ in range(2):
        with pytest.raises(UnreadableFile):
            ScenarioDraft("my-box", alone=True)
    assert not path.with_name(".my-box.lock").exists()
