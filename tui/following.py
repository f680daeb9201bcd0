"""A campaign that others write too: what they did is shown, and whoever comes back is told what happened since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui import glyphs, keys, telling
from tui.giving import GivingScreen
from tui.lines import Row, cut, row
from tui.models.sitting import Sitting, mine, note_seen, sit_down
from tui.said_rows import done_row, fought, problem, warning
from tui.workspace import troubles

if TYPE_CHECKING:
    from saves.desk import Desk

_LOOK_EVERY = 2.0
"""Seconds between two looks at whether another player has written."""


class FollowingScreen(GivingScreen):
    """The frame with orders, which follows what is written elsewhere."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._chair = -1
        """The lock by which nobody moves the campaign away under its player; -1 where he does not sit."""
        self._lost = ""
        """Why nothing can be read any more, as it was said; '' where it can."""

    def on_mount(self) -> None:
        """Look now and then whether another player has written; say what the files had to say."""
        self.set_interval(_LOOK_EVERY, self._look)
        self.call_after_refresh(self._begin)
        # Nobody moves the campaign away under its player.
        from saves import locks

        self._chair = locks.sit(self.desk.folder)

    def on_unmount(self) -> None:
        """Others may move the campaign from now on."""
        from saves import locks

        note_seen(self.desk)
        locks.leave(self._chair)
        self._chair = -1

    def _begin(self) -> None:
        self.desk.heard = self._doubt
        said = [warning(text) for text in self.desk.warnings]
        said += self._since(sit_down(self.desk))
        if said:
            self.say(said)
        if self.desk.outstanding and (self.desk.sitter is None or self.desk.seat):
            # A campaign with the player's own dice may have stopped at a roll of the rules.
            self.give(())

    def _since(self, sat: Sitting) -> list[Row]:
        """The offer of what happened since the player sat here last, where others have played or it was another
        day."""
        if not sat.offered:
            return []
        many = f"{sat.others} {'entry' if sat.others == 1 else 'entries'} since" if sat.others else "you sat here last"
        when = f"{many} {sat.when()}" if not sat.others else f"{many} you sat here, {sat.when()}"
        return [row((f" {glyphs.sign('now')} {when}:", "now"), (f" {keys.shown_of('report')}", "key"), " tells it")]

    def _doubt(self, text: str) -> None:
        """An older turn's file that is not to be believed was read: say so."""
        self.say([warning(text)])

    def _look(self) -> None:
        """Whether another has written. Where nothing can be read any more, as the folder went away, that is said once,
        and what was read stands."""
        known = self.desk.warnings
        try:
            gone_on, lost = self.desk.refresh(), ""
        except troubles() as trouble:
            gone_on, lost = False, str(trouble)
            if lost != self._lost:
                self.say([problem(lost)])
        self._lost = lost
        if gone_on:
            self._gone_on(known)

    def others_wrote(self, campaigns: frozenset[str]) -> None:
        """Something was written in these campaigns: what is shown follows at once."""
        if self.desk.folder.name in campaigns:
            self._look()

    def _gone_on(self, known: Sequence[str]) -> None:
        """Show what another has done. What the player has under his hands stays: the line that he types, his plan, the
        page that lies open."""
        awaited = self.shown is None or mine(self.desk, self.shown.outlook)
        note_seen(self.desk)
        self._changed = frozenset()
        self.refresh_all()
        assert self.shown is not None
        told = [warning(text) for text in self.desk.warnings if text not in known]
        who = "" if self.desk.lost else "another player has gone on; "
        entries = self.desk.last_entries
        if entries and all(entry.remark for entry in entries):
            # Something was said, and nothing has changed.
            said = telling.tell_all(self.desk.ruleset, self.desk.campaign, entries)
            told += [cut(done_row(line), self.app.size.width) for line in said]
        else:
            told.append(row((f" {who}this is how it stands now", "now")))
        if mine(self.desk, self.shown.outlook) and not awaited:
            told[-1] = row((f" {glyphs.sign('now')} it is your turn: {self.shown.heading.asked}", "now"))
            if self._chosen_look().bell:
                self.app.bell()
        if self.desk.sitter is None:
            self._show_battles(self.desk.last_entries)
        elif fought(self.desk, self.desk.last_entries):
            # Whoever plans at a terminal of his own is not interrupted.
            told.append(row((" a battle was fought:", "now"), (f" {keys.shown_of('battles')}", "key"), " tells it"))
        if self._line is not None:
            from tui.order_line import hints, read

            told += hints(read(self.desk, self._line.text), self.app.size.width)
        self.say(told)
