"""The writer's lock: one at a time, in the order of coming, freed by the system when its holder dies."""

from __future__ import annotations

import errno
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from saves import locks
from saves.desk import Desk
from saves.errors import Busy, ReadOnly, SavesError
from saves.store import LOCK
from tests.saves.desks import at_deeds, same

EACH = 150
"""Times that the writers of the test of shares take the lock together, for each of them."""


@contextmanager
def _held_by_a_child(path: Path) -> Iterator[int]:
    """Another process holds the lock; yields its number. It is killed in the end."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        with locks.locked(path, "the seat 'western'"):
            os.write(tell, b"!")
            time.sleep(60)
        os._exit(0)
    try:
        assert os.read(told, 1) == b"!"
        yield child
    finally:
        for handle in (told, tell):
            os.close(handle)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.mark.parametrize("door", [True, False], ids=["a campaign's folder", "no folder of turns"])
def test_of_ten_writers_none_gets_below_half_its_share(tmp_path: Path, door: bool) -> None:
    """Each tries again at once, as soon as it has let go."""
    if door:
        (tmp_path / locks.DOOR).mkdir()
    writers, counts, start = [], tmp_path / "counts", tmp_path / "start"
    for number in range(10):
        child = os.fork()
        if child == 0:
            while not start.exists():
                time.sleep(0.001)
            while True:
                with locks.locked(tmp_path / LOCK, "a writer", 60):
                    before = counts.read_bytes() if counts.exists() else b""
                    if len(before) >= 10 * EACH:
                        os._exit(0)
                    counts.write_bytes(before + b"%d" % number)
        writers.append(child)
    start.touch()
    assert [os.waitpid(child, 0)[1] for child in writers] == [0] * 10
    got = counts.read_bytes()
    assert len(got) == 10 * EACH, "nobody wrote over another"
    if door:
        assert min(got.count(b"%d" % number) for number in range(10)) >= EACH // 2


def test_a_lock_that_is_held_names_its_holder_and_is_freed_when_he_dies(tmp_path: Path) -> None:
    (tmp_path / locks.DOOR).mkdir()
    path = tmp_path / LOCK
    with _held_by_a_child(path) as child:
        with (
            pytest.raises(Busy, match=rf"the seat 'western' \(process {child}\) is writing"),
            locks.locked(path, "me", 0.05),
        ):
            pass
        os.kill(child, signal.SIGKILL)
        with locks.locked(path, "me"):
            assert path.read_text().startswith("me (process")


def test_who_dies_in_the_door_lets_the_others_in(tmp_path: Path) -> None:
    (tmp_path / locks.DOOR).mkdir()
    path = tmp_path / LOCK
    with locks.locked(path, "the first"):
        second = os.fork()
        if second == 0:
            with locks.locked(path, "the second", 60):
                os._exit(0)
        _until(lambda: locks.taken(tmp_path / locks.DOOR))
        with pytest.raises(Busy, match="the first"), locks.locked(path, "the third", 0.05):
            pass
        os.kill(second, signal.SIGKILL)
        os.waitpid(second, 0)
    with locks.locked(path, "the third", 1.0):
        pass


def test_who_has_waited_too_long_holds_nothing_afterwards(tmp_path: Path) -> None:
    (tmp_path / locks.DOOR).mkdir()
    path = tmp_path / LOCK
    with locks.locked(path, "the first"):
        for _ in range(3):
            with pytest.raises(Busy), locks.locked(path, "the second", 0.02):
                pass
    _until(lambda: threading.active_count() == 1)
    for _ in range(3):
        with locks.locked(path, "the third", 1.0):
            pass


def test_where_no_thread_is_to_be_had_the_lock_is_waited_for_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / locks.DOOR).mkdir()

    def none(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)
    path = tmp_path / LOCK
    with _held_by_a_child(path) as child:
        with pytest.raises(Busy, match="western"), locks.locked(path, "me", 0.02):
            pass
        os.kill(child, signal.SIGKILL)
        with locks.locked(path, "me"):
            pass


def _link(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize("make", [_link, Path.mkdir, os.mkfifo], ids=["a link", "a folder", "a pipe"])
def test_a_lock_that_is_no_file_is_said_to_be_none(tmp_path: Path, make: object) -> None:
    desk = at_deeds(tmp_path)
    path = desk.folder / LOCK
    path.unlink()
    assert callable(make)
    make(path)
    before = desk.campaign
    with pytest.raises(SavesError, match=r"\.lock: is a link, a folder or a pipe .* remove it"):
        desk.do(["red spend 1"])
    assert desk.campaign == before and same(desk.folder, desk), "it is still read"
    assert not (desk.folder / "elsewhere").exists()
    path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    assert desk.do(["red spend 1"]).entries


def test_a_lock_that_may_not_be_opened_leaves_the_campaign_to_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = at_deeds(tmp_path)
    opened = os.open

    def denied(path: Any, *given: Any, **named: Any) -> int:
        # As the system answers whoever may not write there; the superuser may write everywhere.
        if Path(path).name == LOCK:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, *given, **named)

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", denied)
        with pytest.raises(ReadOnly):
            desk.do(["red spend 1"])
    assert Desk.open(desk.folder).campaign == desk.campaign


def test_a_name_in_the_lock_that_is_none_is_not_repeated(tmp_path: Path) -> None:
    path = tmp_path / LOCK
    with _held_by_a_child(path):
        path.write_bytes(b"\x1b[2J evil")
        with pytest.raises(Busy, match=r"\Aanother process is writing"), locks.locked(path, "me", 0.02):
            pass


def _until(true: object) -> None:
    """Wait for something that comes about in another thread or process."""
    assert callable(true)
    for _ in range(2000):
        if true():
            return
        time.sleep(0.005)
    raise AssertionError("it never came about")
