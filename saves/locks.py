"""One writer at a time: ``flock`` on a file of its own, held for one append; freed by the system when its holder
dies.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from saves.errors import Busy, SavesError, from_os

PATIENCE = 5.0
_PAUSE = 0.005


@contextmanager
def locked(path: Path, who: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock; waits up to ``patience`` seconds. Raises Busy naming the holder, ReadOnly where there can be no
    lock.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    except OSError as fault:
        raise from_os(fault, path) from fault
    try:
        _wait(handle, patience)
        _sign(handle, who)
        yield
    finally:
        os.close(handle)


@contextmanager
def alone(folder: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a lock on a folder itself, which needs no file in it. Raises Busy, ReadOnly where there can be no lock."""
    handle = _folder(folder)
    try:
        _wait(handle, patience)
        yield
    finally:
        os.close(handle)


def sit(folder: Path) -> int:
    """Sit down at an open campaign: a shared lock on its folder, so that nobody moves it away. Returns a handle for
    ``leave``, -1 where there can be no lock."""
    try:
        handle = _folder(folder)
    except SavesError:
        return -1
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return -1
    return handle


def leave(handle: int) -> None:
    """Leave a campaign at which ``sit`` sat down."""
    if handle >= 0:
        os.close(handle)


def taken(folder: Path) -> bool:
    """Whether somebody holds the lock on a folder itself."""
    try:
        with alone(folder, 0.0):
            return False
    except Busy:
        return True


def _folder(folder: Path) -> int:
    try:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as fault:
        raise from_os(fault, folder) from fault


def _wait(handle: int, patience: float) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() >= until:
                holder = _holder(handle)
                raise Busy(f"{holder} is writing to this campaign; try again in a moment") from None
            time.sleep(_PAUSE)
        else:
            return


def _holder(handle: int) -> str:
    try:
        return os.pread(handle, 200, 0).decode(errors="replace").strip() or "another process"
    except OSError:
        # A folder has no text.
        return "another process"


def _sign(handle: int, who: str) -> None:
    """Leave a name for those who wait. The lock holds without it, so a full disk is no reason to stop here."""
    try:
        name = f"{who} (process {os.getpid()})\n".encode()
        os.pwrite(handle, name, 0)
        os.ftruncate(handle, len(name))
    except OSError:
        return
