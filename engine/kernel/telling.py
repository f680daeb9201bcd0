"""The journal in sentences: each entry told on a view of the campaign as it stood before it. None is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import attrs

from engine.kernel import ruleset as rulesets
from engine.kernel import things
from engine.kernel.campaign import C
from engine.kernel.changes import Change, Entry, Mismatch, inverted, replay
from engine.kernel.grammar import Unreadable
from engine.kernel.paths import Draft
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
    """Entries written one after the other with their sentences, the latest first; only as many as are asked for."""
    for entry, before, _ in steps_back(after, entries):
        yield entry, sentence(before, entry)


def steps_back(after: C, entries: Sequence[Entry]) -> Iterator[tuple[Entry, C, C]]:
    """Entries written one after the other, the latest first, each with the campaign before it and after it.

    ``after`` is a view of the campaign as it stands after the last. An entry that does not lead back, as after an edit
    by hand, is told on the state that is known.
    """
    state = after
    for entry in reversed(entries):
        then = state
        with suppress(Mismatch):
            state = replay(state, inverted(entry.changes))
        yield entry, state, then


def with_what_went(campaign: C, changes: Iterable[Change]) -> C:
    """A campaign after changes in which what they took away still stands, for whoever calls it by its name."""
    draft = Draft(campaign)
    for change in changes:
        mapping, _, key = change.at.partition(".")
        if change.now is None and attrs.has(type(change.was)) and key not in things.table(draft.campaign, mapping):
            draft.lay(change.at, change.was)
    whole: C = draft.campaign
    return whole
