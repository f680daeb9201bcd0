"""What one visit may use, and how the system is told. Commands are bounded in time as well: nobody looks at them."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from contextlib import suppress

COMMAND_SECONDS = 60.0
"""Seconds that a command may run, by the clock."""
COMMAND_PROCESSOR_SECONDS = 30
MEMORY = 768 << 20
"""Bytes that a session may write to, what it shares with the others included."""
FILES = 128
"""Open files."""
LARGEST_FILE = 256 << 20
"""Bytes of a file that it writes."""
AFTER_HANGUP = 1.0
"""Seconds from the end of a line to the end of its session, whatever that is doing."""
LONGEST_COMMAND = 64 << 10
"""Bytes of a command's text."""

_SET_PDEATHSIG, _SET_NO_NEW_PRIVS = 1, 38


def bound(*, command: bool) -> None:
    """Bound this process for good: memory, files, and for a command the processor's time and new processes."""
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NOFILE, FILES)
    _limit(resource.RLIMIT_DATA, MEMORY)
    _limit(resource.RLIMIT_FSIZE, LARGEST_FILE)
    if command:
        _limit(resource.RLIMIT_CPU, COMMAND_PROCESSOR_SECONDS)
        # Threads count as well, so not for the app, whose terminal is read by one.
        _limit(resource.RLIMIT_NPROC, 0)


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(what, (most, most))


def end_with(parent: int) -> None:
    """Let the system kill this process when ``parent`` dies, also where nobody is left to do it; gain no rights by
    running anything. Linux only: elsewhere the front and its starter end their sessions themselves."""
    with suppress(AttributeError, OSError):
        libc = ctypes.CDLL(None)
        libc.prctl(_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        libc.prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    # It may have died before it was asked for.
    if os.getppid() != parent:
        os._exit(1)
