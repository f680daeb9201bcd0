"""An opening position under the hands: its pages and lines, where the cursor stands, what is typed into a cell and what
has been said about it. Everything that changes goes through the draft, which keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernel.field_words import Column, Vocabulary, said
from engine.kernel.ranges import Range, Told
from engine.kernel.setup_lines import Line, Shelf, paged
from engine.kernel.sheets.cards import BadCard
from engine.kernel.sheets.setup import SEATING, Page, Setup
from engine.kernel.values import frozen
from tui.rows import clean

if TYPE_CHECKING:
    from saves.drafts import ScenarioDraft

MANY = Column("count", "#", int, Range(1, 60), Told(about="how many of them are alike"))
"""The column of how many like entries a line stands for."""


@frozen
class Spot:
    """Where the cursor stands on a page: the entry's key, the column's number."""

    key: str = ""
    column: int = 0


class SetupPages:
    """The setup pages of one draft, and the cursor on them. ``said``: what to tell the author, ``bad`` if something was
    wrong; ``texts``: what the lines of each page are searched for."""

    def __init__(self, draft: ScenarioDraft) -> None:
        setup = draft.ruleset.sheet(Setup)
        if setup is None:
            raise BadCard(f"{draft.ruleset.title} has no setup pages")
        self.draft = draft
        self.setup: Setup[Any] = setup
        self.pages: tuple[Page, ...] = setup.pages
        self.at = 0
        self.spots: dict[str, Spot] = {}
        self.texts: dict[str, str] = {}
        self.said, self.bad = "", False
        self._version = 0
        self._shown: tuple[int, dict[tuple[str, str, str], str]] = (0, {})
        self._words: dict[tuple[str, str], tuple[int, Vocabulary]] = {}
        self._shelves: dict[str, tuple[int, Shelf]] = {}
        self._lines: dict[str, tuple[tuple[int, str], tuple[Line, ...]]] = {}

    def tell(self, said: str, bad: bool = False) -> None:
        """Say something until the next thing is said."""
        self.said, self.bad = clean(said), bad

    # --- pages

    @property
    def page(self) -> Page:
        """The page at hand."""
        return self.pages[self.at]

    def turn(self, by: int) -> None:
        """Another page."""
        self.at = (self.at + by) % len(self.pages)
        self.tell("")

    def shelf(self, page: Page | None = None) -> Shelf:
        """A page with the opening as it stands."""
        page = page or self.page
        held = self._shelves.get(page.id)
        if held is None or held[0] != self._version:
            shelf = Shelf(self.draft.ruleset, self.setup, page, self.draft.campaign, self.draft.head)
            held = self._shelves[page.id] = (self._version, shelf)
        return held[1]

    def lines(self, page: Page | None = None) -> tuple[Line, ...]:
        """The lines of a page that what is looked for lets through."""
        page = page or self.page
        wanted = self.texts.get(page.id, "").lower()
        stamp = (self._version, wanted)
        held = self._lines.get(page.id)
        if held is None or held[0] != stamp:
            shelf = self.shelf(page)
            found = shelf.lines()
            if wanted:
                words = wanted.split()
                found = tuple(line for line in found if _has(self._text(shelf, line), words))
            held = self._lines[page.id] = (stamp, found)
        return held[1]

    @property
    def stamp(self) -> tuple[str, int, str]:
        """What the lines of the page at hand hang on: the page, how often the opening has changed, what is looked
        for."""
        return self.page.id, self._version, self.texts.get(self.page.id, "")

    def _text(self, shelf: Shelf, line: Line) -> str:
        cells = (self.shown(shelf, line, col) for col in (*shelf.columns(), *shelf.more()))
        return " ".join(
            (shelf.name(line), *line.keys[:1], shelf.called(line.group) if line.group else "", *cells)
        ).lower()

    def many(self, page: Page) -> int:
        """How many entries a page has."""
        return len(self.shelf(page).held)

    # --- columns and cells

    def columns(self) -> tuple[Column, ...]:
        """The columns of the page at hand: how many, where like entries stand in one line, then its fields."""
        first = (MANY,) if self.page.folds else ()
        return (*first, *self.shelf().columns())

    def every_column(self) -> tuple[Column, ...]:
        """The columns, and behind them what stands in the line's detail."""
        return (*self.columns(), *self.shelf().more())

    def shown(self, shelf: Shelf, line: Line, col: Column) -> str:
        """What stands in a cell, in words."""
        if col is MANY:
            return str(len(line.keys))
        if self._shown[0] != self._version:
            self._shown = (self._version, {})
        held = self._shown[1]
        at = (shelf.page.id, line.key, col.name)
        if at not in held:
            own = shelf.column_of(line, col)
            held[at] = clean(said(own, shelf.value(line, col), self.vocabulary(shelf, own)))
        return held[at]

    def vocabulary(self, shelf: Shelf, col: Column) -> Vocabulary:
        """What may stand in a column, made once for an opening."""
        held = self._words.get((shelf.page.id, col.name))
        if held is None or held[0] != self._version:
            held = self._words[shelf.page.id, col.name] = (self._version, shelf.vocabulary(col))
        return held[1]

    @property
    def spot(self) -> Spot:
        """Where the cursor stands."""
        held = self.spots.get(self.page.id, Spot())
        lines = self.lines()
        if lines and not any(held.key in line.keys for line in lines):
            held = Spot(lines[0].key, held.column)
            self.spots[self.page.id] = held
        return held

    @property
    def line(self) -> Line | None:
        """The line under the cursor."""
        key = self.spot.key
        return next((line for line in self.lines() if key in line.keys), None)

    @property
    def column(self) -> Column:
        """The column under the cursor."""
        every = self.every_column()
        return every[min(self.spot.column, len(every) - 1)]

    @property
    def cell(self) -> Column | None:
        """The cell under the cursor: what may stand there."""
        line = self.line
        if line is None:
            return None
        return self.column if self.column is MANY else self.shelf().column_of(line, self.column)

    def stand(self, key: str, column: int | None = None) -> None:
        """The cursor on an entry's line."""
        self.spots[self.page.id] = Spot(key, self.spot.column if column is None else column)

    def go_to(self, path: str) -> bool:
        """The cursor on what a fault names by its path; False where it stands on no page."""
        page = paged(self.pages, path)
        if page is None:
            return False
        self.at = self.pages.index(page)
        self.texts.pop(page.id, None)
        parts = [part for part in path.split(".") if part != "head"]
        if page.table:
            parts = parts[1:]
        if page.table == SEATING:
            parts = parts[1:2] + parts[:1]
        held = self.shelf(page).held
        whole = ".".join(parts)
        key, field = (whole, "") if whole in held else ((*parts, "", "")[0], (*parts, "", "")[1])
        names = [col.name for col in self.every_column()]
        self.stand(key, names.index(field) if field in names else 0)
        return True

    # --- moving

    def commit(self) -> bool:
        """Whether the cursor may leave the cell: nothing is typed into it that cannot stand."""
        return True

    def climb(self, by: int) -> None:
        """So many lines up or down."""
        if self.commit() and (lines := self.lines()):
            self.stand(lines[max(0, min(len(lines) - 1, self._place(lines) + by))].key)

    def _place(self, lines: tuple[Line, ...]) -> int:
        """Where among the lines the cursor stands."""
        key = self.spot.key
        return next((at for at, line in enumerate(lines) if key in line.keys), 0)

    def step(self, by: int) -> None:
        """The cell so many on, through the detail and on to the next line."""
        if not self.commit() or self.line is None:
            return
        every = len(self.every_column())
        column = min(self.spot.column, every - 1) + by
        if 0 <= column < every:
            self.stand(self.spot.key, column)
            return
        lines = self.lines()
        at = self._place(lines)
        self.stand(lines[(at + (1 if by > 0 else -1)) % len(lines)].key, 0 if by > 0 else every - 1)

    def side(self, by: int) -> None:
        """The cell beside, in the same line."""
        if self.commit():
            every = len(self.every_column())
            self.stand(self.spot.key, max(0, min(every - 1, min(self.spot.column, every - 1) + by)))


def _has(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)
