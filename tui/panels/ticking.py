"""The list under a box that is ticked: where its cursor stands, what is asked, and how its lines are drawn."""

from __future__ import annotations

from collections.abc import Sequence

from tui import glyphs
from tui.models.picking import Doubt, Tick
from tui.panels.laying import Laid, labelled, mark, paragraph, plain, reasoned
from tui.rows import clean, fit, row

TICK = "tick:"
"""Before a counter's name, the spot of its line."""
_MORE, _FEWER = ("plus", "equals_sign", "right"), ("minus", "left")
_TENS = 10


class Ticking:
    """The cursor in the list of one box. ``at``: the line it stands on, None while it stands in the box's text;
    ``doubt``: the word of which it is asked what it stands for."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.doubt: Doubt | None = None
        self.answered: tuple[str, int] = ("", -1)
        """The word that the player let stand as he had typed it, and its box."""
        self._digit = -1
        """The line on which a digit has just been typed: a second one makes it a number of two."""

    def tick(self, lines: Sequence[Tick]) -> Tick | None:
        """The line under the cursor."""
        return lines[min(self.at, len(lines) - 1)] if self.at is not None and lines else None

    def enter(self, at: int = 0) -> None:
        """Into the list."""
        self.at, self._digit = at, -1

    def ask(self, doubt: Doubt, box: int) -> None:
        """Ask which is meant."""
        self.doubt, self.answered = doubt, (doubt.word, box)
        self.enter()

    def leave(self) -> None:
        """Back to the text."""
        self.at, self.doubt, self._digit = None, None, -1

    def move(self, key: str, lines: int) -> bool:
        """The cursor goes up or down; False where it leaves the list at its top."""
        at, self._digit = min(self.at or 0, lines - 1), -1
        if key == "up" and at == 0:
            self.leave()
            return False
        to = {"up": at - 1, "down": at + 1, "home": 0, "end": lines - 1}[key]
        self.at = max(0, min(lines - 1, to))
        return True

    def count(self, key: str, character: str | None, line: Tick) -> int | None:
        """How many of the line a key makes, None for a key that counts nothing."""
        digit, self._digit = self._digit, -1
        if key in _MORE:
            return line.many + 1
        if key in _FEWER:
            return max(0, line.many - 1)
        if key == "space":
            return line.many + 1 if line.many < line.of else 0
        if key == "asterisk":
            return line.of
        if key in ("backspace", "delete"):
            return 0
        if character is not None and character.isdecimal() and character.isascii():
            many = int(character)
            whole = line.many * _TENS + many
            self._digit = self.at if self.at is not None else -1
            return whole if digit == self.at and 0 < line.many < _TENS and whole <= line.of else many
        return None


def lay_ticks(lines: Sequence[Tick], ticking: Ticking, width: int, room: int, *, listed: bool) -> list[Laid]:
    """The lines of a list around its cursor, each with how many are named; over them what is asked."""
    laid: list[Laid] = []
    if ticking.doubt is not None:
        laid += paragraph(f"Which is meant by '{ticking.doubt.word}'?", width, "strong", indent=3)
    here = ticking.tick(lines)
    at = lines.index(here) if here is not None else 0
    first = max(0, min(at - room // 2, len(lines) - room))
    labels = min(max(len(line.label) for line in lines), max(12, width // 2 - 4))
    counted = listed and ticking.doubt is None
    figures = max(len(str(line.of)) for line in lines)
    for line in lines[first : first + room]:
        many = fit(str(line.many) if line.many else glyphs.sign("none"), figures, "right")
        ink = "changed" if line.many else "quiet"
        count = ((f"{many} of {fit(str(line.of), figures)}  ", ink),) if counted else ()
        label, more = labelled(line.label, labels)
        shade = "strong" if line.many else "" if line.of else "quiet"
        told = row("  ", mark(line is here), *count, (label, shade))
        under = [row(" " * (told.width - labels), (text, shade)) for text in more]
        first_line, *why = reasoned([told], clean(line.note), width)
        # A note that has no room stands under the line of the cursor alone.
        laid += [Laid(drawn, f"{TICK}{line.text}") for drawn in (first_line, *under, *(why if line is here else ()))]
    if len(lines) > room:
        laid.append(plain((f"      {len(lines)} in all", "quiet")))
    return laid
