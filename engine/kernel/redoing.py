"""Redoing: which of the orders that undos took back may be given again.

Several undos in a row are gone back through the other way round, like in any editor. An order that is none of theirs
ends it: what was taken back before it can then only be given again order by order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.changes import RULES, Entry
from engine.kernel.dice import without_consents
from engine.kernel.values import frozen


class NothingToRedo(LookupError):
    """No undo stands whose orders could be given again; the text says why, and where to find them."""


@frozen
class Redo:
    """The next redo: ``undo`` took ``orders`` back, the entries in which seats gave them, oldest first; ``faces`` are
    those of every die that was rolled in what it took back, by what it was rolled for (dice.without_consents)."""

    undo: Entry
    orders: tuple[Entry, ...]
    faces: Mapping[str, int]


def plain(entry: Entry) -> bool:
    """Whether a seat gave it, anew: it is neither the rules', nor an undo, nor given again by a redo, nor only said."""
    return entry.seat != RULES and not entry.undoes and not entry.again and not entry.remark


def next_redo(entries: Sequence[Entry], whole: bool) -> Redo | None:
    """What a redo gives again after these entries, the last of the journal. None: earlier ones are wanted to tell.

    ``whole``: they are the whole journal. Raises NothingToRedo.
    """
    last = max((at for at, entry in enumerate(entries) if plain(entry)), default=-1)
    known = {entry.n: entry for entry in entries}
    stack: list[tuple[Entry, tuple[int, ...]]] = []
    for entry in entries[last + 1 :]:
        if entry.undoes:
            if min(entry.undoes) not in known and not whole:
                return None
            given = tuple(n for n in sorted(entry.undoes) if n in known and known[n].seat != RULES)
            stack += [(entry, given)] if given else []
        elif entry.again and stack:
            # Below what is known here may lie others, whose turn it was.
            undo, left = stack.pop()
            if left[0] == entry.again and len(left) > 1:
                stack.append((undo, left[1:]))
    if stack:
        undo, left = stack[-1]
        faces = {without_consents(roll.key): roll.face for n in undo.undoes if n in known for roll in known[n].rolls}
        return Redo(undo, tuple(known[n] for n in left), faces)
    if last < 0 and not whole:
        return None
    raise NothingToRedo(_why(entries, last))


def _why(entries: Sequence[Entry], last: int) -> str:
    """Why nothing may be given again: what was given since the latest undo."""
    undos = [at for at, entry in enumerate(entries[: last + 1]) if entry.undoes]
    since = next((entry for entry in entries[undos[-1] :] if plain(entry)), None) if undos else None
    if since is None:
        return "there is nothing to give again: no undo stands since the last order"
    undo = entries[undos[-1]]
    return (
        f"since the undo in entry {undo.n} another order was given (entry {since.n}: {since.order}), so what it took "
        "back cannot be given again all at once; the journal marks those entries 'undone', and each order can be "
        "copied from there"
    )
