"""One writer at a time: ``flock`` on a file of its own, held for one append; freed by the system when its holder
dies.

Writers queue. Whoever only tried again and again would come second to the one who has just let go and tries at once,
so that of ten writers some never wrote. There is a door before the lock: one at a time stands in it and waits for the
lock, the others wait for the door, each asleep in the system's own queue, which wakes them in the order in which they
came. The door is a lock on the folder of turns, which every campaign has, so it needs no file.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from saves.errors import Busy, ReadOnly, SavesError, from_os

PATIENCE = 5.0
"""Seconds that a writer waits for the others."""
DOOR = "turns"
"""The folder beside the lock in whose queue writers wait."""
_PAUSE = 0.005
_LONGEST = 200
"""Bytes of a name in the lock."""


@contextmanager
def locked(path: Path, who: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock; waits up to ``patience`` seconds, in the order of coming. Raises Busy naming the holder, ReadOnly
    where there can be no lock, SavesError where its file is none.
    """
    until = time.monotonic() + patience
    lock = _Waiting(_file(path))
    try:
        _queue(path, lock, until)
        _sign(lock.handle, who)
        yield
    finally:
        lock.leave()


def _queue(path: Path, lock: _Waiting, until: float) -> None:
    """Wait for the door, and in it for the lock. Raises Busy."""
    try:
        door = _Waiting(_folder(path.parent / DOOR))
    except SavesError:
        # Without a door there is no order of coming; one at a time it still is.
        if not lock.wait(until):
            raise _busy(_holder(lock.handle)) from None
        return
    try:
        if not (door.wait(until) and lock.wait(until)):
            raise _busy(_holder(lock.handle))
    finally:
        door.leave()


def _busy(holder: str) -> Busy:
    return Busy(f"{holder} is writing to this campaign; try again in a moment")


@contextmanager
def alone(folder: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a lock on a folder itself, which needs no file in it. Raises Busy, ReadOnly where there can be no lock."""
    handle = _folder(folder)
    try:
        if not _insist(handle, time.monotonic() + patience):
            # A folder has no text that names the holder.
            raise _busy(_SOMEBODY)
        yield
    finally:
        os.close(handle)


def hold(path: Path, who: str) -> int:
    """Hold a file of a lock's own for as long as something is open; returns a handle for ``let_go``, -1 where there can
    be no lock because nothing can be written there. Raises Busy naming the holder, SavesError where it is no file."""
    while True:
        try:
            handle = _file(path)
        except ReadOnly:
            return -1
        if not _try(handle):
            holder = _holder(handle)
            os.close(handle)
            raise Busy(holder)
        try:
            # Who let go of it before may just have removed it: then another may hold the one that stands there now.
            if os.path.samestat(path.stat(), os.fstat(handle)):
                _sign(handle, who)
                return handle
        except FileNotFoundError:
            pass
        os.close(handle)


def let_go(handle: int, path: Path) -> None:
    """Let go of what ``hold`` gave, and leave no file behind."""
    if handle >= 0:
        with suppress(OSError):
            path.unlink()
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


def _file(path: Path) -> int:
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    except OSError as fault:
        if fault.errno in (errno.ELOOP, errno.EISDIR, errno.ENXIO):
            raise _no_file(path) from None
        raise from_os(fault, path) from fault
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise _no_file(path)
    return handle


def _no_file(path: Path) -> SavesError:
    told = "is a link, a folder or a pipe and no file; nothing was changed: remove it, the next writer makes it anew"
    return SavesError(f"{path}: {told}")


def _folder(folder: Path) -> int:
    try:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as fault:
        raise from_os(fault, folder) from fault


class _Waiting:
    """An open file whose lock is wanted, and the wait for it in the system's queue, which knows no end: a thread waits
    there. Where that lasts too long it is left behind, and lets go of what it is given then."""

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self._settled = threading.Lock()
        self._given = threading.Event()
        self._asleep = False
        self._left = False

    def wait(self, until: float) -> bool:
        """Wait for the lock until that moment of the monotonic clock; whether it is held."""
        if _try(self.handle):
            return True
        try:
            threading.Thread(target=self._sleep, daemon=True).start()
        except RuntimeError:
            # No thread is to be had here: less fair, and no harm.
            return _insist(self.handle, until)
        self._asleep = True
        return self._given.wait(max(0.0, until - time.monotonic()))

    def _sleep(self) -> None:
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX)
        except OSError:
            # As if it were never given.
            return
        with self._settled:
            if self._left:
                os.close(self.handle)
            self._given.set()

    def leave(self) -> None:
        """Let go of the lock, or of the wait for it."""
        with self._settled:
            self._left = True
            if self._asleep and not self._given.is_set():
                return
        os.close(self.handle)


def _insist(handle: int, until: float) -> bool:
    """Try again and again until that moment of the monotonic clock; whether the lock is held."""
    while not _try(handle):
        if time.monotonic() >= until:
            return False
        time.sleep(_PAUSE)
    return True


def _try(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


_SOMEBODY = "another process"


def _holder(handle: int) -> str:
    """Who signed the lock; somebody where what stands there is no name."""
    try:
        name = os.pread(handle, _LONGEST, 0).decode(errors="replace").strip()
    except OSError:
        return _SOMEBODY
    return name if name and name.isprintable() else _SOMEBODY


def _sign(handle: int, who: str) -> None:
    """Leave a name for those who wait. The lock holds without it, so a full disk is no reason to stop here."""
    try:
        name = f"{who} (process {os.getpid()})\n".encode()
        os.pwrite(handle, name, 0)
        os.ftruncate(handle, len(name))
    except OSError:
        return
