"""What has been queued at a desk and not given yet: it stays while other screens are looked at, and every edit can be
taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from engine.kernel.changes import Entry
    from engine.kernel.orders import Order
    from saves.desk import Desk

Orders = tuple["Order[Any]", ...]


class Drafts:
    """The queues of one step by power, each with its edits; and those that were given, until they are taken back."""

    def __init__(self) -> None:
        self._edits: dict[str, list[Orders]] = {}
        self._given: list[tuple[int, dict[str, Orders]]] = []
        self._sent: tuple[int, dict[str, Orders]] | None = None

    def of(self, power: str) -> Orders:
        """A power's queue."""
        edits = self._edits.get(power)
        return edits[-1] if edits else ()

    def put(self, power: str, orders: Sequence[Order[Any]]) -> None:
        """A power's queue after an edit."""
        if tuple(orders) != self.of(power):
            self._edits.setdefault(power, [()]).append(tuple(orders))

    def back(self, power: str) -> bool:
        """Take the last edit back; False where there is none."""
        edits = self._edits.get(power, [])
        if len(edits) < 2:
            return False
        edits.pop()
        return True

    def sent(self, after: int, powers: Sequence[str]) -> None:
        """The queues of these powers are being given; the journal ends with this number."""
        self._sent = (after, {power: self.of(power) for power in powers if self.of(power)})

    def refused(self) -> None:
        """The orders last sent were refused: their queues stay as they are."""
        self._sent = None

    def reconcile(self, live: Sequence[Entry]) -> None:
        """Orders that stand in the journal leave their queue; orders that have been undone come back into it."""
        if self._sent is not None:
            after, queues = self._sent
            first = next((order.text for orders in queues.values() for order in orders), "")
            entry = next((entry for entry in live if entry.n > after and entry.order == first), None)
            if entry is not None:
                self._sent = None
                self._given.append((entry.n, queues))
                for power in queues:
                    self._edits.pop(power, None)
        numbers = {entry.n for entry in live}
        undone = [given for given in self._given if given[0] not in numbers]
        self._given = [given for given in self._given if given[0] in numbers]
        for _, queues in undone:
            for power, orders in queues.items():
                self.put(power, (*orders, *self.of(power)))


_drafts: WeakKeyDictionary[Desk, dict[tuple[int, str], Drafts]] = WeakKeyDictionary()


def drafts(desk: Desk) -> Drafts:
    """The queues of the step at hand."""
    progress = desk.campaign.progress
    known = _drafts.setdefault(desk, {})
    return known.setdefault((progress.turn, progress.step), Drafts())
