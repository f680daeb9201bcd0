"""The screen of a campaign: the frame with everything that its keys do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.message import Message

from tui import keys
from tui.following import FollowingScreen
from tui.lines import clean, row, wrap
from tui.models.guide import key_of, spoken
from tui.panel import Panel
from tui.said_rows import problem
from tui.workspace import troubles


class CampaignScreen(FollowingScreen):
    """A campaign at work."""

    _map_at = ""
    """The hex on which the map's cursor stood when it was left."""
    _from_map = False
    """Whether the order line was opened by the map, which comes back when it closes."""

    def on_panel_closed(self, event: Panel.Closed) -> None:
        """An overlay is finished."""
        event.stop()
        self.action_work()

    def on_panel_said(self, event: Panel.Said) -> None:
        """A panel says something."""
        event.stop()
        self.say([row((f" {line}", "quiet")) for line in wrap(clean(event.text), max(20, self.app.size.width - 2))])

    def on_panel_explain(self, event: Panel.Explain) -> None:
        """Why a figure is what it is."""
        event.stop()
        from tui.reader import explanation

        self.tell_at_length("Why", explanation(self.desk, event.path, event.text, event.rule))

    def on_panel_ponder(self, event: Panel.Ponder) -> None:
        """What would come of orders."""
        event.stop()
        self._planned(event.lines)

    # --- actions of the registry

    def action_losses(self) -> None:
        """Losses from the table, first of the power under the cursor."""
        power = self.current.whose() if self.current is not None else ""
        self.toggle("losses")
        self._begin_with(power, "losses")

    def action_orders(self) -> None:
        """All orders that may be given now."""
        power = self.current.whose() if self.current is not None else ""
        self.toggle("orders")
        from tui.panels.any_time import AnyTimePanel

        if power and isinstance(self.current, AnyTimePanel):
            self.current.begin_with(power)

    def action_capture(self) -> None:
        """A place taken."""
        power = self.current.whose() if self.current is not None else ""
        self.toggle("capture")
        self._begin_with(power, "quick")

    def action_checks(self) -> None:
        """The checks of supply: asked for, or what is said in them."""
        power = self.current.whose() if self.current is not None else ""
        self.toggle("checks")
        self._begin_with(power, "quick")

    def _begin_with(self, power: str, where: str) -> None:
        """The forms of a quick entry that has just been opened begin with this power."""
        panel: Any = self.current
        if power and panel is not None and panel.where == where:
            panel.begin_with(power)

    def action_ponder(self) -> None:
        """What would come of the order under the cursor."""
        line = self.current.focused_order() if self.current is not None else ""
        if not line:
            self.say([row((" there is no order under the cursor", "quiet"))])
        else:
            self._planned((line,))

    def action_accounts(self) -> None:
        """The year's accounts."""
        self.toggle("accounts")

    def action_forces(self) -> None:
        """The forces."""
        self.toggle("forces")

    def action_places(self) -> None:
        """Places, countries and holdings."""
        self.toggle("places")

    def action_diplomacy(self) -> None:
        """The targets of diplomacy."""
        self.toggle("diplomacy")

    def action_objectives(self) -> None:
        """Objectives by power, and how far off each end is."""
        self.toggle("objectives")

    def action_hand(self) -> None:
        """The variants in hand."""
        self.toggle("hand")

    def action_sources(self) -> None:
        """Where each power's units trace supply to."""
        self.toggle("sources")

    def action_curves(self) -> None:
        """Money over the turns."""
        self.toggle("curves")

    def action_battles(self) -> None:
        """The battles of strategic warfare."""
        self.toggle("battles")

    def action_tables(self) -> None:
        """The printed tables."""
        self.toggle("tables")

    def action_sheet(self) -> None:
        """The turn sheet."""
        self.toggle("sheet")

    def action_talk(self) -> None:
        """Proposals and messages."""
        self.toggle("talk")

    def action_report(self) -> None:
        """The turn that ended, or what happened since the player last sat down."""
        self.toggle("report")

    def action_guide(self) -> None:
        """The guide off, or on again; it is kept for the next campaign."""
        from tui.app import WarledgerApp

        app = self.app
        assert isinstance(app, WarledgerApp)
        if not self.notes:
            self.say([row((" this scenario has no guide; those to learn by have", "quiet"))])
            return
        trouble = app.choose("guide")
        self.refresh_all()
        told = "the guide is on" if app.look.guide else f"the guide is off: {key_of('campaign.guide')} brings it back"
        self.say([problem(trouble) if trouble else row((f" {told}", "quiet"))])

    def action_sequence(self) -> None:
        """All steps of the turn."""
        from tui.reader import SequencePanel

        self.toggle("sequence", SequencePanel)

    def action_ledger(self) -> None:
        """The ledger with its causes, and the duties."""
        self.toggle("ledger")

    def action_due(self) -> None:
        """The duties of the turn, the first under the cursor."""
        panel: Any = self.current
        if panel is None or panel.where != "ledger":
            self.toggle("ledger")
        self._to_duties()
        # It can be scrolled to them only after it has been laid out.
        self.call_after_refresh(lambda: self.call_after_refresh(self._to_duties))

    def _to_duties(self) -> None:
        panel: Any = self.current
        if panel is not None and panel.where == "ledger":
            panel.to_duties()

    def action_journal(self) -> None:
        """The journal."""
        from tui.screens.journal import JournalScreen

        try:
            self.app.push_screen(JournalScreen(self.desk), self._after_journal)
        except troubles() as trouble:
            self.say([problem(str(trouble))])

    def action_map(self) -> None:
        """The map, in a game that has one."""
        from engine.kernel.sheets.atlas import Atlas
        from tui.screens.map import MapScreen

        if self.desk.ruleset.sheet(Atlas) is None:
            self.say([problem(f"{self.desk.ruleset.title} has no map here")])
            return
        try:
            shown = MapScreen(self.desk, self._map_at)
        except troubles() as trouble:
            self.say([problem(str(trouble))])
            return

        def left(begun: Message | None) -> None:
            self._map_at = shown.at
            self._from_map = begun is not None
            if begun is not None:
                self.post_message(begun)

        self.app.push_screen(shown, left)

    def line_closed(self) -> None:
        """Who wrote a note on the map goes on there."""
        if self._from_map:
            self._from_map = False
            self.action_map()

    def _after_journal(self, asked: Message | None) -> None:
        """What was asked for in the journal: to take back, to give again, to begin an order, to open a branch."""
        from tui.screens.journal import Branched

        if isinstance(asked, Branched):
            self._open(asked.folder, self.desk.seat)
        elif asked is not None:
            self.post_message(asked)

    def action_home(self) -> None:
        """All campaigns."""
        from tui.app import WarledgerApp

        assert isinstance(self.app, WarledgerApp)
        self.app.go_home()

    def action_seat(self) -> None:
        """Another player sits down: the curtain falls before him."""
        from tui.screens.curtain import after

        if len(set(self.desk.campaign.seats.values())) < 2:
            self.say([row((" one player holds all powers", "quiet"))])
            return
        app: Any = self.app
        app.draw_curtain(self.desk, after(self.desk))

    def on_panel_handed_over(self, event: Panel.HandedOver) -> None:
        """The step is another seat's."""
        event.stop()
        self.action_seat()

    def _open(self, folder: Path, seat: str) -> None:
        from saves.desk import Desk
        from tui.app import WarledgerApp

        assert isinstance(self.app, WarledgerApp)
        try:
            self.app.open_campaign(Desk.open(folder, seat))
        except troubles() as trouble:
            self.say([problem(str(trouble))])

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains: a heading, text, and the registry's name of what has the focus."""
        panel = self.current
        if self._line is not None:
            from tui.order_line import help_text

            return "The order line", help_text(self.desk, self._line.text), keys.LINE
        if panel is None:
            return "", "", keys.CAMPAIGN
        path = panel.focused_path()
        text = panel.help_text()
        if self._overlay is None and self.shown is not None and self.shown.guide:
            text = f"{spoken(self.shown.guide)}\n\n{text}"
        if path:
            from tui.reader import explanation

            text = "\n".join([text, "", *(line.text for line in explanation(self.desk, path, "", ""))])
        return panel.heading(), text, panel.where
