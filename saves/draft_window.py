"""One window at a time on a scenario under change: a lock beside it, ``.NAME.lock``, for as long as the window is open.

Two windows would each write a draft that the other does not know. The system lets go of the lock when a process dies,
so a kill leaves nobody locked out; where nothing can be written there is no lock and no change either.
"""

from __future__ import annotations

import os
import weakref
from pathlib import Path

from saves import locks
from saves.errors import Busy

WHO = "another window"


class DraftWindow:
    """The lock of a window, on no scenario at first."""

    def __init__(self) -> None:
        self._closing: weakref.finalize[..., DraftWindow] | None = None

    def open(self, scenario: Path) -> None:
        """Keep other windows off a scenario, and this one's former no more. Raises Busy with who has it."""
        self.close()
        path = scenario.with_name(f".{scenario.name.removesuffix('.toml')}.lock")
        try:
            handle = locks.hold(path, WHO)
        except Busy as fault:
            holder = str(fault)
            here = f"(process {os.getpid()})" in holder
            told = "this window has it open already: go back to it" if here else f"{holder} has it open: leave it there"
            raise Busy(f"{scenario.name}: {told}; one window changes a scenario at a time") from None
        self._closing = weakref.finalize(self, locks.let_go, handle, path)

    def close(self) -> None:
        """Let others in."""
        if self._closing is not None:
            self._closing()
