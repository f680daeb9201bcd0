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
    """Says how large the window must be; leaving is all that works: the program, or the map where that is what it
    stands before. The app takes it away when there is room again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(action.keys, "app.quit", show=False) for action in keys.of(keys.ANYWHERE) if action.id == "quit"),
        *(binding for binding in keys.bindings("map") if isinstance(binding, Binding) and binding.action == "back"),
    ]
    DEFAULT_CSS = """
    SmallScreen { background: $background; }
    SmallScreen Needed { width: 100%; height: 100%; }
    """

    def compose(self) -> ComposeResult:
        """The message."""
        yield Needed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Back leads out of the map alone."""
        return super().check_action(action, parameters) if action != "back" or self.map_below() else False

    def map_below(self) -> bool:
        """Whether it is the map that this stands before."""
        from tui.screens.map import MapScreen

        stack = self.app.screen_stack
        return self in stack and isinstance(stack[stack.index(self) - 1], MapScreen)

    async def action_back(self) -> None:
        """Back to the campaign, before which this stands then."""
        app = self.app
        app.pop_screen()
        await app.pop_screen()
        app.push_screen(SmallScreen())


class Needed(Lines):
    """The size there is, and the size that is needed."""

    can_focus = False

    def rows(self, width: int) -> list[Row]:
        size = self.app.size
        said = (
            f"This window has {size.width} columns and {size.height} lines; "
            f"at least {SMALLEST[0]} and {SMALLEST[1]} are needed."
        )
        screen = self.screen
        if isinstance(screen, SmallScreen) and screen.map_below():
            back = next(action for action in keys.of("map") if action.id == "back")
            said += f" The map waits behind this; {back.shown} leaves it."
        return [row((line, "now")) for line in wrap(said, max(10, width))]
