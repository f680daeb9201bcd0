"""Help: about what has the focus, with its figures and rules, and every key that works there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen, Screen

from engine.kernel import rulebook
from tui import glyphs, keys
from tui.keys import Action
from tui.lines import Lines, Row, row, wrap
from tui.panels import offered

if TYPE_CHECKING:
    from textual.events import Key

    from engine.kernel.ruleset import Ruleset

_KEY = 9
"""The columns of a key before what it does."""


class HelpScreen(ModalScreen[None]):
    """Over the screen that it explains; any of Escape, Enter and ``?`` leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("help")
    AUTO_FOCUS = "HelpText"

    DEFAULT_CSS = """
    HelpScreen { align: center middle; background: $background; }
    HelpScreen HelpText { width: 100%; max-width: 100; height: 100%; padding: 0 1; }
    """

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        parts = getattr(about, "help_parts", None)
        shown_parts: tuple[str, str, str] = parts() if parts is not None else ("", "", "")
        self._title, self._text, self._where = shown_parts
        desk = getattr(about, "desk", None)
        self._ruleset = desk.ruleset if desk is not None else None

    def compose(self) -> ComposeResult:
        """The text."""
        yield HelpText(self._title, self._text, self._where, self._ruleset)

    def action_back(self) -> None:
        """Leave."""
        self.dismiss()

    def action_help(self) -> None:
        """``?`` again leaves."""
        self.dismiss()


class HelpText(Lines, can_focus=True):
    """The text of the help."""

    def __init__(self, title: str, text: str, where: str, ruleset: Ruleset[Any] | None) -> None:
        super().__init__()
        self._title, self._text, self._where, self._ruleset = title, text, where, ruleset

    def rows(self, width: int) -> list[Row]:
        rows = [row(), row((self._title or "Help", "title")), row()]
        if self._text:
            rows += [row(line) for line in wrap(self._text, width - 2)] + [row()]
        rows += self._words(width)
        groups = [("Keys here", self._where)]
        if self._ruleset is not None:
            groups.append(("Keys in a campaign", keys.CAMPAIGN))
        groups.append(("Keys everywhere", keys.ANYWHERE))
        for title, where in groups:
            actions = keys.of(where)
            if where == keys.CAMPAIGN and self._ruleset is not None:
                actions = tuple(action for action in actions if offered(self._ruleset, action.id))
            if not actions:
                continue
            rows.append(row((title, "heading")))
            for action in (action for action in actions if action.rank or action.palette):
                # What this screen has taken the key of is found by its name; leaving it is its own matter.
                taken = where != self._where and keys.taken(action, keys.pressed_on(self._where))
                if not taken or (action.palette and action.id != "work"):
                    shown = keys.by_name() if taken else glyphs.key(action.shown)
                    lines = wrap(_both(action, actions), width - 2 - _KEY)
                    rows += [
                        row("  ", (f"{shown if at == 0 else '':<{_KEY}}", "key"), (line, ""))
                        for at, line in enumerate(lines)
                    ]
            rows.append(row())
        if self._ruleset is not None and rulebook.terms(self._ruleset.id):
            said = f"{keys.by_name()} and a word of the rulebook, such as POP or DOW, says what it means"
            rows += [row((line, "quiet")) for line in wrap(said, width - 2)] + [row()]
        rows.append(row((f"{glyphs.sign('up-down')} scroll   esc back", "quiet")))
        return rows

    def _words(self, width: int) -> list[Row]:
        """The words of the rulebook that stand in the text, with what they mean."""
        if self._ruleset is None:
            return []
        here = set(re.findall(r"[A-Za-z-]+", self._text))
        met = [term for term in rulebook.terms(self._ruleset.id) if here & {term.word, f"{term.word}s"}]
        if not met:
            return []
        rows = [row(("Words of the rulebook", "heading"))]
        for term in met:
            lines = wrap(term.line, width - 4)
            rows += [row(("  " if at == 0 else "    ") + line) for at, line in enumerate(lines)]
        return [*rows, row()]

    def on_key(self, event: Key) -> None:
        """Scroll; Enter leaves too."""
        if event.key == "enter":
            event.stop()
            self.screen.dismiss()
            return
        by = {
            "up": -1,
            "down": 1,
            "k": -1,
            "j": 1,
            "pageup": -self.size.height + 2,
            "pagedown": self.size.height - 2,
        }.get(event.key)
        if by is not None:
            event.stop()
            event.prevent_default()
            self.scroll_to(y=self.scroll_offset.y + by, animate=False)


def _both(action: Action, actions: Sequence[Action]) -> str:
    """What a key does; of keys shown as one, such as [ ], what each of them does."""
    shown = action.shown.split() if " " in action.shown else [] if action.shown.isascii() else [*action.shown]
    others = (other for other in actions if other.shown in shown and not (other.rank or other.palette))
    return "; ".join([action.text, *(other.text[:1].lower() + other.text[1:] for other in others)])
