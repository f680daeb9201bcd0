"""What stands beside the map: the hex under the cursor and why it is shown so, who may come to a Sea Area, what changed
hands, or what the signs mean; and the line above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui import glyphs
from tui.lines import Lines, Row, clean, row, spread, wrap
from tui.models.map_legend import Look, legend
from tui.models.map_picture import Picture
from tui.models.map_told import borders, lies_there, patrolled, reaches, within
from tui.words import turn_name

if TYPE_CHECKING:
    from tui.screens.map_canvas import MapCanvas


class MapTitle(Lines):
    """Which turn is shown, and which layer."""

    can_focus = False

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._facts = ("", 0, 0, False)

    def put(self, label: str, at: int, of: int, seas: bool) -> None:
        """Show these."""
        self._facts = (label, at, of, seas)
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        label, at, of, seas = self._facts
        layer = "the seas" if seas else "Europe"
        turn = turn_name(label).upper() if label else ""
        left = row((" Map", "now"), (f"   {turn}", "title"), (f"  turn {at} of {of} played", ""))
        return [spread(left, row((f"{layer} ", "quiet")), width).on("bar")]


class MapSide(Lines):
    """What is told of the map."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._picture: Picture | None = None
        self._changed: tuple[str, ...] = ()
        self._canvas: MapCanvas | None = None
        self._legend = False
        self._page = 0
        """The page that is shown, from 0, where what is told takes several."""
        self._about: tuple[object, ...] = ()
        """What is told of: of anything else it begins at its first page."""

    def put(self, drawn: Picture, changed: Sequence[str], canvas: MapCanvas) -> None:
        """Tell of this picture; ``changed``: what changed hands since the turn before."""
        self._picture, self._changed, self._canvas = drawn, tuple(changed), canvas
        about = (drawn.turn, canvas.at, canvas.seas, canvas.reach)
        if about != self._about:
            self._about = about
            self._page = 0 if not self._legend else self._page
        self.redraw()

    def turn_legend(self) -> None:
        """What the signs mean, page by page, then what lies under the cursor."""
        if not self._legend:
            self._legend, self._page = True, 0
        elif not self.turn_page(1):
            self._legend, self._page = False, 0

    def turn_page(self, by: int) -> bool:
        """Another page of what is told; False where there is none."""
        page = self._page + by
        if not 0 <= page < self._pages(self._lines(self.size.width)):
            return False
        self._page = page
        self.redraw()
        return True

    def _pages(self, lines: Sequence[Row]) -> int:
        return 1 if len(lines) <= self.size.height else -(-len(lines) // self._a_page)

    @property
    def _a_page(self) -> int:
        """The lines on a page where there are several: which one it is stands under them."""
        return max(1, self.size.height - 1)

    def rows(self, width: int) -> list[Row]:
        if self._picture is None or width <= 2:
            return []
        lines = self._lines(width)
        pages = self._pages(lines)
        if pages == 1:
            return lines
        page = min(self._page, pages - 1)
        shown = lines[page * self._a_page : (page + 1) * self._a_page]
        blank = [row("")] * (self._a_page - len(shown))
        key = "l" if self._legend else "pgdn" if page < pages - 1 else "pgup"
        says = "more" if page < pages - 1 else "back"
        return [*shown, *blank, row((f"{page + 1} of {pages}  ", "quiet"), (key, "key"), (f" {says}", "quiet"))]

    def _lines(self, width: int) -> list[Row]:
        drawn, canvas = self._picture, self._canvas
        if drawn is None or canvas is None:
            return []
        if self._legend:
            return legend(drawn, width, self._look(), seas=canvas.seas)
        return [line for text, ink in self._told(drawn, canvas) for line in _wrapped(text, ink, width)]

    def _look(self) -> Look:
        return Look(glyphs.plain(), self.app.theme != "monochrome")

    def _told(self, drawn: Picture, canvas: MapCanvas) -> list[tuple[str, str]]:
        number, *facts = lies_there(drawn, canvas.at)
        lines = [(number, "title"), *((fact, "") for fact in facts)]
        if canvas.reach:
            lines += [(line, "quiet") for line in within(drawn, canvas.at, canvas.reach)]
        if canvas.seas and canvas.area:
            lines += [(line, "quiet") for line in borders(drawn, canvas.at)]
            lines += [("may come here", "heading"), *_by_whom(reaches(drawn, canvas.at))]
        elif canvas.seas:
            out = patrolled(drawn) or ["nobody"]
            lines += [("", ""), ("on patrol", "heading"), *((line, "") for line in out)]
        elif self._changed:
            lines += [("", ""), ("changed hands", "heading"), *((line, "changed") for line in self._changed)]
        return lines


def _by_whom(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Who comes, and further in how."""
    return [(line, "" if line.startswith(" ") else "strong") for line in lines]


def _wrapped(text: str, ink: str, width: int) -> list[Row]:
    """A text in lines; what stands further in stays there."""
    words = text.lstrip(" ")
    indent = " " if words != text else ""
    return [row((indent + line, ink)) for line in wrap(clean(words), width - 1 - len(indent))]
