"""Undoing: which entries stand, what an undo takes back, and who may do that alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from engine.kernel import ruleset, standing
from engine.kernel.campaign import C, Campaign, Secret, powers_of, several_eyes
from engine.kernel.changes import RULES, Batch, Change, Entry, inverted, replay
from engine.kernel.dice_lines import OpenDiceLine
from engine.kernel.reading import parse
from engine.kernel.sequence import Sequence as Places
from engine.kernel.values import frozen


def live(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that no undo has taken back, without the undos themselves and what was only said."""
    standing_entries: list[Entry] = []
    for entry in entries:
        if entry.undoes:
            taken = frozenset(entry.undoes)
            standing_entries = [earlier for earlier in standing_entries if earlier.n not in taken]
        elif not entry.remark:
            standing_entries.append(entry)
    return standing_entries


def live_backward(parts: Iterable[Sequence[Entry]]) -> Iterator[Iterator[Entry]]:
    """The same of a journal that is read from its end: ``parts`` of it, the latest first, the entries of each in their
    order; of each part its live entries, the latest first. An undo comes before what it took back, so no part is kept;
    each is to be used up before the next is asked for."""
    taken: set[int] = set()

    def standing_in(part: Sequence[Entry]) -> Iterator[Entry]:
        for entry in reversed(part):
            if entry.undoes:
                taken.update(entry.undoes)
            elif not entry.remark and entry.n not in taken:
                yield entry

    return map(standing_in, parts)


def last_given(entries: Sequence[Entry]) -> int:
    """Where in live entries the last thing that a seat gave begins, with all that was written together with it.

    -1: nowhere.
    """
    at = len(entries) - 1
    while at >= 0 and entries[at].seat == RULES:
        at -= 1
    if at < 0:
        return -1
    # What was said in the same batch is none of these.
    first = entries[at].n - (entries[at].batch[0] - 1)
    return next(begin for begin, entry in enumerate(entries) if entry.n >= first)


ORDER, GIVEN, STEP, SEGMENT, TURN = "order", "given", "step", "segment", "turn"


@frozen
class Reach:
    """How far back an undo may go: entry ``first`` is the first that it takes back.

    ``what``: the last order alone (``order``), all that was given with it (``given``), or what was given since its
    ``step``, its ``segment`` or a ``turn`` began; ``turn`` is that turn's running number, ``step`` the id of the step
    in which entry ``first`` stands.
    """

    what: str
    first: int
    turn: int
    step: str


def reaches(places: Places[Any], entries: Sequence[Entry], turn: int, turns: int = 1) -> tuple[Reach, ...]:
    """How far an undo may go in these live entries, the nearest first, up to the beginnings of so many turns.

    ``places``: the game's sequence of play; ``turn``: the running number of the present one. Two may begin with the
    same entry.
    """
    given = [at for at, entry in enumerate(entries) if entry.seat != RULES]
    if not given:
        return ()
    last, numbers = given[-1], turn_numbers(entries, turn)

    def reach(what: str, at: int, number: int) -> Reach:
        return Reach(what, entries[at].n, number, entries[at].step)

    found = [reach(ORDER, last, numbers[last]), reach(GIVEN, last_given(entries), numbers[last])]
    parts: tuple[tuple[str, list[object]], ...] = (
        (STEP, [entry.step for entry in entries]),
        (SEGMENT, [_segment(places, entry.step) for entry in entries]),
    )
    for what, where in parts:
        together = [at for at in given if (numbers[at], where[at]) == (numbers[last], where[last])]
        # What was given in the same step before another came up in between is no part of it.
        gap = max((at for at in given if at < last and at not in together), default=-1)
        first = min(at for at in together if at > gap)
        found.append(reach(what, first, numbers[last]))
    firsts: dict[int, int] = {}
    for at in reversed(given):
        firsts[numbers[at]] = at
    found += [reach(TURN, at, number) for number, at in list(firsts.items())[:turns]]
    return tuple(found)


def _segment(places: Places[Any], step: str) -> tuple[str, int, str] | str:
    if step not in places:
        return step
    found = places[step]
    return found.half, found.number, found.segment


def turn_numbers(entries: Sequence[Entry], turn: int) -> list[int]:
    """In which turn each of these entries was given, by its running number; ``turn`` is that of the present one."""
    numbers = []
    for entry in reversed(entries):
        turn = next((int(change.was) for change in entry.changes if change.at == "progress.turn"), turn)
        numbers.append(turn)
    return numbers[::-1]


