"""Playing: judge an order, apply it, then settle what follows by itself, up to the next choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

import attrs

from engine.kernel import closing, fitting, outlook, reading, standing, umpire
from engine.kernel.answers import Answer
from engine.kernel.campaign import C, Campaign, Secret, hidden_fields, seat_names, several_eyes
from engine.kernel.changes import RULES, Batch, Entry, Roll, together
from engine.kernel.dice import BadFace, Dice, NeedsDie, Unrolled
from engine.kernel.grammar import Unreadable
from engine.kernel.judging import acting, against, by_number, judge, judge_on, over, seen
from engine.kernel.orders import Order
from engine.kernel.procedures import decision, decisions, top
from engine.kernel.refusals import Refusal, Refused, RefusedAgain
from engine.kernel.remembering import come_further, follow, hand_on, keep
from engine.kernel.ruleset import Ruleset
from engine.kernel.sequence import awaited
from engine.kernel.sheets.ledger import falls_due, ledger_of
from engine.kernel.transaction import TooMuch, Transaction
from engine.kernel.undoing import NothingToUndo, last_given, live, may_redo, may_undo, reveals, undo

__all__ = [
    "RULES",
    "Batch",
    "NothingToUndo",
    "acting",
    "apply",
    "automatic",
    "decision",
    "decisions",
    "give_again",
    "judge",
    "last_given",
    "live",
    "may_redo",
    "may_undo",
    "over",
    "seen",
    "settle",
    "shown_with",
    "shows",
    "spent",
    "submit",
    "top",
    "undo",
]

_FAR_TOO_MANY = 2_000
_PROGRESS = {"progress"}


def automatic(ruleset: Ruleset[C], campaign: C) -> Order[Any] | None:
    """The next order that the rules give by themselves, None where a seat must choose or the campaign is over."""
    progress, sequence = campaign.progress, ruleset.sequence
    if not progress.step:
        return standing.Advance(sequence.first(campaign).id)
    if campaign.pending:
        return _of_procedure(ruleset, campaign)
    step = sequence.named[progress.step]
    for order in step.outstanding(campaign):
        return order
    if awaited(campaign, step, sequence):
        return None
    if campaign.sealed and _sealed(campaign):
        return _opening(ruleset, campaign, step.who(campaign))
    if ruleset.ended(campaign):
        return None
    for following in sequence.following(step.id):
        if not following.skipped(campaign):
            return standing.Advance(following.id)
    if progress.turn >= ruleset.calendar.last(campaign):
        # The sequence's last step must stand at the end, or the campaign could not be seen to be over.
        last = sequence.steps[-1]
        return standing.Advance(last.id) if step is not last else None
    return standing.NewTurn(progress.turn + 1)


def _of_procedure(ruleset: Ruleset[C], campaign: C) -> Order[Any] | None:
    """How the procedure on top goes on by itself, None where seats must decide."""
    found = top(campaign)
    if found is None or decisions(campaign):
        return None
    key, procedure = found
    if kept := procedure.unseals(campaign):
        return _opened(campaign, kept)
    return _opening(ruleset, campaign, (), key) if _sealed(campaign, key) else standing.Resolve(key)


def _sealed(campaign: Campaign, answers: str = "") -> list[str]:
    """Where the sealed answers to a procedure are kept, or the sealed orders of the step."""
    return [place for place, one in campaign.sealed.items() if one.answers == answers and not one.cover]


def _opened(campaign: Campaign, places: Sequence[str]) -> Order[Any] | None:
    """Open what was kept in one of these places and let it take effect, one after the other: what a seat's file that is
    missing holds up is its own part. None while nothing else is left."""
    for place in places:
        if campaign.sealed[place].text:
            return standing.Enact.of(campaign, place)
    for place in places:
        if (secret := campaign.secrets.get(place)) is not None:
            return standing.Reveal(place, secret.text, secret.salt)
    return None


def _opening(ruleset: Ruleset[C], campaign: C, powers: tuple[str, ...], answers: str = "") -> Order[Any] | None:
    """Reveal what is sealed, or show as much of it as its order lets all read, then, all being open, enact it in the
    order in which these powers act.

    With another seat's file missing, the reveal waits for it.
    """
    order = {power: at for at, power in enumerate(dict.fromkeys((*powers, *ruleset.powers)))}
    places = sorted(
        _sealed(campaign, answers), key=lambda place: (order[campaign.sealed[place].power], by_number(place))
    )
    closed = [place for place in places if not (campaign.sealed[place].text or campaign.sealed[place].shown)]
    for place in closed:
        if place in campaign.secrets:
            secret = campaign.secrets[place]
            cover = _cover(ruleset, campaign, secret)
            return standing.Show(place, cover) if cover else standing.Reveal(place, secret.text, secret.salt)
    return None if closed else standing.Enact.of(campaign, places[0])


def _cover(ruleset: Ruleset[C], campaign: C, secret: Secret) -> str:
    """What all may read of an order that stays sealed beyond its step, '' for one that is opened whole."""
    try:
        return reading.parse(ruleset, secret.text).openly(campaign)
    except Unreadable:
        return ""


def apply(ruleset: Ruleset[C], campaign: C, order: Order[Any], *, seat: str, dice: Dice, n: int) -> tuple[C, Entry]:
    """The campaign after a legal order and its entry (number ``n``). Does not judge."""
    tx = Transaction(campaign, dice, ruleset.calendar.now, order.actor)
    _carry_out(ruleset, tx, order, order.actor)
    return tx.campaign, _entry_of(tx, order, seat, n)


def _carry_out(ruleset: Ruleset[C], tx: Transaction[C], order: Order[Any], actor: str) -> None:
    """Write what a legal order does, and what goes with every order; then what was known of the campaign before it is
    known of the one after it, as far as it still holds."""
    before = tx.began
    progress = before.progress
    order.effect(tx)
    if progress.closed and not isinstance(order, closing.Close):
        closing.lapse(tx)
    if actor and progress.step and order.ends_step(ruleset.sequence.named[progress.step].slug):
        done = tx.campaign.progress.done
        if actor not in done:
            tx.finish((*done, actor), "step done")
    written = tx.fields
    # Of the progress nothing is hidden.
    if written <= _PROGRESS:
        hand_on(before, tx.campaign)
        return
    hidden = hidden_fields(type(before))
    if not written.isdisjoint(hidden):
        secret = ", ".join(sorted(written & hidden))
        raise TypeError(f"'{order.verb}' writes {secret}, which may not stand in the shared journal")
    follow(before, tx.campaign, written, tx.changes)


def _entry_of(tx: Transaction[C], order: Order[Any], seat: str, n: int) -> Entry:
    """The entry of an order that has been carried out."""
    step, rolls = tx.began.progress.step, tuple(tx.rolls) if tx.rolls else ()
    if order.over_the_rules:
        late, because = order.late_step(tx.began), str(getattr(order, "because", ""))
        return Entry(n, seat, step, order.text, rolls, tuple(tx.changes), late=late, because=because)
    return Entry(n, seat, step, order.text, rolls, tuple(tx.changes))


def submit(
    ruleset: Ruleset[C],
    campaign: C,
    orders: Sequence[Order[C]],
    *,
    seat: str,
    dice: Dice,
    n: int,
    agreed: int = 0,
) -> tuple[Batch[C], ...]:
    """Give orders, all or none, then settle. ``n`` numbers the first entry; ``agreed``: the proposal that they carry
    out.

    Returns one batch, and one more for each turn begun: what follows a new turn's first step belongs to the new turn.
    Raises Refused with every reason for the first order that is not legal; NeedsDie where the player's dice are wanted.
    """
    run: _Run[C] = _Run(ruleset, campaign, dice, n, agreed)
    for order in orders:
        run.play(order, seat)
    return run.batches()


def spent(ruleset: Ruleset[C], campaign: C, *, dice: Dice, n: int, to: int = 0) -> Batch[C]:
    """What is written of an order that was refused late (see ``Refused``): that all dice fall anew. ``to``: the
    proposal that it carried out."""
    after, entry = apply(ruleset, campaign, standing.Anew(to), seat=RULES, dice=dice, n=n)
    return Batch((entry,), after)


def give_again(
    ruleset: Ruleset[C],
    campaign: C,
    given: Sequence[tuple[Entry, Order[C]]],
    *,
    dice: Dice,
    n: int,
    stands: bool = True,
) -> tuple[Batch[C], ...]:
    """Give orders again that an undo took back, each with the entry it stood in and by that entry's seat, all or none.
    ``stands``: what took consent then has it still, as where the table gives them; else it is asked for anew.

    What the rules have still to do goes before. Batches as ``submit`` returns them; raises RefusedAgain for the first
    that is not legal now.
    """
    run: _Run[C] = _Run(ruleset, campaign, dice, n)
    run.settle()
    for at, (entry, order) in enumerate(given):
        try:
            run.repeat(entry, order, stands=stands)
        except Refused as refused:
            raise RefusedAgain(refused.refusals, refused.order, entry.n, at, late=refused.late) from refused
    return run.batches()


def shows(batches: Sequence[Batch[C]], *, dice: bool = True) -> bool:
    """Whether a die fell in these, or something sealed was opened: what nobody may see and then think again. Without
    ``dice`` only the latter."""
    entries = [entry for batch in batches for entry in batch.entries]
    return any((dice and entry.rolls) or reveals(entry) for entry in entries)


def shown_with(ruleset: Ruleset[C], campaign: C, given: Sequence[tuple[Entry, Order[C]]], *, dice: Dice, n: int) -> int:
    """With which of these orders (see ``give_again``) a die falls or something sealed is opened, by its place among
    them; none: how many there are. What the rules have still to do goes before, and no face is asked for."""
    run: _Run[C] = _Run(ruleset, campaign, Unrolled(dice), n)
    run.settle()
    run.batches()
    for at, (entry, order) in enumerate(given):
        try:
            run.repeat(entry, order, stands=True)
        except NeedsDie:
            return at
        except Refused:
            break
        if shows(run.batches()):
            return at
    return len(given)


def settle(ruleset: Ruleset[C], campaign: C, *, dice: Dice, n: int) -> tuple[Batch[C], ...]:
    """Apply what the rules do by themselves from here; no batch where nothing is outstanding."""
    run: _Run[C] = _Run(ruleset, campaign, dice, n)
    run.settle()
    return run.batches()


class _Run(Generic[C]):
    """Orders being applied one after the other, gathered into batches by turn."""

    def __init__(self, ruleset: Ruleset[C], campaign: C, dice: Dice, n: int, agreed: int = 0) -> None:
        """``agreed``: the number of the proposal that is carried out. ``stood``: the orders stood in the journal
        before, by whatever consent was asked for then."""
        self.ruleset, self.campaign, self.dice, self.n = ruleset, campaign, dice, n
        self.agreed, self.stood = agreed, False
        self._entries: list[Entry] = []
        # The transaction of the latest order, where it made the campaign and its progress and nobody has seen them.
        self._open: Transaction[C] | None = None
        # The dice of the latest entry, also of one that failed after them.
        self._rolled: list[Roll] = []
        self._secrets: list[tuple[str, Secret]] = []
        self._closed: list[Batch[C]] = []
        keep(campaign)

    def play(self, order: Order[C], seat: str, again: int = 0) -> None:
        """Give an order and settle what follows. ``again``: the entry that it repeats. Raises Refused."""
        if order.over_the_rules:
            self.try_out(order, seat, again)
        else:
            self.give(order, seat, again)
            self.settle()

    def repeat(self, entry: Entry, order: Order[C], *, stands: bool) -> None:
        """Give an order again that stood in an entry. ``stands``: by the consent that was asked for then; a seat asks
        for it anew. Raises Refused."""
        self.agreed, self.stood = (entry.agreed if stands else 0), stands
        self.play(order, entry.seat, entry.n)

    def give(self, order: Order[C], seat: str, again: int = 0) -> None:
        shown = seen(self.campaign, seat)
        refusals = judge_on(self.ruleset, shown, order, seat, agreed=self.stood or self.agreed > 0)
        if refusals:
            raise Refused(refusals, order.text)
        if self._is_secret(order):
            self._seal(order, seat, again)
            return
        overruled = against(self.ruleset, shown, order, seat) if isinstance(order, umpire.Overrule) else ()
        self._apply(order, seat, overruled, again)

    def try_out(self, order: Order[C], seat: str, again: int = 0) -> None:
        """Give an order over the rules and settle what follows; then look whether the campaign can go on from there.
        Whatever fails is a refusal, and the run is of no use any more. Raises Refused."""
        try:
            count = len(self._entries)
            self.give(order, seat, again)
            for change in self._entries[-1].changes if len(self._entries) > count else ():
                if change.now is not None and (problem := fitting.misfit(self.campaign, change.at, change.now)):
                    raise ValueError(f"{change.at}: {problem}")
            self.settle()
            self._look()
        except BadFace:
            raise
        except umpire.FAULTS as fault:
            raise self._failed(fault, order) from fault

    def _failed(self, fault: Exception, order: Order[C]) -> Refused:
        """The refusal of an order over the rules of which something failed; without the fault's own words where these
        might be of what somebody sealed."""
        written = self.batches()
        kept = any(not one.text for one in self.campaign.sealed.values()) or shows(written, dice=False)
        unsaid = kept and several_eyes(self.campaign)
        refusal = umpire.impossible_unsaid() if unsaid else umpire.impossible(fault)
        return Refused((refusal,), order.text, late=bool(self._rolled) or shows(written))

    def _look(self) -> None:
        """Ask for all that a player is shown next."""
        for seat in seat_names(self.campaign):
            outlook.outlook(self.ruleset, self.campaign, seat).read()
        outlook.checklist(self.ruleset, self.campaign)
        ledger_of(self.ruleset).rows(self.campaign)
        falls_due(self.ruleset, self.campaign)
        tuple(self.ruleset.check(self.campaign))

    def settle(self) -> None:
        for _ in range(_FAR_TOO_MANY):
            order = automatic(self.ruleset, self.campaign)
            if order is None:
                return
            if self._open is not None and type(order) is standing.Advance:
                self._come_to(order, self._open)
                continue
            turn = self.campaign.progress.turn
            self._apply(order, RULES)
            if isinstance(order, standing.Reveal):
                self._open = None
                left = {place: secret for place, secret in self.campaign.secrets.items() if place != order.place}
                self.campaign = attrs.evolve(self.campaign, secrets=left)
            if self.campaign.progress.turn != turn:
                self._close()
        raise TooMuch(f"the rules go round in circles at {self.campaign.progress.step}")

    def _come_to(self, order: standing.Advance, tx: Transaction[Any]) -> None:
        """A step comes up after another order of this run. A third of all entries say no more, and the state between
        the two is nobody's: they share one transaction."""
        tx.go_on()
        before, self._rolled = tx.campaign.progress.step, []
        order.effect(tx)
        come_further(tx.campaign, before)
        self._entries.append(Entry(self.n, RULES, before, order.text, (), tuple(tx.changes)))
        self.n += 1

    def _apply(self, order: Order[Any], seat: str, overruled: tuple[Refusal, ...] = (), again: int = 0) -> None:
        ruleset, actor = self.ruleset, order.actor
        tx = Transaction(self.campaign, self.dice, ruleset.calendar.now, actor)
        # Also where it fails after them.
        self._rolled = tx.rolls
        _carry_out(ruleset, tx, order, actor)
        entry = _entry_of(tx, order, seat, self.n)
        if overruled:
            entry = attrs.evolve(entry, overruled=tuple(dict.fromkeys(refusal.rule for refusal in overruled)))
        if again:
            entry = attrs.evolve(entry, again=again)
        if self.agreed and seat != RULES:
            entry = attrs.evolve(entry, agreed=self.agreed)
        self.campaign = tx.campaign
        keep(tx.campaign)
        # Once all seats have closed the campaign, more is written with each order than it says itself.
        self._open = tx if "progress" in tx.fields and not tx.campaign.progress.closed else None
        self._entries.append(entry)
        self.n += 1

    def _is_secret(self, order: Order[C]) -> bool:
        """Whether other seats may not see it yet: an answer that is sealed, an order of a sealed step, or one with a
        cover (see Order.openly)."""
        if not several_eyes(self.campaign):
            return False
        if order.openly(self.campaign):
            return True
        if self.campaign.pending:
            if isinstance(order, Answer) and order.covert:
                return True
            return any(asked.sealed and order.text in asked.answers for asked in decisions(self.campaign))
        return self._of_a_sealed_step(order)

    def _of_a_sealed_step(self, order: Order[C]) -> bool:
        """Whether it is sealed because all that is ordered in its step is."""
        step = self.ruleset.sequence[self.campaign.progress.step]
        return not self.campaign.pending and step.slug in order.steps and step.sealed(self.campaign)

    def _seal(self, order: Order[C], seat: str, again: int) -> None:
        place = f"{order.actor}-{self.n}"
        salt = self.dice.salt(f"{self.ruleset.calendar.now(self.campaign)}/{place}")
        slug = self.ruleset.sequence[self.campaign.progress.step].slug
        under_way, openly = top(self.campaign), order.openly(self.campaign)
        seal = standing.Seal(
            order.actor,
            place,
            standing.digest(order.text, salt),
            ends=order.ends_step(slug),
            answers=under_way[0] if under_way and not openly else "",
            # In a sealed step nobody sees even that before all have ordered.
            cover="" if self._of_a_sealed_step(order) else openly,
        )
        self._apply(seal, seat, again=again)
        self._open = None
        secret = Secret(order.actor, order.text, salt)
        self.campaign = attrs.evolve(self.campaign, secrets={**self.campaign.secrets, place: secret})
        self._secrets.append((place, secret))

    def _close(self) -> None:
        self._open = None
        if self._entries:
            self._closed.append(Batch(together(self._entries), self.campaign, tuple(self._secrets)))
            self._entries, self._secrets = [], []

    def batches(self) -> tuple[Batch[C], ...]:
        """What was written since they were last asked for."""
        self._close()
        closed, self._closed = tuple(self._closed), []
        return closed
