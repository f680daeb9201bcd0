"""Remarks: what seats say to each other in the journal, and what they propose and answer. A remark changes nothing in
the war; undo and redo pass over it, and it comes before nothing and after nothing.

What a proposal, an acceptance or a refusal brings about hangs on the journal, not on the campaign: see kernel.consent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.campaign import Campaign
from engine.kernel.changes import MOST_ENTRIES, Entry
from engine.kernel.grammar import FLAG, NAME, TEXT, keyed, number, word
from engine.kernel.orders import Order, TableOrder, Wrapping
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen


@frozen
class Remark(TableOrder[Campaign]):
    """Something said, at any time."""

    def effect(self, tx: Transaction[Campaign]) -> None:
        """Nothing: it is said."""


@frozen
class Message(Remark):
    """A message to all."""

    verb: ClassVar[str] = "message"
    title: ClassVar[str] = "message to all"

    said: str = word(TEXT)

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        if not self.said.strip():
            yield Refusal("message", "nothing is said", 'message "..."')

    def sentence(self, campaign: Campaign) -> str:
        return f"says: {self.said}"

    def told(self, before: Campaign, entry: Entry) -> str:
        return f"{speaker(entry)} says: {self.said}"


@frozen
class TakeBack(TableOrder[Campaign]):
    """All that was given after entry ``to`` is taken back. As an order it stands in proposals alone."""

    verb: ClassVar[str] = "undo"
    title: ClassVar[str] = "undo"

    to: int = keyed(number(0, MOST_ENTRIES), 0)

    @classmethod
    def choosable(cls) -> bool:
        return False

    def arguments(self) -> str:
        return f"to={self.to}"

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        yield Refusal("undo", "an undo is not given as an order", "u takes back (undo); propose undo to=N asks for it.")

    def sentence(self, campaign: Campaign) -> str:
        return f"all after entry {self.to} is taken back"


@frozen
class Propose(Wrapping[Campaign], Remark):
    """An order that takes the others' consent. It lapses with the next entry that is no remark."""

    verb: ClassVar[str] = "propose"
    title: ClassVar[str] = "proposal"
    nests: ClassVar[int] = 2

    inner: Order[Any]

    @property
    def before(self) -> str:
        return "proposes"

    def shape(self, campaign: Campaign) -> Iterable[Refusal]:
        if not (self.inner.over_the_rules or self.inner.of_the_table or isinstance(self.inner, TakeBack)):
            yield Refusal("consent", "only what takes consent is proposed", "Give this order as it is.")
        yield from super().shape(campaign)

    def told(self, before: Campaign, entry: Entry) -> str:
        return f"{speaker(entry)} {self.before}: {self.inner.sentence(before)}"


@frozen
class _AnswerTo(Remark):
    """An answer to the proposal that stands in entry ``to``. ``seat``: the seat for which it is given, where that is
    not the one that gives it: one without a player, for which the host answers."""

    to: int = word(number(1, MOST_ENTRIES))
    seat: str = keyed(NAME, "")

    @property
    def instead(self) -> str:
        """For whom, in words, '' where for oneself."""
        return f" for the seat {self.seat}" if self.seat else ""


@frozen
class Accept(_AnswerTo):
    """Consent to a proposal; with the last that is wanted it takes effect."""

    verb: ClassVar[str] = "consent"
    title: ClassVar[str] = "consent"

    def sentence(self, campaign: Campaign) -> str:
        return f"agrees to the proposal in entry {self.to}{self.instead}"

    def told(self, before: Campaign, entry: Entry) -> str:
        return f"{speaker(entry)} agrees to the proposal in entry {self.to}{self.instead}"


@frozen
class Decline(_AnswerTo):
    """A proposal is declined, which ends it; its own seat withdraws it."""

    verb: ClassVar[str] = "decline"
    title: ClassVar[str] = "refusal"

    def sentence(self, campaign: Campaign) -> str:
        return f"declines the proposal in entry {self.to}{self.instead}"

    def told(self, before: Campaign, entry: Entry) -> str:
        return f"{speaker(entry)} declines the proposal in entry {self.to}{self.instead}"


@frozen
class HandOver(Remark):
    """That a seat was given to a player or taken from him. Who sits where is the host's to say: this only tells it, and
    nobody gives it as an order."""

    verb: ClassVar[str] = "seating"
    title: ClassVar[str] = "who sits where"

    seat: str = word(NAME)
    player: str = word(NAME)
    leaves: bool = keyed(FLAG, False)

    @classmethod
    def choosable(cls) -> bool:
        return False

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        reason = "who sits where is told by who gives the seats"
        yield Refusal("seating", reason, "The server's host gives and takes them.")

    def sentence(self, campaign: Campaign) -> str:
        return f"{self.player} {'leaves' if self.leaves else 'sits down at'} the seat {self.seat}"


def speaker(entry: Entry) -> str:
    """Who says what stands in an entry: the player where he is known, with his seat."""
    seat = entry.seat if entry.seat not in ("", "table") else ""
    if entry.player:
        # A host may answer without a seat of his own.
        return f"{entry.player} ({seat})" if seat else entry.player
    return f"the seat {seat}" if seat else "the table"


ORDERS: tuple[type[Order[Any]], ...] = (Message, TakeBack, Propose, Accept, Decline, HandOver)
"""What every game's seats may say."""
