"""A card pasted from a spreadsheet: lines of cells, read into what they would change and what is wrong with them, line
by line, before anything is taken.

Cells are parted by tabs, else by semicolons, else by commas. A line begins with what it is of, as the card calls it, in
one cell or several (``INF`` and ``6-5``); then come its figures in the order of the card's columns, or of those that a
heading names. A line that names a column of a table with one line, such as ``base``, gives that figure. An empty cell
and a dash leave a figure as it is. What the card lacks is added where the table takes further lines.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from typing import Any

from engine.kernel.sheets.cards import BadCard, Card, CardLine, Cards, CardTable, Figure, typed
from engine.kernel.values import frozen

LONGEST, MOST_LINES, MOST_CELLS = 60_000, 400, 60
"""The most characters that are read, the most lines, and the most cells of one."""
_NUMBER = re.compile(r"-?[0-9]{1,4}\Z")
_BLANK = frozenset(("", "-", "\u2013", "\u2014", "."))
_APART = re.compile(r"[^a-z0-9]+")


@frozen
class Proposed:
    """A figure that a line gives: the column's title, what stands there and what would."""

    column: str
    was: int
    now: int


@frozen
class PastedLine:
    """A line of what was pasted: its ``number`` from 1, what it was read as (``label``), the figures that it gives, and
    what is wrong with it, '' for nothing: then nothing of it is taken. ``new``: the card has no such line yet."""

    number: int
    label: str
    figures: tuple[Proposed, ...] = ()
    problem: str = ""
    new: bool = False


@frozen
class Pasted:
    """What was pasted, line by line, and the opening with all that can be taken (``campaign``)."""

    lines: tuple[PastedLine, ...]
    campaign: Any

    @property
    def figures(self) -> int:
        """How many figures would be taken."""
        return sum(len(line.figures) for line in self.lines)

    @property
    def wrong(self) -> int:
        """How many lines would be left out."""
        return sum(bool(line.problem) for line in self.lines)


def read(cards: Cards[Any], campaign: Any, owner: str, text: str) -> Pasted:
    """What a text gives to an owner's card. Raises BadCard where there is nothing to be read in it, or far too much."""
    if len(text) > LONGEST:
        raise BadCard(f"{len(text)} characters are no card; {LONGEST} are the most that are read")
    rows = [(number, cells) for number, cells in enumerate(_rows(text), 1) if any(cells)]
    if not rows:
        raise BadCard("there is nothing in it to be read: a line is a name and its figures, parted by tabs or commas")
    if len(rows) > MOST_LINES:
        raise BadCard(f"{len(rows)} lines are no card; {MOST_LINES} are the most that are read")
    reader = _Reader(cards, campaign, owner)
    for number, cells in rows:
        reader.take(number, cells)
    return Pasted(tuple(reader.lines), reader.campaign)


def _rows(text: str) -> list[list[str]]:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    apart = next((sign for sign in "\t;" if sign in text), ",")
    try:
        rows = list(csv.reader(text.split("\n"), delimiter=apart))
    except csv.Error as fault:
        raise BadCard(f"this cannot be read as lines of cells: {fault}") from None
    return [[cell.strip() for cell in row] for row in rows]


def _plain(text: str) -> str:
    return _APART.sub(" ", text.lower()).strip()


