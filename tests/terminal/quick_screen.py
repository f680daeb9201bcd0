"""The terminal emulator's screen as the tests read it: after every few bytes. Text of one-cell signs within a line goes
on it at once instead of sign by sign, and only lines that have changed are read again."""

from __future__ import annotations

from typing import Any

import pyte
from pyte import modes
from pyte.screens import wcwidth


class QuickScreen(pyte.Screen):
    """The emulator's screen, with ``text``."""

    def __init__(self, columns: int, lines: int) -> None:
        self._lines: dict[int, str] = {}
        self._text: str | None = None
        # The cells of signs as they look now.
        self._look: Any = None
        self._cells: dict[str, Any] = {}
        super().__init__(columns, lines)

    @property
    def text(self) -> str:
        """What stands on the screen, lines without trailing blanks."""
        if self._text is None or self.dirty:
            for at in self.dirty:
                cells = self.buffer[at]
                self._lines[at] = "".join([cells[x].data for x in range(self.columns)]).rstrip()
            self.dirty.clear()
            self._text = "\n".join([self._lines[at] for at in range(self.lines)])
        return self._text

    def draw(self, data: str) -> None:
        """Put text at the cursor."""
        cursor = self.cursor
        end = cursor.x + len(data)
        plain = not self.charset and modes.IRM not in self.mode and end <= self.columns
        if not plain or (not data.isascii() and any(wcwidth(sign) != 1 for sign in data)):
            super().draw(data)
            return
        if cursor.attrs is not self._look:
            self._look, self._cells = cursor.attrs, {}
        line, made, look = self.buffer[cursor.y], self._cells, cursor.attrs
        for x, sign in enumerate(data.translate(self.g0_charset), cursor.x):
            cell = made.get(sign)
            if cell is None:
                cell = made[sign] = look._replace(data=sign)
            line[x] = cell
        cursor.x = end
        self.dirty.add(cursor.y)
