"""What is done between two keys: what is no longer used is looked for while nobody waits, not in the middle of a key.

Python looks for objects that only hold each other whenever so many new ones have been made, and now and then through
all there are: 4 ms in one key of twenty, 30 to 50 ms in one of some hundred. A pause does the same in small portions,
or at once after a page was closed.
"""

from __future__ import annotations

import asyncio
import gc
import linecache
import sys
from collections.abc import Callable
from typing import Protocol, runtime_checkable

_PAUSE = 0.05
"""Seconds after a key until what it made is looked through: its paints are over by then. Takes less than 1 ms."""
_REST = 2.0
"""Seconds after a key until all is looked through that has come since the modules were loaded: a few ms."""
_PORTIONS = 10
"""Pauses after which that is worth while."""
_MADE = 20_000
"""New objects after which Python looks by itself."""
_MANY = 50
"""New modules from which on something has been opened, such as the first campaign with its rules."""


@runtime_checkable
class HasSpareTime(Protocol):
    """An app with pauses of its own, or None where others share its process."""

    spare: SpareTime | None


class SpareTime:
    """For a program in a process of its own: what it has loaded stays as long as it runs."""

    def __init__(self) -> None:
        self._next: asyncio.TimerHandle | None = None
        self._modules = 0
        self._page_gone = False

    def by_itself(self) -> None:
        """While nobody pauses, Python looks by itself as often as a program needs that stays and loads much."""
        gc.set_threshold(_MADE)

    def begin(self) -> None:
        """The program has begun; called inside its event loop, as ``key`` is."""
        self._after(_PAUSE * 10, self._pause)

    def key(self) -> None:
        """A key was pressed: whatever was put off is put off once more."""
        self._after(_PAUSE, self._pause)

    def page_gone(self) -> None:
        """A page was closed, whose parts hold each other: all of it is found in the next pause, before another page
        takes as much memory again."""
        self._page_gone = True

    def _after(self, seconds: float, work: Callable[[], None]) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(seconds, work)

    def _pause(self) -> None:
        if len(sys.modules) >= self._modules + _MANY:
            # Modules and rules never go, so they are not looked through again; what making them left behind goes first,
            # or it would stay for ever: 12,000 objects in 40 ms, after a page whose rules took ten times as long.
            self._modules = len(sys.modules)
            gc.collect()
            # The sources of what attrs wrote for 1,200 classes, which only a debugger reads: 2 MB.
            linecache.clearcache()
            gc.freeze()
        elif self._page_gone:
            self._rest()
        else:
            gc.collect(0)
            if gc.get_count()[1] >= _PORTIONS:
                self._after(_REST, self._rest)

    def _rest(self) -> None:
        self._page_gone = False
        gc.collect()
