"""What stands beside the map: the hex under the cursor and why it is shown so, who may come to a Sea Area, what changed
hands, or what the signs mean; and the line above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui import glyphs
from tui.lines import Lines, Row, clean, row, spread, wrap
from tui.models.map_picture import NOBODY, SIDES, SIGNS, Picture
from tui.models.map_told import lies_there, reaches, within
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
        left = row((" Map", "now"), (f"   {turn}", "title"), (f"  turn {at} of {of}", ""))
        return [spread(left, row((f"{layer} ", "quiet")), width).on("bar")]


class MapSide(Lines):
    """What is told of the map."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__()
        self._picture: Picture | None = None
        self._changed: tuple[str, ...] = ()
        self._canvas: MapCanvas | None = None
        self._page = 0
        """The page of the legend that is shown, 0 for none: in a small window the signs take several."""

    def put(self, drawn: Picture, changed: Sequence[str], canvas: MapCanvas) -> None:
        """Tell of this picture; ``changed``: what changed hands since the turn before."""
        self._picture, self._changed, self._canvas = drawn, tuple(changed), canvas
        self.redraw()

    def turn_legend(self) -> None:
        """What the signs mean, page by page, then what lies under the cursor."""
        self._page = self._page + 1 if self._page < self._pages(self.size.width) else 0

    def _pages(self, width: int) -> int:
        return -(-len(self._legend(width)) // self._a_page)

    @property
    def _a_page(self) -> int:
        """The lines of the legend that stand on a page, under its heading."""
        return max(1, self.size.height - 1)

    def rows(self, width: int) -> list[Row]:
        drawn, canvas = self._picture, self._canvas
        if drawn is None or canvas is None or width <= 2:
            return []
        if self._page:
            first, pages = (self._page - 1) * self._a_page, self._pages(width)
            more = f", {self._page} of {pages}" if pages > 1 else ""
            return [row((f"the signs{more}", "heading")), *self._legend(width)[first : first + self._a_page]]
        return _wrapped(self._told(drawn, canvas), width)

    def _legend(self, width: int) -> list[Row]:
        return _wrapped(self._signs(self._picture), width) if self._picture is not None else []

    def _told(self, drawn: Picture, canvas: MapCanvas) -> list[tuple[str, str]]:
        number, *facts = lies_there(drawn, canvas.at)
        lines = [(number, "title"), *((fact, "") for fact in facts)]
        if canvas.reach:
            lines += [(line, "quiet") for line in within(drawn, canvas.at, canvas.reach)]
        if canvas.seas and canvas.area:
            lines += [("may come here", "heading"), *((line, "") for line in reaches(drawn, canvas.at))]
        elif self._changed:
            lines += [("", ""), ("changed hands", "heading"), *((line, "changed") for line in self._changed)]
        return lines

    def _signs(self, drawn: Picture) -> list[tuple[str, str]]:
        plain = int(glyphs.plain())
        lines = [(f"{letter} {drawn.names[power]}", "") for power, letter in drawn.letters.items()]
        letters = plain or self.app.theme == "monochrome"
        lines += [(f"{NOBODY if letters else '▒'} neutral, or nobody's", ""), ("small letter: inferred", "")]
        front = "bold letter: front" if letters else "letter in colours: front"
        lines += [(front, ""), ("darker: conquered or allied", "")]
        lines += [(f"{signs[plain]} {kind}", "") for kind, signs in SIGNS.items()]
        lines += [(f"{sign} water with ships of {side}", "") for side, sign in SIDES.items()] if letters else []
        return lines


def _wrapped(lines: Sequence[tuple[str, str]], width: int) -> list[Row]:
    return [row((text, ink)) for line, ink in lines for text in wrap(clean(line), width - 1)]
