"""Three turns of a scenario under change, played at random in memory: whether it holds, and what was ordered."""

from __future__ import annotations

from functools import partial
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

    from saves.trial import Trial

TRIAL = "setup-trial"


class TrialScreen(Screen[str]):
    """What came of it; each time it is played otherwise."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(TRIAL)
    AUTO_FOCUS = "TrialLines"

    DEFAULT_CSS = """
    TrialScreen #title, TrialScreen #footer, TrialScreen #notice { height: 1; }
    TrialScreen TrialLines { height: 1fr; padding: 0 1; }
    """

    def __init__(self, model: SetupDesk) -> None:
        super().__init__()
        self.model = model
        self.tries = 0

    def compose(self) -> ComposeResult:
        """Title, what came of it, keys."""
        yield SetupTitle(self.model, id="title")
        yield TrialLines(self.model)
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """Play at once."""
        self.action_again()

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen now: while it plays there is nothing to scroll."""
        played = self.query_one(TrialLines).found is not None
        every = [action for where in (TRIAL, keys.ANYWHERE) for action in keys.of(where) if action.rank]
        return every if played else [action for action in every if action.id not in ("again", "up")]

    def action_again(self) -> None:
        """Play anew, with other dice and other orders, beside the keys."""
        self.tries += 1
        self.query_one(TrialLines).show(None)
        self.run_worker(partial(self._play, self.tries), thread=True, group="trial", exclusive=True)

    def _play(self, seed: int) -> None:
        from saves import trial

        found = trial.of_opening(self.model.draft.campaign, seed=seed)
        self.app.call_from_thread(self._played, seed, found)

    def _played(self, seed: int, found: Trial) -> None:
        if seed == self.tries and self.is_attached:
            self.query_one(TrialLines).show(found)
            self.query_one(Footer).redraw()

    def action_up(self) -> None:
        """A line up."""
        self.query_one(TrialLines).scroll_by(-1)

    def action_down(self) -> None:
        """A line down."""
        self.query_one(TrialLines).scroll_by(1)

    def action_first(self) -> None:
        """To the top."""
        self.query_one(TrialLines).scroll_by(-9999)

    def action_last(self) -> None:
        """To the last order."""
        self.query_one(TrialLines).scroll_by(9999)

    def action_page_up(self) -> None:
        """A page up."""
        self.query_one(TrialLines).scroll_by(1 - self.query_one(TrialLines).size.height)

    def action_page_down(self) -> None:
        """A page down."""
        self.query_one(TrialLines).scroll_by(self.query_one(TrialLines).size.height - 1)

    def action_back(self) -> None:
        """Back to where the author was."""
        self.dismiss("")

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "The opening as it stands is played for three turns by a player who orders at random whatever the rules "
            "allow. Nothing of it is written. It shows whether the position holds together: whether every step can be "
            "played and every turn ended. Where it does not, the fault is told with the orders that led there."
        )
        return "Three turns at random", text, TRIAL


class TrialLines(Lines, can_focus=True):
    """What came of it, and the orders."""

    def __init__(self, model: SetupDesk) -> None:
        super().__init__()
        self.model = model
        self.found: Trial | None = None

    def show(self, found: Trial | None) -> None:
        """Show what came of a trial; None while it is played."""
        self.found = found
        self.scroll_to(y=0, animate=False)
        self.redraw()

    def scroll_by(self, lines: int) -> None:
        """So many lines on."""
        self.scroll_to(y=self.scroll_offset.y + lines, animate=False)

    def rows(self, width: int) -> list[Row]:
        found = self.found
        if found is None:
            return [row((" three turns are played at random ...", "quiet"))]
        turns = "1 turn" if found.turns == 1 else f"{found.turns} turns"
        said = (
            f"{turns} played at random in {found.seconds:.1f} s: {found.orders} orders given, {found.refused} refused."
        )
        rows = [row((f" {line}", "")) for line in wrap(said, max(20, width - 2))]
        if found.holds:
            more = {"played": "", "over": " The campaign was over before."}.get(found.ended, f" No more {found.ended}.")
            rows.append(row((f" {glyphs.sign('done')} It holds.{more}", "changed")))
        else:
            told = f"{glyphs.sign('refused')} It does not hold, in {clean(found.step)}: {clean(found.fault)}"
            rows += [row((f" {line}", "refused")) for line in wrap(told, max(20, width - 2))]
        rows += [row(), row((" What was ordered", "heading"))]
        for order in found.led:
            rows += [row((f"   {line}", "quiet")) for line in wrap(clean(order), max(20, width - 4))]
        return rows

    def on_key(self, event: Key) -> None:
        """Keys act here and now."""
        acts(self.screen, TRIAL, event)
