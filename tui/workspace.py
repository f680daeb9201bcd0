"""The frame around the work area: its panes, how it folds, which panel stands in it and what lies over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from attrs import evolve
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.screen import Screen

from tui import frame_model, keys
from tui.bars import Footer, Notice, Rim
from tui.columns import FOLDED, share
from tui.copying import Copied, to_clipboard
from tui.hands import recent
from tui.lines import Row, row
from tui.models.guide import note_at
from tui.panel import Panel
from tui.panels import offered, overlay_for, panel_for, shown_by
from tui.panes import (
    GuidePane,
    LedgerLinePane,
    Pane,
    SequenceLine,
    SequencePane,
    Shown,
    SidePane,
    Tail,
    TitleLine,
)
from tui.rows import folded

if TYPE_CHECKING:
    from textual.await_remove import AwaitRemove

    from engine.kernel.guide import Note
    from engine.kernel.outlook import Outlook
    from saves.desk import Desk

_BEFORE_PAGES = 2
"""Of a panel's own keys those of so low a rank stand before the pages that it leads to."""


class Workspace(Screen[None]):
    """The frame of the campaign at a desk. It shows; orders are given by what builds on it."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(keys.CAMPAIGN)
    AUTO_FOCUS = ""

    DEFAULT_CSS = """
    Workspace { background: $background; layout: vertical; }
    Workspace #title, Workspace #sequence-line, Workspace #top, Workspace #foot,
    Workspace #ledger-line, Workspace #footer, Workspace #notice { height: 1; }
    Workspace #body { height: 1fr; background: $background; }
    Workspace #sequence, Workspace #side { display: none; height: 100%; overflow: hidden; }
    Workspace #work { width: 1fr; height: 100%; }
    Workspace #work > .panel { width: 1fr; height: 100%; margin: 0 1; background: $background; }
    Workspace #work > .covered { display: none; }
    Workspace #work > #guide { dock: top; display: none; height: 1; margin: 0 1 0 0; }
    Workspace #tail { height: 2; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.shown: Shown | None = None
        self._panel: Panel | None = None
        self._overlay: Panel | None = None
        self._below: Panel | None = None
        """The page under the overlay that comes back when that is taken off: one with a form that is not given yet."""
        self._changed: frozenset[str] = frozenset()
        self._hands: dict[str, tuple[int, ...]] = {}
        self._hands_of = 0
        self.columns = FOLDED
        self._answer: Copied | None = None
        self._notes: tuple[Note, ...] | None = None

    # --- building

    def compose(self) -> ComposeResult:
        """The frame; what it shows is read when it is mounted."""
        yield TitleLine(self._now, id="title")
        yield SequenceLine(self._now, id="sequence-line")
        yield Rim(self._top, id="top")
        with Horizontal(id="body"):
            yield SequencePane(self._now, id="sequence")
            with Container(id="work"):
                yield GuidePane(self._now, id="guide")
            yield SidePane(self._now, id="side")
        yield Rim(self._foot, id="foot")
        yield Tail(self._now, id="tail")
        yield LedgerLinePane(self._now, id="ledger-line")
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def _now(self) -> Shown | None:
        return self.shown

    def _top(self, width: int) -> tuple[list[tuple[Row, int]], str]:
        panel = self.current
        work = row((f" {panel.heading()} ", "strong")) if panel is not None else row()
        sequence, ledger = row((" Sequence ", "heading")), row((" Ledger ", "heading"))
        return self._parts(width, sequence, work, ledger), "tee"

    def _foot(self, width: int) -> tuple[list[tuple[Row, int]], str]:
        journal = row((" Journal ", "heading"))
        parts = self._parts(width, journal, row(), row())
        return [(journal, 0), *parts[1:]], "foot"

    def _parts(self, width: int, sequence: Row, work: Row, ledger: Row) -> list[tuple[Row, int]]:
        """What stands in a rim over the columns that are there, each with the column where its part begins."""
        parts = [(sequence, 0), (work, self.columns.sequence - 1)] if self.columns.sequence else [(work, 0)]
        return [*parts, (ledger, width - self.columns.ledger)] if self.columns.ledger else parts

    def on_mount(self) -> None:
        """Read the desk and put up the step's panel."""
        self._read()
        self._put_up()

    def on_resize(self) -> None:
        """Fold or unfold."""
        self._fold()
        self._guided()

    def _fold(self) -> None:
        """Share the window's columns anew; nothing is laid out where they are as before."""
        shown, panel = self.shown, self.current
        segments, lines = (shown.segments, shown.ledger) if shown is not None else ((), ())
        columns = share(self.app.size, panel.wants if panel is not None else 0, segments, lines)
        if columns == self.columns:
            return
        self.columns = columns
        for name, width in (("sequence", columns.sequence), ("side", columns.ledger)):
            self.query_one(f"#{name}").display = bool(width)
            self.query_one(f"#{name}").styles.width = width
        self.query_one("#sequence-line").display = not columns.sequence
        self.query_one("#ledger-line").display = not columns.ledger
        self.query_one("#tail").styles.height = columns.tail
        self.call_after_refresh(self._redraw)

    # --- showing

    @property
    def current(self) -> Panel | None:
        """The panel that the player sees."""
        return self._overlay or self._panel

    def actions(self) -> list[keys.Action]:
        """The actions that work now, those of the panel first."""
        panel = self.current
        if self.typing():
            line = [action for action in keys.of(keys.LINE) if action.rank]
            if self.desk.watches:
                line = [evolve(action, label="what if") if action.id == "give" else action for action in line]
            return [*sorted(line, key=lambda action: action.rank), keys.help_while(self.prose())]
        own = of_panel(panel) if panel is not None else []
        of_campaign = [action for action in keys.of(keys.CAMPAIGN) if self._offers(action.id)]
        rest = [action for action in (*of_campaign, *keys.of(keys.ANYWHERE)) if action.rank]
        if panel is not None:
            # A key that the panel has taken, or has nothing for, is not shown for something else.
            taken = keys.pressed_on(panel.where)
            rest = [action for action in rest if not keys.taken(action, taken) and panel.footer_label(action.id) != ""]
        rest = [keys.help_while(self.prose()) if action.id == "help" else action for action in rest]
        # A page is read, and copied; a step is played.
        page = self._overlay is not None
        if first := [action for action in of_campaign if action.id in self._leads_to()]:
            early = sum(action.rank <= _BEFORE_PAGES for action in own)
            # They have no place of their own in a footer.
            shown = [evolve(action, rank=_BEFORE_PAGES) for action in first]
            own, rest = [*own[:early], *shown, *own[early:]], [action for action in rest if action not in first]
        return own + sorted(rest, key=lambda action: 0 if page and action.id == "copy" else action.rank)

    def _leads_to(self) -> tuple[str, ...]:
        """The pages that are looked at from the page or the step at hand."""
        if self._overlay is not None or self._panel is None:
            return self._overlay.pages if self._overlay is not None else ()
        return self._panel.step.pages if self._panel.step is not None else ()

    def _offers(self, action: str) -> bool:
        """Whether an action of the frame has anything to show in this campaign."""
        return offered(self.desk.ruleset, action) and (action != "guide" or bool(self.notes))

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
            hands=self._hands,
            guide=self._guide(outlook),
        )
        if desk.campaign.progress.turn != self._hands_of:
            self._hands_of = desk.campaign.progress.turn
            self.set_timer(0.05, lambda: self._read_hands(recent(desk)))

    @property
    def notes(self) -> tuple[Note, ...]:
        """The guide of the campaign's scenario, read once; none where it has none."""
        if self._notes is None:
            from saves import guides

            self._notes = guides.notes_of(self.desk.campaign.scenario)
        return self._notes

    def _guide(self, outlook: Outlook) -> str:
        """What the guide says now, '' where the player has switched it off."""
        return note_at(self.desk, outlook, self.notes) if self.notes and self.wants_guide() else ""

    def wants_guide(self) -> bool:
        """Whether the player wants to read the guide."""
        return True

    def _guided(self) -> None:
        """Room for the guide's note over the step's own panel; over a page that is read there is none."""
        pane = self.query_one("#guide", GuidePane)
        pane.fit(self.shown.guide if self.shown is not None and self._overlay is None else "")

    def _read_hands(self, steps: Iterator[dict[str, tuple[int, ...]]]) -> None:
        """After the paint, once a turn, a file at a time: nobody waits for the curves."""
        try:
            hands = next(steps, None)
        except troubles():
            # An older turn's file that cannot be read costs the curves, nothing else.
            return
        if hands is None:
            return
        if not hands:
            self.set_timer(0.02, lambda: self._read_hands(steps))
            return
        self._hands = hands
        if self.shown is not None:
            self.shown = evolve(self.shown, hands=hands)
            self.query_one(SidePane).redraw()

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
            self._panel.retitle = self.retitle
            self._panel.set_class(self._overlay is not None, "covered")
            work = self.query_one("#work", Container)
            work.mount(self._panel)
            if old is not None:
                old.remove()
            self.call_after_refresh(self._panel.open)
        else:
            self._panel.show()
        for page in (self._below, self._overlay):
            if page is not None:
                page.show()
        self._fold()
        self._guided()
        self.to_work()
        self._redraw()

    def typing(self) -> bool:
        """Whether a line is being typed that keeps the focus."""
        return False

    def prose(self) -> bool:
        """Whether ``?`` is a sign like any other where the caret is."""
        return self.current is not None and self.current.prose()

    def to_work(self) -> None:
        """Let the panel have the keys."""
        if not self.typing() and self.current is not None and not self.current.has_focus_within:
            self.current.focus(scroll_visible=False)

    def retitle(self) -> None:
        """Draw the heading and the keys at the foot anew: what the panel says of them has changed."""
        self.query_one("#top", Rim).redraw()
        self.query_one(Footer).redraw()

    def say(self, lines: Sequence[Row], answer: str = "") -> None:
        """Say something in the line above the footer; it stays until the next thing is said. ``answer``: the name of
        what was asked for, which may be copied as long as it stands there."""
        self._answer = Copied.of(answer, lines) if answer else None
        self.query_one(Notice).say(lines)

    def tell_at_length(self, title: str, lines: Sequence[Row]) -> None:
        """Say an answer: above the footer where it has room there, else on a page of its own."""
        if sum(len(folded(line, self.app.size.width)) for line in lines) <= Notice.MOST:
            self.say(lines, answer=title)
            return
        from tui.reader import TextPanel

        self.lay_over(TextPanel(self.desk, title, lines), comes_back=True)

    def copied(self) -> Copied | None:
        """What the player reads, as text: what he has just asked for, else the panel before him."""
        if self._answer is not None:
            return self._answer
        return self.current.copied() if self.current is not None else None

    def action_copy(self) -> None:
        """Copy what is read, all of it."""
        self.say([to_clipboard(self.app, self.copied())])

    def refresh_all(self) -> None:
        """Read everything again after a change."""
        self._read()
        self._put_up()

    # --- overlays

    def lay_over(self, panel: Panel, *, comes_back: bool = False) -> None:
        """Put a panel over the step's own, in the place of the page that lies there; ``comes_back``: only until it is
        taken off, so that what is typed in that page stays."""
        if self._overlay is not None and comes_back and self._below is None:
            self._below = self._overlay
            self._below.add_class("covered")
        elif self._overlay is not None:
            self._overlay.remove()
            if not comes_back:
                self._drop_below()
        if self._panel is not None:
            self._panel.add_class("covered")
        self._overlay = panel
        panel.retitle = self.retitle
        self.query_one("#work", Container).mount(panel)
        panel.focus(scroll_visible=False)
        self.call_after_refresh(panel.open)
        self._fold()
        self._guided()
        self._redraw()

    def toggle(self, name: str, fallback: type[Panel] | None = None) -> bool:
        """Lay an overlay over the work area, or take it off. False where there is none of this name, or nothing in it
        in this game, which is then said."""
        if not offered(self.desk.ruleset, name):
            self.say([row((f" {self.desk.ruleset.title} has nothing to show here", "quiet"))])
            return False
        cls = overlay_for(shown_by(self.desk.ruleset, name)) or fallback
        if cls is None:
            return False
        if type(self._overlay) is cls:
            self.action_work()
        else:
            self.lay_over(cls(self.desk))
        return True

    def action_work(self) -> None:
        """Back to the step at hand."""
        self.take_off()
        self.to_work()
        self._redraw()

    def take_off(self) -> AwaitRemove | None:
        """Remove the overlay; a page that lay under it comes back. What is returned ends when it is gone: None where
        there was none."""
        removed = None
        if self._overlay is not None:
            overlay, self._overlay = self._overlay, self._below
            self._below = None
            removed = overlay.remove()
        if (page := self.current) is not None:
            page.remove_class("covered")
        self._fold()
        self._guided()
        return removed

    def _drop_below(self) -> None:
        if self._below is not None:
            below, self._below = self._below, None
            below.remove()


def of_panel(panel: Panel) -> list[keys.Action]:
    """The panel's own keys for the footer; Enter says what it does on the line under the cursor."""
    says = panel.enter_says()
    actions = []
    for action in sorted((action for action in keys.of(panel.where) if action.rank), key=lambda action: action.rank):
        label = says if action.id == "enter" else panel.footer_label(action.id)
        if label is None:
            actions.append(action)
        elif label:
            actions.append(evolve(action, label=label))
    return actions


def troubles() -> type[Exception]:
    """What the files may raise. Imported late: a screen is drawn before they are needed."""
    from saves.errors import SavesError

    return SavesError
