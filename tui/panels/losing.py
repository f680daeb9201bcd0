"""The list under a box of losses: one owner's counters at a time, with how many of each are lost and Depleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.kernel.loss_line import DEPLETED, LOST
from tui import glyphs
from tui.models.picking import Tick
from tui.panels.laying import Laid, plain
from tui.rows import clean

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.counters import Counter
    from engine.kernel.loss_line import LossLine

_KEYS = {
    "minus": (LOST, 1),
    "space": (LOST, 1),
    "plus": (LOST, -1),
    "equals_sign": (LOST, -1),
    "d": (DEPLETED, 1),
    "D": (DEPLETED, -1),
    "upper_d": (DEPLETED, -1),
}


class Losing:
    """Whose counters the list shows, by the owner's name. How their losses are written is the game's."""

    def __init__(self) -> None:
        self.owner = ""

    def lines(self, line: LossLine, campaign: Campaign, text: str, known: Sequence[Counter]) -> tuple[Tick, ...]:
        """The lines of the owner at hand, at first of the likely one: how many are lost, and how many Depleted behind
        it."""
        every = _owners(known)
        if every and self.owner not in every:
            self.owner = every[0]
        counted = line.counts(campaign, text, known)
        ticks = []
        for counter in known:
            if counter.owner == self.owner:
                worn = counted.get((counter.text, DEPLETED), 0)
                said = [f"{worn} depleted"] if worn else []
                note = ", ".join([*said, *([clean(counter.note)] if counter.note else [])])
                lost = counted.get((counter.text, LOST), 0)
                ticks.append(Tick(counter.text, clean(counter.label), lost, counter.many, note))
        return tuple(ticks)

    def turn(self, key: str, known: Sequence[Counter]) -> bool:
        """Another owner with left and right; False for another key."""
        every = _owners(known)
        if key not in ("left", "right") or not every:
            return False
        by = 1 if key == "right" else -1
        self.owner = every[(every.index(self.owner) + by) % len(every)] if self.owner in every else every[0]
        return True

    def befalls(
        self,
        line: LossLine,
        campaign: Campaign,
        key: str,
        character: str | None,
        text: str,
        known: Sequence[Counter],
        at: Tick,
    ) -> str | None:
        """The box's text after a key on a counter's line, None for a key that does nothing to counters. No more are
        lost than there are."""
        counted = line.counts(campaign, text, known)
        if key in _KEYS:
            deed, by = _KEYS[key]
            many = counted.get((at.text, deed), 0) + by
        elif character is not None and character.isdecimal() and character.isascii():
            deed, many = LOST, int(character)
        else:
            return None
        other = counted.get((at.text, DEPLETED if deed == LOST else LOST), 0)
        return line.changed(campaign, text, known, at.text, deed, max(0, min(many, at.of - other)))

    def heading(self) -> Laid:
        """Whose they are, and the keys that turn to others."""
        sign = glyphs.sign("left-right")
        said = (clean(self.owner), "strong")
        return plain((f"   {sign} ", "key"), said, ("   - lost  + fewer  d depleted  D fewer", "quiet"))


def _owners(known: Sequence[Counter]) -> tuple[str, ...]:
    """Whose counters there are, the likely ones first."""
    return tuple(dict.fromkeys(counter.owner for counter in known))
