"""What is wrong with a scenario under change, and what only looks so: a list from which Enter leads to the cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, clean, row, wrap
from tui.models.setup_desk import SetupDesk
from tui.screens.setup import SetupTitle
from tui.screens.setup_table import acts

if TYPE_CHECKING:
    from textual.events import Key

    from saves.draft_files import DraftFault

FAULTS = "setup-faults"


class FaultsScreen(Screen[str]):
    """The faults; leaves with the path of the one that Enter was pressed on."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(FAULTS)
    AUTO_FOCUS = "FaultList"

    DEFAULT_CSS = """
    FaultsScreen #title, FaultsScreen #footer, FaultsScreen #notice { height: 1; }
    FaultsScreen FaultList { height: 1fr; padding: 0 1; }
    """

    def __init__(self, model: SetupDesk, faults: tuple[DraftFault, ...]) -> None:
        super().__init__()
        self.model, self.faults = model, faults

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        yield SetupTitle(self.model, id="title")
        yield FaultList(self.model, self.faults)
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """Say whether it was saved."""
        ink = "refused" if self.model.bad else "quiet"
        self.query_one(Notice).say(
            [row((f" {line}", ink)) for line in wrap(self.model.said, max(20, self.size.width - 3))]
        )

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        every = [action for where in (FAULTS, keys.ANYWHERE) for action in keys.of(where) if action.rank]
        return every if len(self.faults) > 1 else [action for action in every if action.id != "up"]

    def action_open(self) -> None:
        """To the cell of the one under the cursor."""
        self.dismiss(self.faults[self.query_one(FaultList).at].path)

    def action_up(self) -> None:
        """The one above."""
        self.query_one(FaultList).go(-1)

    def action_down(self) -> None:
        """The one below."""
        self.query_one(FaultList).go(1)

    def action_back(self) -> None:
        """Back to where the author was."""
        self.dismiss("")

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "What does not fit together in this opening. As long as something is wrong it is not saved, and everything "
            "you have changed stays in the draft. What only looks odd may be meant: it is saved as it is. Enter goes "
            "to the cell."
        )
        return "What is wrong", text, FAULTS


class FaultList(Lines, can_focus=True):
    """One fault after the other."""

    def __init__(self, model: SetupDesk, faults: tuple[DraftFault, ...]) -> None:
        super().__init__()
        self.model, self.faults, self.at = model, faults, 0

    def go(self, by: int) -> None:
        """So many faults on."""
        self.at = max(0, min(len(self.faults) - 1, self.at + by))
        self.redraw()
        at = [y for y, line in enumerate(self._rows) if line.under == "cursor"]
        if at:
            self.show_line(at[-1])
            self.show_line(at[0] if self.at else 0)

    def rows(self, width: int) -> list[Row]:
        rows: list[Row] = []
        last: bool | None = None
        for at, fault in enumerate(self.faults):
            if fault.warning is not last:
                many = sum(one.warning is fault.warning for one in self.faults)
                title = f"Odd, and saved as it is: {many}" if fault.warning else f"Wrong: {many}"
                rows += ([row()] if rows else []) + [row((f" {title}", "heading"))]
                last = fault.warning
            here = at == self.at
            sign, ink = ("warning", "changed") if fault.warning else ("refused", "refused")
            hint = f"; nearest is '{fault.nearest}'" if fault.nearest else ""
            lines = wrap(clean(f"{fault.problem}{hint}"), max(10, width - 6))
            head = row((f" {glyphs.sign('now') if here else ' '} ", "now"), (f"{glyphs.sign(sign)} ", ink))
            where = row("     ", (clean(fault.path) or "the whole", "strong"))
            mine = [head + row((lines[0], "")), *(row("     ", line) for line in lines[1:]), where]
            rows += [line.on("cursor") for line in mine] if here else mine
        return rows

    def on_key(self, event: Key) -> None:
        """Keys act here and now."""
        acts(self.screen, FAULTS, event)
