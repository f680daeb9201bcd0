"""A desk without files: the kernel's calls on a campaign in memory, with the signatures of ``saves.desk.Desk``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from engine.kernel import outlook as looking
from engine.kernel import play, reading, ruleset
from engine.kernel.changes import Change, Entry
from engine.kernel.dice import Dice, FixedDice, KeyedDice
from engine.kernel.orders import Order
from saves.notes import Notes


@frozen
class Done:
    """What an order came to."""

    entries: tuple[Entry, ...]
    campaign: Any
    notes: tuple[str, ...] = ()


@frozen
class Record:
    """Entries and the view after them."""

    entries: tuple[Entry, ...]
    campaign: Any
    doubt: str = ""
    corrections: tuple[Any, ...] = ()


@frozen
class Turn:
    """A turn's file."""

    ordinal: int
    label: str
    path: Path
    entries: int


class StandinDesk:
    """One campaign in memory, seen by its only seat. The rules never wait, and what was last given before this desk was
    opened is not known."""

    outstanding = False
    title = ""
    sitter = None
    watches = False
    lost = ""
    notes = Notes()
    waits_for_consent = False
    vacant: frozenset[str] = frozenset()
    proposals: tuple[Any, ...] = ()
    last_entries: tuple[Entry, ...] = ()

    def __init__(
        self, campaign: Any, *, keyboard: bool = False, secret: bytes = b"standin", name: str = "standin"
    ) -> None:
        self.name, self.folder, self.warnings = name, Path("nowhere"), ()
        self.ruleset = ruleset.of(campaign)
        self.keyboard_dice, self._secret = keyboard, secret
        self.seat = next(iter(campaign.seats.values()))
        self._whole = campaign
        self._entries: list[Entry] = []
        self._last: tuple[Change, ...] = ()
        self._record(play.settle(self.ruleset, campaign, dice=self._dice(()), n=1))

    def _dice(self, rolls: Sequence[int]) -> Dice:
        return FixedDice(rolls) if self.keyboard_dice else KeyedDice(self._secret)

    def plans_at(self, power: str) -> str:
        """See the desk."""
        return str(self.seat)

    @property
    def last_number(self) -> int:
        """See the desk."""
        return len(self._entries)

    @property
    def _n(self) -> int:
        return len(self._entries) + 1

    def _record(self, batches: Sequence[play.Batch[Any]]) -> tuple[Entry, ...]:
        entries = tuple(entry for batch in batches for entry in batch.entries)
        if batches:
            self._whole = batches[-1].campaign
        self._entries.extend(entries)
        self._last = tuple(change for entry in entries for change in entry.changes)
        return entries

    def stand(self, campaign: Any) -> None:
        """The campaign as another player has left it."""
        self._whole = campaign

    @property
    def campaign(self) -> Any:
        """The seat's view."""
        return play.seen(self._whole, self.seat)

    @property
    def last_changes(self) -> tuple[Change, ...]:
        """Of the latest batch."""
        return self._last

    def outlook(self) -> looking.Outlook:
        """See the desk."""
        return looking.outlook(self.ruleset, self._whole, self.seat)

    def checklist(self) -> tuple[looking.Mark[Any], ...]:
        """See the desk."""
        return looking.checklist(self.ruleset, self._whole)

    def understand(self, line: str) -> Order[Any]:
        """See the desk."""
        return reading.understand(self.ruleset, line, self._whole)

    def judge(self, line: str | Order[Any]) -> Any:
        """See the desk."""
        order = self.understand(line) if isinstance(line, str) else line
        return play.judge(self.ruleset, self._whole, order, self.seat)

    def forecast(self, line: str | Order[Any]) -> Any:
        """See the desk."""
        order = self.understand(line) if isinstance(line, str) else line
        return looking.forecast(self.ruleset, self._whole, order, self.seat)

    def what_if(self, lines: Sequence[str | Order[Any]], rolls: Sequence[int] = ()) -> tuple[Any, tuple[Entry, ...]]:
        """See the desk."""
        orders = [self.understand(line) if isinstance(line, str) else line for line in lines]
        found = play.submit(self.ruleset, self._whole, orders, seat=self.seat, dice=self._dice(rolls), n=self._n)
        return found[-1].campaign, tuple(entry for batch in found for entry in batch.entries)

    def do(self, lines: Sequence[str], rolls: Sequence[int] = ()) -> Done:
        """See the desk."""
        orders = [self.understand(line) for line in lines]
        found = play.submit(self.ruleset, self._whole, orders, seat=self.seat, dice=self._dice(rolls), n=self._n)
        return Done(self._record(found), self.campaign)

    def undo(self, to: int | None = None) -> Done:
        """See the desk."""
        live = play.live(self._entries)
        at = play.last_given(live)
        taken = live[at:] if at >= 0 else []
        return Done(self._record([play.undo(self._whole, taken, seat=self.seat, n=self._n)]), self.campaign)

    def refresh(self) -> bool:
        """Nobody else writes."""
        return False

    def entries(self, turn: str | None = None) -> tuple[Entry, ...]:
        """See the desk."""
        return tuple(self._entries)

    def entries_backward(self) -> Iterator[tuple[Entry, ...]]:
        """See the desk."""
        yield tuple(self._entries)

    def records(self, turn: str) -> tuple[Record, ...]:
        """See the desk."""
        return (Record(tuple(self._entries), self.campaign),)

    def turns(self) -> tuple[Turn, ...]:
        """See the desk."""
        return (Turn(1, self.ruleset.calendar.now(self._whole), self.folder, len(self._entries)),)
