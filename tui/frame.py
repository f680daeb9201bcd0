"""The screen of a campaign: the frame around the work area, and the one place where orders are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.screen import Screen

from engine.kernel.changes import Change, Entry
from engine.kernel.dice import BadFace, NeedsDie
from engine.kernel.grammar import Unreadable
from engine.kernel.play import NothingToUndo
from engine.kernel.refusals import Refused
from tui import frame_model, glyphs, keys, telling
from tui.bars import Footer, Notice, Rim
from tui.lines import Row, clean, row, wrap
from tui.panel import Panel
from tui.panels import overlay_for, panel_for
from tui.panes import (
    SEQUENCE_WIDTH,
    SIDE_WIDTH,
    LedgerLinePane,
    Pane,
    SequenceLine,
    SequencePane,
    Shown,
    SidePane,
    Tail,
    TitleLine,
)
from tui.terminal import SMALLEST, too_small

if TYPE_CHECKING:
    from saves.desk import Desk
    from tui.order_line import OrderLine

# Overlays that are finished when their order is given.
_ONCE = ("dice", "quick")
WIDE = (108, 28)
_LOOK_EVERY = 2.0
"""Seconds between two looks at whether another player has written."""


class CampaignScreen(Screen[None]):
    """A campaign at work."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(keys.CAMPAIGN)
    AUTO_FOCUS = ""

    DEFAULT_CSS = f"""
    CampaignScreen {{ background: $background; layout: vertical; }}
    CampaignScreen #title, CampaignScreen #sequence-line, CampaignScreen #top, CampaignScreen #foot,
    CampaignScreen #ledger-line, CampaignScreen #footer, CampaignScreen #notice {{ height: 1; }}
    CampaignScreen #body {{ height: 1fr; background: $background; }}
    CampaignScreen #sequence {{ width: {SEQUENCE_WIDTH}; height: 100%; overflow: hidden; }}
    CampaignScreen #side {{ width: {SIDE_WIDTH}; height: 100%; overflow: hidden; }}
    CampaignScreen #work {{ width: 1fr; height: 100%; }}
    CampaignScreen #work > .panel {{ width: 1fr; height: 100%; margin: 0 1; background: $background; }}
    CampaignScreen #work > .covered {{ display: none; }}
    CampaignScreen #tail {{ height: 4; }}
    CampaignScreen #sequence-line, CampaignScreen #ledger-line {{ display: none; }}
    CampaignScreen.folded #tail {{ height: 2; }}
    CampaignScreen.folded #sequence, CampaignScreen.folded #side {{ display: none; }}
    CampaignScreen.folded #sequence-line, CampaignScreen.folded #ledger-line {{ display: block; }}
    CampaignScreen #small {{ display: none; height: 100%; }}
    CampaignScreen.small > * {{ display: none; }}
    CampaignScreen.small #small {{ display: block; }}
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.shown: Shown | None = None
        self._panel: Panel | None = None
        self._overlay: Panel | None = None
        self._line: OrderLine | None = None
        self._history: list[str] = []
        self._changed: frozenset[str] = frozenset()

    # --- building

    def compose(self) -> ComposeResult:
        """The frame; what it shows is read when it is mounted."""
        yield TitleLine(self._now, id="title")
        yield SequenceLine(self._now, id="sequence-line")
        yield Rim(self._top, id="top")
        with Horizontal(id="body"):
            yield SequencePane(self._now, id="sequence")
            yield Container(id="work")
            yield SidePane(self._now, id="side")
        yield Rim(self._foot, id="foot")
        yield Tail(self._now, id="tail")
        yield LedgerLinePane(self._now, id="ledger-line")
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")
        yield TooSmall(id="small")

    def _now(self) -> Shown | None:
        return self.shown

    def _top(self, width: int) -> tuple[list[tuple[Row, int]], str]:
        panel = self.current
        work = row((f" {panel.heading()} ", "strong")) if panel is not None else row()
        if self.has_class("folded"):
            return [(work, 0)], "tee"
        ledger = row((" Ledger ", "heading"))
        return [(row((" Sequence ", "heading")), 0), (work, SEQUENCE_WIDTH - 1), (ledger, width - SIDE_WIDTH)], "tee"

    def _foot(self, width: int) -> tuple[list[tuple[Row, int]], str]:
        journal = row((" Journal ", "heading"))
        if self.has_class("folded"):
            return [(journal, 0)], "foot"
        return [(journal, 0), (row(), SEQUENCE_WIDTH - 1), (row(), width - SIDE_WIDTH)], "foot"

    def on_mount(self) -> None:
        """Read the desk, put up the step's panel, and look now and then whether another player has written."""
        self._fold()
        self._read()
        self._put_up()
        self.set_interval(_LOOK_EVERY, self._look)
        if getattr(self.desk, "outstanding", False):
            # A campaign with the player's own dice may have stopped at a roll of the rules.
            self.call_after_refresh(self.give, ())
        if self.desk.warnings:
            self.say([row((f" {glyphs.sign('warning')} {clean(text)}", "refused")) for text in self.desk.warnings])

    def on_resize(self) -> None:
        """Fold or unfold."""
        self._fold()

    def _fold(self) -> None:
        width, height = self.app.size
        self.set_class(too_small(width, height), "small")
        folded = width < WIDE[0] or height < WIDE[1]
        if folded != self.has_class("folded"):
            self.set_class(folded, "folded")
            self.call_after_refresh(self._redraw)

    # --- showing

    @property
    def current(self) -> Panel | None:
        """The panel that the player sees."""
        return self._overlay or self._panel

    def actions(self) -> list[keys.Action]:
        """The actions that work now, those of the panel first."""
        panel = self.current
        own = (
            sorted((action for action in keys.of(panel.where) if action.rank), key=lambda one: one.rank)
            if panel
            else []
        )
        rest = [action for action in (*keys.of(keys.CAMPAIGN), *keys.of(keys.ANYWHERE)) if action.rank]
        return own + sorted(rest, key=lambda one: one.rank)

    def _read(self) -> None:
        desk = self.desk
        outlook = desk.outlook()
        marks = tuple(desk.checklist())
        self.shown = Shown(
            heading=frame_model.heading(desk, outlook),
            outlook=outlook,
            marks=marks,
            segments=frame_model.segments(desk.ruleset, marks),
            ledger=frame_model.ledger(desk, outlook),
            due=frame_model.due(desk),
            tail=tuple(frame_model.tail(desk, 6)),
            changed=self._changed,
        )

    def _redraw(self) -> None:
        for pane in self.query(Pane):
            pane.redraw()
        for rim in self.query(Rim):
            rim.redraw()
        self.query_one(Footer).redraw()

    def _put_up(self) -> None:
        """The panel of the step at hand, kept where it is the same kind as before."""
        step = frame_model.step_at_hand(self.desk)
        wanted = panel_for(step) if step is not None else Panel
        if self._panel is None or type(self._panel) is not wanted:
            old, self._panel = self._panel, wanted(self.desk)
            self._panel.set_class(self._overlay is not None, "covered")
            work = self.query_one("#work", Container)
            work.mount(self._panel)
            if old is not None:
                old.remove()
            self.call_after_refresh(self._panel.show)
        else:
            self._panel.show()
        if self._overlay is not None:
            self._overlay.show()
        self._to_work()
        self._redraw()

    def _to_work(self) -> None:
        if self._line is None and self.current is not None and not self.current.has_focus_within:
            self.current.focus(scroll_visible=False)

    def say(self, lines: Sequence[Row]) -> None:
        """Say something in the line above the footer; it stays until the next thing is said."""
        self.query_one(Notice).say(lines)

    def refresh_all(self) -> None:
        """Read everything again after a change."""
        self._read()
        self._put_up()

    def _look(self) -> None:
        if self.desk.refresh():
            self._changed = frozenset()
            self.refresh_all()
            self.say([row((" another player has gone on; this is how it stands now", "now"))])

    # --- giving orders

    def on_panel_ordered(self, event: Panel.Ordered) -> None:
        """A panel gives orders."""
        event.stop()
        self.give(event.lines, event.rolls)

    def give(self, lines: Sequence[str], rolls: Sequence[int] = ()) -> bool:
        """Give orders, all or none, and show what came of it. False where they were refused or dice are awaited."""
        lines = tuple(lines)
        turn = self.desk.campaign.progress.turn
        try:
            done = self.desk.do(lines, tuple(rolls))
        except Refused as refused:
            self._say_refused(refused)
            return False
        except Unreadable as fault:
            self.say([_problem(str(fault))])
            return False
        except NeedsDie as wanted:
            self._ask_dice(lines, tuple(rolls), wanted)
            return False
        except BadFace as fault:
            self.say([_problem(str(fault))])
            return False
        except _troubles() as trouble:
            self.say([_problem(str(trouble))])
            return False
        self._history.extend(lines)
        if self._overlay is not None and self._overlay.where in _ONCE:
            self._take_off()
        began = self.desk.campaign.progress.turn != turn
        self._say_done(done.entries, [row((f" {clean(note)}", "now")) for note in done.notes], began)
        if began and self._overlay is None:
            self._show_income(done.entries)
        return True

    def _show_income(self, entries: Sequence[Entry]) -> None:
        """A new year has begun: what it brought is shown before anything else is asked."""
        from tui.models.income import SEGMENT

        if any(entry.step.startswith(SEGMENT) and telling.loud(entry.changes) for entry in entries):
            self._toggle("income")

    def _say_refused(self, refused: Refused) -> None:
        from tui.order_line import refusal_row

        self.say([refusal_row(refusal) for refusal in refused.refusals])
        if self.current is not None:
            self.current.refused(refused.refusals)

    def _say_done(self, entries: Sequence[Any], notes: Sequence[Row] = (), new_turn: bool = False) -> None:
        changes = telling.loud(change for entry in entries for change in entry.changes)
        self._changed = _powers_of(changes)
        self.refresh_all()
        told = telling.tell_all(self.desk.ruleset, self.desk.campaign, entries)
        lines = list(notes)
        if new_turn:
            assert self.shown is not None
            lines.append(row((f" {glyphs.sign('now')} {self.shown.heading.date} begins", "now")))
        lines += [_done_row(one) for one in _worth_saying(told)[: 4 - len(lines)]]
        self.say(lines)

    def _ask_dice(self, lines: tuple[str, ...], rolls: tuple[int, ...], wanted: NeedsDie) -> None:
        self._close_line()
        panel: Any = self._overlay
        if panel is None or panel.where != "dice":
            cls = overlay_for("dice")
            assert cls is not None
            panel = cls(self.desk)
            self.lay_over(panel)
        self.call_after_refresh(panel.ask, wanted, lines, rolls)

    # --- the order line

    def _open_line(self, text: str) -> None:
        from tui.order_line import OrderLine, offers

        if self._line is not None:
            self._line.remove()
        self._line = OrderLine(text, lambda typed: offers(self.desk, typed), self._history)
        self.mount(self._line, before="#footer")
        self._hint(text)

    def _hint(self, text: str) -> None:
        from tui.order_line import hints, read

        self.say(hints(read(self.desk, text), self.app.size.width))

    def on_order_line_typed(self, event: OrderLine.Typed) -> None:
        """Say what the line means so far."""
        if self._line is not None:
            self._hint(event.text)

    def on_order_line_given(self, event: OrderLine.Given) -> None:
        """Give the line's order; the line stays open where it is refused."""
        line = event.text.strip()
        if not line or self.give([line]):
            self._close_line()

    def on_order_line_left(self, event: OrderLine.Left) -> None:
        """Escape: nothing is given."""
        self._close_line()
        self.say([])

    def _close_line(self) -> None:
        if self._line is not None:
            line, self._line = self._line, None
            line.remove()
        self._to_work()

    # --- overlays

    def on_panel_closed(self, event: Panel.Closed) -> None:
        """An overlay is finished."""
        event.stop()
        self.action_work()

    def on_panel_retitled(self, event: Panel.Retitled) -> None:
        """The heading or the keys of a panel changed."""
        event.stop()
        self.query_one("#top", Rim).redraw()
        self.query_one(Footer).redraw()

    def on_panel_explain(self, event: Panel.Explain) -> None:
        """Why a figure is what it is."""
        event.stop()
        from tui.reader import explanation

        self._tell_at_length("Why", explanation(self.desk, event.path, event.text, event.rule))

    def on_panel_ponder(self, event: Panel.Ponder) -> None:
        """What would come of orders."""
        event.stop()
        self._ponder(event.lines)

    def lay_over(self, panel: Panel) -> None:
        """Put a panel over the step's own."""
        if self._overlay is not None:
            self._overlay.remove()
        if self._panel is not None:
            self._panel.add_class("covered")
        self._overlay = panel
        self.query_one("#work", Container).mount(panel)
        panel.focus(scroll_visible=False)
        self.call_after_refresh(panel.show)
        self._redraw()

    def _toggle(self, name: str, fallback: type[Panel] | None = None) -> bool:
        cls = overlay_for(name) or fallback
        if cls is None:
            return False
        if type(self._overlay) is cls:
            self.action_work()
        else:
            self.lay_over(cls(self.desk))
        return True

    def action_work(self) -> None:
        """Back to the step at hand."""
        self._take_off()
        self._to_work()
        self._redraw()

    def _take_off(self) -> None:
        if self._overlay is not None:
            overlay, self._overlay = self._overlay, None
            overlay.remove()
        if self._panel is not None:
            self._panel.remove_class("covered")

    # --- actions of the registry

    def action_order(self) -> None:
        """Type any order."""
        self._open_line("")

    def action_undo(self) -> None:
        """Take back the last thing given."""
        try:
            done = self.desk.undo()
        except NothingToUndo as fault:
            self.say([_problem(str(fault))])
        except Refused as refused:
            self._say_refused(refused)
        except _troubles() as trouble:
            self.say([_problem(str(trouble))])
        else:
            self._say_done(done.entries)

    def action_losses(self) -> None:
        """Losses from the table."""
        if not self._toggle("losses"):
            self._open_line("losses ")

    def action_capture(self) -> None:
        """A place taken."""
        if not self._toggle("capture"):
            self._open_line("capture ")

    def action_ponder(self) -> None:
        """What would come of the order under the cursor."""
        line = self.current.focused_order() if self.current is not None else ""
        if not line:
            self.say([row((" there is no order under the cursor", "quiet"))])
        else:
            self._ponder((line,))

    def _ponder(self, lines: Sequence[str]) -> None:
        from tui.reader import pondered

        self._tell_at_length("What if", pondered(self.desk, lines))

    def _tell_at_length(self, title: str, lines: Sequence[Row]) -> None:
        if len(lines) <= Notice.MOST:
            self.say(lines)
            return
        from tui.reader import TextPanel

        self.lay_over(TextPanel(self.desk, title, lines))

    def action_income(self) -> None:
        """The year's income."""
        self._toggle("income")

    def action_forces(self) -> None:
        """The forces."""
        self._toggle("forces")

    def action_curves(self) -> None:
        """NARFs over the turns."""
        self._toggle("curves")

    def action_tables(self) -> None:
        """The printed tables."""
        self._toggle("tables")

    def action_sheet(self) -> None:
        """The turn sheet."""
        self._toggle("sheet")

    def action_sequence(self) -> None:
        """All steps of the turn."""
        from tui.reader import SequencePanel

        self._toggle("sequence", SequencePanel)

    def action_ledger(self) -> None:
        """The ledger with its causes, and the duties."""
        from tui.reader import LedgerPanel

        self._toggle("ledger", LedgerPanel)

    def action_journal(self) -> None:
        """The journal."""
        from tui.screens.journal import JournalScreen

        self.app.push_screen(JournalScreen(self.desk))

    def action_home(self) -> None:
        """All campaigns."""
        from tui.screens.home import HomeScreen

        self.app.switch_screen(HomeScreen())

    def action_seat(self) -> None:
        """The next seat."""
        from saves.desk import Desk

        seats = list(dict.fromkeys(self.desk.campaign.seats.values()))
        if len(seats) < 2:
            self.say([row((" one player holds all powers", "quiet"))])
            return
        following = seats[(seats.index(self.desk.seat) + 1) % len(seats)] if self.desk.seat in seats else seats[0]
        app: Any = self.app
        try:
            app.open_campaign(Desk.open(self.desk.folder, following))
        except _troubles() as trouble:
            self.say([_problem(str(trouble))])

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains: a heading, text, and the registry's name of what has the focus."""
        panel = self.current
        if panel is None:
            return "", "", keys.CAMPAIGN
        path = panel.focused_path()
        text = panel.help_text()
        if path:
            from tui.reader import explanation

            text = "\n".join([text, "", *(line.text for line in explanation(self.desk, path, "", ""))])
        return panel.heading(), text, panel.where


