"""Losses ticked instead of typed: a line of what befell whose counters, read and written one owner after the other
(``germany -2 INF 6-5, dep ARM 8-8; ussr -3 INF 4-5``). What cannot be read of it stays as it was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from tui.models.picking import Tick, singular
from tui.rows import clean

if TYPE_CHECKING:
    from engine.kernel.orders import Counter

Called = Callable[[str], str]
"""The owner that a word means which is neither an owner's name nor its beginning (``sov``); other words as they are."""

LOST, DEPLETED = "-", "dep"
_NUMBER = re.compile(r"-?(\d{1,3})x?(?:-([a-z].*))?\Z")
_WORN = ("dep", "depleted")


@frozen
class Piece:
    """One part of the line: whose it is, as it was typed, and what it says: the deed, how many, of which group; the
    deed is '' for what is none of the ticks' business."""

    owner: str
    words: str
    deed: str = ""
    many: int = 0
    group: str = ""


def owners(known: Sequence[Counter]) -> tuple[str, ...]:
    """Whose counters there are, the likely ones first."""
    return tuple(dict.fromkeys(counter.text.partition(" ")[0] for counter in known))


def lines(text: str, known: Sequence[Counter], owner: str, called: Called = str) -> tuple[Tick, ...]:
    """An owner's counters, each with how many are lost, and how many Depleted behind it."""
    pieces = [piece for piece in read(text, known, called) if piece.owner == owner]
    ticks = []
    for counter in known:
        whose, _, group = counter.text.partition(" ")
        if whose == owner:
            worn = _named(pieces, DEPLETED, group)
            said = [f"{worn} depleted"] if worn else []
            note = ", ".join([*said, *([clean(counter.note)] if counter.note else [])])
            ticks.append(Tick(counter.text, clean(counter.label), _named(pieces, LOST, group), counter.many, note))
    return tuple(ticks)


def named(text: str, known: Sequence[Counter], chosen: str, deed: str, called: Called = str) -> int:
    """How many of a counter the line says this of."""
    owner, _, group = chosen.partition(" ")
    return _named([piece for piece in read(text, known, called) if piece.owner == owner], deed, group)


def changed(text: str, known: Sequence[Counter], chosen: str, deed: str, many: int, called: Called = str) -> str:
    """The line with so many of a counter lost or Depleted."""
    owner, _, group = chosen.partition(" ")
    counter = next(counter for counter in known if counter.text == chosen)
    words = _written(counter, group, deed, many)
    pieces = list(read(text, known, called))
    mine = [at for at, piece in enumerate(pieces) if (piece.owner, piece.deed, piece.group) == (owner, deed, group)]
    if mine:
        first, *others = mine
        pieces[first] = Piece(owner, words)
        for at in reversed(others):
            del pieces[at]
    else:
        last = max((at for at, piece in enumerate(pieces) if piece.owner == owner), default=len(pieces) - 1)
        pieces.insert(last + 1, Piece(owner, words))
    return _line([piece for piece in pieces if piece.words])


def read(text: str, known: Sequence[Counter], called: Called = str) -> Iterator[Piece]:
    """The parts of a line."""
    every = owners(known)
    for part in text.split(";"):
        head, _, rest = part.strip().partition(" ")
        fits = [owner for owner in every if owner.startswith(head.lower())] if head else []
        meant = head.lower() if head.lower() in every else fits[0] if len(fits) == 1 else called(head.lower())
        owner = meant if meant in every else head
        groups = [counter.text.partition(" ")[2] for counter in known if counter.text.startswith(f"{owner} ")]
        for item in rest.split(","):
            if item.strip():
                yield _piece(owner, item.strip(), groups)
        if head and not rest.strip():
            yield Piece(owner, "")


def _piece(owner: str, words: str, groups: Sequence[str]) -> Piece:
    deed, many, counted = LOST, 1, False
    rest: list[str] = []
    for word in words.lower().split():
        number = _NUMBER.match(word) if not rest else None
        if word in _WORN:
            deed = DEPLETED
        elif number:
            many, counted = int(number.group(1)), True
            rest += [number.group(2)] if number.group(2) else []
        else:
            rest.append(word)
    name = singular("-".join(rest))
    counted = counted or deed == DEPLETED
    fits = [group for group in groups if group == name] or [group for group in groups if group.startswith(f"{name}-")]
    if len(fits) != 1 or not counted:
        return Piece(owner, words)
    return Piece(owner, words, deed, many, fits[0])


def _named(pieces: Sequence[Piece], deed: str, group: str) -> int:
    return sum(piece.many for piece in pieces if (piece.deed, piece.group) == (deed, group))


def _written(counter: Counter, group: str, deed: str, many: int) -> str:
    name = counter.label if "-".join(counter.label.lower().split()) == group else group
    if not many:
        return ""
    if deed == LOST:
        return f"-{many} {name}"
    return f"dep {many} {name}" if many > 1 else f"dep {name}"


def _line(pieces: Sequence[Piece]) -> str:
    parts: dict[str, list[str]] = {}
    for piece in pieces:
        parts.setdefault(piece.owner, []).append(piece.words)
    return "; ".join(f"{owner} {', '.join(words)}" for owner, words in parts.items())
