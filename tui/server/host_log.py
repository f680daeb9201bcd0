"""The host's log: who, when, what, from where; never what was ordered, and nothing that could steer his terminal.

A line is the time (UTC), what happened, and facts as ``name=value``. At a bound it is renamed to ``server.log.1`` and
so on, and the oldest goes.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

LARGEST = 1 << 20
"""Bytes of a file."""
KEPT = 4
"""Older files."""
LONGEST = 120
"""Signs of a fact."""


def cleaned(text: str, longest: int = LONGEST) -> str:
    """A fact as it stands in the log: printable, in quotes where it has blanks, bounded."""
    seen = "".join(sign if sign.isprintable() and sign not in '"\\' else "?" for sign in text[:longest])
    seen += "..." if len(text) > longest else ""
    return f'"{seen}"' if " " in seen or not seen else seen


class HostLog:
    """An open log. A disk that is full stops no player."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._size = 0
        self._handle = -1
        self._open()

    def _open(self) -> None:
        with suppress(OSError):
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
            self._handle = os.open(self.path, flags, 0o600)
            self._size = os.fstat(self._handle).st_size

    def __call__(self, what: str, /, **facts: object) -> None:
        """Write a line."""
        told = "".join(f" {name}={cleaned(str(fact))}" for name, fact in facts.items() if fact not in ("", None))
        self._write(f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {what}{told}\n")

    def lines(self, text: str) -> None:
        """Write what has several lines, such as the places of a fault, each set in."""
        for line in text.splitlines()[:40]:
            self._write(f"    {''.join(sign if sign.isprintable() else '?' for sign in line[:300])}\n")

    def _write(self, line: str) -> None:
        data = line.encode(errors="replace")
        if self._size + len(data) > LARGEST:
            self._rotate()
        if self._handle < 0:
            self._open()
        with suppress(OSError):
            self._size += os.write(self._handle, data)

    def _rotate(self) -> None:
        self.close()
        for number in range(KEPT, 0, -1):
            older = self.path.with_name(f"{self.path.name}.{number}")
            newer = self.path.with_name(f"{self.path.name}.{number - 1}") if number > 1 else self.path
            with suppress(OSError):
                newer.replace(older)
        self._size = 0
        self._open()

    def close(self) -> None:
        """Close the file."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
