"""A setup page under the hands: the cursor over lines and columns, typing into a cell, lines added, moved, removed."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from engine.kernel.sheets.setup import SEATING
from tui import keys
from tui.bars import Footer, Notice
from tui.lines import clean
from tui.models.setup_desk import FIND, SetupDesk
from tui.screens.setup import SetupCommands, SetupTitle
from tui.screens.setup_table import PAGE, SetupTable, legend


class SetupPageScreen(SetupCommands):
    """One page of a scenario."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(PAGE)
    AUTO_FOCUS = "SetupTable"

    def __init__(self, model: SetupDesk) -> None:
        super().__init__(model)
        self.table = SetupTable(model)

    def compose(self) -> ComposeResult:
        """Title, table, what was said, keys."""
        yield SetupTitle(self.model, id="title")
        yield self.table
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """Say what is asked."""
        self.changed()

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen now."""
        where = self.table.where
        own = sorted((action for action in keys.of(where) if action.rank), key=lambda action: action.rank)
        if where == PAGE:
            own = [action for action in own if action.id not in self._idle()]
        prose = where != PAGE
        # While something is typed, q is a sign like any other.
        anywhere = [action for action in keys.of(keys.ANYWHERE) if action.rank and not (prose and action.id == "quit")]
        return own + [keys.help_while(prose) if action.id == "help" else action for action in anywhere]

    def _idle(self) -> set[str]:
        """The actions that have nothing to do on this page."""
        model = self.model
        idle = set()
        if not model.page.place:
            idle.add("move")
        if not model.shelf().grows:
            # Of the seats the number of players under the cursor may go, also where there is no other to be added.
            idle |= {"add"} if model.page.table == SEATING and len(model.columns()) > 1 else {"add", "remove"}
        if model.line is None:
            idle |= {"edit", "remove", "move", "next"}
        return idle

    def show_page(self) -> None:
        self.changed()

    def action_edit(self) -> None:
        """Type into the cell."""
        self._do(self.model.type)

    def action_next(self) -> None:
        """The next cell."""
        self._do(self.model.step, 1)

    def action_before(self) -> None:
        """The cell before."""
        self._do(self.model.step, -1)

    def action_right(self) -> None:
        """The cell at the right."""
        self._do(self.model.side, 1)

    def action_left(self) -> None:
        """The cell at the left."""
        self._do(self.model.side, -1)

    def action_up(self) -> None:
        """A line up."""
        self._do(self.model.climb, -1)

    def action_down(self) -> None:
        """A line down."""
        self._do(self.model.climb, 1)

    def action_first(self) -> None:
        """The first line."""
        self._do(self.model.climb, -9999)

    def action_last(self) -> None:
        """The last line."""
        self._do(self.model.climb, 9999)

    def action_page_up(self) -> None:
        """A page of lines up."""
        self._do(self.model.climb, 1 - self.table.room)

    def action_page_down(self) -> None:
        """A page of lines down."""
        self._do(self.model.climb, self.table.room - 1)

    def action_other(self) -> None:
        """The other value of yes and no, or the next of a few words."""
        self._do(self.model.turn_value)

    def action_add(self) -> None:
        """A line, or ten."""
        self._do(self.model.ask_line)

    def action_remove(self) -> None:
        """This line away."""
        self._do(self.model.remove)

    def action_move(self) -> None:
        """Counters to another place."""
        self._do(self.model.ask_move)

    def action_find(self) -> None:
        """Look for words."""
        self._do(self.model.ask, FIND)

    def action_following(self) -> None:
        """The next page."""
        self._do(self.model.turn, 1)

    def action_preceding(self) -> None:
        """The page before."""
        self._do(self.model.turn, -1)

    def action_back(self) -> None:
        """Leave what is searched for, then the page."""
        if self.model.texts.pop(self.model.page.id, ""):
            self.changed()
        else:
            self.dismiss("")

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        model = self.model
        text = (
            f"{model.page.about} The arrows and tab go from cell to cell; right of the last column they go on through "
            "the line's other fields. Digits write a number at once, Enter opens any cell; what may stand there is "
            "shown at every key, tab writes a word out. A figure typed becomes your own. "
            f"The sign behind a figure says where it comes from: {legend()}."
        )
        if model.page.example:
            text += f" A new line is typed as you would say it: {model.page.example}."
        if model.page.folds:
            text += " Entries that are alike stand in one line with their number, which may be typed as well."
        return clean(model.page.title), text, PAGE
