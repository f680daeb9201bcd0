"""The printed tables, for reading beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from tui import glyphs
from tui.keys import bindings
from tui.models.tables import (
    EditionRow,
    EditionsPage,
    Search,
    TablePage,
    TableTitle,
    found,
    gap_of,
    opened,
    titles,
    widths,
)
from tui.panels.laying import BLANK, Laid, caret, hung, mark, paragraph, plain, with_rule
from tui.panels.sifted import SiftedPanel
from tui.rows import Row, cut, fit, row, spread, wrap


class TablesPanel(SiftedPanel):
    """A list of tables by chapters; / searches it, Enter opens one, left and right turn the pages, Escape goes back to
    the list."""

    where: ClassVar[str] = "tables"
    BINDINGS: ClassVar[list[BindingType]] = bindings("tables")
    FILTER = Search

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.titles: tuple[TableTitle, ...] = ()
        self.page: TablePage | EditionsPage | None = None

    def show(self) -> None:
        self.titles = titles(self.desk)
        if len(self.titles) == 1 and self.page is None:
            self.page = opened(self.desk, self.titles[0].id)
        self.redraw()

    def heading(self) -> str:
        return self.page.title if self.page is not None else "Tables"

    def spots(self) -> Sequence[str]:
        if isinstance(self.page, EditionsPage):
            return [f"row:{rule_row.rule} {rule_row.what}" for rule_row in self.page.rows]
        if self.page is not None:
            return [f"row:{key}" for key, _ in self.page.rows]
        return [title.id for title in self._listed()]

    def _listed(self) -> tuple[TableTitle, ...]:
        return found(self.titles, self.filter)

    def action_find(self) -> None:
        """Search the list; an open table is closed first."""
        if len(self.titles) > 1:
            self._close()
            super().action_find()

    def enter(self) -> None:
        if self.page is None and self.spot:
            self._open(self.spot)

    def _open(self, table_id: str) -> None:
        self.page = opened(self.desk, table_id)
        self.spot = ""
        self.redraw()
        self.retitle()

    def _turn(self, by: int) -> None:
        if self.page is None or not self.titles:
            return
        ids = [title.id for title in self.titles]
        at = ids.index(self.page.id) if self.page.id in ids else 0
        self._open(ids[(at + by) % len(ids)])

    def action_before(self) -> None:
        """The table before."""
        self._turn(-1)

    def action_after(self) -> None:
        """The next table."""
        self._turn(1)

    def action_back(self) -> None:
        """Back to the list, from the list back to the step."""
        if self.page is None or len(self.titles) == 1:
            self.post_message(self.Closed())
            return
        self._close()

    def _close(self) -> None:
        """Back to the list."""
        if self.page is None:
            return
        self.spot, self.page = self.page.id, None
        self.redraw()
        self.retitle()

    def lay(self, width: int) -> list[Laid]:
        if isinstance(self.page, EditionsPage):
            head, lines = lay_editions(self.page, self.spot, width)
            return [*head, *self.window(lines, len(head))]
        if self.page is not None:
            head, lines, foot = lay_table(self.page, self.spot, width)
            return [*head, *self.window(lines, len(head) + len(foot)), *foot]
        if not self.titles:
            return paragraph("This game prints no tables.", width, "quiet")
        return self._lay_list(width)

    def _lay_list(self, width: int) -> list[Laid]:
        head: list[Laid] = []
        if self.searching is not None:
            head.append(Laid(row("   find ", *caret(self.searching, 30).pieces)))
        elif self.filter.text:
            head.append(plain((f"   find {self.filter.text}", "quiet")))
        listed = self._listed()
        if not listed:
            return [*head, *paragraph("No table has these words.", width, "quiet")]
        lines: list[Laid] = []
        group = ""
        for title in listed:
            if title.group != group:
                group = title.group
                lines.append(plain((f" {group}", "heading")))
            head_of = hung(row(mark(title.id == self.spot)), title.title, width)
            lines += [Laid(line, title.id) for line in with_rule(head_of, title.rule, width)]
        return [*head, *self.window(lines, len(head))]

    def help_text(self) -> str:
        return (
            "The printed tables with their rules, by the chapters of the rulebook; / searches them. Enter opens one, "
            "left and right turn the pages, Escape goes back."
        )


def lay_editions(page: EditionsPage, spot: str, width: int) -> tuple[list[Laid], list[Laid]]:
    """The editions as text: a head that tells whose column is the campaign's, and each rule with what they say of it,
    side by side."""
    each = (width - 3) // len(page.names)
    top = [Laid(spread(row((f" {page.title}", "strong")), row((page.rule, "rule"), " "), width))]
    held = f"This campaign: the {page.own} edition"
    held += f", which follows the {page.follows} one where it says nothing." if page.follows else "."
    top += [*paragraph(held, width, "quiet"), BLANK]
    titles = row("   ")
    for name in page.names:
        own = name == page.own
        sign = f"{glyphs.sign('now')} " if own else "  "
        titles = titles + row((fit(f"{sign}{name}", each), "now" if own else "heading"))
    top.append(Laid(cut(titles, width)))
    lines: list[Laid] = []
    for difference in page.rows:
        lines += _edition_row(page, difference, f"row:{difference.rule} {difference.what}" == spot, each, width)
    return top, lines


def _edition_row(page: EditionsPage, difference: EditionRow, here: bool, each: int, width: int) -> list[Laid]:
    spot = f"row:{difference.rule} {difference.what}"
    ink = "changed" if difference.alone else "strong"
    laid = [Laid(spread(row(mark(here), (difference.what, ink)), row((difference.rule, "rule"), " "), width), spot)]
    cells = [wrap(said, each - 3) for said in difference.says]
    for y in range(max(map(len, cells))):
        line = row("   ")
        for name, texts in zip(page.names, cells, strict=True):
            said = f"  {texts[y]}" if y < len(texts) else ""
            line = line + row((fit(said, each), "" if name == page.own else "quiet"))
        laid.append(Laid(cut(line, width), spot))
    return laid


def lay_table(page: TablePage, spot: str, width: int) -> tuple[list[Laid], list[Laid], list[Laid]]:
    """A table as text: its head, its rows, and the row under the cursor in full where columns had to give way."""
    columns = widths(page, width - 4)
    gap = " " * gap_of(page, width - 4)
    head = row((fit("", columns[0]), "quiet"))
    for name, size in zip(page.head, columns[1:], strict=True):
        head = head + row(gap, (fit(name, size, _side(page, name)), "heading"))
    top = [Laid(spread(row((f" {page.title}", "strong")), row((page.rule, "rule"), " "), width))]
    top += [BLANK, Laid(cut(row("   ") + head, width))]
    lines = []
    for key, cells in page.rows:
        lines.append(Laid(cut(_row(page, key, cells, columns, gap, f"row:{key}" == spot), width), f"row:{key}"))
    chosen = next((line for line in page.rows if f"row:{line[0]}" == spot), None)
    short = sum(columns) + len(gap) * len(columns) + 4 > width or _cut_short(page, columns)
    foot: list[Laid] = []
    if chosen is not None and short:
        foot.append(BLANK)
        said = "; ".join(f"{name} {cell}" for name, cell in zip(page.head, chosen[1], strict=False) if cell)
        foot += paragraph(f"{chosen[0]}: {said}", width, "quiet", indent=3)
    return top, lines, foot


def _cut_short(page: TablePage, columns: tuple[int, ...]) -> bool:
    return any(len(cell) > size for _, cells in page.rows for cell, size in zip(cells, columns[1:], strict=False))


def _side(page: TablePage, name: str) -> str:
    at = page.head.index(name)
    numbers = all(cells[at].lstrip("+-−").isdigit() or not cells[at] for _, cells in page.rows if at < len(cells))
    return "right" if numbers else "left"


def _row(page: TablePage, key: str, cells: tuple[str, ...], columns: tuple[int, ...], gap: str, here: bool) -> Row:
    line = row(mark(here), (fit(key, columns[0]), "strong"))
    for name, cell, size in zip(page.head, cells, columns[1:], strict=False):
        line = line + row(gap, fit(cell, size, _side(page, name)))
    return line
