"""Settings: colours, plain glyphs, mouse, and the player's own keys. Kept in the user's configuration directory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from tui import glyphs, keys, themes
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, fit, row
from tui.look import Look
from tui.session import at_hand
from tui.terminal import wants_no_colour

if TYPE_CHECKING:
    from textual.events import Key


class SettingsScreen(Screen[None]):
    """The choices and the list of remapped keys."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("settings")
    AUTO_FOCUS = "SettingsLines"

    DEFAULT_CSS = """
    SettingsScreen #title, SettingsScreen #footer, SettingsScreen #notice { height: 1; }
    SettingsScreen SettingsLines { height: 1fr; padding: 1 2; }
    """

    def compose(self) -> ComposeResult:
        """The choices."""
        yield SettingsTitle(id="title")
        yield SettingsLines()
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        return [action for where in ("settings", keys.ANYWHERE) for action in keys.of(where) if action.rank]

    def action_back(self) -> None:
        """Leave; everything is kept already."""
        self.dismiss()

    def action_change(self) -> None:
        """The next value of what the cursor stands on, applied and kept at once."""
        app: Any = self.app
        trouble = app.choose(self.query_one(SettingsLines).chosen)
        self.query_one(SettingsLines).redraw()
        if trouble:
            self.query_one(Notice).say([row((f" {glyphs.sign('refused')} {clean(trouble)}", "refused"))])

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "Colours: dark, light, or monochrome (the terminal's own two colours; also with NO_COLOR). "
            "Plain glyphs: ASCII only. Mouse: switch it off to "
            "select and copy text with the terminal's own mouse. War: whether passing on stops once a turn at the "
            "declarations of war. Build: whether you are asked once a turn as you leave it with money unspent and "
            "nothing built. Bell: whether the terminal's bell rings when others have played and it is your turn. "
            "Guide: whether the notes of a scenario to learn by stand over its steps."
        )
        if at_hand().access.look_file is None:
            text += " Keys: in settings.toml, under [keys], an action's name as in docs/keys.md and its new key."
        return "Settings", text, "settings"


class SettingsTitle(Lines):
    """What this screen is."""

    can_focus = False

    def rows(self, width: int) -> list[Row]:
        return [row((" Warledger", "now"), ("   settings", "title")).on("bar")]


CHOICES = ("theme", "glyphs", "mouse", "declarations", "unspent", "bell", "guide")


class SettingsLines(Lines, can_focus=True):
    """The choices, one a line."""

    def __init__(self) -> None:
        super().__init__()
        self._at = 0

    @property
    def chosen(self) -> str:
        """The setting under the cursor."""
        return CHOICES[self._at]

    def rows(self, width: int) -> list[Row]:
        app: Any = self.app
        look: Look = app.look
        no_colour = "   NO_COLOR is set: monochrome" if wants_no_colour() else ""
        values = {
            "theme": ("Colours", "   ".join(_chosen(name, look.theme) for name in themes.NAMES) + no_colour),
            "glyphs": (
                "Glyphs",
                "   ".join(_chosen(name, "plain" if look.plain else "full") for name in ("full", "plain")),
            ),
            "mouse": (
                "Mouse",
                "   ".join(_chosen(name, "on" if look.mouse else "off") for name in ("on", "off"))
                + "   from the next start",
            ),
            "declarations": (
                "War",
                "   ".join(_chosen(name, "ask" if look.declarations else "pass") for name in ("ask", "pass"))
                + "   at declarations of war",
            ),
            "unspent": (
                "Build",
                "   ".join(_chosen(name, "ask" if look.unspent else "pass") for name in ("ask", "pass"))
                + "   leaving money unspent",
            ),
            "bell": (
                "Bell",
                "   ".join(_chosen(name, "on" if look.bell else "off") for name in ("on", "off"))
                + "   when it is your turn",
            ),
            "guide": (
                "Guide",
                "   ".join(_chosen(name, "on" if look.guide else "off") for name in ("on", "off"))
                + "   on scenarios to learn by",
            ),
        }
        rows = []
        for at, name in enumerate(CHOICES):
            label, said = values[name]
            line = row((f"{glyphs.sign('now')} " if at == self._at else "  ", "now"), (fit(label, 12), "heading"), said)
            rows.append(line.on("cursor") if at == self._at else line)
        remapped = app.look.remapped
        if app.access.look_file is not None and not remapped:
            # A player on a server has no file to name them in.
            return rows
        rows += [row(), row(("  Your own keys", "heading"))]
        if not remapped:
            rows.append(row(("  none; settings.toml may name some under [keys]", "quiet")))
        for name, key in remapped.items():
            rows.append(row("  ", (fit(key, 12), "key"), clean(name)))
        return rows

    def on_key(self, event: Key) -> None:
        """The arrows choose."""
        by = {"up": -1, "down": 1, "k": -1, "j": 1}.get(event.key)
        if by is not None:
            event.stop()
            event.prevent_default()
            self._at = max(0, min(len(CHOICES) - 1, self._at + by))
            self.redraw()


def _chosen(name: str, now: str) -> str:
    return f"{glyphs.sign('ball')} {name}" if name == now else f"{glyphs.sign('ring')} {name}"
