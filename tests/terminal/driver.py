"""A program in a pseudo-terminal: keys in, the screen read by a terminal emulator, its bytes timed.

Nothing here sleeps: whoever waits, waits for what stands on the screen, until a deadline.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from attrs import frozen
from pyte import ByteStream

from tests import forked
from tests.terminal.quick_screen import QuickScreen

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = (sys.executable, "-m", "tui")
PATIENCE = 10.0
"""Seconds that anything may take before a test gives up."""

_AFTER_ESCAPE = 0.15
"""Seconds of quiet after escape: for 0.1 the framework waits for what may follow in one sequence."""
_IDLE = 0.002
"""Seconds of work in a pause that are no more than a timer's."""

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "ctrl+p": "\x10",
    "ctrl+q": "\x11",
    "ctrl+s": "\x13",
    "shift+left": "\x1b[1;2D",
    "shift+right": "\x1b[1;2C",
    "shift+tab": "\x1b[Z",
}
# What the emulator does not know and would print: keyboard protocols and questions about modes. And half of what comes,
# colours and weights, which nobody reads off the screen here.
_UNREAD = re.compile(rb"\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$p|\x1b\[[0-9;]* q|\x1b\[[0-9;]*m")
_CUT_OFF = re.compile(rb"\x1b(?:\[[0-9;?<>=$ ]*)?\Z")


class TooLate(AssertionError):
    """What was waited for has not come; the message shows the screen."""


@frozen
class Answer:
    """What came back after a key, in seconds after it: the first byte and the last; and how many bytes."""

    first: float
    last: float
    size: int