def turns_known(entries: Sequence[Entry], turn: int, begins: bool) -> int:
    """How many turns, from that of the last order given back, these live entries hold from their beginning on.

    ``begins``: the first of them begins its turn.
    """
    numbers = turn_numbers(entries, turn)
    last = next((at for at in reversed(range(len(entries))) if entries[at].seat != RULES), -1)
    return numbers[last] - numbers[0] + int(begins) if last >= 0 else 0


class NothingToUndo(LookupError):
    """There is no such entry to go back to, or none left to take back."""


def undo(campaign: C, taken: Sequence[Entry], *, seat: str, n: int, agreed: int = 0) -> Batch[C]:
    """Take back these live entries, the latest last in the sequence. ``agreed``: the proposal that it carries out.
    Raises NothingToUndo, Mismatch."""
    if not taken:
        raise NothingToUndo("there is nothing to take back")
    changes = taking_back(campaign, taken, seat)
    after = replay(campaign, changes)
    after = attrs.evolve(after, secrets=_secrets(after, campaign, taken))
    entry = Entry(
        n=n,
        seat=seat,
        step=campaign.progress.step,
        order=f"undo to={taken[0].n - 1}",
        changes=changes,
        undoes=tuple(entry.n for entry in taken),
        agreed=agreed,
    )
    return Batch((entry,), after)


def taking_back(campaign: Campaign, taken: Iterable[Entry], seat: str) -> tuple[Change, ...]:
    """The changes that take these entries back, which stand in their order.

    With several seats the count of undos that all consented to is never lower again, whatever is taken back, and higher
    by this one where it is the table's. So the dice that it took back fall anew, and those that
    undos before it took back do not come back either.
    """
    changes = tuple(change for entry in reversed(tuple(taken)) for change in inverted(entry.changes))
    if not several_eyes(campaign):
        return changes
    # What an entry counted is not taken back; nor need it stand there now, as an undo since may have counted on.
    changes = tuple(change for change in changes if change.at != _AGAIN)
    before = campaign.progress.again
    return changes if powers_of(campaign, seat) else (*changes, Change(_AGAIN, before, before + 1, CONSENTED))


_AGAIN = "progress.again"
CONSENTED = "taken back by consent"


def _secrets(after: Campaign, before: Campaign, taken: Iterable[Entry]) -> dict[str, Secret]:
    """What stands sealed after the undo: what still does, and what had been revealed in the entries taken back."""
    known = dict(before.secrets)
    for entry in taken:
        if entry.order.startswith(_REVEALS):
            order = parse(ruleset.of(before), entry.order)
            if isinstance(order, standing.Reveal) and order.place in after.sealed:
                known[order.place] = Secret(after.sealed[order.place].power, order.order, order.salt)
    return {place: secret for place, secret in known.items() if place in after.sealed and not after.sealed[place].text}


def may_redo(campaign: Campaign, orders: Iterable[Entry], seat: str) -> str:
    """Why a seat may not give these orders again ('' where it may): those of another. The table gives all."""
    if several_eyes(campaign) and powers_of(campaign, seat):
        for entry in orders:
            if entry.seat != seat:
                return f"entry {entry.n} was given by the seat '{entry.seat}'"
    return ""


_REVEALS = f"{standing.Reveal.verb} "
_OPENS = (_REVEALS, f"{standing.Show.verb} ")


def reveals(entry: Entry) -> bool:
    """Whether an entry opened what one seat alone had known, or a part of it."""
    words = entry.order.split(" ", 2)
    return entry.order.startswith(_OPENS) or words[1:2] == [OpenDiceLine.verb]


def may_undo(campaign: Campaign, taken: Sequence[Entry], seat: str) -> str:
    """Why a seat may not take these entries back alone ('' where it may): others' orders, dice that have fallen, or
    what has been revealed: who has seen either would order otherwise.

    A seat without powers is the table's: it acts for all.
    """
    if not several_eyes(campaign) or not powers_of(campaign, seat):
        return ""
    for entry in taken:
        if entry.seat not in (seat, RULES):
            return f"entry {entry.n} was given by the seat '{entry.seat}'"
        if reveals(entry):
            return f"entry {entry.n} revealed sealed orders: what was seen cannot be unseen"
        if entry.rolls:
            return f"dice fell in entry {entry.n}: what was seen cannot be unseen"
    return ""
