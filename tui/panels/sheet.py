"""The turn on one page: money, duties, wars, minor countries, units to come."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import BindingType

from tui.keys import bindings
from tui.models.sheet import Part, heading, sheet
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, paragraph, plain


class SheetPanel(CursorPanel):
    """The sheet; up and down scroll it."""

    where: ClassVar[str] = "sheet"
    BINDINGS: ClassVar[list[BindingType]] = bindings("sheet")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._parts: tuple[Part, ...] = ()
        self._width = 0

    def show(self) -> None:
        self._width = 0
        self.redraw()

    def heading(self) -> str:
        return "Turn sheet"

    def lay(self, width: int) -> list[Laid]:
        if width != self._width:
            self._width = width
            self._parts = sheet(self.desk, width - 3)
        laid = paragraph(heading(self.desk), width, "strong")
        for part in self._parts:
            laid += [BLANK, plain((f" {part.title}", "heading"))]
            laid += [plain(f"  {line}") for line in part.lines]
        return laid

    def help_text(self) -> str:
        return "All figures of the turn on one page; `warledger show` prints the same figures without the screen."
