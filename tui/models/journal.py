"""What stands in the journal for its reader: entries chosen by words or dice, the notes on them, and what may be done
with an entry under the cursor."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.kernel import rulebook
from engine.kernel.changes import RULES
from engine.kernel.values import frozen
from tui.telling import Told
from tui.words import and_list, turn_name

if TYPE_CHECKING:
    from saves.journal import Correction
    from saves.notes import Address, Notes


_WORD = re.compile(r"[\w.-]+")


@frozen
class TurnNote:
    """The note on a turn, over that turn's entries."""

    label: str
    text: str


@frozen
class Corrected:
    """What the doctor took as it was found, over the entries of its turn."""

    text: str

    @classmethod
    def of(cls, correction: Correction) -> Corrected:
        """A correction in words."""
        edited = [f"entry {n}" if n else "the opening" for n, _ in correction.accepts]
        taken = [f"{and_list(edited)} as found, edited by hand"] if edited else []
        taken += [f"the journal without entry {n}, which had stood in it" for n, _ in correction.lost]
        return cls(f"taken by the doctor: {'; '.join(taken)}: {' '.join(correction.because.split())}")


def address_of(item: Told | TurnNote | Corrected) -> Address | None:
    """On what a note on it stands; None where none can."""
    return item.n if isinstance(item, Told) else item.label if isinstance(item, TurnNote) else None


def carried(told: Iterable[Told], notes: Notes) -> dict[int, int]:
    """By entry the one whose note it carries: its own, or, without one, that of the entry which it gives again."""
    found: dict[int, int] = {}
    for telling in told:
        at = telling.n if notes.on(telling.n) else found.get(telling.again, telling.again)
        if notes.on(at):
            found[telling.n] = at
    return found


def noted(told: Iterable[Told], notes: Notes) -> dict[int, str]:
    """The notes by the entries that carry them (see ``carried``)."""
    return {n: notes.on(at) for n, at in carried(told, notes).items()}


def chosen(
    told: list[Told], search: str, dice: bool, on: Mapping[int, str] | None = None, game: str = ""
) -> list[Told]:
    """The entries that match: every typed word in sentence, figures, dice, rules, step, number or note; no routine
    unless searched for or noted. ``on``: the notes by entry. What the rulebook of ``game`` shortens is found by its
    full name too, and the other way round."""
    words = [rulebook.spelled(game, word) for word in search.lower().split()]
    notes = on or {}
    matching = []
    for telling in told:
        note = notes.get(telling.n, "")
        if (dice and not telling.dice) or (telling.routine and telling.seat == RULES and not note):
            continue
        if words:
            text = " ".join(
                (
                    str(telling.n),
                    telling.seat,
                    telling.step,
                    telling.sentence,
                    telling.because,
                    note,
                    *telling.figures,
                    *telling.dice,
                    *telling.rules,
                )
            ).lower()
            whole = f" {' '.join(_WORD.findall(text))} "
            if not all(ways[0] in text or any(f" {way} " in whole for way in ways[1:]) for ways in words):
                continue
        elif telling.routine and not note:
            continue
        matching.append(telling)
    return matching


def turn_notes(notes: Notes, labels: Sequence[str], search: str) -> list[TurnNote]:
    """The notes on these turns in which every typed word occurs."""
    words = search.lower().split()
    found = [TurnNote(label, notes.on(label)) for label in labels if notes.on(label)]
    return [one for one in found if all(word in f"{turn_name(one.label)} {one.text}".lower() for word in words)]


def corrections(taken: Iterable[Correction], search: str) -> list[Corrected]:
    """The corrections in which every typed word occurs."""
    words = search.lower().split()
    found = [Corrected.of(correction) for correction in taken]
    return [one for one in found if all(word in one.text.lower() for word in words)]


def no_way_back(telling: Told, last: int) -> str:
    """Why undo cannot go back to an entry, '' where it can. ``last``: the last after which nothing can be taken
    back."""
    if telling.undone:
        return f"entry {telling.n} was taken back, so nothing goes back to it"
    if telling.n >= last:
        return f"nothing was given after entry {telling.n} that could be taken back"
    return ""


def not_again(telling: Told, seat: str) -> str:
    """Why an entry has no order that this seat could give again, '' where it has."""
    if telling.order.startswith("undo "):
        return f"entry {telling.n} is an undo: redo gives again what it took back"
    if telling.seat == RULES:
        return f"the rules did entry {telling.n} by themselves, and do it again when it is due"
    if telling.seat != seat:
        return f"entry {telling.n} was given by the seat '{telling.seat}'"
    return ""