class Terminal:
    """One program in a terminal of its own. Use it with ``with``: at the end the program is gone, however it went.

    ``forks``: our program is not started but forked (see ``forked``); the tests of a folder say so in their conftest.
    """

    forks = False

    def __init__(
        self,
        *arguments: str,
        home: Path,
        columns: int = 120,
        lines: int = 40,
        program: Sequence[str] = PROGRAM,
        environment: Mapping[str, str] | None = None,
        controlling: bool = True,
    ) -> None:
        """``controlling``: the terminal is the session's own, so whoever closes it hangs the program up by a signal."""
        self.screen = QuickScreen(columns, lines)
        self._stream = ByteStream(self.screen)
        self._rest = b""
        self.output = bytearray()
        self.began = time.perf_counter()
        self._master, slave = pty.openpty()
        _resize(slave, columns, lines)
        self.process: subprocess.Popen[bytes] | forked.Forked
        started, *module = program
        if self.forks and (started, module[0]) == PROGRAM[:2] and controlling and not environment:
            self.process = forked.start(
                arguments,
                (slave, slave, slave),
                folder=ROOT,
                environment=_environment(home),
                terminal=True,
                module=module[1],
            )
        else:
            self.process = subprocess.Popen(
                [*program, *arguments],
                stdin=slave,
                stdout=slave,
                stderr=slave,
                cwd=ROOT,
                env=_environment(home) | dict(environment or {}),
                start_new_session=True,
                preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if controlling else None,
                close_fds=True,
            )
        os.close(slave)
        self._open = True
        self._escaped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    # --- the screen

    @property
    def text(self) -> str:
        """What stands on the screen, lines without trailing blanks."""
        return self.screen.text

    @property
    def words(self) -> str:
        """The same as one line with single blanks, for what may be wrapped."""
        return " ".join(self.text.split())

    def read(self, seconds: float) -> bytes:
        """Bytes as they come, none after so many seconds or at the end; they are shown on the screen."""
        if not self._open or not select.select([self._master], [], [], max(0.0, seconds))[0]:
            return b""
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:
            data = b""
        if not data:
            self._open = False
            return b""
        self.output += data
        self._show(data)
        return data

    def _show(self, data: bytes) -> None:
        data = self._rest + data
        cut_off = _CUT_OFF.search(data)
        at = cut_off.start() if cut_off else len(data)
        data, self._rest = data[:at], data[at:]
        self._stream.feed(_UNREAD.sub(b"", data))

    def wait(self, wanted: str | Callable[[Terminal], bool], seconds: float = PATIENCE) -> float:
        """Wait until a text stands on the screen, or something is so; returns the seconds since the start.

        Raises TooLate with the screen, also where the program has ended before.
        """
        until = time.perf_counter() + seconds
        while True:
            if (wanted in self.text or wanted in self.words) if isinstance(wanted, str) else wanted(self):
                return time.perf_counter() - self.began
            left = until - time.perf_counter()
            if left <= 0 or (not self.read(left) and not self._open):
                state = "" if self._open else f" (ended with {self.process.poll()})"
                raise TooLate(f"waited in vain for {wanted!r}{state}; the screen:\n{self.text}")

    def lacks(self, unwanted: str) -> None:
        """Wait until everything is painted; then a text must not stand on the screen."""
        self.calm()
        assert unwanted not in self.text and unwanted not in self.words, f"{unwanted!r} stands there:\n{self.text}"

    # --- the keys

    def read_on(self, wanted: str, pages: int = 12) -> None:
        """Down a page until a text stands in sight. Raises TooLate."""
        for _ in range(pages):
            self.calm()
            if wanted in self.text or wanted in self.words:
                return
            self.press("pagedown")
        self.wait(wanted)

    def press(self, *keys: str) -> None:
        """Press keys by their names, one after the other; what is no name is typed."""
        for key in keys:
            self.type(KEYS.get(key, key))

    def type(self, text: str) -> None:
        """Type text as it is. After escape only once the program has taken that for a key of its own: read together
        with a letter it would be another one."""
        if self._escaped:
            self.calm(_AFTER_ESCAPE)
        self._escaped = text == KEYS["escape"]
        os.write(self._master, text.encode())

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size, as a window manager does."""
        _resize(self._master, columns, lines)
        self.screen.resize(lines, columns)
        self.process.send_signal(signal.SIGWINCH)

    def answer(self, key: str, quiet: float = 0.12, patience: float = 2.0) -> Answer:
        """Press a key and time what comes back until nothing has come for ``quiet`` seconds.

        Bytes are put on the screen only afterwards, so that the emulator does not count.
        """
        data, first, last = b"", 0.0, 0.0
        text = KEYS.get(key, key).encode()
        began = time.perf_counter()
        os.write(self._master, text)
        while True:
            waited = patience if not data else quiet
            if not select.select([self._master], [], [], waited)[0]:
                break
            more = os.read(self._master, 1 << 16)
            last = time.perf_counter() - began
            first = first or last
            data += more
        self.output += data
        self._show(data)
        return Answer(first, last, len(data))

    def calm(self, quiet: float = 0.05) -> None:
        """Read until nothing has come for so many seconds and the program waits for nothing but keys: a screen is
        painted in several pieces, and a busy machine may pause between two."""
        while self._open:
            worked = self._worked()
            if not self.read(quiet) and self._worked() - worked < _IDLE:
                return

    def _worked(self) -> float:
        """The seconds for which the program has run or waited for a processor."""
        try:
            run, waited, _ = Path(f"/proc/{self.process.pid}/schedstat").read_text(encoding="ascii").split()
        except (OSError, ValueError):
            return 0.0
        return (int(run) + int(waited)) / 1e9

    # --- the end

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """Close the terminal's other end, as a dropped connection does."""
        self._open = False
        with contextlib.suppress(OSError):
            os.close(self._master)

    def ended(self, seconds: float = PATIENCE) -> int:
        """Wait until the program is gone; returns its exit code (negative: the signal). Raises TooLate."""
        until = time.perf_counter() + seconds
        while self.process.poll() is None:
            if time.perf_counter() > until:
                raise TooLate(f"still running; the screen:\n{self.text}")
            if not self.read(0.05) and not self._open:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(0.05)
        while self.read(0.0):
            pass
        return self.process.wait()

    @property
    def restored(self) -> bool:
        """Whether the program has given the terminal back: out of the other screen, cursor shown, no mouse reports."""
        last = {mode: self.output.rfind(b"\x1b[?" + mode) for mode in _MODES}
        return all(last[off] > last[on] for on, off in _PAIRS if last[on] >= 0)

    @property
    def resident(self) -> float:
        """The program's resident memory, in MB (10^6 bytes)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
        assert found is not None
        return int(found.group(1)) * 1024 / 1e6


_PAIRS = ((b"1049h", b"1049l"), (b"25l", b"25h"), (b"1000h", b"1000l"), (b"1003h", b"1003l"), (b"2004h", b"2004l"))
_MODES = tuple(mode for pair in _PAIRS for mode in pair)


def _resize(handle: int, columns: int, lines: int) -> None:
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def _environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "PYTHONPATH", "VIRTUAL_ENV") if name in os.environ}
    return kept | {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_STATE_HOME": str(home / ".local" / "state"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }
