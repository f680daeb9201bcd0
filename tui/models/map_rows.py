"""The map as lines of a page, beside other text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from tui import glyphs
from tui.models.map_cells import Cell, Chart
from tui.models.map_picture import LEAN, Picture
from tui.models.map_projection import Projection
from tui.rows import Row, row

_WIDEST = 100
"""Columns that the map takes on a page at the most."""


def map_rows(drawn: Picture, width: int, *, colours: bool) -> list[Row]:
    """All of the map in as many lines as that width asks for; ``colours``: there are any."""
    return _rows(drawn, width, colours, glyphs.plain())


@lru_cache(maxsize=2)
def _rows(drawn: Picture, width: int, colours: bool, plain: bool) -> list[Row]:
    # A page is laid anew with every key.
    letters, wide = plain or not colours, max(1, min(width, _WIDEST))
    columns = drawn.sheet.columns + 0.5
    lines = round(wide * drawn.sheet.rows * LEAN / columns / 2)
    window = Projection(drawn.sheet, wide, max(1, lines), halves=not letters)

    def signs(cells: Iterable[Cell]) -> str:
        return "".join(cell.sign for cell in cells)

    return [
        row(*((signs(cells), look) for look, cells in groupby(line, _look)))
        for line in Chart(drawn, window, letters, plain, colours, seas=False).lines
    ]


def _look(cell: Cell) -> str:
    """The ink of a sign: its colours, or how bold it is where there are none."""
    bold = "bold " * cell.bold
    if cell.ink and cell.ground:
        return f"{cell.ink} {bold}on {cell.ground}"
    return f"{cell.ground} on {cell.ground}" if cell.ground else cell.ink or "strong" * cell.bold
