"""One setup page drawn: its lines under their headings, the cell under the cursor, and what is told of it: what it is,
what may stand there, where it comes from, the line's other fields."""

from __future__ import annotations

from typing import Any

from textual.events import Key, Paste
from textual.screen import Screen

from engine.kernel.field_words import Column
from engine.kernel.setup_lines import Line
from tui import glyphs, keys
from tui.lines import Lines, Row, clean, cut, fit, row, spread, wrap
from tui.models.edit import is_digit
from tui.models.setup import MANY
from tui.models.setup_desk import FIND, SetupDesk
from tui.rows import Piece
from tui.screens.setup_told import told

BESIDE = 110
"""Columns from which what is told of the cell stands at the right."""
_PANE, _FOOT = 40, 6
_WIDEST, _MORE, _LABEL = 22, 34, 30
"""The most columns of a cell, where there is room for all, and of a line's name."""
CELL, ASKED, PAGE = "setup-cell", "setup-line", "setup-page"


def acts(screen: Screen[Any], where: str, event: Key) -> bool:
    """Do what a key does on one of the screens of setup, here and now: a binding would act after signs that come fast
    behind it. False where it does nothing there."""
    named = next((action.id for action in keys.of(where) if event.key in action.keys.split(",")), "")
    if named:
        event.stop()
        event.prevent_default()
        getattr(screen, f"action_{named}")()
    return bool(named)


