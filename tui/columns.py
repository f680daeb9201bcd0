"""How the frame shares the window's columns: the sequence at the left, what is worked on in the middle, the ledger
at the right. The only place that decides it; asked once after each change of the window or of the panel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.values import frozen
from tui.frame_model import LedgerLine, Segment
from tui.rows import row

LEAST = (108, 28)
"""Columns and lines of the smallest window in which anything stands beside the work; below it all is folded."""
EASE = 96
"""Columns of the work in which a list has what is told of its line at its right: from there on, and not before, the
titles of steps stand in one line, with the reasons of those that are skipped, and the ledger has whole names."""
TALL = 50
"""Lines of the window from which the journal's end is longer."""
_MARGINS = 2
"""Blank columns at both sides of the work."""
_STEPS = 36
"""The sequence where the window is broad."""
_DUES = 36
"""The least in which duties are read well."""


@frozen
class Columns:
    """The widths of sequence and ledger, 0 where each is folded to its line; the lines of the journal's end."""

    sequence: int
    ledger: int
    tail: int

    @property
    def folded(self) -> bool:
        """Whether nothing stands beside the work."""
        return not self.sequence and not self.ledger


FOLDED = Columns(0, 0, 2)


def share(size: tuple[int, int], wants: int, segments: Sequence[Segment], lines: Sequence[LedgerLine]) -> Columns:
    """The columns in a window of so many columns and lines, for work that ``wants`` so many columns: the sequence gives
    way first, the ledger next."""
    width, height = size
    if width < LEAST[0] or height < LEAST[1]:
        return FOLDED
    tail = 6 if height >= TALL else 4
    narrow = (sequence_width(segments), ledger_width(lines, whole=False))
    broad = (_STEPS, ledger_width(lines, whole=True))
    for sequence, ledger, least in ((*broad, max(EASE, wants)), (*narrow, wants), (0, narrow[1], wants)):
        if sequence + ledger + least + _MARGINS <= width:
            return Columns(sequence, ledger, tail)
    return Columns(0, 0, tail)


def sequence_width(segments: Iterable[Segment]) -> int:
    """What the titles of the segments take with their sign and number; those of steps are wrapped into it."""
    titles = [row(segment.title).width for segment in segments]
    return max([12, *titles]) + 6 + 2


def ledger_width(lines: Iterable[LedgerLine], whole: bool) -> int:
    """What the figures of the narrow ledger take, and names: in short or whole."""
    widest = 0
    for line in lines:
        names = row(line.name).width
        names = names if whole or names <= SHORT else len(line.power)
        widest = max(widest, names + sum(figure.width for figure in line.brief))
    return max(_DUES, widest + 4)


SHORT = 8
"""Cells up to which a power has its name in a narrow ledger; a longer one stands as its id in capitals."""
