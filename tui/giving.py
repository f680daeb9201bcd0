"""Giving orders: the one place where a screen changes a campaign and shows refusals, dice and changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from textual.events import Key, Paste

from engine.kernel.changes import Entry
from engine.kernel.dice import BadFace, NeedsDie
from engine.kernel.grammar import Unreadable, closed
from engine.kernel.play import NothingToUndo
from engine.kernel.redoing import NothingToRedo
from engine.kernel.refusals import Refusal, Refused, RefusedAgain
from engine.kernel.remarks import Remark
from engine.kernel.standing import Done
from engine.kernel.stops import PARTING, Stop
from tui import glyphs, keys, telling
from tui.bars import Footer, Notice
from tui.lines import Row, clean, cut, row
from tui.look import Look
from tui.models.edit import left_of, pasted
from tui.models.led_past import before_him, passed, tell, untell, watch
from tui.models.sitting import note_seen
from tui.panel import Panel
from tui.panels import overlay_for
from tui.said_rows import AGAIN, done_row, fought, problem, stop_row, worth_saying
from tui.workspace import Workspace, troubles

if TYPE_CHECKING:
    from textual.await_remove import AwaitRemove

    from saves.desk import Desk
    from tui.order_line import OrderLine
    from tui.panels.redoing import RedoPanel

_STEPS = "sequence"
"""The list of steps, where the key that passes on goes to the step under the cursor."""
_LOW = 24
"""Lines of a window in which a battle's page leaves the notice one."""
_PASSING = frozenset({"enter", "greater_than_sign"})
"""The keys that end a step, by which a question whether to go on is answered."""


