"""The journal: every entry of a turn as a sentence with what it changed; search over all turns, jump to a turn, only
the dice. Standing on an entry: undo to it, branch from it, give its order again, write a note on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import clean, row, wrap
from tui.models.journal import TurnNote, chosen, no_way_back, not_again, noted, turn_notes
from tui.panel import Panel
from tui.screens.journal_lines import Item, JournalLines, JournalTitle, whole_rows
from tui.telling import Told, tell_records
from tui.typed_line import TypedLine
from tui.words import turn_name
from tui.workspace import of_panel, troubles

if TYPE_CHECKING:
    from pathlib import Path

    from saves.desk import Desk, Record
    from saves.notes import Address
    from tui.screens.branch_line import BranchLine
    from tui.screens.noting import NoteEditor

_ON_ENTRIES = ("undo_to", "branch", "again", "note", "turn_note", "redo")
"""The actions that need more than reading."""


class Branched(Message):
    """A campaign was made that is to be opened."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder


class JournalScreen(Screen[Message | None]):
    """The journal of the campaign at a desk. What changes the campaign is handed to its frame: left with a message, the
    screen asks for it as a panel would."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("journal")
    AUTO_FOCUS = "JournalLines"

    DEFAULT_CSS = """
    JournalScreen #title, JournalScreen #footer, JournalScreen #notice { height: 1; }
    JournalScreen JournalLines { height: 1fr; }
    JournalScreen > .panel { height: 1fr; margin: 1 1 0 1; background: $background; }
    JournalScreen.paged JournalLines { display: none; }
    JournalScreen #search, JournalScreen #search:focus, JournalScreen #branch, JournalScreen #branch:focus { height: 1;
    border: none; padding: 0 1; background: $background; }
    JournalScreen #search { display: none; }
    JournalScreen.searching #search, JournalScreen.searching #search:focus { display: block; }
    JournalScreen #note, JournalScreen #note:focus { height: 4; border: none; padding: 0 1; background: $surface; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._turns = list(dict.fromkeys(turn.label for turn in desk.turns()))
        self._at = len(self._turns) - 1
        self._dice = False
        self.search = ""
        self._told: dict[str, list[Told]] = {}
        self._notes = desk.notes
        self._dead = desk.taken_back()
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

    def compose(self) -> ComposeResult:
        """Title, entries, search."""
        yield JournalTitle(id="title")
        yield JournalLines(len(set(self.desk.campaign.seats.values())) > 1, self._moved)
        yield TypedLine(placeholder="words that must all occur", id="search")
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """The turn at hand."""
        self._fill(last=True)
        if self._notes.problem:
            self._say(f"{glyphs.sign('warning')} {self._notes.problem}", "refused")

    # --- what is shown

    @property
    def turn(self) -> str:
        """The label of the turn shown."""
        return self._turns[self._at] if self._turns else ""

    def told(self) -> list[Told]:
        """The entries shown; a search looks into all turns."""
        every = self._every()
        return chosen(every, self.search, self._dice, noted(every, self._notes))

    def _every(self) -> list[Told]:
        key = "all" if self.search else self.turn
        if key not in self._told:
            self._told[key] = tell_records(self.desk.ruleset, self._records(key), self._dead)
        return self._told[key]

    def items(self) -> list[Item]:
        """What is shown: notes on turns, then entries."""
        labels = self._turns if self.search else [self.turn]
        return [*([] if self._dice else turn_notes(self._notes, labels, self.search)), *self.told()]

    def _records(self, key: str) -> Sequence[Record]:
        try:
            records = self.desk.records(key) if key else ()
            doubts = dict.fromkeys(record.doubt for record in records if record.doubt)
            if doubts:
                sign = glyphs.sign("warning")
                self.query_one(Notice).say([row((f" {sign} {clean(doubt)}", "refused")) for doubt in doubts])
            return records
        except troubles() as fault:
            self._say(f"{glyphs.sign('refused')} {fault}", "refused")
            return ()

    def _fill(self, last: bool = False) -> None:
        told = self.told()
        self.query_one(JournalLines).put(self.items(), noted(self._every(), self._notes), last)
        label = "all turns" if self.search else turn_name(self.turn)
        count = f"turn {self._at + 1} of {len(self._turns)}" if not self.search else f"search: {self.search}"
        self.query_one(JournalTitle).put(clean(label), clean(count), len(told), self._dice)
        self.query_one(Footer).redraw()

    def _say(self, text: str, ink: str = "quiet") -> None:
        width = max(20, self.app.size.width - 2)
        self.query_one(Notice).say([row((f" {line}", ink)) for line in wrap(clean(text), width)] if text else [])

    def _moved(self) -> None:
        self.query_one(Footer).redraw()

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
        return action not in ("note",) or lines.item is not None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is typed or a page lies over the entries, the keys are theirs."""
        busy = self._editor is not None or self._branch is not None or self._page is not None
        own = {one.id for one in keys.of("journal")} - {"back"}
        return False if busy and action in own else super().check_action(action, parameters)

    def action_find(self) -> None:
        """Search."""
        self.add_class("searching")
        self.query_one("#search", TypedLine).focus()

    def on_input_changed(self, event: TypedLine.Changed) -> None:
        """Narrow at every key."""
        if event.input.id == "search":
            self.search = event.value.strip()
            self._fill(last=True)

    def on_input_submitted(self, event: TypedLine.Submitted) -> None:
        """Back to the entries; the search stays."""
        self.query_one(JournalLines).focus()

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

    def action_older(self) -> None:
        """The turn before."""
        self._turn(-1, "this is the first turn")

    def action_newer(self) -> None:
        """The turn after."""
        self._turn(1, "this is the last turn")

    def _turn(self, by: int, end: str) -> None:
        at = max(0, min(len(self._turns) - 1, self._at + by))
        said = "all turns are searched: esc leaves the search" if self.search else end if at == self._at else ""
        self._say(said)
        self._at = at
        self._fill()

    def action_rolls(self) -> None:
        """Only entries with dice."""
        self._dice = not self._dice
        self._fill(last=True)

    def action_copy(self) -> None:
        """All that is shown, each entry unfolded, as text."""
        self._copy(self.items())

    def action_copy_entry(self) -> None:
        """The entry under the cursor as text."""
        item = self.query_one(JournalLines).item
        self._copy([item] if item is not None else [])

    def _copy(self, items: Sequence[Item]) -> None:
        from tui.copying import WIDTH, Copied, to_clipboard

        several = len(set(self.desk.campaign.seats.values())) > 1
        notes = noted(self._every(), self._notes)
        lines, cursor = whole_rows(items, max(WIDTH, self.size.width), several, notes)
        title = "Journal, all turns" if self.search else f"Journal of {turn_name(self.turn)}"
        self.query_one(Notice).say([to_clipboard(self.app, Copied.of(title, lines, cursor))])

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
        self.call_after_refresh(page.show)
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

    # --- branch

    def action_branch(self) -> None:
        """Name a new campaign that begins as things stood after this entry."""
        if (telling := self._here("begin at")) is None:
            return
        from saves import branching, library
        from tui.screens.branch_line import BranchLine

        name = branching.proposed(self.desk.name, self.turn if not self.search else "entry", telling.n)
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
        elif item is not None:
            self._edit(item.n)
        else:
            self._say("there is no entry here; N writes a note on the turn")

    def action_turn_note(self) -> None:
        """Write the note on the turn shown, in a search on that of the entry under the cursor."""
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
        known = noted(self._every(), self._notes).get(address, "") if isinstance(address, int) else ""
        self._address = address
        self._editor = NoteEditor(self._drafts.pop(address, "") or known or self._notes.on(address))
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
        address = self._address
        self._fill(last=True)
        self.query_one(JournalLines).stand_on(
            lambda item: (item.label if isinstance(item, TurnNote) else item.n) == address
        )
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
