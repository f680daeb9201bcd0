"""What a seat saw last: a note for each seat in the campaign's folder, so that it can be told what happened since. On a
server players may share a seat, and some only watch: there each player has a note of his own.

It is only a note, as the summary is: written aside and renamed, never flushed, read by nobody else. One that is missing
or broken says nothing.
"""

from __future__ import annotations

from pathlib import Path

from engine.kernel.grammar import ID
from engine.kernel.values import frozen
from saves import disk, toml
from saves.store import read_card


@frozen
class Seen:
    """``began``: the last entry before a seat sat down, ``last``: the last that it saw; ``day``: when, as
    ``1941-06-22``."""

    began: int
    last: int
    day: str


def note(folder: Path, seat: str, player: str = "") -> Path:
    """Where the note of a seat lies, or of a ``player`` at it ('' for no seat: he watches)."""
    return folder / f".seen-{seat}{'.' if player else ''}{player}.toml"


def read(folder: Path, seat: str, most: int, player: str = "") -> Seen | None:
    """What a seat has seen of a campaign of ``most`` entries; None where nobody knows."""
    if not _kept(seat, player):
        return None
    data = read_card(note(folder, seat, player))
    began, last, day = data.get("began"), data.get("last"), data.get("day")
    if type(began) is not int or type(last) is not int or not isinstance(day, str) or len(day) != len("1941-06-22"):
        return None
    return Seen(began, last, day) if 0 <= began <= last <= most and day.isprintable() else None


def write(folder: Path, seat: str, seen: Seen, player: str = "") -> None:
    """Note what a seat has seen. It is no fault if that cannot be written: the note is not needed."""
    if not _kept(seat, player):
        return
    text = toml.line("began", seen.began) + toml.line("last", seen.last) + toml.line("day", seen.day)
    disk.jot(note(folder, seat, player), text)


def _kept(seat: str, player: str) -> bool:
    """Whether a note is kept of these: they are names, and somebody sits there or watches."""
    if not player:
        return bool(ID.match(seat))
    from saves.players import PLAYER

    return bool(PLAYER.match(player)) and (not seat or bool(ID.match(seat)))