class _Reader:
    """The lines one after the other; each changes the opening that the next one meets."""

    def __init__(self, cards: Cards[Any], campaign: Any, owner: str) -> None:
        self.cards, self.campaign, self.owner = cards, campaign, owner
        self.lines: list[PastedLine] = []
        self._laid: tuple[Any, Card] | None = None
        # Which table a heading has named, and the titles of its columns in the order of the cells, None for no column.
        self.table = ""
        self.columns: tuple[str | None, ...] = ()

    @property
    def card(self) -> Card:
        """The card as it stands, laid out once for each opening: that is what a long text waits for."""
        if self._laid is None or self._laid[0] is not self.campaign:
            self._laid = self.campaign, self.cards.card(self.campaign, self.owner)
        return self._laid[1]

    def take(self, number: int, cells: Sequence[str]) -> None:
        """One line: a heading, or figures."""
        label = " ".join(cells[: _first_figure(cells)])
        if len(cells) > MOST_CELLS:
            self._wrong(number, label, f"{len(cells)} cells; {MOST_CELLS} are the most of a line")
        elif not self._heading(number, cells):
            self._figures(number, label, cells[_first_figure(cells) :])

    def _wrong(self, number: int, label: str, problem: str) -> None:
        self.lines.append(PastedLine(number, label[:60], problem=problem))

    def _heading(self, number: int, cells: Sequence[str]) -> bool:
        """Whether a line is a heading: titles of a table's columns, and no figures besides."""
        best: tuple[int, CardTable | None] = (0, None)
        for table in self.card.tables:
            known = {_plain(title) for title in table.columns}
            if not any(_NUMBER.match(cell) and cell not in known for cell in cells):
                best = max(
                    best, (sum(_plain(cell) in known for cell in cells if cell), table), key=lambda pair: pair[0]
                )
        named, found = best
        if found is None or not named:
            return False
        titles = {_plain(title): title for title in found.columns}
        first = next(at for at, cell in enumerate(cells) if _plain(cell) in titles)
        self.table, self.columns = found.id, tuple(titles.get(_plain(cell)) for cell in cells[first:])
        odd = [cell for cell in cells[first:] if cell and _plain(cell) not in titles]
        if odd:
            told = f"no column '{odd[0][:20]}'; there are {', '.join(found.columns)}: what stands in it is left out"
            self._wrong(number, f"{found.title}: heading", told)
        return True

    def _figures(self, number: int, label: str, cells: Sequence[str]) -> None:
        card = self.card
        if not any(cell not in _BLANK for cell in cells):
            # A line of words alone is a title.
            if cells or not label:
                return
            self._wrong(number, label, "no figures stand in it")
            return
        found = self._line(card, label, cells)
        if found is None:
            self._new_line(number, label, cells)
            return
        table, line, columns = found
        self._put(number, line.label or table.title, table, line, columns, cells)

    def _line(
        self, card: Card, label: str, cells: Sequence[str]
    ) -> tuple[CardTable, CardLine, tuple[str | None, ...]] | None:
        """The table, the line in it and the columns that cells belong to."""
        wanted = _plain(label)
        tables = sorted(card.tables, key=lambda table: table.id != self.table)
        for table in tables:
            columns = self.columns if table.id == self.table and self.columns else table.columns
            for line in table.lines:
                if wanted == _plain(line.label) and (wanted or len(table.lines) == 1):
                    return table, line, columns
        for table in tables:
            title = next((title for title in table.columns if wanted and _plain(title) == wanted), None)
            if title is not None and len(table.lines) == 1:
                return table, table.lines[0], (title,)
        return None

    def _new_line(self, number: int, label: str, cells: Sequence[str]) -> None:
        tables = [table for table in self.card.tables if table.adds and self.table in ("", table.id)]
        before, why = self.campaign, ""
        for table in tables:
            try:
                self.campaign, key = self.cards.added(self.campaign, self.owner, table.id, label)
            except BadCard as fault:
                # The last table is that of most kinds.
                why = str(fault)
                continue
            now = next(one for one in self.card.tables if one.id == table.id)
            line = next(one for one in now.lines if one.id == key)
            columns = self.columns if table.id == self.table and self.columns else now.columns
            self._put(number, line.label, now, line, columns, cells, before)
            return
        self._wrong(number, label, why or f"the card has no '{label[:40]}'")

    def _put(
        self,
        number: int,
        label: str,
        table: CardTable,
        line: CardLine,
        columns: Sequence[str | None],
        cells: Sequence[str],
        before: Any = None,
    ) -> None:
        """Take the figures of a line, all of them or none. ``before``: the opening without the line, where it is
        new."""
        start = self.campaign if before is None else before
        proposed: list[Proposed] = []
        try:
            for column, cell in _pairs(columns, cells):
                figure = self._figure(table.id, line.id, column)
                if figure is None:
                    raise BadCard(f"{line.label or table.title} has no figure under '{column}'")
                if not _NUMBER.match(cell):
                    raise BadCard(f"'{cell[:20]}' under '{column}' is no whole number")
                proposed.append(Proposed(column, figure.value, int(cell)))
                self.campaign = typed(self.campaign, figure, int(cell))
        except BadCard as fault:
            self.campaign = start
            self._wrong(number, label, str(fault))
            return
        self.lines.append(PastedLine(number, label, tuple(proposed), new=before is not None))

    def _figure(self, table: str, line: str, column: str) -> Figure | None:
        """A figure as it stands after what was taken before it."""
        found = next(one for one in self.card.tables if one.id == table)
        there = next((one for one in found.lines if one.id == line), None)
        return there.figures[found.columns.index(column)] if there is not None else None


def _first_figure(cells: Sequence[str]) -> int:
    """Where the figures of a line begin: behind what it is of."""
    return next((at for at, cell in enumerate(cells) if _NUMBER.match(cell) or (at and cell in _BLANK)), len(cells))


def _pairs(columns: Sequence[str | None], cells: Sequence[str]) -> Iterable[tuple[str, str]]:
    """The figures that are said, each with its column. Raises BadCard for more figures than there are columns."""
    for at, cell in enumerate(cells):
        if cell in _BLANK:
            continue
        if at >= len(columns):
            raise BadCard(f"'{cell[:20]}' stands behind the last column; there are {len(columns)}")
        column = columns[at]
        if column is not None:
            yield column, cell
