"""Playing: judge an order, apply it, then settle what follows by itself, up to the next choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic

import attrs
from attrs import frozen

from engine.kernel import standing, umpire
from engine.kernel.campaign import C, Campaign, Sealed, Secret, hides_nothing, powers_of, seat_names, view
from engine.kernel.changes import Entry, inverted, replay
from engine.kernel.dice import Dice
from engine.kernel.orders import Order
from engine.kernel.procedures import Decision, Procedure
from engine.kernel.reading import parse
from engine.kernel.refusals import Refusal, Refused
from engine.kernel.ruleset import Ruleset
from engine.kernel.sequence import Step, awaited
from engine.kernel.transaction import Transaction

RULES = "rules"
_FAR_TOO_MANY = 10_000


@frozen
class Batch(Generic[C]):
    """Entries written together, the campaign after them, and what was sealed in them (for its seat's file alone)."""

    entries: tuple[Entry, ...]
    campaign: C
    secrets: tuple[tuple[str, Secret], ...] = ()


def top(campaign: Campaign) -> tuple[str, Procedure[Any]] | None:
    """The procedure on top of the stack with its key, None where none is under way."""
    if not campaign.pending:
        return None
    key = max(campaign.pending, key=int)
    return key, campaign.pending[key]


def decision(campaign: Campaign) -> Decision | None:
    """What the procedure on top awaits from a seat."""
    found = top(campaign)
    return found[1].decision(campaign) if found else None


def over(ruleset: Ruleset[C], campaign: C) -> str:
    """Why nothing more can be ordered, '' while the campaign goes on."""
    reason = ruleset.ended(campaign)
    if reason:
        return reason
    if campaign.progress.turn == ruleset.last_turn(campaign) and campaign.progress.step and not campaign.pending:
        step = ruleset.sequence[campaign.progress.step]
        if step is ruleset.sequence.steps[-1] and not _still_to_do(ruleset, campaign, step):
            return "the last turn has been played"
    return ""


def _still_to_do(ruleset: Ruleset[C], campaign: C, step: Step[C]) -> bool:
    return bool(awaited(campaign, step, ruleset.sequence)) or any(True for _ in step.outstanding(campaign))


def acting(ruleset: Ruleset[C], campaign: C) -> tuple[str, ...]:
    """The powers that may act in the present step now: all that are awaited, or the first where they act in order."""
    if not campaign.progress.step:
        return ()
    step = ruleset.sequence[campaign.progress.step]
    powers = awaited(campaign, step, ruleset.sequence)
    return powers[:1] if step.in_order else powers


def seen(campaign: C, seat: str) -> C:
    """What a seat judges on: its view, with its own sealed orders counted as if they were open."""
    if hides_nothing(campaign):
        return campaign
    shown = view(campaign, seat)
    ruleset = _ruleset(shown)
    for secret in shown.secrets.values():
        order = parse(ruleset, secret.text)
        if any(True for _ in order.judge(shown)):
            continue
        tx = Transaction(shown, _unrolled, "", order.actor)
        order.effect(tx)
        shown = tx.campaign
    return shown


class _Unrolled:
    """Sealed orders roll no dice before they are revealed."""

    def face(self, key: str, sides: int) -> int:
        raise TypeError(f"a sealed order may not roll: {key}")

    def salt(self, key: str) -> str:
        raise TypeError(f"a sealed order may not seal: {key}")


_unrolled = _Unrolled()


def _ruleset(campaign: C) -> Ruleset[C]:
    from engine.kernel import ruleset

    return ruleset.of(campaign)


def judge(ruleset: Ruleset[C], campaign: C, order: Order[C], seat: str) -> tuple[Refusal, ...]:
    """Every reason why a seat may not give this order now; none means that it may. Sees only what the seat sees."""
    shown = seen(campaign, seat)
    refusals = list(_out_of_place(ruleset, shown, order, seat))
    refusals.extend(order.judge(shown))
    return tuple(dict.fromkeys(refusals))


def _out_of_place(ruleset: Ruleset[C], campaign: C, order: Order[C], seat: str) -> Iterable[Refusal]:
    """What forbids an order whatever it says: its seat, the step, whose turn it is, a decision that comes first."""
    actor = order.actor
    if seat == RULES:
        return
    if order.automatic:
        yield Refusal(ruleset.cite("sequence"), f"'{order.verb}' happens by itself", "It comes in its step.")
    if actor and actor not in campaign.seats:
        yield Refusal(ruleset.cite("seat"), f"{actor} does not take part")
    elif actor and campaign.seats[actor] != seat:
        yield Refusal(ruleset.cite("seat"), f"{actor} is commanded by the seat '{campaign.seats[actor]}'", "Its player orders it.")
    ended = over(ruleset, campaign)
    if ended and not order.standing:
        yield Refusal(ruleset.cite("sequence"), ended, "A ruling or an undo is still possible.")
        return
    asked = decision(campaign)
    if asked is not None and not order.standing:
        if order.text not in asked.answers:
            yield Refusal(
                asked.rule or ruleset.cite("decision"),
                f"{asked.power} has to decide first: {asked.title}",
                f"Answers: {'; '.join(asked.answers)}.",
            )
        return
    if order.standing or not (order.steps or isinstance(order, standing.Done)):
        return
    step = ruleset.sequence[campaign.progress.step]
    if order.steps and step.slug not in order.steps:
        where = ", ".join(order.steps)
        yield Refusal(order.rule or ruleset.cite("sequence"), f"not in this step ({step.id})", f"Its step: {where}; 'late' enters it now.")
        return
    powers = awaited(campaign, step, ruleset.sequence)
    if actor and actor not in powers:
        yield Refusal(step.rule, f"{actor} has nothing to do in '{step.title}' now")
    elif actor and step.in_order and actor != powers[0]:
        yield Refusal(step.rule, f"{powers[0]} comes before {actor}", f"Wait for {powers[0]}.")


def automatic(ruleset: Ruleset[C], campaign: C) -> Order[Any] | None:
    """The next order that the rules give by themselves, None where a seat must choose or the campaign is over."""
    found = top(campaign)
    if found is not None:
        key, procedure = found
        return standing.Resolve(key) if procedure.decision(campaign) is None else None
    progress = campaign.progress
    if not progress.step:
        return standing.Advance(_first(ruleset, campaign))
    step = ruleset.sequence[progress.step]
    for order in step.outstanding(campaign):
        return order
    if awaited(campaign, step, ruleset.sequence):
        return None
    if campaign.sealed:
        return _reveal(campaign)
    if ruleset.ended(campaign):
        return None
    for following in ruleset.sequence.following(step.id):
        if not following.skipped(campaign):
            return standing.Advance(following.id)
    if progress.turn >= ruleset.last_turn(campaign):
        # The sequence's last step must stand at the end, or the campaign could not be seen to be over.
        last = ruleset.sequence.steps[-1]
        return standing.Advance(last.id) if step is not last else None
    return standing.NewTurn(progress.turn + 1)


def _first(ruleset: Ruleset[C], campaign: C) -> str:
    return next(step.id for step in ruleset.sequence.steps if not step.skipped(campaign))


def _reveal(campaign: Campaign) -> Order[Any] | None:
    """The first sealed order whose text is known here; with another seat's file missing, the reveal waits for it."""
    for key in campaign.sealed:
        if key in campaign.secrets:
            secret = campaign.secrets[key]
            return standing.Reveal(key, secret.text, secret.salt)
    return None


def apply(
    ruleset: Ruleset[C], campaign: C, order: Order[Any], *, seat: str, dice: Dice, n: int, overruled: tuple[Refusal, ...] = ()
) -> tuple[C, Entry]:
    """The campaign after a legal order and its entry (number ``n``). Does not judge."""
    tx: Transaction[C] = Transaction(campaign, dice, ruleset.label(campaign), order.actor)
    order.effect(tx)
    if order.finishes and order.actor:
        tx.set("progress.done", (*tx.campaign.progress.done, order.actor), "step done")
    late = order.step_of(campaign) if isinstance(order, umpire.Late) else ""
    entry = Entry(
        n=n,
        seat=seat,
        step=campaign.progress.step,
        order=order.text,
        rolls=tuple(tx.rolls),
        changes=tuple(tx.changes),
        late=late,
        overruled=tuple(refusal.rule for refusal in overruled),
        because=getattr(order, "because", ""),
    )
    return tx.campaign, entry


def _seal(
    ruleset: Ruleset[C], campaign: C, order: Order[Any], *, seat: str, dice: Dice, n: int
) -> tuple[C, Entry, tuple[str, Secret]]:
    key = f"{order.actor}-{n}"
    salt = dice.salt(f"{ruleset.label(campaign)}/{key}")
    digest = standing.digest(order.text, salt)
    sealing = standing.Seal(order.actor, digest, order.finishes)
    tx: Transaction[C] = Transaction(campaign, dice, ruleset.label(campaign), order.actor)
    tx.create(f"sealed.{key}", Sealed(order.actor, campaign.progress.step, digest), "sealed order")
    if order.finishes:
        tx.set("progress.done", (*tx.campaign.progress.done, order.actor), "step done")
    entry = Entry(n=n, seat=seat, step=campaign.progress.step, order=sealing.text, changes=tuple(tx.changes))
    secret = Secret(order.actor, order.text, salt)
    after = attrs.evolve(tx.campaign, secrets={**campaign.secrets, key: secret})
    return after, entry, (key, secret)


def submit(
    ruleset: Ruleset[C], campaign: C, orders: Sequence[Order[C]], *, seat: str, dice: Dice, n: int
) -> tuple[Batch[C], ...]:
    """Give orders, all or none, then settle. ``n`` numbers the first entry.

    Returns one batch, and one more for each turn begun: what follows a new turn's first step belongs to the new turn.
    Raises Refused with every reason for the first order that is not legal; NeedsDie where the player's dice are wanted.
    """
    run: _Run[C] = _Run(ruleset, campaign, dice, n)
    for order in orders:
        run.give(order, seat)
        run.settle()
    return run.batches()


def settle(ruleset: Ruleset[C], campaign: C, *, dice: Dice, n: int) -> tuple[Batch[C], ...]:
    """Apply what the rules do by themselves from here; no batch where nothing is outstanding."""
    run: _Run[C] = _Run(ruleset, campaign, dice, n)
    run.settle()
    return run.batches()


class _Run(Generic[C]):
    """Orders being applied one after the other, gathered into batches by turn."""

    def __init__(self, ruleset: Ruleset[C], campaign: C, dice: Dice, n: int) -> None:
        self.ruleset, self.campaign, self.dice, self.n = ruleset, campaign, dice, n
        self._entries: list[Entry] = []
        self._secrets: list[tuple[str, Secret]] = []
        self._closed: list[Batch[C]] = []

    def give(self, order: Order[C], seat: str) -> None:
        refusals = judge(self.ruleset, self.campaign, order, seat)
        if refusals:
            raise Refused(refusals, order.text)
        overruled: tuple[Refusal, ...] = ()
        if isinstance(order, umpire.Overrule):
            overruled = judge(self.ruleset, self.campaign, order.inner, seat)
        step = self.ruleset.sequence[self.campaign.progress.step] if self.campaign.progress.step else None
        secret_step = step is not None and len(seat_names(self.campaign)) > 1 and step.sealed(self.campaign)
        if secret_step and step is not None and step.slug in order.steps:
            self.campaign, entry, secret = _seal(self.ruleset, self.campaign, order, seat=seat, dice=self.dice, n=self.n)
            self._secrets.append(secret)
        else:
            self.campaign, entry = apply(
                self.ruleset, self.campaign, order, seat=seat, dice=self.dice, n=self.n, overruled=overruled
            )
        self._entries.append(entry)
        self.n += 1

    def settle(self) -> None:
        for _ in range(_FAR_TOO_MANY):
            order = automatic(self.ruleset, self.campaign)
            if order is None:
                return
            turn = self.campaign.progress.turn
            self.campaign, entry = apply(self.ruleset, self.campaign, order, seat=RULES, dice=self.dice, n=self.n)
            if isinstance(order, standing.Reveal):
                left = {key: secret for key, secret in self.campaign.secrets.items() if key != order.sealed}
                self.campaign = attrs.evolve(self.campaign, secrets=left)
            self._entries.append(entry)
            self.n += 1
            if self.campaign.progress.turn != turn:
                self._close()
        raise RuntimeError(f"the rules go round in circles at {self.campaign.progress.step}")

    def _close(self) -> None:
        if self._entries:
            count = len(self._entries)
            entries = tuple(
                attrs.evolve(entry, batch=(k, count)) if count > 1 else entry for k, entry in enumerate(self._entries, 1)
            )
            self._closed.append(Batch(entries, self.campaign, tuple(self._secrets)))
            self._entries, self._secrets = [], []

    def batches(self) -> tuple[Batch[C], ...]:
        self._close()
        return tuple(self._closed)


def live(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that no undo has taken back, without the undos themselves."""
    standing_entries: list[Entry] = []
    for entry in entries:
        if entry.undoes:
            taken = frozenset(entry.undoes)
            standing_entries = [other for other in standing_entries if other.n not in taken]
        else:
            standing_entries.append(entry)
    return standing_entries


def last_given(entries: Sequence[Entry]) -> int:
    """Where in live entries the last thing that a seat gave begins, with all that was written together with it; -1: nowhere."""
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
    known = {key: secret for key, secret in after.secrets.items() if key in after.sealed}
    after = attrs.evolve(after, secrets=known)
    entry = Entry(
        n=n,
        seat=seat,
        step=campaign.progress.step,
        order=f"undo to={taken[0].n - 1}",
        changes=changes,
        undoes=tuple(entry.n for entry in taken),
    )
    return Batch((entry,), after)


def may_undo(campaign: Campaign, taken: Sequence[Entry], seat: str) -> str:
    """Why a seat may not take these entries back alone ('' where it may): others' orders, or what has been revealed."""
    if len(seat_names(campaign)) == 1 or not powers_of(campaign, seat):
        return ""
    for entry in taken:
        if entry.seat not in (seat, RULES):
            return f"entry {entry.n} was given by the seat '{entry.seat}'"
        if entry.order.startswith(f"{standing.Reveal.verb} "):
            return f"entry {entry.n} revealed sealed orders: what was seen cannot be unseen"
    return ""
