"""The journal: every entry of a turn as a sentence with what it changed; search over all turns, jump to a turn, only
the dice. Standing on an entry: undo to it, branch from it, give its order again, write a note on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from tui import glyphs, keys
from tui.models.journal import TurnNote, address_of, carried, no_way_back, not_again
from tui.panel import Panel
from tui.screens.journal_lines import JournalLines
from tui.screens.journal_pages import JournalPages
from tui.telling import Told
from tui.typed_line import TypedLine
from tui.words import turn_name
from tui.workspace import of_panel, troubles

if TYPE_CHECKING:
    from pathlib import Path

    from saves.desk import Desk
    from saves.notes import Address
    from tui.screens.branch_line import BranchLine
    from tui.screens.noting import NoteEditor


class Branched(Message):
    """A campaign was made that is to be opened."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder


class JournalScreen(JournalPages):
    """The journal of the campaign at a desk. What changes the campaign is handed to its frame: left with a message, the
    screen asks for it as a panel would."""

    DEFAULT_CSS = """
    JournalScreen > .panel { height: 1fr; margin: 1 1 0 1; background: $background; }
    JournalScreen.paged JournalLines { display: none; }
    JournalScreen #branch, JournalScreen #branch:focus { height: 1; border: none; padding: 0 1;
    background: $background; }
    JournalScreen #note, JournalScreen #note:focus { height: 4; border: none; padding: 0 1; background: $surface; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        try:
            self._last = desk.last_to_undo
        except troubles():
            # An earlier turn's file that is not to be believed: what may be taken back is said when it is asked.
            self._last = desk.last_number
        self._page: Panel | None = None
        self._editor: NoteEditor | None = None
        self._address: Address = 0
        self._drafts: dict[Address, str] = {}
        self._branch: BranchLine | None = None

    # --- keys

    def actions(self) -> list[keys.Action]:
        """The actions that work now: those of the line under edit, of the page laid over the entries, or on the entry
        under the cursor."""
        everywhere = [action for action in keys.of(keys.ANYWHERE) if action.rank]
        if self._editor is not None or self._branch is not None:
            where = "noting" if self._editor is not None else "branching"
            own = [action for action in keys.of(where) if action.rank]
            return [*own, keys.help_while(True)]
        if self._page is not None:
            back = [action for action in keys.of("journal") if action.id == "back"]
            return [*of_panel(self._page), *back, *everywhere]
        own = [action for action in keys.of("journal") if action.rank and self._works(action.id)]
        return [*sorted(own, key=lambda action: action.rank), *everywhere]

    def _works(self, action: str) -> bool:
        """Whether an action does something on the entry under the cursor."""
        lines = self.query_one(JournalLines)
        telling = lines.entry
        if action == "undo_to":
            return telling is not None and not no_way_back(telling, self._last)
        if action == "again":
            return telling is not None and not not_again(telling, self.desk.seat)
        if action == "branch":
            return telling is not None
        return action not in ("note",) or isinstance(lines.item, Told | TurnNote)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is typed or a page lies over the entries, the keys are theirs."""
        busy = self._editor is not None or self._branch is not None or self._page is not None
        own = {one.id for one in keys.of("journal")} - {"back"}
        return False if busy and action in own else super().check_action(action, parameters)

    def action_back(self) -> None:
        """Off the page, out of the search, or out of the journal."""
        if self._page is not None:
            self._take_off()
        elif self.has_class("searching"):
            self.remove_class("searching")
            self.query_one("#search", TypedLine).value = ""
            self.search = ""
            self.query_one(JournalLines).focus()
            self._fill(last=True)
        else:
            self.dismiss(None)

    # --- standing on an entry

    def _here(self, what: str) -> Told | None:
        """The entry under the cursor; where it is none, that is said."""
        telling = self.query_one(JournalLines).entry
        if telling is None:
            self._say(f"the cursor stands on no entry to {what}")
        return telling

    def action_undo_to(self) -> None:
        """Show what undo would take back down to this entry; Enter there does it."""
        if (telling := self._here("go back to")) is None:
            return
        if why := no_way_back(telling, self._last):
            hint = "; a gives its order again, b begins a new campaign there" if telling.undone else ""
            self._say(f"{why}{hint}")
            return
        from tui.panels.undoing import UndoPanel

        self._lay_over(UndoPanel(self.desk, to=self.desk.settled_after(telling.n)))

    def action_redo(self) -> None:
        """Show what the latest undo took back; Enter there gives it again."""
        from tui.panels.redoing import RedoPanel

        self._lay_over(RedoPanel(self.desk))

    def _lay_over(self, page: Panel) -> None:
        self._page = page
        page.retitle = self._moved
        self.add_class("paged")
        self.mount(page, after=self.query_one(JournalLines))
        page.focus(scroll_visible=False)
        self.call_after_refresh(page.open)
        self._say("")
        self._moved()

    def _take_off(self) -> None:
        if self._page is not None:
            page, self._page = self._page, None
            page.remove()
            self.remove_class("paged")
            self.query_one(JournalLines).focus()
            self._moved()

    def on_panel_taken_back(self, event: Panel.TakenBack) -> None:
        """The frame does it, and shows what came of it."""
        event.stop()
        self.dismiss(Panel.TakenBack(event.to))

    def on_panel_given_again(self, event: Panel.GivenAgain) -> None:
        """The frame does it, and shows what came of it."""
        event.stop()
        self.dismiss(Panel.GivenAgain(event.most))

    def on_panel_said(self, event: Panel.Said) -> None:
        """A page says something."""
        event.stop()
        self._say(event.text)

    def action_again(self) -> None:
        """The order of this entry into the order line."""
        if (telling := self._here("give again")) is None:
            return
        if why := not_again(telling, self.desk.seat):
            self._say(why)
            return
        self.dismiss(Panel.Begun(self.desk.order_of(telling.seat, telling.order)))

    # --- a scenario of the turn

    def action_scenario(self) -> None:
        """Make a scenario of the turn shown, as all may see it, and open its setup."""
        from saves.errors import SavesError
        from saves.turn_scenarios import scenario_of
        from tui.screens.setup import open_setup

        try:
            made = scenario_of(self.desk.folder, self.turn, called=turn_name(self.turn))
        except SavesError as fault:
            self._say(str(fault), "refused")
            return
        trouble = open_setup(self.app, made.stem)
        self._say(trouble if trouble else f"{made.stem} is a scenario of yours", "refused" if trouble else "quiet")

    # --- branch

    def action_branch(self) -> None:
        """Name a new campaign that begins as things stood after this entry."""
        if (telling := self._here("begin at")) is None:
            return
        from saves import branching, library
        from tui.screens.branch_line import BranchLine

        name = branching.proposed(self.desk.name, "" if self.search else turn_name(self.turn), telling.n)
        self._address = telling.n
        self._branch = BranchLine(library.free_name(name, self.desk.folder.parent))
        self.mount(self._branch, before="#notice")
        self._branch.focus()
        self._say_branch()

    def _say_branch(self) -> None:
        line = self._branch
        assert line is not None
        after = "then opens it" if line.opens else "then stays here"
        self._say(
            f"the name of a new campaign that begins as things stood after entry {self._address}, with new dice from "
            f"there on: enter makes it and {after}"
        )
        self._moved()

    def on_branch_line_turned(self) -> None:
        """What comes after the branch has changed."""
        self._say_branch()

    def on_branch_line_left(self) -> None:
        """Nothing is made."""
        self._close_branch()
        self._say("nothing was made")

    def _close_branch(self) -> None:
        if self._branch is not None:
            line, self._branch = self._branch, None
            line.remove()
            self.query_one(JournalLines).focus()
            self._moved()

    def on_branch_line_made(self) -> None:
        """Make it; with a name that is none, or taken, the line stays as it is."""
        from saves import library

        line = self._branch
        assert line is not None
        name = line.value.strip()
        try:
            folder = library.branch(self.desk.folder, f"@{self._address}", name, at=self.desk.folder.parent)
        except troubles() as trouble:
            self._say(f"{glyphs.sign('refused')} {trouble}", "refused")
            return
        if line.opens:
            self.dismiss(Branched(folder))
            return
        self._close_branch()
        self._say(f"{glyphs.sign('done')} '{name}' begins after entry {self._address}; home has it", "changed")

    # --- notes

    def action_note(self) -> None:
        """Write the note on the entry under the cursor, or on the turn where its note is under the cursor."""
        item = self.query_one(JournalLines).item
        if isinstance(item, TurnNote):
            self._edit(item.label)
        elif isinstance(item, Told):
            self._edit(item.n)
        else:
            self._say("there is no entry here; N writes a note on the turn")

    def action_turn_note(self) -> None:
        """Write the note on the turn shown, in a search on the turn whose note is under the cursor."""
        item = self.query_one(JournalLines).item
        if self.search and not isinstance(item, TurnNote):
            self._say("all turns are searched: esc leaves the search, then N writes on the turn shown")
        else:
            self._edit(item.label if self.search and isinstance(item, TurnNote) else self.turn)

    def _edit(self, address: Address) -> None:
        from tui.screens.noting import NoteEditor

        if not self.desk.seat:
            self._say("a note is one seat's own: x in the campaign sits down at a seat")
            return
        if isinstance(address, int):
            # A note that is carried is changed where it stands, so that an empty one is gone.
            address = carried(self._every(), self._notes).get(address, address)
        self._address = address
        self._editor = NoteEditor(self._drafts.pop(address, self._notes.on(address)))
        self.mount(self._editor, before="#notice")
        self._editor.focus()
        self._say_size()

    def _say_size(self) -> None:
        assert self._editor is not None
        on = turn_name(self._address) if isinstance(self._address, str) else f"entry {self._address}"
        said, too_much = self._editor.size_said
        self._say(f"note on {on}: {said}{', too much: shorten it' if too_much else ''}", "refused" if too_much else "")
        self._moved()

    def on_text_area_changed(self) -> None:
        """How long it is."""
        if self._editor is not None:
            self._say_size()

    def on_note_editor_left(self) -> None:
        """The note stays as it was; what is typed is kept while the journal is open."""
        assert self._editor is not None
        if (text := self._editor.text) != self._notes.on(self._address):
            self._drafts[self._address] = text
            self._say("the note is as it was; what you typed is kept until you leave the journal")
        else:
            self._say("")
        self._close_editor()

    def on_note_editor_kept(self) -> None:
        """Write it; one that is too long stays under edit."""
        assert self._editor is not None
        text = self._editor.text
        try:
            told = self.desk.note(self._address, text)
        except troubles() as trouble:
            self._say(f"{glyphs.sign('refused')} {trouble}", "refused")
            return
        self._notes = self.desk.notes
        self._close_editor()
        lines, address = self.query_one(JournalLines), self._address
        here = lines.entry.n if isinstance(address, int) and lines.entry is not None else address
        self._fill(last=True)
        lines.stand_on(lambda item: address_of(item) == here)
        done = "the note is written" if self._notes.on(address) else "there is no note now"
        self._say(f"{glyphs.sign('done')} {done}{'; ' + told if told else ''}", "changed")

    def _close_editor(self) -> None:
        if self._editor is not None:
            editor, self._editor = self._editor, None
            editor.remove()
            self.query_one(JournalLines).focus()
            self._moved()

    def prose(self) -> bool:
        """Whether every sign belongs to what is typed, ``?`` too."""
        return self._editor is not None or self._branch is not None

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        if self._page is not None:
            return self._page.heading(), self._page.help_text(), self._page.where
        text = (
            "Every entry of the turn: its number, what was ordered, which figures it changed and by which "
            "rule, and the dice. The entry under the cursor is unfolded. Entries that an undo took back stay and are "
            "marked. Nothing is ever deleted.\n\n"
            "On the entry under the cursor: undo goes back to it (it stays, what came later is taken back, shown "
            "before); a branch is a new campaign that begins as things stood after it; its order can be given again, "
            "in the order line; and you may write a note on it, or on the turn. Notes are your seat's own, no part of "
            "the game, shown here and found by the search; an empty one is gone. Redo gives again all that the latest "
            "undo took back."
        )
        return "The journal", text, "journal"


__all__ = ["Branched", "JournalScreen"]
