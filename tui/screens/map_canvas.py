"""The map itself: signs that are made once and painted again only where something changes. The cursor is one sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui import glyphs
from tui.lines import unwatch_theme, watch_theme
from tui.models import map_colours
from tui.models.map_cells import Cell, Chart
from tui.models.map_picture import Picture
from tui.models.map_projection import Projection

if TYPE_CHECKING:
    from textual.events import Click

_START = (14, 23)
"""Where the cursor stands at first, by row and column: in the middle of Germany on the map of Europe."""


class MapCanvas(Widget, can_focus=True):
    """The map in a window, with a cursor on a hex."""

    def __init__(self, drawn: Picture, moved: Callable[[], None], at: str = "") -> None:
        super().__init__()
        self._drawn = drawn
        self._moved = moved
        self.at = at or drawn.sheet.number(*_START)
        self.seas = False
        self.reach = 0
        self._zoom = 0
        self._centre = ""
        self._chart: Chart | None = None
        self._window: Projection | None = None
        self._fit: tuple[int, int, int, str, bool] | None = None
        self._strips: dict[int, Strip] = {}

    # --- what is shown

    def show(self, drawn: Picture) -> None:
        """Another picture: what differs is painted."""
        before, self._drawn, self._chart = self._chart, drawn, None
        if before is None:
            self._anew()
            return
        old, new = before.lines, self.chart.lines
        if len(old) != len(new) or self.chart.window is not before.window:
            self._anew()
            return
        for y, (was, now) in enumerate(zip(old, new, strict=True)):
            if was != now:
                self._strips.pop(y, None)
                self.refresh(Region(0, y, self.size.width, 1))

    def _anew(self) -> None:
        self._chart = None
        self._strips.clear()
        self.refresh()

    @property
    def chart(self) -> Chart:
        """The signs of the map in this window."""
        if self._chart is None:
            colours = self.app.theme != "monochrome"
            letters = glyphs.plain() or not colours
            width, height = max(1, self.size.width), max(1, self.size.height)
            size = (width, height, self._zoom, self._centre, not letters)
            if self._window is None or self._fit != size:
                # Which hex stands where is the same from turn to turn.
                self._window, self._fit = Projection(self._drawn.sheet, *size), size
            window = self._window
            ring = self._drawn.sheet.around(self.at, self.reach) if self.reach else frozenset()
            self._chart = Chart(self._drawn, window, letters, glyphs.plain(), colours, self.seas, ring)
        return self._chart

    @property
    def area(self) -> str:
        """The Sea Area under the cursor, '' on land."""
        return self._drawn.waters.get(self.at, "")

    def on_resize(self) -> None:
        """Another window, which the first one is not: it has been drawn already."""
        if self._fit is None or self._fit[:2] != (max(1, self.size.width), max(1, self.size.height)):
            self._anew()

    def on_mount(self) -> None:
        """Another look draws it anew."""
        watch_theme(self, self._anew)

    def on_unmount(self) -> None:
        """A page that is closed is let go."""
        unwatch_theme(self)

    def render_line(self, y: int) -> Strip:
        if y not in self._strips:
            lines = self.chart.lines
            self._strips[y] = _strip(lines[y]) if y < len(lines) else Strip.blank(self.size.width)
        strip = self._strips[y]
        at = self.chart.window.cell(self.at)
        if at is None or at[1] != y:
            return strip
        cell = self.chart.lines[y][at[0]]
        sign = "+" if cell.sign in (" ", "▀", "▒") else cell.sign
        style = (
            Style(color=map_colours.DARK_INK, bgcolor=map_colours.CURSOR, bold=True)
            if self.chart.colours
            else Style(reverse=True, bold=True)
        )
        return Strip.join([strip.crop(0, at[0]), Strip([Segment(sign, style)]), strip.crop(at[0] + 1, self.size.width)])

    # --- the cursor

    def move(self, down: int, across: int) -> None:
        """So many hexes on, as far as the map goes."""
        sheet = self._drawn.sheet
        row, column = sheet.row_and_column(self.at)
        row = max(0, min(sheet.rows - 1, row + down))
        column = max(0, min(sheet.columns - 1, column + across))
        self.go(sheet.number(row, column))

    def go(self, number: str) -> None:
        """To a hex, which comes into sight."""
        before = self.chart.window.cell(self.at)
        self.at = number
        after = self.chart.window.cell(number)
        if after is None or self._edge(after):
            self._centre = number
            self._anew()
        elif self.reach:
            self._anew()
        else:
            for cell in (before, after):
                if cell is not None:
                    self.refresh(Region(*cell, 1, 1))
        self._moved()

    def _edge(self, cell: tuple[int, int]) -> bool:
        """Whether the cursor of a map that does not fit stands at the window's edge."""
        if not self._zoom:
            return False
        x, y = cell
        return x in (0, self.size.width - 1) or y in (0, self.size.height - 1)

    def on_click(self, event: Click) -> None:
        """The hex under the mouse."""
        lines = self.chart.window.lines
        if 0 <= event.y < len(lines) and 0 <= event.x < len(lines[event.y]):
            upper, lower = lines[event.y][event.x]
            if upper or lower:
                self.go(upper or lower)

    # --- how it is shown

    def turn_layer(self) -> None:
        """Whose the land is, or the Sea Areas."""
        self.seas = not self.seas
        self._anew()
        self._moved()

    def zoom_by(self, by: int, many: int) -> None:
        """Larger or smaller, round the cursor."""
        zoom = max(0, min(many - 1, self._zoom + by))
        if zoom != self._zoom:
            self._zoom = zoom
            self._centre = self.at
            self._anew()

    def next_ring(self, ranges: Sequence[int]) -> None:
        """The next of some ranges round the cursor, and none after the last."""
        self.reach = ranges[(ranges.index(self.reach) + 1) % len(ranges)]
        self._anew()
        self._moved()


def _strip(cells: Sequence[Cell]) -> Strip:
    """A line, signs of one look together."""
    segments: list[Segment] = []
    run, look = "", None
    for cell in cells:
        own = (cell.ink, cell.ground, cell.bold, cell.lined)
        if own != look and run:
            segments.append(Segment(run, _style(*look)) if look else Segment(run))
            run = ""
        run, look = run + cell.sign, own
    segments.append(Segment(run, _style(*look)) if look else Segment(run))
    return Strip(segments, len(cells))


@lru_cache(maxsize=1024)
def _style(ink: str, ground: str, bold: bool, lined: bool) -> Style:
    return Style(color=ink or None, bgcolor=ground or None, bold=bold, underline=lined)
