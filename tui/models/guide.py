"""What the guide says where a campaign stands, with the keys that the player at hand has, in the lines there is room
for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.kernel import guide
from engine.kernel.outlook import Outlook
from tui import glyphs, keys
from tui.frame_model import step_at_hand
from tui.models.awaited import of_seat
from tui.rows import Piece, Row, clean, cut, folded, row

if TYPE_CHECKING:
    from engine.kernel.guide import Note
    from saves.desk import Desk

ROOMY = (80, 24)
"""Columns and lines of the smallest window in which a note stands whole; in a lower or narrower one it is folded."""
TALL = 36
"""Lines of the window from which a note may take twice as many: the work is narrower there."""


def most_lines(size: tuple[int, int]) -> int:
    """The lines that a note may take in a window of so many columns and lines; 1: it is folded."""
    width, height = size
    if width < ROOMY[0] or height < ROOMY[1]:
        return 1
    return 6 if height >= TALL else 3


_KEY = re.compile(r"\{key:([a-z_.-]{1,60})\}")


def note_at(desk: Desk, outlook: Outlook, notes: Sequence[Note]) -> str:
    """The note for the player at the desk as it is written, '' where there is none: where others are awaited nothing is
    said."""
    step = step_at_hand(desk)
    if outlook.over:
        return next((note.text for note in notes if note.step == guide.OVER), "")
    if step is None:
        return ""
    awaited = (outlook.decision.power,) if outlook.decision is not None else outlook.awaits
    mine = of_seat(desk, awaited)
    found = guide.chosen(notes, desk.ruleset, desk.campaign, step, mine) if mine else None
    return found.text if found is not None else ""


def key_of(name: str) -> str:
    """The key of an action by its name as docs/keys.md has it (``campaign.undo``), as the footer writes it; the name
    where there is no such action for the player at hand."""
    where, _, action_id = name.rpartition(".")
    shown = next((action.shown for action in keys.of(where) if action.id == action_id), name)
    # Two keys stay in one line: '+ -' at the foot is '+/-' among words.
    return shown.replace(" ", "/")


def keys_named(text: str) -> tuple[str, ...]:
    """The names of the actions whose keys a note speaks of."""
    return tuple(_KEY.findall(text))


def pieces(text: str) -> list[Piece]:
    """A note with the keys in it, inked."""
    found: list[Piece] = []
    at = 0
    for match in _KEY.finditer(text):
        found += [(clean(text[at : match.start()]), ""), (key_of(match.group(1)), "key")]
        at = match.end()
    return [*found, (clean(text[at:]), "")]


def spoken(text: str) -> str:
    """A note as plain text."""
    return "".join(part for part, _ in pieces(text))


def lines(text: str, width: int, most: int) -> list[Row]:
    """A note in at most so many lines of a width. In one it has as many of its sentences as fit: the whole stands
    behind ``?``."""
    if not text:
        return []
    head = row((f" {glyphs.sign('note')} ", "now"))
    if most > 1:
        found = folded(head + row(*pieces(text)), width - 1)
        return found if len(found) <= most else [*found[: most - 1], cut(found[most - 1] + row(" " * width), width - 1)]
    sentences = re.split(r"(?<=[.;?]) ", text)
    ways = [head + row(*pieces(" ".join(sentences[:count]))) for count in range(len(sentences), 0, -1)]
    return [next((shown for shown in ways if shown.width < width), cut(ways[-1], width - 1))]
