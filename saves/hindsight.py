"""One open campaign with what lies behind it: what undo and redo would do, and the proposals that stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from engine.kernel import closed, consent, play, reading
from engine.kernel.changes import RULES, Entry
from engine.kernel.consent import Proposal
from engine.kernel.dice import Dice
from engine.kernel.grammar import Unreadable
from engine.kernel.orders import Order
from engine.kernel.refusals import Refusal, Refused, RefusedAgain
from engine.kernel.remarks import Propose, Remark, TakeBack
from engine.kernel.standing import Seal
from engine.kernel.undoing import NothingToUndo, Reach
from saves import disk
from saves.seated import Seated, refused_by_its_die
from saves.store import LIMIT

if TYPE_CHECKING:
    from saves.notes import Notes

_TABLE = "; or agree on it, and the table takes it back: x, the table, u (undo without --seat)"
_UNDOES = re.compile(rb"^undoes = \[([0-9, ]*)\]$", re.MULTILINE)


class Hindsight(Seated):
    """A campaign as a seat sees it, with its journal behind it; nothing here writes."""

    def judge(self, given: str | Order[Any]) -> tuple[Refusal, ...]:
        """Why the seat may not give an order now, or say something; nothing means that it may. Raises
        grammar.Unreadable."""
        order = self.understand(given) if isinstance(given, str) else given
        refusals = super().judge(order)
        return (*refusals, *self._not_said(order)) if isinstance(order, Remark) else refusals

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """The proposals that stand, oldest first. Raises SavesError."""
        return consent.standing(self.campaign, self._past.with_what_was_said())

    @property
    def vacant(self) -> frozenset[str]:
        """The seats without a player for which who is here may answer a proposal. Raises SavesError."""
        return self.sitter.vacant() if self.sitter is not None else frozenset()

    def _not_said(self, order: Remark) -> Iterator[Refusal]:
        """Why a remark may not be made now, as the journal has it."""
        yield from consent.refused(self.campaign, order, self.seat, self.proposals, self.vacant)
        if not isinstance(order, Propose):
            return
        if isinstance(order.inner, TakeBack):
            try:
                reason = play.may_undo(self._whole, self._past.to_take(order.inner.to), self.seat)
            except NothingToUndo as fault:
                yield Refusal("undo", str(fault), "The journal (j) has the numbers.")
            else:
                if not reason:
                    yield Refusal("undo", "that takes nobody's consent", "u takes it back.")
        else:
            yield from play.judge(self.ruleset, self.campaign, order.inner, self.seat, agreed=True)

    def would_undo(self, to: int | None = None) -> tuple[Entry, ...]:
        """What ``undo`` would take back, oldest first; nothing where nothing was given. Raises Refused where the seat
        may not, SavesError where it would have to be read from a turn file that is not to be believed."""
        with suppress(play.NothingToUndo):
            taken = self._past.to_take(to)
            self._may_take_back(taken)
            return tuple(taken)
        return ()

    def reaches(self, turns: int = 1) -> tuple[Reach, ...]:
        """How far ``undo`` may go back from the last thing given: a step, a segment, up to so many turns. Raises
        SavesError."""
        return self._past.reaches(self.ruleset.sequence, self._whole.progress.turn, turns)

    def _still_open(self, what: str) -> None:
        """Raises Refused where all seats have closed the campaign."""
        if closed.by_all(self._whole):
            raise Refused((closed.refusal(),), what)

    def _may_take_back(self, taken: Sequence[Entry]) -> None:
        self._still_open("undo")
        reason = play.may_undo(self._whole, taken, self.seat)
        if reason:
            hint = f"Propose it: {_proposal(taken)}"
            raise Refused((Refusal("undo", reason, hint if self.sitter is not None else hint + _TABLE),), "undo")

    def undo_proposal(self, to: int | None = None) -> str:
        """The order that proposes an undo which this seat may not do alone, '' for any other. Raises SavesError."""
        with suppress(NothingToUndo):
            taken = () if closed.by_all(self._whole) else self._past.to_take(to)
            return _proposal(taken) if self.seat and play.may_undo(self._whole, taken, self.seat) else ""
        return ""

    def would_redo(self) -> tuple[Entry, ...]:
        """The orders that ``redo`` would give again, as they stood in the journal, oldest first. Raises Refused where
        the seat may not, NothingToRedo, SavesError."""
        orders = self._past.redo().orders
        self._may_give_again(orders)
        return orders

    def _may_give_again(self, orders: Sequence[Entry]) -> None:
        self._still_open("redo")
        if reason := play.may_redo(self._whole, orders, self.seat):
            raise Refused((Refusal("redo", reason, "Ask that seat to give it again, or give your own anew."),), "redo")

    def _unseen(self, campaign: Any, given: Sequence[tuple[Entry, Order[Any]]], dice: Dice) -> None:
        """With several seats nothing is given after a die, or after something sealed is opened, that might be refused:
        the reasons would tell what nobody has to stand by. Raises RefusedAgain with how many may be given at once."""
        at = play.shown_with(self.ruleset, campaign, given, dice=dice, n=self._head.last + 1)
        if at < len(given) and given[at][1].over_the_rules and self.seat:
            entry, order = given[at]
            raise RefusedAgain(refused_by_its_die(order).refusals, self.order_text(entry), entry.n, at)
        if at + 1 < len(given):
            entry = given[at + 1][0]
            reason = f"with entry {given[at][0].n} a die falls, or something sealed is opened, which all see"
            why = Refusal("redo", reason, "What came after it is given again once that stands.")
            raise RefusedAgain((why,), self.order_text(entry), entry.n, at + 1)

    def _as_shown(self, refused: RefusedAgain, entry: Entry) -> RefusedAgain:
        """A refusal as this seat may read it: of what another sealed, that it is refused and not why."""
        if refused.order == self.order_text(entry) or entry.order == self._files.unsealed(entry.seat, entry.order):
            return refused
        hint = f"Ask the seat '{entry.seat}' to give another in its place."
        why = Refusal("redo", f"what was sealed in entry {entry.n} is refused now", hint)
        return type(refused)((why,), entry.order, entry.n, refused.before, late=refused.late)

    def _read_again(self, entry: Entry, before: int) -> Order[Any]:
        line = self._files.unsealed(entry.seat, entry.order)
        try:
            order = reading.parse(self.ruleset, line)
        except Unreadable as fault:
            why = f"today's rules cannot read it: {fault}"
        else:
            if not isinstance(order, Seal):
                return order
            why = "what was sealed in it cannot be opened any more"
        again = (Refusal("redo", why, "Give another in its place."),)
        raise self._as_shown(RefusedAgain(again, line, entry.n, before), entry)

    @property
    def notes(self) -> Notes:
        """The notes of this seat; without a seat none. Read anew each time: another of its terminals may have
        written."""
        from saves import notes

        return notes.read(self.folder, self.seat) if self.seat else notes.Notes()

    def taken_back(self) -> frozenset[int]:
        """The numbers of all entries that an undo took back; an undo past a turn's start stands in another file."""
        found: set[int] = set()
        for path in self._files.files():
            for listed in _UNDOES.findall(disk.read(path, LIMIT)):
                found.update(int(n) for n in listed.split(b",") if n.strip().isdigit())
        return frozenset(found)

    def settled_after(self, n: int) -> int:
        """The entry at which an undo stops that goes back to this one: the last that the rules made right after it by
        themselves, as they would at once again; with the player's own dice this one, as he may roll them anew."""
        if self.keyboard_dice:
            return n
        taken = self._past.to_take(n)
        following = next((at for at, entry in enumerate(taken) if entry.seat != RULES), 0)
        return taken[following - 1].n if following else n

    @property
    def last_to_undo(self) -> int:
        """The last entry after which nothing can be taken back: the last order, with the player's own dice the last
        entry of all. Raises SavesError."""
        if self.keyboard_dice:
            return self.last_number
        with suppress(NothingToUndo):
            return max(entry.n for entry in self._past.to_take(None) if entry.seat != RULES)
        return 0

    def order_text(self, entry: Entry) -> str:
        """What a seat ordered in an entry, as it may be given again: of what it sealed the text that its own file
        keeps."""
        return self.order_of(entry.seat, entry.order)

    def order_of(self, seat: str, order: str) -> str:
        """The same of an order as the journal has it. The table, which gives all orders again, is shown no more of
        them than everybody is."""
        return self._files.unsealed(seat, order) if seat == self.seat else order


def _proposal(taken: Sequence[Entry]) -> str:
    """The order that proposes to take these entries back, which stand in their order."""
    return f"{Propose.verb} {TakeBack(taken[0].n - 1).text}"
