"""One visit's own process, from the moment after the fork to its end: nothing is left of whoever forked it but what is
imported, and nothing is known of the host but the server's folder."""

from __future__ import annotations

import contextlib
import fcntl
import gc
import os
import signal
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from tui.server import limits, pokes
from tui.server.visits import Begin

FAULT = 2
SORRY = "a fault of the program ends this visit; everything acknowledged is on disk: come in again"
_LINE = 3
"""The handle of the line to the front; 0 to 2 are the player's."""
_MOST_HANDLES = 4096


def become(begin: Begin, handles: Sequence[int], parent: int) -> NoReturn:
    """Be the process of a visit: never returns. ``handles``: its terminal, or input, output and errors; then its
    line to the front."""
    code = FAULT
    try:
        _leave_the_forker(parent)
        _take(handles, begin.terminal)
        os.environ.clear()
        os.environ.update(begin.environment)
        limits.bound(command=begin.arguments is not None)
        # After it so that what is imported now is never looked through.
        gc.enable()
        gc.set_threshold(20_000)
        line = pokes.enter(_LINE)
        code = run(begin, line.fault)
    finally:
        # No handler of an exit, no thread that waits, nobody's buffers but those just flushed.
        os._exit(code & 0xFF)


def _leave_the_forker(parent: int) -> None:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    # As in any Python: a command that is interrupted says so.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    limits.end_with(parent)
    os.setsid()
    os.umask(0o077)
    os.chdir("/")


def _take(handles: Sequence[int], terminal: bool) -> None:
    """Make a visit's handles this process's only ones, and its terminal the one that can hang it up."""
    *streams, line = handles
    given = streams * 3 if terminal else streams
    # Copies above all places first, so that none is closed by another's taking its place.
    high = [fcntl.fcntl(handle, fcntl.F_DUPFD, 64) for handle in (*given, line)]
    for place, handle in enumerate(high):
        os.dup2(handle, place, inheritable=False)
    os.closerange(_LINE + 1, _MOST_HANDLES)
    if terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    streams_anew()
    sys.argv = ["warledger"]


def streams_anew() -> None:
    """Fresh streams on the handles 0 to 2: the framework writes to those under the names with underscores."""
    modes = (("stdin", "r", -1), ("stdout", "w", -1), ("stderr", "w", 1))
    for handle, (name, mode, buffering) in enumerate(modes):
        errors = "strict" if name == "stdout" else "replace"
        stream = open(handle, mode, buffering, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def run(begin: Begin, fault: Callable[[BaseException], None]) -> int:
    """The app or the command of a visit; its exit code. ``fault`` is told of one of the program."""
    from tui.server import guest

    data = Path(begin.data)
    try:
        if begin.arguments is None:
            code = guest.run_app(begin.player, data)
        else:
            code = guest.run_command(begin.player, data, begin.arguments)
    except SystemExit as leave:
        code = leave.code if isinstance(leave.code, int) else FAULT
    except KeyboardInterrupt:
        code = 130
    except BaseException as error:
        fault(error)
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(f"\nwarledger: {SORRY}\n")
        code = FAULT
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    return code