class SetupTable(Lines, can_focus=True):
    """The page at hand."""

    DEFAULT_CSS = "SetupTable { height: 1fr; padding: 0 1; overflow-y: hidden; }"

    def __init__(self, model: SetupDesk) -> None:
        super().__init__()
        self.model = model
        self._top: dict[str, int] = {}
        self._widths: tuple[object, list[int], int] = (None, [], 0)
        self._kept: tuple[object, dict[str | tuple[str, ...], Row]] = (None, {})
        self.room = 1

    # --- drawing

    def rows(self, width: int) -> list[Row]:
        height = self.size.height or self.app.size.height - 3
        pane = _PANE if width >= BESIDE else 0
        table = width - pane - (3 if pane else 0)
        foot = 0 if pane else min(_FOOT, max(4, height // 3))
        head = [self._head(width), *self._headings(table)]
        self.room = max(1, height - len(head) - foot)
        body = self._body(table)
        marked = glyphs.plain() or self.app.theme == "monochrome"
        beside = told(self.model, pane or width, height - 2 if pane else foot - 1, marked=marked)
        if not pane:
            rows = [*head, *body, row((glyphs.sign("across") * width, "rim"))]
            return [*rows, *(cut(line, width) for line in beside[: foot - 1])][:height]
        rows = []
        for at, line in enumerate([*head[1:], *body]):
            left = cut(line, table)
            right = beside[at] if at < len(beside) else row()
            blank = " " * (table - left.width)
            joined = Row((*left.pieces, (blank, ""), (f" {glyphs.sign('down')} ", "rim"), *cut(right, pane).pieces))
            rows.append(Row(joined.pieces, left.under, table if left.under else 0))
        return [head[0], *rows]

    def _head(self, width: int) -> Row:
        model = self.model
        page = model.page
        lines, entries = len(model.lines()), model.many(page)
        count = f"{lines} lines" if lines != 1 else "1 line"
        if page.folds:
            count = f"{entries} in {count}"
        wanted = model.texts.get(page.id, "")
        pieces: list[Piece] = [(" ", ""), (page.title, "strong"), (f"   {count}", "quiet")]
        if wanted and model.asking != FIND:
            pieces += [("   / ", "key"), (clean(wanted), "strong")]
        where = f"page {model.at + 1} of {len(model.pages)} "
        return spread(row(*pieces), row((where, "quiet")), width)

    def _layout(self, width: int) -> tuple[int, list[int], int]:
        """The label's columns, those of each column, and the first column that is drawn so that the cursor's is in
        sight."""
        model = self.model
        shelf = model.shelf()
        stamp = (model.stamp, width)
        if self._widths[0] != stamp:
            lines = model.lines()
            label = 0
            if shelf.named:
                label = min(_LABEL, width // 3 + 4, max([len(shelf.name(line)) for line in lines] + [8]) + 1)
            wanted = []
            for col in model.columns():
                shown = max([len(model.shown(shelf, line, col)) for line in lines] + [1])
                word = max(map(len, col.title.split())) if shelf.entry is not None else len(col.title)
                wanted.append(max(shown, word, 2))
            fits = 3 + label + sum(min(_MORE, size) + 2 for size in wanted) <= width
            sizes = [min(_MORE if fits else _WIDEST, size) + 2 for size in wanted]
            if len(sizes) == 1:
                sizes = [max(12, width - label - 4)]
            self._widths = (stamp, sizes, label)
        _, sizes, label = self._widths
        first, at = 0, min(model.spot.column, len(sizes) - 1)
        while first < at and 3 + label + sum(sizes[first : at + 1]) > width:
            first += 1
        return label, sizes, first

    def _headings(self, width: int) -> list[Row]:
        columns = self.model.columns()
        if len(columns) == 1 and not columns[0].name:
            return []
        label, sizes, first = self._layout(width)
        high = 1
        titles = []
        for col, size in list(zip(columns, sizes, strict=True))[first:]:
            parts = wrap(col.title, size - 1)[:2]
            high = max(high, len(parts))
            titles.append((col, size, parts))
        rows = []
        for at in range(high):
            pieces: list[Piece] = [(" " * (3 + label), "")]
            used = 3 + label
            for col, size, parts in titles:
                used += size
                if used > width:
                    break
                part = parts[at - high + len(parts)] if at - high + len(parts) >= 0 else ""
                pieces.append((_aligned(part, size, col), "quiet"))
            rows.append(row(*pieces))
        return rows

    def _items(self) -> list[Line | str]:
        """The lines with their headings before them."""
        model = self.model
        items: list[Line | str] = []
        last: str | None = None
        for line in model.lines():
            if model.page.group and line.group != last:
                items.append(line.group)
                last = line.group
            items.append(line)
        return items

    def _body(self, width: int) -> list[Row]:
        model = self.model
        items = self._items()
        here = model.line
        at = items.index(here) if here is not None else 0
        top = self._top.get(model.page.id, 0)
        lead = 1 if at and isinstance(items[at - 1], str) else 0
        top = max(0, min(top, at - lead, max(0, len(items) - self.room)))
        top = max(top, at - self.room + 1)
        self._top[model.page.id] = top
        stamp = (model.stamp, width, self._layout(width)[2], self.app.theme, glyphs.plain())
        if self._kept[0] != stamp:
            self._kept = (stamp, {})
        shown = [self._item(item, item is here, width) for item in items[top : top + self.room]]
        if top and shown and not isinstance(items[top], str) and model.page.group:
            # The heading of what stands at the top is in sight whatever is scrolled away.
            heading = items[top].group  # type: ignore[union-attr]
            if at > top:
                shown[0] = self._item(heading, False, width)
        if not items:
            wanted = model.texts.get(model.page.id, "")
            said = f"nothing has '{clean(wanted)}' in it" if wanted else "none stands here"
            shown = [row((f"   {said}", "quiet"))]
        return shown + [row()] * (self.room - len(shown))

    def _item(self, item: Line | str, here: bool, width: int) -> Row:
        """A line or a heading; those that the cursor does not stand on are drawn once for an opening."""
        if here:
            return self._drawn_item(item, here, width)
        key = item if isinstance(item, str) else item.keys
        held = self._kept[1]
        if key not in held:
            held[key] = self._drawn_item(item, here, width)
        return held[key]

    def _drawn_item(self, item: Line | str, here: bool, width: int) -> Row:
        model = self.model
        shelf = model.shelf()
        if isinstance(item, str):
            return row((f" {clean(shelf.called(item))}", "heading"))
        label, sizes, first = self._layout(width)
        pieces: list[Piece] = [(f" {glyphs.sign('now')} " if here else "   ", "now")]
        if label:
            pieces.append((fit(clean(shelf.name(item)), label), "strong" if here else ""))
        used = 3 + label
        columns = model.columns()
        for at in range(first, len(columns)):
            used += sizes[at]
            if used > width:
                break
            pieces += self._cell(item, columns[at], sizes[at], here and model.spot.column == at)
        return Row(tuple(pieces))

    def _cell(self, line: Line, col: Column, size: int, here: bool) -> list[Piece]:
        model = self.model
        shelf = model.shelf()
        own = col if col is MANY else shelf.column_of(line, col)
        typing = model.typing
        if here and typing is not None:
            ink = "refused" if typing.read.problem and not typing.unfinished else "strong"
            text = typing.edit.text[-(size - 2) :]
            if own.number:
                return [(" " * max(0, size - len(text) - 1), ""), (text, ink), ("_", "cursor")]
            return [(text, ink), ("_", "cursor"), (" " * max(0, size - len(text) - 1), "")]
        text = model.shown(shelf, line, col)
        sign, ink = _mark("" if col is MANY or not text else shelf.source(line, col))
        empty = text in ("", "0", "no")
        shown = text or glyphs.sign("dot")
        body = fit(shown, size - 2, "right" if own.number else "left")
        if not here:
            return [(body, "quiet" if empty else ink), (sign, ink), (" ", "")]
        marker = "[" if glyphs.plain() or self.app.theme == "monochrome" else ""
        word = body.strip()
        blank = " " * (len(body) - len(word))
        if marker and blank:
            blank = blank[1:]
            word = f"{marker}{word}"
        cell: list[Piece] = [(blank, ""), (word, "cursor")] if own.number else [(word, "cursor"), (blank, "")]
        return [*cell, (sign, ink), (" ", "")]

    # --- keys

    @property
    def where(self) -> str:
        """Whose keys act now: those of a cell under edit, of the line at the foot, of the page."""
        return ASKED if self.model.asking else CELL if self.model.typing is not None else PAGE

    def on_key(self, event: Key) -> None:
        """What is typed goes where the cursor or the line at the foot is; the page's keys act at once."""
        where = self.where
        if where == PAGE:
            if acts(self.screen, PAGE, event):
                return
            used = self._begins(event)
        else:
            named = next((action.id for action in keys.of(where) if event.key in action.keys.split(",")), "")
            used = self._into_cell(event, named) if where == CELL else self._into_line(event, named)
        if used:
            event.stop()
            event.prevent_default()
            self.screen.changed()  # type: ignore[attr-defined]

    def _begins(self, event: Key) -> bool:
        """Digits, or a minus, begin a number."""
        cell, sign = self.model.cell, event.character or ""
        numeric = cell is not None and cell.number and (is_digit(sign) or sign == "-") and len(sign) == 1
        return numeric and self.model.type(sign)

    def _into_cell(self, event: Key, named: str) -> bool:
        model = self.model
        typing = model.typing
        assert typing is not None
        if named == "take":
            model.typing = typing.entered()
            model.commit()
            return True
        if named == "leave":
            model.drop()
            return True
        after = typing.pressed(event.key, event.character)
        if after is not None:
            model.typing = after
            if model.bad:
                model.tell("")
            return True
        if event.key in ("tab", "shift+tab"):
            model.typing = typing.entered()
            model.step(1 if event.key == "tab" else -1)
            return True
        return event.key not in ("ctrl+q", "f1", "f2", "f3", "ctrl+p")

    def _into_line(self, event: Key, named: str) -> bool:
        model = self.model
        if named == "take":
            model.answer()
        elif named == "leave":
            model.leave_line()
        else:
            edit = model.edit.pressed(event.key, event.character, prose=True)
            if edit is None:
                return event.key not in ("ctrl+q", "f1", "f2", "f3", "ctrl+p")
            model.edit = edit
            model.preview()
        return True

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Signs of what is being typed are nobody else's."""
        return self.where != PAGE and character is not None and character.isprintable()

    def on_paste(self, event: Paste) -> None:
        """Pasted text goes where typed signs go."""
        model = self.model
        if model.typing is not None:
            model.typing = model.typing.insert(event.text)
        elif model.asking:
            model.edit = model.edit.insert(event.text)
            model.preview()
        else:
            return
        event.stop()
        self.screen.changed()  # type: ignore[attr-defined]


def _aligned(text: str, size: int, col: Column) -> str:
    """A heading over its column: over the last digit of numbers, over the first sign of words."""
    return f"{fit(text, size - 2, 'right')}  " if col.number else fit(text, size)


def _mark(source: str) -> Piece:
    """The sign behind a figure and its ink: the author's own, printed, or the house's."""
    if source == "own":
        return glyphs.sign("done"), "changed"
    return ("§", "rule") if source.startswith("rules") else (" ", "")


def legend() -> str:
    """What the signs behind figures say."""
    return f"{glyphs.sign('done')} your own   § printed in the rules   no sign: the house's"
