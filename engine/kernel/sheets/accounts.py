"""The powers' accounts: what moved their figures, read from the journal alone, filed by kind and added up by year.

A game says which figures of a power are on the books and under which account a change is filed; nothing of it is
stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from engine.kernel import seasons, standing, umpire
from engine.kernel.campaign import Campaign, Sealed
from engine.kernel.changes import Change, Entry
from engine.kernel.grammar import Unreadable
from engine.kernel.judging import over
from engine.kernel.orders import Order
from engine.kernel.paths import get
from engine.kernel.reading import parse
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.undoing import live
from engine.kernel.values import frozen

if TYPE_CHECKING:
    from engine.kernel.ruleset import Ruleset


@frozen
class Account:
    """A heading of the books. ``brief``: its title where room is short; ``spending``: what a power pays because it
    wants to, a kind of spending."""

    id: str
    title: str
    brief: str = ""
    spending: bool = False


@frozen
class Booked:
    """A figure of every power that is on the books: its field, its title, and what a statement says of it at the year's
    ends."""

    field: str
    title: str


CORRECTIONS = Account("corrections", "Rulings and corrections", "rulings")
"""What the table has set by a ruling, and what a hand edit of the files has changed without an order."""


@frozen
class Note:
    """What a year brought beside the figures on the books: ``count`` of ``what`` (a group's id) ``happened``."""

    power: str
    happened: str
    what: str
    count: int


class Bookkeeping(Protocol):
    """The sheet of the powers' accounts. ``accounts``: their headings, ``booked``: the figures on them; ``noting``: how
    the paths begin whose changes ``noted`` wants to see."""

    accounts: tuple[Account, ...]
    booked: tuple[Booked, ...]
    noting: tuple[str, ...]

    def filed(self, order: Order[Any] | None, entry: Entry, change: Change) -> tuple[str, str]:
        """The account, by its id, under which a change of a booked figure is filed, and what its line is called.
        ``order`` stands behind the entry; None where nobody can read it any more."""

    def noted(self, entry: Entry) -> Iterable[Note]:
        """What an entry brought that the accounts note beside their figures."""


@frozen
class Posting:
    """One change of a figure, filed. ``turn``: the running number; ``n``: its entry, 0 where none tells of it."""

    turn: int
    power: str
    figure: str
    account: str
    label: str
    rule: str
    value: int
    n: int


@frozen
class Item:
    """A line of a statement: what the same cause by the same rule came to, and how many ``times`` it was booked."""

    label: str
    value: int
    rule: str
    times: int = 1


@frozen
class Section:
    """The lines of one account."""

    account: Account
    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        """The sum of the section's lines."""
        return sum(item.value for item in self.items)


@frozen
class Sheet:
    """One figure through a year: from what it was to what it was then, or is now."""

    figure: Booked
    opening: int
    sections: tuple[Section, ...]

    @property
    def closing(self) -> int:
        """What the opening and all sections come to."""
        return self.opening + sum(section.total for section in self.sections)


@frozen
class Statement:
    """A power's year. ``since`` and ``until`` are the labels of the first and last turn of it that the journal tells
    of; ``open``: it is not over. ``sheets`` in the order of the ruleset's figures."""

    power: str
    year: int
    since: str
    until: str
    open: bool
    sheets: tuple[Sheet, ...]
    notes: tuple[Note, ...]


class Books:
    """All that the journal tells of the figures on the books. ``entries`` are those of the whole campaign, undone ones
    and undos among them; ``campaign`` how it stands after them. Who does not hold them all at once gives none, and
    ``take``s one after the other."""

    def __init__(self, ruleset: Ruleset[Any], campaign: Campaign, entries: Iterable[Entry] = ()) -> None:
        self.ruleset, self._campaign = ruleset, campaign
        self._sheet = sheet = ruleset.sheet(Bookkeeping)
        self._accounts = {
            account.id: account for account in (*(sheet.accounts if sheet is not None else ()), CORRECTIONS)
        }
        self.booked: tuple[Booked, ...] = sheet.booked if sheet is not None else ()
        self.powers: tuple[str, ...] = tuple(ledger_of(ruleset).powers(campaign)) if self.booked else ()
        fields = [(power, booked.field) for power in self.powers for booked in self.booked]
        self._wanted = {_at(power, field): (power, field) for power, field in fields}
        # Read so far, the latest first: the turn, each figure as it was before all that, and since which turn.
        self.first_turn = campaign.progress.turn
        self._before = {at: (int(get(campaign, at)), self.first_turn) for at in self._wanted}
        self._posted: list[Posting] = []
        self._noted: list[tuple[int, Note]] = []
        for entry in reversed(live(entries)):
            self.take(entry)

    # --- reading

    def take(self, entry: Entry) -> None:
        """The entry before those taken so far, the latest of all first; none that an undo took back. Only when all are
        taken anything may be asked."""
        order: Order[Any] | None = None
        read = False
        if self._sheet is not None and any(change.at.startswith(self._sheet.noting) for change in entry.changes):
            self._noted.extend((self.first_turn, note) for note in reversed(tuple(self._sheet.noted(entry))))
        for change in reversed(entry.changes):
            if change.at in self._wanted:
                if not read:
                    order, read = given(self.ruleset, entry), True
                self._book(change, order, entry)
            elif change.at == _TURN:
                self.first_turn = int(change.was)

    def _book(self, change: Change, order: Order[Any] | None, entry: Entry) -> None:
        power, figure = self._wanted[change.at]
        later, turn = self._before[change.at]
        if later != change.now:
            self._posted.append(_unexplained(turn, power, figure, later - int(change.now)))
        self._posted.append(self._posting(self.first_turn, power, figure, order, entry, change))
        self._before[change.at] = (int(change.was), self.first_turn)

    @cached_property
    def postings(self) -> tuple[Posting, ...]:
        """All that was booked, the oldest first."""
        return tuple(reversed(self._posted))

    @cached_property
    def notes(self) -> tuple[tuple[int, Note], ...]:
        """What was noted, each with its turn's running number, the oldest first."""
        return tuple(reversed(self._noted))

    def _filed(self, order: Order[Any] | None, entry: Entry, change: Change) -> tuple[str, str]:
        if self._sheet is None:
            raise TypeError(f"{self.ruleset.id} keeps no accounts and files nothing under them")
        return self._sheet.filed(order, entry, change)

    def _posting(
        self, turn: int, power: str, figure: str, order: Order[Any] | None, entry: Entry, change: Change
    ) -> Posting:
        if isinstance(order, umpire.Ruling):
            account, label = CORRECTIONS.id, f"ruling: {order.because}"
        else:
            account, label = self._filed(order, entry, change)
        value = int(change.now) - int(change.was)
        return Posting(turn, power, figure, account, label, change.rule, value, entry.n)

    # --- statements

    def year(self, turn: int) -> int:
        """The year of a turn by its running number."""
        return seasons.number(self.ruleset.calendar.label(self._campaign, turn)) // len(seasons.SEASONS)

    @cached_property
    def years(self) -> tuple[int, ...]:
        """The years that the journal tells of, the present one last."""
        if not self.powers:
            return ()
        return tuple(range(self.year(self.first_turn), self.year(self._campaign.progress.turn) + 1))

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The running numbers of the turns that the journal tells of."""
        return tuple(range(self.first_turn, self._campaign.progress.turn + 1))

    def statement(self, power: str, year: int) -> Statement:
        """A power's year. Raises LookupError where the journal tells nothing of that power or year."""
        if power not in self.powers or year not in self.years:
            raise LookupError(f"no accounts of {power} in {year}")
        mine = [turn for turn in self.turns if self.year(turn) == year]
        label = self.ruleset.calendar.label
        return Statement(
            power=power,
            year=year,
            since=label(self._campaign, mine[0]),
            until=label(self._campaign, mine[-1]),
            open=year == self.years[-1] and not self._ended,
            sheets=self.sheets(power, mine),
            notes=self.noted(power, mine),
        )

    def sheets(self, power: str, turns: Sequence[int]) -> tuple[Sheet, ...]:
        """A power's figures through some turns that follow one another (see ``turns``)."""
        return tuple(self._through(power, figure, turns) for figure in self.booked)

    def noted(self, power: str, turns: Sequence[int]) -> tuple[Note, ...]:
        """What some turns brought a power beside its figures."""
        counted: dict[tuple[str, str], int] = {}
        for turn, note in self.notes:
            if note.power == power and turn in turns:
                key = (note.happened, note.what)
                counted[key] = counted.get(key, 0) + note.count
        return tuple(Note(power, happened, what, count) for (happened, what), count in counted.items() if count)

    @cached_property
    def _ended(self) -> bool:
        return bool(over(self.ruleset, self._campaign))

    def _through(self, power: str, figure: Booked, turns: Sequence[int]) -> Sheet:
        mine = [posting for posting in self.postings if (posting.power, posting.figure) == (power, figure.field)]
        opening = self._before[_at(power, figure.field)][0]
        opening += sum(posting.value for posting in mine if posting.turn < turns[0])
        filed: dict[str, dict[tuple[str, str], list[int]]] = {}
        for posting in mine:
            if turns[0] <= posting.turn <= turns[-1]:
                filed.setdefault(posting.account, {}).setdefault((posting.label, posting.rule), []).append(
                    posting.value
                )
        sections = []
        for account in self._accounts.values():
            lines = filed.get(account.id, {})
            items = tuple(Item(label, sum(each), rule, len(each)) for (label, rule), each in lines.items())
            if items:
                sections.append(Section(account, items))
        return Sheet(figure, opening, tuple(sections))

    # --- by turns

    def at_end(self, power: str, figure: str) -> tuple[int, ...]:
        """What a figure was at the end of each turn (see ``turns``), the last: now."""
        figures, so_far = [], self._before[_at(power, figure)][0]
        moved: dict[int, int] = {}
        for posting in self.postings:
            if (posting.power, posting.figure) == (power, figure):
                moved[posting.turn] = moved.get(posting.turn, 0) + posting.value
        for turn in self.turns:
            so_far += moved.get(turn, 0)
            figures.append(so_far)
        return tuple(figures)

    def spent(self, power: str, figure: str) -> dict[Account, tuple[int, ...]]:
        """What a power paid in each turn (see ``turns``) by kinds of spending, those alone that it paid for."""
        by_account: dict[str, list[int]] = {}
        for posting in self.postings:
            if (posting.power, posting.figure) == (power, figure) and self._accounts[posting.account].spending:
                row = by_account.setdefault(posting.account, [0] * len(self.turns))
                row[posting.turn - self.first_turn] -= posting.value
        return {
            account: tuple(by_account[account.id]) for account in self._accounts.values() if account.id in by_account
        }


_TURN = "progress.turn"


def _at(power: str, figure: str) -> str:
    return f"powers.{power}.{figure}"


def _unexplained(turn: int, power: str, figure: str, value: int) -> Posting:
    return Posting(turn, power, figure, CORRECTIONS.id, "hand edit of the files", "", value, 0)


def given(ruleset: Ruleset[Any], entry: Entry) -> Order[Any] | None:
    """The order behind an entry: the one inside where it was late, overruled or sealed; None where today's rules cannot
    read it."""
    try:
        order: Order[Any] = parse(ruleset, entry.order)
        if isinstance(order, standing.Enact):
            sealed = next((change.was for change in entry.changes if isinstance(change.was, Sealed)), None)
            order = parse(ruleset, sealed.text or sealed.shown) if sealed is not None else order
    except (Unreadable, LookupError, ValueError, TypeError):
        return None
    while isinstance(order, (umpire.Late, umpire.Overrule)):
        order = order.inner
    return order
