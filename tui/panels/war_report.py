"""Drawing the war turn by turn: what the segment changed, and NARFs lost as bars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from engine.kernel.sheets.reports import Chronicle, Losses
from tui import glyphs
from tui.models.war_report import SegmentReport
from tui.panels.battle_picture import lay_figures
from tui.panels.laying import BLANK, Laid, column, paragraph
from tui.rows import clean, cut, fit, row
from tui.words import turn_name

_BESIDE_BARS = 34
"""What a turn's line takes beside its two bars: the turn and four figures."""
_SEA, _AIR = "full", "empty"
_INKS = (("now", "refused"), ("now", "changed"))
"""How the bars of the two sides are drawn, cause by cause."""
_FIGURE, _GAP = 4, 3
T = TypeVar("T")
_Part = str | tuple[str, str]


def lay_report(report: SegmentReport, width: int) -> list[Laid]:
    """The segment of this turn, and the war as bars, one line a turn."""
    laid: list[Laid] = []
    if report.changes:
        laid.append(Laid(row((f" {report.turn}", "strong"))))
        laid += [*lay_figures(report.changes, width), BLANK]
    if report.chronicles:
        return [*laid, *(line for chronicle in report.chronicles for line in lay_chronicle(chronicle, width))]
    lost = report.losses
    if lost is None or not (lost.elsewhere or any(turn.any for turn in lost.turns)):
        return [*laid, *paragraph("Nothing has been lost at sea or to bombers yet.", width, "quiet")]
    laid.append(_legend(lost, width))
    top = max(sum(each) for turn in lost.turns for each in turn.lost)
    room = max(6, (width - _BESIDE_BARS) // 2)
    sides = "".join(fit(clean(side), room + _FIGURE + (0 if last else _GAP)) for side, last in _lasting(lost.sides))
    laid.append(Laid(cut(row((f" {fit(f'{report.money} lost', 12)}{sides}{_units(lost.units)}", "quiet")), width)))
    for turn in lost.turns:
        bars = [
            part
            for (each, last), inks in zip(_lasting(turn.lost), _INKS, strict=False)
            for part in (
                *_bar(each, inks, top, room),
                (column(sum(each), _FIGURE), "strong"),
                "" if last else " " * _GAP,
            )
        ]
        line = row(f" {fit(turn.turn, 12)}", *bars, (_units(turn.units), "quiet"))
        laid.append(Laid(cut(line, width)))
    laid.append(_totals(lost, room, width))
    for said in lost.elsewhere:
        laid += paragraph(clean(said), width, "quiet")
    return laid


def _lasting(values: Sequence[T]) -> Iterator[tuple[T, bool]]:
    """Each, and whether it is the last."""
    return ((value, at == len(values) - 1) for at, value in enumerate(values))


def _bar(lost: Sequence[int], inks: Sequence[str], top: int, room: int) -> list[_Part]:
    """What a side has lost, a length for each cause, and the room that is left."""
    parts: list[_Part] = []
    long = so_far = 0
    for value, sign, ink in zip(lost, (_SEA, _AIR), inks, strict=True):
        so_far += value
        more = max(0, _long(so_far, top, room) - long) if value else 0
        parts.append((glyphs.sign(sign) * more, ink))
        long += more
    return [*parts, " " * (room - long)]


def _units(counts: Iterable[object]) -> str:
    """Units lost, in their columns."""
    return "".join(column(str(count), _FIGURE + (at > 0)) for at, count in enumerate(counts))


def lay_chronicle(chronicle: Chronicle, width: int) -> list[Laid]:
    """Figures turn by turn: a bar of all of them together, and each in its column."""
    each = max([5, *(len(series.name) + 2 for series in chronicle.series)])
    each = min(each, max(5, (width - 24) // max(1, len(chronicle.series))))
    room = max(4, width - 14 - each * len(chronicle.series))
    sums = [sum(series.values[at] for series in chronicle.series) for at in range(len(chronicle.turns))]
    top = max(sums, default=0)
    titles = "".join(column(clean(series.name), each) for series in chronicle.series)
    head = row((f" {fit(clean(chronicle.title), 12 + room)}", "heading"), (titles, "quiet"))
    laid = [Laid(cut(head, width))]
    for at, turn in enumerate(chronicle.turns):
        long = _long(sums[at], top, room)
        figures = "".join(column(series.values[at] or glyphs.sign("dot"), each) for series in chronicle.series)
        bar = (glyphs.sign(_SEA) * long, "now")
        laid.append(
            Laid(cut(row(f" {fit(turn_name(turn), 12)}", bar, " " * (room - long), (figures, "strong")), width))
        )
    total = "".join(column(sum(series.values), each) for series in chronicle.series)
    laid.append(Laid(cut(row((f" {fit('in all', 12 + room)}", "quiet"), (total, "strong")), width)))
    return [*laid, BLANK]


def _legend(lost: Losses, width: int) -> Laid:
    signs = ((_SEA, "now"), (_AIR, "refused"))
    parts = [
        part
        for cause, (sign, ink) in zip(lost.causes, signs, strict=True)
        for part in ((glyphs.sign(sign), ink), (f" {clean(cause)}   ", "quiet"))
    ]
    return Laid(cut(row(" ", *parts, (clean(lost.note), "quiet")), width))


def _long(value: int, top: int, room: int) -> int:
    return max(1, round(value * room / top)) if value > 0 and top else 0


def _totals(lost: Losses, room: int, width: int) -> Laid:
    sums = [sum(sum(turn.lost[at]) for turn in lost.turns) for at in range(len(lost.sides))]
    units = [sum(turn.units[at] for turn in lost.turns) for at in range(len(lost.units))]
    parts = [
        part
        for value, last in _lasting(sums)
        for part in (" " * room, (column(value, _FIGURE), "strong"), "" if last else " " * _GAP)
    ]
    line = row((f" {fit('in all', 12)}", "quiet"), *parts, (_units(units), "strong"))
    return Laid(cut(line, width))
