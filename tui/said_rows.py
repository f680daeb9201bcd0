"""The lines above the footer that say what came of an order: what was done, what went wrong, what would be passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.kernel.changes import Entry
from engine.kernel.stops import Stop
from tui import glyphs, telling
from tui.lines import Row, clean, row

if TYPE_CHECKING:
    from saves.desk import Desk


def problem(text: str) -> Row:
    """A line that says what went wrong."""
    return row((f" {glyphs.sign('refused')} {clean(text)}", "refused"))


def warning(text: str) -> Row:
    """A line of what the files had to say."""
    return row((f" {glyphs.sign('warning')} {clean(text)}", "refused"))


def stop_row(head: str, stop: Stop) -> Row:
    """The row of a stop, with the order that meets or takes what would be passed."""
    hint = (f"  {clean(stop.hint)}" if stop.hint else "", "quiet")
    return row((f" {glyphs.sign('warning')} {head} {clean(stop.what)}", "refused"), (f"  {stop.rule}", "rule"), hint)


AGAIN = row((" the same key once more goes on all the same", "quiet"))
"""What a question whether to go on ends with."""


def done_row(told: telling.Told) -> Row:
    """What was done: its sentence, its dice and the first of its figures, its rules."""
    figures = "   ".join((*told.dice, *told.brief[:4]))
    left = len(told.brief) - 4
    more = f"  and {left} more" if left > 0 else ""
    rules = f"  {', '.join(told.rules[:3])}" if told.rules else ""
    mark = (f" {glyphs.sign('done')} ", "changed")
    return row(mark, told.sentence, (f"   {figures}" if figures else "", "changed"), (more, "quiet"), (rules, "rule"))


def worth_saying(told: Sequence[telling.Told]) -> list[telling.Told]:
    """The lines in the order of their weight: what a seat gave, then what moved money, then the rest."""
    first = [line for line in told if line.seat != "rules"][:1]
    loud = [line for line in told if not line.routine and line not in first]
    return first + sorted(loud, key=lambda line: not line.money)


def fought(desk: Desk, entries: Sequence[Entry]) -> bool:
    """Whether a battle was fought in these entries, which is told apart."""
    # The last word of a battle may be a choice after its dice; a roll of partisans is a battle in one order.
    if not any(entry.rolls or any(change.at.startswith("pending.") for change in entry.changes) for entry in entries):
        return False
    from tui.models import battles

    return bool(battles.fought(desk, entries))
