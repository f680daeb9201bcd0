"""``audit``: what today's rules would decide otherwise, entry by entry on the recorded state before it, with the
recorded dice. An order that its seat judged by what it had under seal is judged by that, once it is opened later in the
journal. Where all seats have closed the campaign every die is held against the published secret as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from engine.kernel import play, reading
from engine.kernel.campaign import Secret, view
from engine.kernel.changes import Change, Entry, Roll, replay
from engine.kernel.dice import POWER, STEP, TURN, BadFace, FixedDice, NeedsDie, part_of
from engine.kernel.grammar import Unreadable
from engine.kernel.orders import Order, Wrapping
from engine.kernel.refusals import Refusal
from engine.kernel.ruleset import Ruleset
from engine.kernel.standing import Anew, Enact, Reveal, Seal, Show, digest
from engine.kernel.umpire import FAULTS
from engine.kernel.values import frozen
from saves import dice_log, library, verifying
from saves.store import CampaignFolder
from saves.verifying import Verdict

_UNJUDGED = (Seal.verb, Reveal.verb, Show.verb, Anew.verb)
_MOST = 6


@frozen
class Difference:
    """An entry that today's rules would not have let pass, or not so: ``kind`` is 'refused', 'differs' or 'unreadable';
    ``details`` give each reason or figure. ``live``: no undo has taken it back."""

    turn: str
    n: int
    seat: str
    order: str
    kind: str
    details: tuple[str, ...]
    live: bool

    def __str__(self) -> str:
        taken = "" if self.live else " (taken back since)"
        return f"{self.turn}, entry {self.n}{taken}: {self.order}: {'; '.join(self.details)}"


@frozen
class Report:
    """The whole journal judged anew: how many entries, and where the rules have parted from it. ``dice``: what the
    published secret says of every die, None while it is not published."""

    entries: int
    differences: tuple[Difference, ...]
    dice: Verdict | None = None


def audit(where: str | Path) -> Report:
    """Judge and apply every entry again, also those taken back. Raises SavesError where the journal cannot be read."""
    folder = CampaignFolder(library.find(where))
    files = [folder.read(path) for path in folder.files()]
    alive = {entry.n for entry in play.live(entry for file in files for entry in file.entries)}
    opened = _opened(folder.ruleset, (entry for file in files for entry in file.entries))
    count = 0
    differences: list[Difference] = []
    for file in files:
        state: Any = file.opening
        for entry in file.entries:
            count += 1
            for kind, details in _examine(folder.ruleset, state, entry, opened):
                live = entry.n in alive
                differences.append(Difference(file.head.turn, entry.n, entry.seat, entry.order, kind, details, live))
            state = replay(state, entry.changes)
    published = dice_log.published(folder, files[-1].campaign)
    dice = verifying.verified(dice_log.gathered(where)) if published else None
    return Report(count, tuple(differences), dice)


def _opened(ruleset: Ruleset[Any], entries: Iterable[Entry]) -> Mapping[str, Reveal]:
    """What was sealed and has been opened anywhere in the journal, by its digest."""
    found: dict[str, Reveal] = {}
    for entry in entries:
        if entry.order.startswith(f"{Reveal.verb} "):
            order = reading.parse(ruleset, entry.order)
            if isinstance(order, Reveal):
                found[digest(order.order, order.salt)] = order
    return found


def _refused(
    ruleset: Ruleset[Any], before: Any, order: Order[Any], seat: str, opened: Mapping[str, Reveal]
) -> tuple[Refusal, ...]:
    """What today's rules have against an order of an entry."""
    if seat == play.RULES:
        return tuple(order.judge(before)) or tuple(_misstated(ruleset, before, order, opened))
    if _by_secrets(order):
        knowing = _with_secrets(before, order.actor, opened)
        if knowing is None:
            return ()
        before = knowing
    # Who was asked before consent was written down nobody can tell.
    return play.judge(ruleset, before, order, seat, agreed=True)


def _misstated(
    ruleset: Ruleset[Any], before: Any, order: Order[Any], opened: Mapping[str, Reveal]
) -> Iterator[Refusal]:
    """The same of an answer that was under seal and takes effect now, where its own seat alone could judge it."""
    sealed = before.sealed.get(order.place) if isinstance(order, Enact) else None
    if sealed is None or not sealed.text or sealed.cover:
        return
    inner = reading.parse(ruleset, sealed.text)
    knowing = _with_secrets(before, sealed.power, opened) if _by_secrets(inner) else None
    if knowing is not None:
        yield from inner.judge(view(knowing, before.seats[sealed.power]))


