"""A card under the hands: which figure the cursor stands on, what is being typed, and what has been said about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernel.sheets import pasting
from engine.kernel.sheets.cards import (
    OWN,
    BadCard,
    Card,
    CardLine,
    Cards,
    CardTable,
    Figure,
    TotalFigure,
    checked,
    typed,
)
from engine.kernel.values import frozen
from tui.models.edit import Edit
from tui.rows import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.kernel.campaign import Campaign
    from saves.drafts import ScenarioDraft

_MOST_DIGITS = 4


@frozen
class Spot:
    """Where a figure stands: its table, its line by id, its column from 0."""

    table: str
    line: str
    column: int


class CardDesk:
    """The cards of one scenario of the player's own. Every figure stands in its draft when the cursor leaves it, where
    no kill reaches it; the scenario is written when the page is left, before a campaign begins, and by a key.

    ``asking``: '' or what the line at the foot is for ('title', 'line'); ``said``: what to tell the player, ``bad`` if
    something was wrong.
    """

    def __init__(self, own: ScenarioDraft, owner: str = "") -> None:
        cards = own.ruleset.sheet(Cards)
        if cards is None:
            raise BadCard(f"{own.ruleset.title} has no cards")
        odd = next((fault for fault in own.faults() if not fault.warning), None)
        if odd is not None:
            raise BadCard(f"{odd}: before its cards are typed that is mended, in the scenario's setup or by hand")
        self.own = own
        self.cards: Cards[Any] = cards
        self.owners = dict(cards.owners(own.campaign))
        self.owner = owner if owner in self.owners else next(iter(self.owners))
        self.digits: str | None = None
        self.asking = ""
        self.line = Edit()
        self.said, self.bad = "", False
        self.leaving = False
        # What was pasted and waits to be taken, and the line of it that is seen first.
        self.pasted: pasting.Pasted | None = None
        self.pasted_from = 0
        self.card: Card
        self.spot = Spot("", "", 0)
        self._read()
        if own.told:
            self.tell(own.told)
        if not own.named:
            self.ask_title()

    def _read(self) -> None:
        self.card = self.cards.card(self.own.campaign, self.owner)
        if self.figure is None:
            self.spot = next(iter(self.spots()), Spot("", "", 0))

    # --- what stands under the cursor

    def spots(self) -> list[Spot]:
        """All figures, line by line."""
        return [
            Spot(table.id, line.id, column)
            for table in self.card.tables
            for line in table.lines
            for column, figure in enumerate(line.figures)
            if figure is not None
        ]

    @property
    def table(self) -> CardTable | None:
        """The table under the cursor."""
        return next((table for table in self.card.tables if table.id == self.spot.table), None)

    @property
    def row(self) -> CardLine | None:
        """The line under the cursor."""
        table = self.table
        return next((line for line in table.lines if line.id == self.spot.line), None) if table else None

    @property
    def figure(self) -> Figure | None:
        """The figure under the cursor."""
        line = self.row
        return line.figures[self.spot.column] if line and self.spot.column < len(line.figures) else None

    def tell(self, said: str, bad: bool = False) -> None:
        """Say something until the next thing is said."""
        self.said, self.bad = clean(said), bad

    # --- typing

    def digit(self, sign: str) -> None:
        """A digit: the first one begins the number anew."""
        self.leaving = False
        if self.figure is not None and len((self.digits or "").lstrip("-")) < _MOST_DIGITS:
            self.digits = (self.digits or "") + sign

    def minus(self) -> bool:
        """A number below none begins; False where the figure has none."""
        if self.figure is None or self.figure.least >= 0 or self.digits is not None:
            return False
        self.leaving, self.digits = False, "-"
        return True

    def rub(self) -> None:
        """The last digit away."""
        if self.digits is not None:
            self.digits = self.digits[:-1] or None

    def drop(self) -> bool:
        """Leave what is being typed; False where nothing was."""
        was, self.digits = self.digits, None
        return was is not None

    def commit(self) -> bool:
        """Take the number that has been typed; False where it cannot stand, which is said."""
        digits, figure = self.digits, self.figure
        if digits is None or figure is None:
            return True
        if digits == "-":
            # A sign alone is no number: the figure stays.
            self.digits = None
            return True
        # What cannot stand stays to be mended.
        what = f"{figure.about or figure.path}: {int(digits)}"
        if self._keep(lambda: (typed(self.own.campaign, figure, int(digits)), None), what):
            self.digits = None
            self.tell(f"{what}, your own")
            return True
        return False

    def _keep(self, change: Callable[[], tuple[Campaign, str | None]], what: str) -> bool:
        from saves.errors import SavesError

        try:
            after, line = change()
            self.own.become(after, what)
        except (BadCard, SavesError) as fault:
            self.tell(str(fault), bad=True)
            return False
        self._read()
        if line is not None:
            self._stand_on(line)
        return True

    def _stand_on(self, line: str) -> None:
        there = next((spot for spot in self.spots() if (spot.table, spot.line) == (self.spot.table, line)), None)
        self.spot = there or self.spot

    # --- moving; each writes first

    def step(self, by: int) -> None:
        """The figure so many on, along the lines and round."""
        every = self.spots()
        if self.commit() and every:
            every = self.spots()
            at = every.index(self.spot) if self.spot in every else 0
            self.spot = every[(at + by) % len(every)]

    def below(self) -> None:
        """The figure below in this column; from the last line to the top of the next column, then the next table."""
        if not self.commit() or self.figure is None:
            return
        columns = [
            Spot(table.id, line.id, column)
            for table in self.card.tables
            for column in range(len(table.columns))
            for line in table.lines
            if column < len(line.figures) and line.figures[column] is not None
        ]
        at = columns.index(self.spot)
        self.spot = columns[(at + 1) % len(columns)]

    def climb(self, by: int) -> None:
        """So many lines up or down, in the same column where there is one."""
        if not self.commit() or self.figure is None:
            return
        lines = list(dict.fromkeys((spot.table, spot.line) for spot in self.spots()))
        at = lines.index((self.spot.table, self.spot.line))
        table, line = lines[max(0, min(len(lines) - 1, at + by))]
        there = [spot for spot in self.spots() if (spot.table, spot.line) == (table, line)]
        if (table, line) != (self.spot.table, self.spot.line):
            self.spot = min(there, key=lambda spot: abs(spot.column - self.spot.column))

    def turn(self, by: int) -> None:
        """Another owner's card, the cursor in the same place where there is one."""
        if self.commit():
            every = list(self.owners)
            self.owner = every[(every.index(self.owner) + by) % len(every)]
            self.spot = Spot("", "", 0)
            self._read()
            self.said = ""

    # --- what is checked

    @property
    def checked(self) -> tuple[int, int]:
        """How many figures of this card are the player's own, of how many."""
        return checked(self.card)

    def unchecked(self) -> Spot | None:
        """The next figure on this card that is not the player's own, round from the cursor; None where all are."""
        every = self.spots()
        at = every.index(self.spot) + 1 if self.spot in every else 0
        return next((spot for spot in (*every[at:], *every[:at]) if _waits(self.figure_at(spot))), None)

    def figure_at(self, spot: Spot) -> Figure | None:
        """The figure at a spot of this card."""
        table = next(table for table in self.card.tables if table.id == spot.table)
        return next(line for line in table.lines if line.id == spot.line).figures[spot.column]

    def named(self, spot: Spot) -> str:
        """What a figure is called."""
        figure = self.figure_at(spot)
        return (figure.about or figure.path) if figure is not None else ""

    def to_unchecked(self) -> None:
        """To the next figure that is not the player's own, on this card or one after it."""
        if not self.commit():
            return
        if (spot := self.unchecked()) is not None:
            self.spot = spot
            return
        every = list(self.owners)
        at = every.index(self.owner)
        for owner in (*every[at + 1 :], *every[:at]):
            if any(map(_waits, _figures(self.cards.card(self.own.campaign, owner)))):
                self.turn(every.index(owner) - at)
                self.spot = self.unchecked() or self.spot
                return
        self.tell("every figure of every card is your own")

    # --- a card from a spreadsheet

    def paste(self, text: str) -> None:
        """Read what was pasted, to be looked at before it is taken."""
        if not self.commit():
            return
        try:
            self.pasted = pasting.read(self.cards, self.own.campaign, self.owner, text)
        except BadCard as fault:
            self.tell(f"pasted: {fault}", bad=True)
            return
        self.pasted_from = 0
        self.tell("")

    def scroll_pasted(self, by: int) -> None:
        """So many lines on in what was pasted."""
        if self.pasted is not None:
            self.pasted_from = max(0, min(len(self.pasted.lines) - 1, self.pasted_from + by))

    def take_pasted(self) -> None:
        """Take what was read of it, as one thing to undo."""
        pasted, self.pasted = self.pasted, None
        if pasted is None or not pasted.figures:
            self.tell("nothing of it is taken", bad=pasted is not None)
            return
        what = f"{many(pasted.figures, 'figure')} pasted into {self.card.name}"
        if self._keep(lambda: (pasted.campaign, None), what):
            left = f"; {many(pasted.wrong, 'line')} left out" if pasted.wrong else ""
            self.tell(f"{what}{left}")

    def leave_pasted(self) -> bool:
        """Leave what was pasted; False where nothing was."""
        was, self.pasted = self.pasted, None
        return was is not None

    # --- lines

    def ask_title(self) -> None:
        """Ask how the player's own scenario is called."""
        from saves.drafts import free_title

        self.asking = "title"
        self.line = Edit.of(free_title(f"{self.own.title}, own cards"))
        self.tell(f"{self.own.title} came with the program: what you type goes into a copy of your own")

    def ask_line(self) -> None:
        """Ask what a new line is of."""
        table = self.table
        if not self.commit() or table is None:
            return
        if not table.adds:
            self.tell(f"{table.title}: every card has these figures and no others", bad=True)
            return
        self.asking, self.line = "line", Edit()
        self.tell(f"{table.title}: {table.adds}")

    @property
    def prompt(self) -> str:
        """What stands before the line at the foot."""
        return "title of your own scenario" if self.asking == "title" else "new line"

    def answer(self) -> None:
        """Take what has been typed at the foot; what cannot be taken stays to be mended."""
        if self.asking == "title":
            self._name()
        elif self.line.text.strip():
            where, said = self.spot.table, self.line.text
            if self._keep(
                lambda: self.cards.added(self.own.campaign, self.owner, where, said), f"{said.strip()} added"
            ):
                self.asking = ""
                self.tell(f"{said.strip()} stands on the card")

    def _name(self) -> None:
        from saves.errors import SavesError

        try:
            self.own.name(self.line.text)
        except SavesError as fault:
            self.tell(str(fault), bad=True)
            return
        self.asking = ""
        self.tell("")

    def leave_line(self) -> bool:
        """Leave the line at the foot; False where the page is of no use without its answer."""
        if self.asking == "title":
            return False
        self.asking = ""
        self.tell("")
        return True

    def remove(self) -> None:
        """Take the line under the cursor off the card."""
        if self.figure is None:
            return
        self.digits = None
        where, line, label = self.spot.table, self.spot.line, self.row.label if self.row else ""
        lines = [spot.line for spot in self.spots() if spot.table == where]
        neighbour = (
            next((line_id for line_id in lines[lines.index(line) :] if line_id != line), None)
            if line in lines
            else None
        )
        what = f"{label} is off the card"
        if self._keep(lambda: (self.cards.removed(self.own.campaign, self.owner, where, line), neighbour), what):
            self.tell(what)

    def undo(self) -> None:
        """Take back what was typed last."""
        if not self.drop():
            self._step(self.own.undo, "taken back", "nothing has been typed here that could be taken back")

    def redo(self) -> None:
        """Do again what was taken back last."""
        self.drop()
        self._step(self.own.redo, "again", "nothing was taken back here that could be done again")

    def _step(self, step: Callable[[], str], done: str, nothing: str) -> None:
        from saves.errors import SavesError

        try:
            what = step()
        except SavesError as fault:
            self.tell(str(fault), bad=True)
            return
        self._read()
        self.tell(f"{done}: {what}" if what else nothing, bad=not what)

    # --- the file

    def save(self) -> bool:
        """Take the number under the cursor and write the scenario; False where that cannot be done, which is said."""
        from saves.errors import SavesError

        if not self.commit():
            return False
        try:
            self.own.save()
        except SavesError as fault:
            self.tell(f"not saved, but kept as it stands: {fault}", bad=True)
            return False
        return True

    def leave(self) -> bool:
        """Write the scenario before the page is left; False where it cannot be written, or the number under the cursor
        cannot stand, which is said once: whoever leaves again leaves it as a draft, which is here when he comes back,
        and a number that was never taken as it was."""
        own, was = self.own, self.leaving
        self.leaving = False
        if (not own.changed and self.digits is None) or self.save() or was:
            return True
        self.leaving = True
        return False


def _figures(card: Card) -> Iterable[Figure | None]:
    return (figure for table in card.tables for line in table.lines for figure in line.figures)


def _waits(figure: Figure | None) -> bool:
    """Whether a figure stands there and nobody has looked it up on his card."""
    return figure is not None and not isinstance(figure, TotalFigure) and figure.source not in ("", OWN)


def many(number: int, what: str) -> str:
    """``3 lines``, ``1 line``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
