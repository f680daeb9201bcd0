"""Bytes between a visit's terminal or pipes and its channel, never more of them in memory than a few buffers: whoever
does not read is not read from."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

CHUNK = 32 << 10
WAITING = 64 << 10
"""Bytes that wait for a session that does not read, before its player is not read from either."""


class Source:
    """Reads a handle and gives on what comes, unless it is paused; ``ended`` is called once when nothing more comes.
    The handle is closed then, or by ``close``."""

    def __init__(self, handle: int, give: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self._handle, self._give, self._ended = handle, give, ended
        self._loop = asyncio.get_running_loop()
        os.set_blocking(handle, False)
        self._loop.add_reader(handle, self._read)

    @property
    def open(self) -> bool:
        """Whether more may come."""
        return self._handle >= 0

    def _read(self) -> None:
        try:
            data = os.read(self._handle, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            # A terminal that nobody has open any more.
            data = b""
        if data:
            self._give(data)
        else:
            self.close()
            self._ended()

    def pause(self) -> None:
        """Read nothing until ``resume``."""
        if self.open:
            self._loop.remove_reader(self._handle)

    def resume(self) -> None:
        """Read again."""
        if self.open:
            self._loop.add_reader(self._handle, self._read)

    def close(self) -> None:
        """Close the handle, without calling ``ended``."""
        if self.open:
            self._loop.remove_reader(self._handle)
            os.close(self._handle)
            self._handle = -1


class Sink:
    """Writes to a handle as fast as it takes it. ``full`` is called with True when enough waits, with False when there
    is room again."""

    def __init__(self, handle: int, full: Callable[[bool], None]) -> None:
        self._handle, self._full = handle, full
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._is_full = self._finishing = False
        os.set_blocking(handle, False)

    def give(self, data: bytes) -> None:
        """Write bytes, now or as soon as they are taken. What is given after the end is dropped."""
        if self._handle < 0 or self._finishing:
            return
        self._waiting += data
        self._write()

    def _write(self) -> None:
        while self._waiting:
            try:
                taken = os.write(self._handle, self._waiting[:CHUNK])
            except BlockingIOError:
                break
            except OSError:
                self.close()
                return
            del self._waiting[:taken]
        if self._waiting:
            self._loop.add_writer(self._handle, self._write)
        else:
            self._loop.remove_writer(self._handle)
            if self._finishing:
                self.close()
        full = len(self._waiting) > WAITING
        if full is not self._is_full and (full or not self._waiting):
            self._is_full = full
            self._full(full)

    def finish(self) -> None:
        """Nothing more comes: close the handle as soon as all is written."""
        self._finishing = True
        if self._handle >= 0:
            self._write()

    def close(self) -> None:
        """Close the handle; what waits is dropped."""
        if self._handle >= 0:
            self._loop.remove_writer(self._handle)
            os.close(self._handle)
            self._handle = -1
            self._waiting.clear()