def _by_secrets(order: Order[Any]) -> bool:
    """Whether an order, or the one it stands before, is judged by what its seat has under seal."""
    while isinstance(order, Wrapping):
        order = order.inner
    return order.by_secrets


def _with_secrets(before: Any, power: str, opened: Mapping[str, Reveal]) -> Any:
    """The state with what a power had under seal then; None where some of that was never opened."""
    secrets = {}
    for place, sealed in before.sealed.items():
        if sealed.power == power and not sealed.text:
            reveal = opened.get(sealed.digest)
            if reveal is None:
                return None
            secrets[place] = Secret(sealed.power, reveal.order, reveal.salt)
    return attrs.evolve(before, secrets=secrets)


def _examine(
    ruleset: Ruleset[Any], before: Any, entry: Entry, opened: Mapping[str, Reveal]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the rules say otherwise about one entry: a kind with its details, or nothing."""
    if entry.undoes:
        return
    try:
        order = reading.parse(ruleset, entry.order)
    except Unreadable as fault:
        yield "unreadable", (str(fault),)
        return
    if entry.remark or order.verb == Seal.verb or order.replaced_by or order.stands_as_recorded(before):
        # What was said is judged by nobody; what has been replaced stands as it was recorded: today's rules have
        # another order for it.
        return
    # A rule that has changed may fail in any way on a state that it would not have let come about.
    if entry.seat == play.RULES and order.verb not in _UNJUDGED:
        try:
            other = _due_instead(ruleset, before, entry)
        except FAULTS as fault:
            other = f"the rules can no longer tell what follows: {fault}"
        if other:
            yield "differs", (other,)
    try:
        refusals = _refused(ruleset, before, order, entry.seat, opened)
    except FAULTS as fault:
        yield "differs", (f"can no longer be judged: {fault}",)
    else:
        if refusals:
            yield "refused", tuple(str(refusal) for refusal in refusals)
    dice = FixedDice(roll.face for roll in entry.rolls)
    try:
        _, again = play.apply(ruleset, before, order, seat=entry.seat, dice=dice, n=entry.n)
    except (NeedsDie, BadFace) as fault:
        yield "differs", (str(fault),)
    except FAULTS as fault:
        yield "differs", (f"can no longer be applied: {fault}",)
    else:
        details = _compared(entry, again, dice.left)
        if details:
            yield "differs", details


def _due_instead(ruleset: Ruleset[Any], before: Any, entry: Entry) -> str:
    """What the rules would do by themselves where they gave this entry, '' where that is the entry."""
    due = play.automatic(ruleset, before)
    if due is None:
        return "the rules would wait for a seat here"
    return "" if due.text == entry.order else f"the rules would go on with {due.text}"


def _compared(recorded: Entry, again: Entry, left: int) -> tuple[str, ...]:
    details = []
    if left:
        details.append(f"{left} of the recorded dice would not be rolled")
    elif [_rolled_for(roll) for roll in recorded.rolls] != [_rolled_for(roll) for roll in again.rolls]:
        details.append("other dice would be rolled")
    then, now = _effects(recorded.changes), _effects(again.changes)
    for at in dict.fromkeys((*then, *now)):
        if then.get(at) != now.get(at):
            details.append(f"{at}: recorded {_told(then.get(at))}, today {_told(now.get(at))}")
    return tuple(details[:_MOST]) + ((f"and {len(details) - _MOST} more",) if len(details) > _MOST else ())


def _rolled_for(roll: Roll) -> tuple[str, ...]:
    """What a die was rolled for, however its key spells that: turn, step, power, purpose without its subject, sides."""
    parts = (part_of(roll.key, part) for part in (TURN, STEP, POWER))
    return (*parts, roll.purpose.partition(":")[0], str(roll.sides))


_COUNTS = re.compile(r"progress\.(?:again|nth\..*)\Z")
"""Where dice are counted: their keys tell the same."""


def _effects(changes: tuple[Change, ...]) -> dict[str, tuple[Any, Any]]:
    """What changes do together to each path but those where dice are counted: what was there before, what after."""
    effects: dict[str, tuple[Any, Any]] = {}
    for change in changes:
        if _COUNTS.match(change.at):
            continue
        effects[change.at] = (effects[change.at][0] if change.at in effects else change.was, change.now)
    return effects


def _told(effect: tuple[Any, Any] | None) -> str:
    if effect is None:
        return "unchanged"
    was, now = ("nothing" if item is None else str(item) for item in effect)
    return f"{was} -> {now}"
