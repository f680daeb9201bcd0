"""The pages of the journal as they are read: a turn at a time or all that a search finds, with the notes on them."""

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
from tui.models.journal import chosen, corrections, noted, turn_notes
from tui.screens.journal_lines import Item, JournalLines, JournalTitle, whole_rows
from tui.telling import Told, tell_records
from tui.typed_line import TypedLine
from tui.words import turn_name
from tui.workspace import troubles

if TYPE_CHECKING:
    from saves.desk import Desk, Record
    from saves.journal import Correction

_KEPT = 3
"""So many turns, the last that were looked at, are kept told: more than who turns to and fro between two wants."""


class JournalPages(Screen[Message | None]):
    """The journal of the campaign at a desk, read."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("journal")
    AUTO_FOCUS = "JournalLines"

    DEFAULT_CSS = """
    JournalPages #title, JournalPages #footer, JournalPages #notice { height: 1; }
    JournalPages JournalLines { height: 1fr; }
    JournalPages #search, JournalPages #search:focus { height: 1; border: none; padding: 0 1; background: $background; }
    JournalPages #search { display: none; }
    JournalPages.searching #search, JournalPages.searching #search:focus { display: block; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._turns = list(dict.fromkeys(turn.label for turn in desk.turns()))
        self._at = len(self._turns) - 1
        self._dice = False
        self.search = ""
        self._told: dict[str, list[Told]] = {}
        self._corrected: dict[str, tuple[Correction, ...]] = {}
        self._notes = desk.notes
        self._dead = desk.taken_back()

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
        return chosen(every, self.search, self._dice, noted(every, self._notes), self.desk.ruleset.id)

    def _every(self) -> list[Told]:
        key = "all" if self.search else self.turn
        if key not in self._told:
            if len(self._told) >= _KEPT:
                # Who walks back through a long war does not carry all of it along.
                oldest = next(iter(self._told))
                del self._told[oldest], self._corrected[oldest]
            records = self._records(key)
            self._corrected[key] = tuple(one for record in records for one in record.corrections)
            self._told[key] = tell_records(self.desk.ruleset, records, self._dead)
        return self._told[key]

    def items(self) -> list[Item]:
        """What is shown: notes on turns, what was taken as it was found, then entries."""
        told = self.told()
        if self._dice:
            return list(told)
        labels = self._turns if self.search else [self.turn]
        corrected = corrections(self._corrected["all" if self.search else self.turn], self.search)
        return [*turn_notes(self._notes, labels, self.search), *corrected, *told]

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
        count = f"turn {self._at + 1} of {len(self._turns)} played" if not self.search else f"search: {self.search}"
        self.query_one(JournalTitle).put(clean(label), clean(count), len(told), self._dice)
        self.query_one(Footer).redraw()

    def _say(self, text: str, ink: str = "quiet") -> None:
        width = max(20, self.app.size.width - 2)
        self.query_one(Notice).say([row((f" {line}", ink)) for line in wrap(clean(text), width)] if text else [])

    def _moved(self) -> None:
        self.query_one(Footer).redraw()

    def actions(self) -> list[keys.Action]:
        """The actions that work now."""
        return [action for where in ("journal", keys.ANYWHERE) for action in keys.of(where) if action.rank]

    # --- keys

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
