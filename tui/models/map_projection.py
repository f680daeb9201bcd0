"""Which hex stands where on a screen: all of the map fitted to a window, or a part of it drawn larger.

A sign of a terminal is twice as high as wide. In colours it shows two hexes, one in each of its halves; in letters one.
"""

from __future__ import annotations

from functools import cached_property

from engine.kernel.campaign import Campaign
from engine.kernel.sheets.atlas import Atlas
from engine.kernel.values import frozen
from tui.models.map_picture import LEAN

ZOOMS = (1.0, 1.6, 2.5)
"""How much larger than fitted the map may be drawn."""


@frozen(eq=False, slots=False)
class Projection:
    """A window of so many columns and lines onto the map. ``zoom``: a place in ``ZOOMS``; ``centre``: the hex that is
    in the middle as far as the map goes."""

    sheet: Atlas[Campaign]
    width: int
    height: int
    zoom: int = 0
    centre: str = ""
    halves: bool = True

    @cached_property
    def scale(self) -> float:
        """How many columns a hex is wide."""
        return fitted(self.sheet, self.width, self.height) * ZOOMS[self.zoom]

    @cached_property
    def origin(self) -> tuple[float, float]:
        """What of the map lies left of the window and above it, in columns and half lines."""
        x, y = self._middle(self.centre) if self.centre else (0.0, 0.0)
        wide, tall = (self.sheet.columns + 0.5) * self.scale, self.sheet.rows * LEAN * self.scale
        left = max(0.0, min(x - self.width / 2, wide - self.width))
        return left, max(0.0, min(y - self.height, tall - 2 * self.height))

    def _middle(self, number: str) -> tuple[float, float]:
        row, column = self.sheet.row_and_column(number)
        return (column + 0.5 + 0.5 * (row % 2 == 0)) * self.scale, (row + 0.5) * LEAN * self.scale

    def cell(self, number: str) -> tuple[int, int] | None:
        """The column and line in which a hex has its middle; None where that is out of sight."""
        (x, y), (left, top) = self._middle(number), self.origin
        column, line = int(x - left), int((y - top) / 2)
        return (column, line) if 0 <= column < self.width and 0 <= line < self.height else None

    @cached_property
    def lines(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Of each line the hexes of its signs, in the upper and the lower half (in letters the same); '' off the
        map."""
        tall = 2 * self.height
        if not self.halves:
            return tuple(
                tuple((number, number) for number in self._line(2 * line + 1.0)) for line in range(self.height)
            )
        halves = [self._line(half + 0.5) for half in range(tall)]
        return tuple(tuple(zip(halves[at], halves[at + 1], strict=True)) for at in range(0, tall, 2))

    def _line(self, y: float) -> list[str]:
        _, top = self.origin
        row = int((y + top) / (LEAN * self.scale))
        if row >= self.sheet.rows:
            return [""] * self.width
        numbers = (*self._row(row), "")
        return [numbers[column] for column in self._columns[row % 2]]

    @cached_property
    def _columns(self) -> tuple[list[int], list[int]]:
        """Of each sign the column of hexes in which it stands, of an even row and of an odd one; -1 off the map."""
        left, _ = self.origin
        places: tuple[list[int], list[int]] = ([], [])
        for odd, columns in enumerate(places):
            for x in range(self.width):
                column = (x + 0.5 + left) / self.scale - 0.5 * (not odd)
                columns.append(int(column) if 0 <= column < self.sheet.columns else -1)
        return places

    def _row(self, row: int) -> tuple[str, ...]:
        if row not in self._rows:
            self._rows[row] = tuple(self.sheet.number(row, column) for column in range(self.sheet.columns))
        return self._rows[row]

    @cached_property
    def _rows(self) -> dict[int, tuple[str, ...]]:
        return {}

    @property
    def named(self) -> bool:
        """Whether the map is large enough for names."""
        return self.scale >= 1.6

    @property
    def roomy(self) -> bool:
        """Whether it has room for names of both Sea Areas and ports."""
        return self.scale >= 2.4


def fitted(sheet: Atlas[Campaign], width: int, height: int) -> float:
    """How many columns a hex is wide where all of the map is shown."""
    return min(width / (sheet.columns + 0.5), 2 * height / (sheet.rows * LEAN))


def room(sheet: Atlas[Campaign], width: int, height: int, least: int, most: int) -> int:
    """How many columns of a window are left beside the map, where it takes what it needs."""
    beside = width - round((sheet.columns + 0.5) * 2 * height / (sheet.rows * LEAN))
    return max(least, min(most, beside))
