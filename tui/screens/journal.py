"""The journal: every entry of a turn as a sentence with what it changed; search over all turns, jump to a turn,
only the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from tui import glyphs, keys
from tui.bars import Footer, Notice
from tui.lines import Lines, Row, cited, clean, row, spread, wrap
from tui.telling import Told, tell_records
from tui.typed_line import TypedLine
from tui.words import turn_name

if TYPE_CHECKING:
    from textual.events import Key

    from saves.desk import Desk, Record


def chosen(told: list[Told], search: str, dice: bool) -> list[Told]:
    """The entries that match: every typed word in sentence, figures, dice, rules, step or number; no routine unless
    searched for."""
    words = search.lower().split()
    matching = []
    for telling in told:
        if (dice and not telling.dice) or (telling.routine and telling.seat == "rules"):
            continue
        if words:
            text = " ".join(
                (
                    str(telling.n),
                    telling.seat,
                    telling.step,
                    telling.sentence,
                    telling.because,
                    *telling.figures,
                    *telling.dice,
                    *telling.rules,
                )
            ).lower()
            if not all(word in text for word in words):
                continue
        elif telling.routine:
            continue
        matching.append(telling)
    return matching


class JournalScreen(Screen[None]):
    """The journal of the campaign at a desk."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("journal")
    AUTO_FOCUS = "JournalLines"

    DEFAULT_CSS = """
    JournalScreen #title, JournalScreen #footer, JournalScreen #notice { height: 1; }
    JournalScreen JournalLines { height: 1fr; }
    JournalScreen #search, JournalScreen #search:focus { height: 1; border: none; padding: 0 1; background:
    $background; display: none; }
    JournalScreen.searching #search, JournalScreen.searching #search:focus { display: block; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._turns = [turn.label for turn in desk.turns()]
        self._turns = list(dict.fromkeys(self._turns))
        self._at = len(self._turns) - 1
        self._dice = False
        self.search = ""
        self._told: dict[str, list[Told]] = {}

    def compose(self) -> ComposeResult:
        """Title, entries, search."""
        yield JournalTitle(id="title")
        yield JournalLines(several=len(set(self.desk.campaign.seats.values())) > 1)
        yield TypedLine(placeholder="words that must all occur", id="search")
        yield Notice(id="notice")
        yield Footer(self.actions, id="footer")

    def on_mount(self) -> None:
        """The turn at hand."""
        self._fill(last=True)

    @property
    def turn(self) -> str:
        """The label of the turn shown."""
        return self._turns[self._at] if self._turns else ""

    def told(self) -> list[Told]:
        """The entries shown; a search looks into all turns."""
        key = "all" if self.search else self.turn
        if key not in self._told:
            self._told[key] = tell_records(self.desk.ruleset, self._records(key))
        return chosen(self._told[key], self.search, self._dice)

    def _records(self, key: str) -> Sequence[Record]:
        from saves.errors import SavesError

        try:
            records = self.desk.records(key) if key else ()
            doubts = dict.fromkeys(record.doubt for record in records if record.doubt)
            if doubts:
                sign = glyphs.sign("warning")
                self.query_one(Notice).say([row((f" {sign} {clean(doubt)}", "refused")) for doubt in doubts])
            return records
        except SavesError as fault:
            self.query_one(Notice).say([row((f" {glyphs.sign('refused')} {clean(str(fault))}", "refused"))])
            return ()

    def _fill(self, last: bool = False) -> None:
        told = self.told()
        self.query_one(JournalLines).put(told, last)
        label = "all turns" if self.search else turn_name(self.turn)
        count = f"turn {self._at + 1} of {len(self._turns)}" if not self.search else f"search: {self.search}"
        self.query_one(JournalTitle).put(clean(label), clean(count), len(told), self._dice)
        self.query_one(Footer).redraw()

    def actions(self) -> list[keys.Action]:
        """The actions that work on this screen."""
        return [action for where in ("journal", keys.ANYWHERE) for action in keys.of(where) if action.rank]

    def action_find(self) -> None:
        """Search."""
        self.add_class("searching")
        self.query_one(TypedLine).focus()

    def on_input_changed(self, event: TypedLine.Changed) -> None:
        """Narrow at every key."""
        self.search = event.value.strip()
        self._fill(last=True)

    def on_input_submitted(self, event: TypedLine.Submitted) -> None:
        """Back to the entries; the search stays."""
        self.query_one(JournalLines).focus()

    def action_back(self) -> None:
        """Out of the search, or out of the journal."""
        if self.has_class("searching"):
            self.remove_class("searching")
            self.query_one(TypedLine).value = ""
            self.search = ""
            self.query_one(JournalLines).focus()
            self._fill(last=True)
        else:
            self.dismiss()

    def action_older(self) -> None:
        """The turn before."""
        self._turn(-1, "this is the first turn")

    def action_newer(self) -> None:
        """The turn after."""
        self._turn(1, "this is the last turn")

    def _turn(self, by: int, end: str) -> None:
        at = max(0, min(len(self._turns) - 1, self._at + by))
        said = "all turns are searched: esc leaves the search" if self.search else end if at == self._at else ""
        self.query_one(Notice).say([row((f" {said}", "quiet"))] if said else [])
        self._at = at
        self._fill()

    def action_rolls(self) -> None:
        """Only entries with dice."""
        self._dice = not self._dice
        self._fill(last=True)

    def action_copy(self) -> None:
        """All entries shown, each unfolded, as text."""
        self._copy(self.told())

    def action_copy_entry(self) -> None:
        """The entry under the cursor as text."""
        entry = self.query_one(JournalLines).entry
        self._copy([entry] if entry is not None else [])

    def _copy(self, told: list[Told]) -> None:
        from tui.copying import WIDTH, Copied, to_clipboard

        several = len(set(self.desk.campaign.seats.values())) > 1
        lines, cursor = whole_rows(told, max(WIDTH, self.size.width), several)
        title = "Journal, all turns" if self.search else f"Journal of {turn_name(self.turn)}"
        self.query_one(Notice).say([to_clipboard(self.app, Copied.of(title, lines, cursor))])

    def help_parts(self) -> tuple[str, str, str]:
        """What ``?`` explains."""
        text = (
            "Every entry of the turn: its number, what was ordered, which figures it changed and by which "
            "rule, and the dice. The entry under the cursor "
            "is unfolded. Entries that an undo took back stay and are marked. Nothing is ever deleted."
        )
        return "The journal", text, "journal"


class JournalTitle(Lines):
    """Which turn, how many entries."""

    can_focus = False

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._facts: tuple[str, str, int, bool] = ("", "", 0, False)

    def put(self, label: str, count: str, entries: int, dice: bool) -> None:
        """Show these."""
        self._facts = (label, count, entries, dice)
        self.redraw()

    def rows(self, width: int) -> list[Row]:
        label, count, entries, dice = self._facts
        left = row(
            (" Journal", "now"),
            (f"   {label.upper()}", "title"),
            (f"  {count}", ""),
            ("  dice only" if dice else "", "now"),
        )
        return [spread(left, row((f"{entries} {'entry' if entries == 1 else 'entries'} ", "quiet")), width).on("bar")]


class JournalLines(Lines, can_focus=True):
    """The entries; the one under the cursor is unfolded."""

    def __init__(self, several: bool = False) -> None:
        super().__init__()
        self._several = several
        self._told: list[Told] = []
        self._at = 0
        self._where: list[int] = []

    @property
    def entry(self) -> Told | None:
        """The entry under the cursor."""
        return self._told[self._at] if self._told else None

    def put(self, told: list[Told], last: bool) -> None:
        """Show these."""
        self._told = told
        self._at = max(0, len(told) - 1) if last else 0
        self.redraw()
        self._in_sight()

    def rows(self, width: int) -> list[Row]:
        if not self._told:
            return [row((" nothing here", "quiet"))]
        rows: list[Row] = []
        self._where = []
        step = ""
        for at, telling in enumerate(self._told):
            if telling.step != step:
                step = telling.step
                rows.append(row((f" {telling.where}", "heading")))
            self._where.append(len(rows))
            rows += entry_rows(telling, width, at == self._at, self._several)
        return rows

    def _in_sight(self) -> None:
        if self._where and self._at < len(self._where):
            end = self._where[self._at + 1] if self._at + 1 < len(self._where) else len(self._rows)
            self.show_line(end - 1)
            self.show_line(self._where[self._at])

    def on_key(self, event: Key) -> None:
        """The arrows choose."""
        count = len(self._told)
        page = max(1, self.size.height - 4)
        by = {"up": -1, "down": 1, "k": -1, "home": -count, "end": count, "pageup": -page, "pagedown": page}.get(
            event.key
        )
        if by is None or not count:
            return
        event.stop()
        event.prevent_default()
        self._at = max(0, min(count - 1, self._at + by))
        self.redraw()
        self._in_sight()


def whole_rows(told: Sequence[Told], width: int, several: bool) -> tuple[list[Row], list[int]]:
    """Entries under their steps, each unfolded, and the numbers of their first lines."""
    rows: list[Row] = []
    first: list[int] = []
    step = ""
    for telling in told:
        if telling.step != step:
            step = telling.step
            rows.append(row((f" {telling.where}", "heading")))
        first.append(len(rows))
        rows += entry_rows(telling, width, True, several)
    return rows, first


def entry_rows(telling: Told, width: int, open_: bool, several: bool = False) -> list[Row]:
    """An entry: one line, unfolded under the cursor with its whole sentence, every figure and die."""
    ink = "quiet" if telling.undone else ""
    undone = ("  undone" if telling.undone else "", "refused")
    head = row((f" {glyphs.sign('now') if open_ else ' '}", "now"), (f"{telling.n:>5}  ", "quiet"))
    if not open_:
        left = head + row((telling.sentence, ink), undone)
        rules = cited(telling.rules[:4], width - left.width - 1)
        short = "   ".join((*telling.dice, *telling.brief))
        room = width - left.width - rules.width - 6
        if short and room > 10:
            left = left + row(
                "   ", (short if len(short) <= room else short[: room - 1] + glyphs.sign("more"), "quiet")
            )
        return [spread(left, rules, width)]
    rules = cited(telling.rules[:4], width // 3)
    said = wrap(telling.sentence, max(20, width - head.width - rules.width - len(undone[0]) - 1))
    rows = [spread(head + row((said[0], ink), undone), rules, width).on("cursor")]
    rows += [row("         ", (line, ink)).on("cursor") for line in said[1:]]
    rows += [row("         ", (text, "now")) for text in telling.dice]
    rows += [row("         ", (text, "changed" if not telling.undone else "quiet")) for text in telling.figures]
    if telling.because:
        rows += [row("         ", (line, "")) for line in wrap(f"because {telling.because}", max(20, width - 12))]
    if several and telling.seat and telling.seat != "rules":
        rows.append(row("         ", (f"given by {clean(telling.seat)}", "quiet")))
    return rows
