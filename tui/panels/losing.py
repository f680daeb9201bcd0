"""The list under a box of losses: one owner's counters at a time, with how many of each are lost and Depleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui import glyphs
from tui.models import tolls
from tui.models.picking import Tick
from tui.panels.laying import Laid, plain

if TYPE_CHECKING:
    from engine.kernel.orders import Counter

_KEYS = {
    "minus": (tolls.LOST, 1),
    "space": (tolls.LOST, 1),
    "plus": (tolls.LOST, -1),
    "equals_sign": (tolls.LOST, -1),
    "d": (tolls.DEPLETED, 1),
    "D": (tolls.DEPLETED, -1),
    "upper_d": (tolls.DEPLETED, -1),
}


class Losing:
    """Whose counters the list shows. ``called``: which power a word stands for."""

    def __init__(self, called: tolls.Called) -> None:
        self.owner = ""
        self._called = called

    def lines(self, text: str, known: Sequence[Counter]) -> tuple[Tick, ...]:
        """The lines of the owner at hand; at first of the likely one."""
        every = tolls.owners(known)
        if every and self.owner not in every:
            self.owner = every[0]
        return tolls.lines(text, known, self.owner, self._called)

    def turn(self, key: str, known: Sequence[Counter]) -> bool:
        """Another owner with left and right; False for another key."""
        every = tolls.owners(known)
        if key not in ("left", "right") or not every:
            return False
        by = 1 if key == "right" else -1
        self.owner = every[(every.index(self.owner) + by) % len(every)] if self.owner in every else every[0]
        return True

    def befalls(self, key: str, character: str | None, text: str, known: Sequence[Counter], line: Tick) -> str | None:
        """The box's text after a key on a line, None for a key that does nothing to counters. No more are lost than
        there are."""
        if key in _KEYS:
            deed, by = _KEYS[key]
            many = tolls.named(text, known, line.text, deed, self._called) + by
        elif character is not None and character.isdecimal() and character.isascii():
            deed, many = tolls.LOST, int(character)
        else:
            return None
        worn = tolls.DEPLETED if deed == tolls.LOST else tolls.LOST
        other = tolls.named(text, known, line.text, worn, self._called)
        return tolls.changed(text, known, line.text, deed, max(0, min(many, line.of - other)), self._called)

    def heading(self, known: Sequence[Counter]) -> Laid:
        """Whose they are, and the keys that turn to others."""
        note = next((counter.owner for counter in known if counter.text.startswith(f"{self.owner} ")), self.owner)
        sign = glyphs.sign("left-right")
        return plain((f"   {sign} ", "key"), (note, "strong"), ("   - lost  + fewer  d depleted  D fewer", "quiet"))
