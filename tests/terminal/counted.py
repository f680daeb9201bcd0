"""A terminal that counts every key that it is sent, and what the program works for each."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.driver import KEYS, Terminal

BUSY = 3
"""What a key may take on a machine that others use too, in times of what it may take."""
MOST = 0.016
"""Seconds that any key may take, once what it asks for has been read: a printed table is read when it is first used."""


class CountedTerminal(Terminal):
    """``keys``: how many keys it has been sent since ``count_anew``; ``slowest``: the longest that the program has
    worked for one of them, in seconds of the processor, and which it was."""

    keys: int = 0
    slowest: tuple[float, str] = (0.0, "")

    def count_anew(self) -> None:
        """Forget the keys that led here."""
        self.calm()
        self.keys, self.slowest = 0, (0.0, "")

    def hit(self, *keys: str) -> None:
        """Keys by their names, or signs, one after the other; each is done before the next. A text of several signs is
        typed sign by sign."""
        for key in keys:
            for sign in (key,) if key in KEYS else key:
                before = self._ran()
                self.press(sign)
                self.calm(0.02)
                self.keys += 1
                self.slowest = max(self.slowest, (self._ran() - before, sign))

    def _ran(self) -> float:
        """Seconds for which the program has run; waiting for a processor is the machine's."""
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9