class TooSmall(Notice):
    """What is shown where nothing sensible fits."""

    def rows(self, width: int) -> list[Row]:
        """See Lines."""
        size = self.app.size
        least = f"at least {SMALLEST[0]} and {SMALLEST[1]} are needed."
        said = f"This window has {size.width} columns and {size.height} lines; {least}"
        return [row((line, "now")) for line in wrap(said, max(10, width))]


def _problem(text: str) -> Row:
    return row((f" {glyphs.sign('refused')} {clean(text)}", "refused"))


def _done_row(told: telling.Told) -> Row:
    figures = "   ".join((*told.dice, *told.brief[:4]))
    left = len(told.brief) - 4
    more = f"  and {left} more" if left > 0 else ""
    rules = f"  {', '.join(told.rules[:3])}" if told.rules else ""
    mark = (f" {glyphs.sign('done')} ", "changed")
    return row(mark, told.sentence, (f"   {figures}" if figures else "", "changed"), (more, "quiet"), (rules, "rule"))


def _worth_saying(told: Sequence[telling.Told]) -> list[telling.Told]:
    """What a seat gave comes first, then what moved money, then the rest."""
    first = [one for one in told if one.seat != "rules"][:1]
    loud = [one for one in told if not one.routine and one not in first]
    return first + sorted(loud, key=lambda one: not one.money)


def _powers_of(changes: Sequence[Change]) -> frozenset[str]:
    return frozenset(
        change.at.split(".")[1]
        for change in changes
        if change.at.startswith("powers.") and change.at.endswith(".narfs")
    )


def _troubles() -> type[Exception]:
    """What the files may raise. Imported late: a screen is drawn before they are needed."""
    from saves.errors import SavesError

    return SavesError
