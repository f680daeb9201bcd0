"""A campaign played in memory, by any number of seats: no files, no clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from engine.kernel import judging, outlook, play, undoing
from engine.kernel.campaign import C, seat_names
from engine.kernel.changes import RULES, Batch, Entry
from engine.kernel.dice import Dice
from engine.kernel.orders import Order
from engine.kernel.outlook import Outlook
from engine.kernel.ruleset import Ruleset


class InMemory(Generic[C]):
    """The state, every entry so far (``entries``), and those that no undo has taken back (``live``). What the rules do
    at the beginning is done when it is made."""

    def __init__(self, ruleset: Ruleset[C], campaign: C, dice: Dice) -> None:
        self.ruleset, self.campaign, self.dice = ruleset, campaign, dice
        self.entries: list[Entry] = []
        self.live: list[Entry] = []
        self._seen: dict[str, tuple[C, C, Outlook]] = {}
        self._took(play.settle(ruleset, campaign, dice=dice, n=1))

    @property
    def n(self) -> int:
        """The number of the next entry."""
        return self.entries[-1].n + 1 if self.entries else 1

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats at the table."""
        return tuple(seat_names(self.campaign))

    @property
    def over(self) -> str:
        """Why the campaign is over, '' while it goes on."""
        return judging.over(self.ruleset, self.campaign)

    def looks(self, seat: str) -> tuple[C, Outlook]:
        """The campaign as a seat sees it, and what it may do now."""
        known = self._seen.get(seat)
        if known is None or known[0] is not self.campaign:
            shown = judging.seen(self.campaign, seat)
            known = self.campaign, shown, outlook.outlook(self.ruleset, self.campaign, seat)
            self._seen[seat] = known
        return known[1:]

    def order(self, order: Order[Any], seat: str) -> tuple[Batch[C], ...]:
        """Give a seat's order. Raises Refused; then nothing has happened."""
        batches = play.submit(self.ruleset, self.campaign, [order], seat=seat, dice=self.dice, n=self.n)
        self._took(batches)
        return batches

    def take_back(self, seat: str, back: int = 1) -> Batch[C]:
        """Take back the last thing given, or what was given in the last so many entries. Nobody is asked. Raises
        NothingToUndo."""
        first = undoing.last_given(self.live) if back == 1 else max(0, len(self.live) - back)
        begun = next((at for at, entry in enumerate(self.live) if entry.seat != RULES), len(self.live))
        taken = self.live[max(first, begun) :] if first >= 0 else []
        batch = undoing.undo(self.campaign, taken, seat=seat, n=self.n)
        self.campaign = batch.campaign
        self.entries.extend(batch.entries)
        del self.live[len(self.live) - len(taken) :]
        # Cut through the middle of what was written together, the rules have something left to do.
        self._took(play.settle(self.ruleset, self.campaign, dice=self.dice, n=self.n))
        return batch

    def _took(self, batches: Sequence[Batch[C]]) -> None:
        for batch in batches:
            self.entries.extend(batch.entries)
            self.live.extend(entry for entry in batch.entries if not entry.remark)
            self.campaign = batch.campaign