class GivingScreen(Workspace):
    """The frame with orders: from panels, typed in the order line, with dice, and taken back."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._line: OrderLine | None = None
        self._history: list[str] = []
        self._asked: tuple[object, frozenset[Stop]] = (None, frozenset())
        self._faces_wanted = False
        """Whether the page of dice waits for the faces of an order."""
        self._just_told: frozenset[tuple[int, str]] = frozenset()
        watch(desk, self._stopped_by)

    def _chosen_look(self) -> Look:
        """What the player has chosen in his settings."""
        look = getattr(self.app, "look", None)
        return look if isinstance(look, Look) else Look()

    def wants_guide(self) -> bool:
        """Whether the player has left the guide on."""
        return self._chosen_look().guide

    def _stopped_by(self, weight: str) -> bool:
        """Whether the player's settings have him asked once a turn by stops of this weight."""
        look = self._chosen_look()
        return look.unspent if weight == PARTING else look.declarations

    def typing(self) -> bool:
        return self._line is not None

    def prose(self) -> bool:
        return self._line.prose() if self._line is not None else super().prose()

    def on_panel_ordered(self, event: Panel.Ordered) -> None:
        """A panel gives orders."""
        event.stop()
        if not self._plans(event.lines) and self._stopped(event.lines):
            self._not_given()
        else:
            self.give(event.lines, event.rolls)

    def _stopped(self, lines: Sequence[str]) -> bool:
        """Whether orders would pass what the player has not been shown here: it is said, and the next key passes."""
        stops = passed(self.desk, lines)
        progress = self.desk.campaign.progress
        moment = (progress.turn, progress.step, progress.done, getattr(self.current, "spot", ""))
        known = self._asked[1] if self._asked[0] == moment else frozenset()
        new = [stop for stop in stops if stop not in known]
        if not new or self.desk.judge(next(line for line in lines if Done.verb in line)):
            return False
        self._asked = (moment, known | frozenset(new))
        self._just_told = tell(self.desk, new)
        self.say([*(stop_row("passed by it:", stop) for stop in new[:3]), AGAIN])
        return True

    def key_pressed(self, key: str) -> None:
        """Any key comes by here first: one that does not pass on takes back the question that was put."""
        if self._asked[0] is not None and key not in _PASSING:
            self._asked = (None, frozenset())
            untell(self.desk, self._just_told)
            self.say([])

    def give(self, lines: Sequence[str], rolls: Sequence[int] = ()) -> bool:
        """Give orders, all or none, and show what came of it. False where they were refused or dice are awaited, and
        where who gives them only watches: he is shown what would come of them."""
        lines = tuple(lines)
        if self._plans(lines):
            self._not_given()
            self._planned(lines)
            return False
        turn = self.desk.campaign.progress.turn
        try:
            done = self.desk.do(lines, tuple(rolls))
        except Refused as refused:
            self._say_refused(refused)
            return False
        except Unreadable as fault:
            self._not_given()
            self.say([problem(fault.said)])
            return False
        except NeedsDie as wanted:
            self._ask_dice(lines, tuple(rolls), wanted)
            return False
        except BadFace as fault:
            self._not_given()
            self.say([problem(str(fault))])
            return False
        except troubles() as trouble:
            # Where another writer came first, the desk shows the new state already.
            self._not_given()
            self.refresh_all()
            self.say([problem(str(trouble))])
            return False
        note_seen(self.desk)
        self._history.extend(lines)
        self._asked = (None, frozenset())
        self._faces_wanted = False
        for panel in self._posting():
            panel.carried_out()
        while self._overlay is not None and self._overlay.once:
            self.take_off()
        began = self.desk.campaign.progress.turn != turn
        self._say_done(done.entries, [row((f" {clean(note)}", "now")) for note in done.notes], began)
        if self._overlay is None:
            if began:
                self._show_accounts(done.entries)
            self._show_battles(done.entries)
        return True

    def _plans(self, lines: Sequence[str]) -> bool:
        """Whether these are only thought through: orders of who watches. What is said to others is no order: a host
        answers for a seat that nobody has, and who may not is told so."""
        if not self.desk.watches:
            return False
        try:
            return not any(isinstance(self.desk.understand(line), Remark) for line in lines)
        except Unreadable:
            return True

    def _planned(self, lines: Sequence[str]) -> None:
        """Show what would come of orders."""
        from tui.reader import pondered

        self.tell_at_length("What if", pondered(self.desk, lines))

    def _not_given(self, refusals: Sequence[Refusal] = ()) -> None:
        """What a panel posted was not given: what is typed or ticked there stays, for whatever reason, and whoever
        plays on meanwhile."""
        for panel in self._posting():
            panel.refused(refusals)

    def _posting(self) -> list[Panel]:
        """The panels that may have posted an order: the dice on top give what one below has."""
        return [panel for panel in (self._panel, self._below, self._overlay) if panel is not None]

    def lay_over(self, panel: Panel, *, comes_back: bool = False) -> None:
        self._left_unrolled()
        super().lay_over(panel, comes_back=comes_back)

    def take_off(self) -> AwaitRemove | None:
        self._left_unrolled()
        return super().take_off()

    def _left_unrolled(self) -> None:
        """The page of dice goes, and no faces were typed: the order that wanted them was not given."""
        if self._faces_wanted:
            self._faces_wanted = False
            self._not_given()

    def _show_accounts(self, entries: Sequence[Entry]) -> None:
        """A new year has begun: what it brought is shown before anything else is asked."""
        from tui.models.accounts import SEGMENT

        if any(entry.step.startswith(SEGMENT) and telling.loud(entry.changes) for entry in entries):
            self.toggle("accounts")

    def _show_battles(self, entries: Sequence[Entry]) -> None:
        """Battles were fought: how they went is shown before play goes on."""
        if self._overlay is None and fought(self.desk, entries):
            self.toggle("battles")
            if self.app.size.height <= _LOW:
                # The page tells it all, and needs the room.
                self.query_one(Notice).brief()

    def _say_refused(self, refused: Refused) -> None:
        from tui.order_line import refusal_row

        self.say([refusal_row(refusal) for refusal in refused.refusals])
        self._not_given(refused.refusals)

    def _say_done(
        self, entries: Sequence[Entry], notes: Sequence[Row] = (), new_turn: bool = False, after: str = ""
    ) -> None:
        """What was done, under ``notes`` and over what may be done about it (``after``)."""
        rules = self.desk.ruleset
        changes = telling.loud(change for entry in entries for change in entry.changes)
        self._changed = frozenset(change.at.split(".")[1] for change in changes if telling.moves_money(rules, change))
        self.refresh_all()
        told = telling.tell_all(self.desk.ruleset, self.desk.campaign, entries)
        lines, stops = list(notes), before_him(self.desk)
        if any(change.at.startswith("progress.through.") for entry in entries for change in entry.changes):
            # Who has passed on is stopped here, and told why; who comes step by step is asked as he leaves.
            tell(self.desk, stops)
        else:
            stops = ()
        if new_turn:
            assert self.shown is not None
            told_by = row(("   ", ""), (keys.shown_of("report"), "key"), (" tells the turn that ended", "quiet"))
            lines.append(row((f" {glyphs.sign('now')} {self.shown.heading.date} begins", "now")) + told_by)
        lines += [stop_row("stops:", stop) for stop in stops[: 4 - len(lines)]]
        # A line each, which the journal tells whole: a notice that grows and shrinks lays the whole screen out anew.
        width = self.app.size.width
        lines += [cut(done_row(line), width) for line in worth_saying(told)[: 4 - len(lines)]]
        if after:
            said = row((f"   {after}", "quiet"))
            if lines and lines[-1].width + said.width <= width:
                lines[-1] = lines[-1] + said
            else:
                lines.append(row((f" {after}", "quiet")))
        self.say(lines)

    def _ask_dice(self, lines: tuple[str, ...], rolls: tuple[int, ...], wanted: NeedsDie) -> None:
        self._close_line()
        panel: Any = self._overlay
        if panel is None or panel.where != "dice":
            cls = overlay_for("dice")
            assert cls is not None
            panel = cls(self.desk)
            self.lay_over(panel, comes_back=True)
        self._faces_wanted = True
        self.call_after_refresh(panel.ask, wanted, lines, rolls)

    def on_key(self, event: Key) -> None:
        """The key that passes on, on a page laid over the step that has no use for it: the page is closed first."""
        page = self._overlay is not None and not self._overlay.once and self._overlay.where != _STEPS
        if page and event.key == "greater_than_sign" and not self.typing():
            event.stop()
            self.action_work()
            self.say([row((" back at the step at hand: > once more passes on from here", "quiet"))])

    # --- the order line

    def on_paste(self, event: Paste) -> None:
        """Text pasted where nothing is typed opens the order line with its first line; Enter alone gives that."""
        event.stop()
        if self._line is None and (text := pasted(event.text)):
            self._open_line(text, left_of(event.text))

    def _open_line(self, text: str, left: str = "") -> None:
        from tui.order_line import OrderLine, offers

        if self._line is not None:
            self._line.remove()
        self._line = OrderLine(text, lambda typed: offers(self.desk, typed), self._history)
        self._line.left = text, left
        self.mount(self._line, before="#footer")
        self._hint(text, left)
        self.query_one(Footer).redraw()

    def _hint(self, text: str, left: str = "") -> None:
        from tui.order_line import hints, read

        untaken = [row((f" {glyphs.sign('warning')} {left}", "refused"))] if left else []
        self.say([*untaken, *hints(read(self.desk, closed(text)), self.app.size.width)])

    def on_order_line_typed(self, event: OrderLine.Typed) -> None:
        """Say what the line means so far."""
        if self._line is not None:
            self._hint(event.text, event.left)
            # In quotes another key opens the help.
            self.query_one(Footer).redraw()

    def on_order_line_given(self, event: OrderLine.Given) -> None:
        """Give the line's order; the line stays open where it is refused."""
        # Who began a text in quotes and pressed enter has ended it.
        line = closed(event.text.strip())
        if line and self._plans([line]):
            # What would come of it stands where the line was; the up key has it again.
            self._history.append(line)
            self._close_line()
            self.give([line])
        elif not line or (not self._stopped([line]) and self.give([line])):
            self._close_line()

    def on_order_line_left(self, event: OrderLine.Left) -> None:
        """Escape: nothing is given; what was typed is the first that the up key brings back."""
        text = self._line.text.strip() if self._line is not None else ""
        if text and text not in self._history[-1:]:
            self._history.append(text)
        self._close_line()
        self.say([row((" what you typed is kept: : and the up key bring it back", "quiet"))] if text else [])

    def _close_line(self) -> None:
        if self._line is not None:
            line, self._line = self._line, None
            line.remove()
            self.query_one(Footer).redraw()
        self.to_work()
        self.line_closed()

    def line_closed(self) -> None:
        """The order line is gone: its order was given, or left."""

    def action_order(self) -> None:
        """Type any order."""
        self._open_line("")

    def action_undo(self) -> None:
        """Show what would be taken back; Enter there does it."""
        self.toggle("undo")

    def action_redo(self) -> None:
        """Show what would be given again; Enter there does it."""
        self.toggle("redo")

    def on_panel_begun(self, event: Panel.Begun) -> None:
        """A panel begins an order, which the player goes on with."""
        event.stop()
        self._open_line(event.text if event.whole else f"{event.text} ")

    async def on_panel_taken_back(self, event: Panel.TakenBack) -> None:
        """Take back the last thing given; one paint shows both, the page gone and the campaign as it was before."""
        event.stop()
        with self.app.batch_update():
            if (gone := self.take_off()) is not None:
                await gone
            self._take_back(event.to)

    async def on_panel_given_again(self, event: Panel.GivenAgain) -> None:
        """Give again what was taken back; where one of the orders is refused now, its page says which and why."""
        event.stop()
        try:
            done = self.desk.redo(event.most)
        except RefusedAgain as refused:
            self._say_refused(refused)
            self._redo_page().stop(refused)
        except Refused as refused:
            self._say_refused(refused)
        except NothingToRedo as fault:
            self.say([problem(str(fault))])
        except troubles() as trouble:
            self.refresh_all()
            self.say([problem(str(trouble))])
        else:
            with self.app.batch_update():
                if (gone := self.take_off()) is not None:
                    await gone
                given = sum(1 for entry in done.entries if entry.again)
                said = f"given again: {given} order{'s' if given > 1 else ''}"
                self._say_done(done.entries, [row((f" {clean(text)}", "now")) for text in (said, *done.notes)])

    def _redo_page(self) -> RedoPanel:
        from tui.panels.redoing import RedoPanel

        if not isinstance(self._overlay, RedoPanel):
            self.lay_over(RedoPanel(self.desk))
        assert isinstance(self._overlay, RedoPanel)
        return self._overlay

    def _take_back(self, to: int | None = None) -> None:
        try:
            done = self.desk.undo(to)
        except NothingToUndo as fault:
            self.say([problem(str(fault))])
        except Refused as refused:
            self._say_refused(refused)
        except troubles() as trouble:
            self.say([problem(str(trouble))])
        else:
            if self.desk.outstanding:
                # An undo into the middle of what the rules do by themselves: they go on, with the player's dice.
                self.give(())
            else:
                self._say_done(done.entries, after=f"{self._key_of('redo')} gives it again")
            return
        self.refresh_all()

    def _key_of(self, action: str) -> str:
        return next(one.shown for one in keys.of(keys.CAMPAIGN) if one.id == action)
