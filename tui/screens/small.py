"""What stands before every screen while the window is too small for any of them."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tui import keys
from tui.lines import Lines, Row, row, wrap
from tui.terminal import SMALLEST


class SmallScreen(ModalScreen[None]):
    """Says how large the window must be; leaving is all that works. The app takes it away when there is room again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(action.keys, "app.quit", show=False) for action in keys.of(keys.ANYWHERE) if action.id == "quit"
    ]
    DEFAULT_CSS = """
    SmallScreen { background: $background; }
    SmallScreen Needed { width: 100%; height: 100%; }
    """

    def compose(self) -> ComposeResult:
        """The message."""
        yield Needed()


class Needed(Lines):
    """The size there is, and the size that is needed."""

    can_focus = False

    def rows(self, width: int) -> list[Row]:
        size = self.app.size
        said = (
            f"This window has {size.width} columns and {size.height} lines; "
            f"at least {SMALLEST[0]} and {SMALLEST[1]} are needed."
        )
        return [row((line, "now")) for line in wrap(said, max(10, width))]
