"""What a setup page tells beside its table: of the cell under the cursor, of what is being typed, of the line at the
foot."""

from __future__ import annotations

from engine.kernel.setup_lines import Line
from tui import glyphs
from tui.lines import Row, clean, row, wrap
from tui.models.setup import MANY
from tui.models.setup_desk import SetupDesk
from tui.models.setup_typing import Typing
from tui.panels.laying import caret
from tui.rows import Piece

_SAID = 30
"""The least columns for what is typed behind its prompt."""


def told(model: SetupDesk, width: int, most: int, *, marked: bool) -> list[Row]:
    """What is told of the cell under the cursor, or of what is being typed, in at most so many lines. ``marked``: the
    cursor has brackets besides its colour."""
    if model.asking:
        return _asked(model, width)
    if model.typing is not None:
        return _typed(model.typing, width, most)
    line, cell = model.line, model.cell
    if line is None or cell is None:
        return _texts(model.page.about, width, "quiet") + _texts(f"+ {model.page.example}", width, "quiet")
    shelf = model.shelf()
    said = model.shown(shelf, line, model.column) or "nothing"
    unit = cell.told.unit if cell.number else ""
    rows = _texts(f"{clean(cell.about)}: {said}{f' {unit}' if unit else ''}", width, "strong")
    source = "" if cell is MANY else shelf.source(line, model.column)
    came = {"": "", "house": "the house's figure", "own": "your own"}.get(source, f"printed: {clean(source)}")
    span = f"{cell.span()}" if cell.span() else ""
    about = "; ".join(part for part in (came, span, cell.told.rule) if part)
    if about:
        rows += _texts(about, width, "quiet")
    ids = line.key if len(line.keys) == 1 else f"{line.key} to {line.keys[-1]}"
    rows += _more(model, line, width, max(1, most - len(rows)), marked)
    if shelf.entry is not None:
        rows += _texts(ids, width, "quiet")
    return rows


def _more(model: SetupDesk, line: Line, width: int, most: int, marked: bool) -> list[Row]:
    """The fields that stand in no column, the cursor's marked and in sight."""
    shelf = model.shelf()
    first = len(model.columns())
    rows: list[Row] = []
    pieces: list[Piece] = []
    used = top = 0
    for at, col in enumerate(shelf.more(), first):
        value = model.shown(shelf, line, col) or glyphs.sign("dot")
        here = model.spot.column == at
        size = len(col.title) + 1 + len(value) + 3
        if pieces and used + size > width:
            rows.append(row(" ", *pieces))
            pieces, used = [], 0
        top = len(rows) if here else top
        ink = "cursor" if here else "quiet" if value in (glyphs.sign("dot"), "0", "no") else ""
        pieces += [(f"{col.title} ", "heading"), (f"[{value}]" if here and marked else value, ink), ("  ", "")]
        used += size
    rows += [row(" ", *pieces)] if pieces else []
    return rows[max(0, top - most + 1) :]


def _typed(typing: Typing, width: int, most: int) -> list[Row]:
    """The cell under edit: what is typed, whether it may stand there, what may."""
    head = row((f" {clean(typing.column.about)}: ", "now"))
    rows = [head + caret(typing.edit, max(10, width - head.width - 1))]
    if head.width > width - 12:
        rows = [*_texts(typing.column.about, width, "now"), row(" ") + caret(typing.edit, width - 2)]
    read = typing.read
    if typing.unfinished:
        rows += _texts(f"{glyphs.sign('next')} which of these?", width, "quiet")
    elif read.problem:
        ink = "refused" if typing.edit.text else "quiet"
        sign = "next" if ink == "quiet" else "refused"
        rows += _texts(f"{glyphs.sign(sign)} {clean(read.problem)}", width, ink)
    else:
        means = "; ".join(part for part in (typing.words() or "nothing", typing.column.span()) if part)
        rows += _texts(f"{glyphs.sign('done')} {clean(means)}", width, "quiet")
    return rows + _choices(typing, width, max(1, most - len(rows)))


def _choices(typing: Typing, width: int, most: int) -> list[Row]:
    """The words that may stand there, the one under the cursor in sight."""
    lines: list[list[Piece]] = [[]]
    used, here = 0, 0
    for at, word in enumerate(typing.read.choices):
        if used and used + len(word) + 3 > width:
            lines.append([])
            used = 0
        chosen = at == typing.at
        if chosen:
            here = len(lines) - 1
        lines[-1] += [(clean(word), "cursor" if chosen else ""), ("  ", "")]
        used += len(word) + 2
    top = max(0, here - most + 1)
    return [row(" ", *pieces) for pieces in lines[top : top + most] if pieces]


def _asked(model: SetupDesk, width: int) -> list[Row]:
    """The line at the foot."""
    head = row((f" {model.prompt}: ", "now"))
    if width < _SAID + head.width:
        return [head, row(" ") + caret(model.edit, width - 2)]
    return [head + caret(model.edit, max(10, width - head.width - 1))]


def _texts(text: str, width: int, ink: str) -> list[Row]:
    return [row((f" {line}", ink)) for line in wrap(text, max(10, width - 2))]
