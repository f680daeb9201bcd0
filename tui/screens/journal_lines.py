"""The lines of the journal: its title, its entries with the notes on them, unfolded under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tui import glyphs
from tui.lines import Lines, Row, cited, clean, row, spread, wrap
from tui.models.journal import Corrected, TurnNote
from tui.telling import Told
from tui.words import turn_name

if TYPE_CHECKING:
    from textual.events import Key

Item = Told | TurnNote | Corrected
"""What the cursor stands on: an entry, the note on a turn, or what was taken as it was found."""


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
    """The entries; the one under the cursor is unfolded. ``moved`` is called when the cursor stands elsewhere."""

    def __init__(self, several: bool, moved: Callable[[], None]) -> None:
        super().__init__()
        self._several, self._moved = several, moved
        self._items: list[Item] = []
        self._notes: Mapping[int, str] = {}
        self._at = 0
        self._where: list[int] = []

    @property
    def item(self) -> Item | None:
        """What the cursor stands on."""
        return self._items[self._at] if self._items else None

    @property
    def entry(self) -> Told | None:
        """The entry under the cursor."""
        return self.item if isinstance(self.item, Told) else None

    def put(self, items: Sequence[Item], notes: Mapping[int, str], last: bool) -> None:
        """Show these, the cursor on the last or the first of them."""
        self._items, self._notes = list(items), notes
        self._at = max(0, len(items) - 1) if last else 0
        self.redraw()
        self._in_sight()

    def stand_on(self, at: Callable[[Item], bool]) -> None:
        """The cursor goes to the first of which this holds, where there is one."""
        self._at = next((here for here, item in enumerate(self._items) if at(item)), self._at)
        self.redraw()
        self._in_sight()
        self._moved()

    def rows(self, width: int) -> list[Row]:
        if not self._items:
            return [row((" nothing here", "quiet"))]
        rows, self._where = item_rows(self._items, width, self._several, self._notes, lambda at: at == self._at)
        return rows

    def on_resize(self) -> None:
        """Lines are made for a width; only then is it known where the cursor stands."""
        super().on_resize()
        self.call_after_refresh(self._in_sight)

    def _in_sight(self) -> None:
        if self._where and self._at < len(self._where):
            end = self._where[self._at + 1] if self._at + 1 < len(self._where) else len(self._rows)
            self.show_line(end - 1)
            self.show_line(self._where[self._at])

    def on_key(self, event: Key) -> None:
        """The arrows choose."""
        count = len(self._items)
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
        self._moved()


def item_rows(
    items: Sequence[Item], width: int, several: bool, notes: Mapping[int, str], opened: Callable[[int], bool]
) -> tuple[list[Row], list[int]]:
    """Entries under their steps, what stands over them, and the numbers of their first lines. ``opened``: which stand
    unfolded, by place."""
    rows: list[Row] = []
    first: list[int] = []
    step = ""
    for at, item in enumerate(items):
        if isinstance(item, Told) and item.step != step:
            step = item.step
            rows.append(row((f" {item.where}", "heading")))
        first.append(len(rows))
        if isinstance(item, Told):
            rows += entry_rows(item, width, opened(at), several, notes.get(item.n, ""))
        elif isinstance(item, TurnNote):
            rows += turn_note_rows(item, width, opened(at))
        else:
            rows += corrected_rows(item, width, opened(at))
    return rows, first


def whole_rows(
    told: Sequence[Item], width: int, several: bool, notes: Mapping[int, str] | None = None
) -> tuple[list[Row], list[int]]:
    """All of them unfolded, and the numbers of their first lines."""
    return item_rows(told, width, several, notes or {}, lambda at: True)


def note_rows(text: str, width: int, indent: int) -> list[Row]:
    """A note, its sign before the first line."""
    lines = wrap(clean_lines(text), max(20, width - indent - 3))
    return [
        row(" " * indent, (f"{glyphs.sign('note')} " if at == 0 else "  ", "key"), (line, "strong"))
        for at, line in enumerate(lines)
    ]


def clean_lines(text: str) -> str:
    """A note of several lines, as it may be drawn."""
    return "\n".join(clean(line) for line in text.split("\n"))


def turn_note_rows(note: TurnNote, width: int, open_: bool) -> list[Row]:
    """The note on a turn."""
    mark = (f" {glyphs.sign('now') if open_ else ' '}", "now")
    first, *rest = note_rows(f"{turn_name(note.label)}: {note.text}", width, 0)
    head = row(mark, " ") + first
    return [head.on("cursor") if open_ else head, *(row("   ") + line for line in rest)]


def corrected_rows(one: Corrected, width: int, open_: bool) -> list[Row]:
    """What was taken as it was found."""
    mark = (f" {glyphs.sign('now') if open_ else ' '}", "now")
    first, *rest = wrap(clean(one.text), max(20, width - 6))
    head = row(mark, " ", (f"{glyphs.sign('warning')} ", "refused"), (first, "refused"))
    return [head.on("cursor") if open_ else head, *(row("     ", (line, "refused")) for line in rest)]


def entry_rows(telling: Told, width: int, open_: bool, several: bool = False, note: str = "") -> list[Row]:
    """An entry: one line, unfolded under the cursor with its whole sentence, every figure, die and the note on it."""
    ink = "quiet" if telling.undone else ""
    undone = ("  undone" if telling.undone else "", "refused")
    sign = (glyphs.sign("note") if note else " ", "key")
    head = row((f" {glyphs.sign('now') if open_ else ' '}", "now"), (f"{telling.n:>5}", "quiet"), sign, " ")
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
    rows += note_rows(note, width, 9) if note else []
    rows += [row("         ", (text, "now")) for text in telling.dice]
    rows += [row("         ", (text, "changed" if not telling.undone else "quiet")) for text in telling.figures]
    if telling.because:
        rows += [row("         ", (line, "")) for line in wrap(f"because {telling.because}", max(20, width - 12))]
    if several and telling.seat and telling.seat != "rules":
        rows.append(row("         ", (f"given by {clean(telling.seat)}", "quiet")))
    if telling.by:
        rows.append(row("         ", (f"given again in entry {telling.by}", "quiet")))
    if telling.again:
        rows.append(row("         ", (f"gives entry {telling.again} again", "quiet")))
    return rows
