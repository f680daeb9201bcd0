"""The powers' hands at the end of the last turns, for the small curves beside the work area."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.kernel.undoing import live_backward
from tui import glyphs
from tui.lines import Row, fit, row

if TYPE_CHECKING:
    from saves.desk import Desk
    from tui.frame_model import LedgerLine

TURNS = 8


def recent(desk: Desk) -> Iterator[dict[str, tuple[int, ...]]]:
    """Each power's hand at the end of the last turns, oldest first, the last one now.

    It reads these turns' files, one a step (about 15 ms), so that keys are heard in between; the last step has it.
    """
    from tui.models.curves import hands, hands_of

    now, walked = hands(desk), hands_of(desk)
    for entries in live_backward(desk.entries_backward()):
        for entry in entries:
            walked.take(entry)
        if len(walked.by_turn) >= TURNS:
            break
        yield {}
    numbers = sorted(walked.by_turn)[-TURNS:]
    yield {power: tuple(walked.by_turn[number][power] for number in numbers) for power in now}


def hands_rows(hands: Mapping[str, Sequence[int]], lines: Sequence[LedgerLine], width: int) -> list[Row]:
    """One line a power: name, curve, lowest and highest; all curves on one scale."""
    if len(next(iter(hands.values()), ())) < 2:
        return []
    top = max((value for values in hands.values() for value in values), default=0)
    rows = []
    for line in lines:
        values = list(hands.get(line.power, ()))
        name = fit(line.name if len(line.name) <= 8 else line.power.upper(), 8)
        between = f"{min(values, default=0)} to {max(values, default=0)}"
        curve = glyphs.spark(values, top)
        rows.append(
            row("  ", (name, "quiet"), "  ", (curve, ""), (f"{between:>{max(1, width - 13 - len(curve))}} ", "quiet"))
        )
    return rows
