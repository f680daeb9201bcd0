"""The app: which screen comes first, the looks, the keys that work everywhere. ``run`` starts it and gives the exit
code."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve

from tui import terminal

terminal.settle_environment()

from textual.app import App  # noqa: E402
from textual.binding import BindingType  # noqa: E402
from textual.screen import Screen  # noqa: E402

from tui import glyphs, keys, themes  # noqa: E402
from tui.lines import Lines  # noqa: E402
from tui.look import Look  # noqa: E402

if TYPE_CHECKING:
    from saves.desk import Desk

MISUSE = 2


class WarledgerApp(App[None]):
    """Warledger on a terminal. With a desk it opens straight into its campaign, without one it begins at home."""

    TITLE = "Warledger"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(keys.ANYWHERE)
    CSS = """
    Screen { background: $background; }
    * { scrollbar-size-vertical: 1; }
    """

    def __init__(self, desk: Desk | None = None) -> None:
        with terminal.own_no_colour():
            super().__init__()
        self._desk = desk
        self.look = Look()
        self.remapped: dict[str, str] = {}
        for name in themes.NAMES:
            self.register_theme(themes.make(name))
        self.theme = "monochrome" if terminal.wants_no_colour() else "dark"

    def get_default_screen(self) -> Screen[Any]:
        """The first screen."""
        if self._desk is not None:
            from tui.frame import CampaignScreen

            return terminal.switchable(CampaignScreen(self._desk))
        from tui.screens.home import HomeScreen

        return terminal.switchable(HomeScreen())

    def on_mount(self) -> None:
        """End cleanly on signals."""
        terminal.end_on_signals(self)

    def use(self, look: Look, remapped: Mapping[str, str]) -> None:
        """Apply settings: a theme (NO_COLOR wins), glyphs, the player's own keys by binding id."""
        self.look, self.remapped = look, dict(remapped)
        glyphs.use_plain(look.plain)
        keys.remap(self.remapped)
        self.set_keymap(self.remapped)
        theme = "monochrome" if terminal.wants_no_colour() else look.theme
        again = theme == self.theme
        self.theme = theme
        if again:
            for widget in self.screen.query(Lines):
                widget.redraw()

    def choose(self, what: str) -> str:
        """The next value of a setting, applied and kept. Returns why it could not be kept, '' where it was."""
        look = self.look
        if what == "theme":
            look = evolve(look, theme=themes.NAMES[(themes.NAMES.index(look.theme) + 1) % len(themes.NAMES)])
        elif what == "glyphs":
            look = evolve(look, plain=not look.plain)
        else:
            look = evolve(look, mouse=not look.mouse)
        self.use(look, self.remapped)
        from tui.look import keep

        return keep(look)

    def open_campaign(self, desk: Desk) -> None:
        """Show a campaign instead of the screen at hand."""
        from tui.frame import CampaignScreen

        self.switch_screen(CampaignScreen(desk))

    def action_help(self) -> None:
        """Explain what has the focus."""
        from tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def action_palette(self) -> None:
        """Every action by name."""
        from tui.palette import PaletteScreen

        if not isinstance(self.screen, PaletteScreen):
            self.push_screen(PaletteScreen(self.screen))

    def action_settings(self) -> None:
        """Settings."""
        from tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())


def run(where: str | None, seat: str = "") -> int:
    """The app, at home or straight in the campaign at ``where``. Returns the exit code; what prevents it is said on
    stderr."""
    trouble = terminal.ready()
    if trouble:
        print(f"warledger: {trouble}", file=sys.stderr)
        return MISUSE
    desk = None
    if where is not None:
        from saves.desk import Desk
        from saves.errors import SavesError

        try:
            desk = Desk.open(where, seat)
        except SavesError as fault:
            print(f"warledger: {fault}", file=sys.stderr)
            return MISUSE
    app = WarledgerApp(desk)
    app.run(mouse=True)
    return app.return_code or 0
