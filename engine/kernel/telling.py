"""The journal in sentences: each entry told on a view of the campaign as it stood before it. None is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from engine.kernel import ruleset as rulesets
from engine.kernel.campaign import C
from engine.kernel.changes import Entry, Mismatch, inverted, replay
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import parse


def sentence(before: C, entry: Entry) -> str:
    """What an entry says. An order that today's rules cannot read is shown as it was written."""
    if entry.undoes:
        first, last = min(entry.undoes), max(entry.undoes)
        return f"Undone: entry {first}." if first == last else f"Undone: entries {first} to {last}."
    try:
        said = parse(rulesets.of(before), entry.order).told(before, entry)
    except (Unreadable, LookupError, ValueError, TypeError):
        return entry.order
    return said[:1].upper() + said[1:]


def backwards(after: C, entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    """Entries written one after the other with their sentences, the latest first; only as many as are asked for.

    ``after`` is a view of the campaign as it stands after the last. An entry that does not lead back, as after an edit
    by hand, is told on the state that is known.
    """
    state = after
    for entry in reversed(entries):
        with suppress(Mismatch):
            state = replay(state, inverted(entry.changes))
        yield entry, sentence(state, entry)
