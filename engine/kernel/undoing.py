"""Undoing: which entries stand, what an undo takes back, and who may do that alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from engine.kernel import ruleset, standing
from engine.kernel.campaign import C, Campaign, Secret, powers_of, seat_names
from engine.kernel.changes import RULES, Batch, Entry, inverted, replay
from engine.kernel.reading import parse


def live(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that no undo has taken back, without the undos themselves."""
    standing_entries: list[Entry] = []
    for entry in entries:
        if entry.undoes:
            taken = frozenset(entry.undoes)
            standing_entries = [earlier for earlier in standing_entries if earlier.n not in taken]
        else:
            standing_entries.append(entry)
    return standing_entries


def last_given(entries: Sequence[Entry]) -> int:
    """Where in live entries the last thing that a seat gave begins, with all that was written together with it.

    -1: nowhere.
    """
    at = len(entries) - 1
    while at >= 0 and entries[at].seat == RULES:
        at -= 1
    return at - (entries[at].batch[0] - 1) if at >= 0 else -1


class NothingToUndo(LookupError):
    """There is no such entry to go back to, or none left to take back."""


def undo(campaign: C, taken: Sequence[Entry], *, seat: str, n: int) -> Batch[C]:
    """Take back these live entries, the latest last in the sequence. Raises NothingToUndo, Mismatch."""
    if not taken:
        raise NothingToUndo("there is nothing to take back")
    changes = tuple(change for entry in reversed(taken) for change in inverted(entry.changes))
    after = replay(campaign, changes)
    after = attrs.evolve(after, secrets=_secrets(after, campaign, taken))
    entry = Entry(
        n=n,
        seat=seat,
        step=campaign.progress.step,
        order=f"undo to={taken[0].n - 1}",
        changes=changes,
        undoes=tuple(entry.n for entry in taken),
    )
    return Batch((entry,), after)


def _secrets(after: Campaign, before: Campaign, taken: Iterable[Entry]) -> dict[str, Secret]:
    """What stands sealed after the undo: what still does, and what had been revealed in the entries taken back."""
    known = dict(before.secrets)
    for entry in taken:
        if entry.order.startswith(_REVEALS):
            order = parse(ruleset.of(before), entry.order)
            if isinstance(order, standing.Reveal) and order.place in after.sealed:
                known[order.place] = Secret(after.sealed[order.place].power, order.order, order.salt)
    return {place: secret for place, secret in known.items() if place in after.sealed and not after.sealed[place].text}


_REVEALS = f"{standing.Reveal.verb} "


def may_undo(campaign: Campaign, taken: Sequence[Entry], seat: str) -> str:
    """Why a seat may not take these entries back alone ('' where it may): others' orders, or what has been revealed.

    A seat without powers is the table's: it acts for all.
    """
    if len(seat_names(campaign)) == 1 or not powers_of(campaign, seat):
        return ""
    for entry in taken:
        if entry.seat not in (seat, RULES):
            return f"entry {entry.n} was given by the seat '{entry.seat}'"
        if entry.order.startswith(_REVEALS):
            return f"entry {entry.n} revealed sealed orders: what was seen cannot be unseen"
    return ""
