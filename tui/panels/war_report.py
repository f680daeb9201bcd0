"""Drawing the war turn by turn: what the segment changed, and NARFs lost as bars."""

from __future__ import annotations

from engine.kernel.sheets.reports import Chronicle
from tui import glyphs
from tui.models.war_report import SegmentReport, TurnOfWar
from tui.panels.battle_picture import lay_figures
from tui.panels.laying import BLANK, Laid, column, paragraph
from tui.rows import Row, clean, cut, fit, row
from tui.words import turn_name

_BESIDE_BARS = 34
"""What a turn's line takes beside its two bars: the turn and four figures."""
_SEA, _AIR = "full", "empty"


def lay_report(found: SegmentReport, width: int) -> list[Laid]:
    """The segment of this turn, and the war as bars, one line a turn."""
    laid: list[Laid] = []
    if found.changes:
        laid.append(Laid(row((f" {found.turn}", "strong"))))
        laid += [*lay_figures(found.changes, width), BLANK]
    if found.chronicles:
        return [*laid, *(line for one in found.chronicles for line in lay_chronicle(one, width))]
    if not any(_fought(one) for one in found.turns):
        return [*laid, *paragraph("Nothing has been lost at sea or to bombers yet.", width, "quiet")]
    laid.append(_legend(width))
    top = max(max(one.at_sea + one.over_britain, one.over_germany) for one in found.turns)
    room = max(6, (width - _BESIDE_BARS) // 2)
    head = f" {fit('NARFs lost', 12)}{fit('Western Allies', room + 7)}{fit('Germany', room + 4)} U-b  ASW"
    laid.append(Laid(cut(row((head, "quiet")), width)))
    for turn in found.turns:
        west = turn.at_sea + turn.over_britain
        sea = _long(turn.at_sea, top, room)
        air = max(0, _long(west, top, room) - sea)
        german = _long(turn.over_germany, top, room)
        laid.append(
            Laid(
                cut(
                    row(
                        f" {fit(turn.turn, 12)}",
                        (glyphs.sign(_SEA) * sea, "now"),
                        (glyphs.sign(_AIR) * air, "refused"),
                        " " * (room - sea - air),
                        (column(west, 4), "strong"),
                        "   ",
                        (glyphs.sign(_AIR) * german, "changed"),
                        " " * (room - german),
                        (column(turn.over_germany, 4), "strong"),
                        (column(turn.uboats, 4), "quiet"),
                        (column(turn.asw, 5), "quiet"),
                    ),
                    width,
                )
            )
        )
    laid.append(_totals(found, room, width))
    for said in _elsewhere(found):
        laid += paragraph(said, width, "quiet")
    return laid


def _fought(one: TurnOfWar) -> bool:
    return any((one.at_sea, one.over_britain, one.over_germany, one.uboats, one.asw, one.in_italy, one.in_ussr))


def _elsewhere(found: SegmentReport) -> list[str]:
    """What was lost where optional rules let it be lost."""
    italy, ussr = sum(one.in_italy for one in found.turns), sum(one.in_ussr for one in found.turns)
    return [
        said
        for lost, said in (
            (italy, f"Italy has lost {italy} NARFs to British submarines."),
            (ussr, f"The Soviet Union has lost {ussr} NARFs to German bombers."),
        )
        if lost
    ]


def lay_chronicle(found: Chronicle, width: int) -> list[Laid]:
    """Figures turn by turn: a bar of all of them together, and each in its column."""
    each = max([5, *(len(one.name) + 2 for one in found.series)])
    each = min(each, max(5, (width - 24) // max(1, len(found.series))))
    room = max(4, width - 14 - each * len(found.series))
    sums = [sum(one.values[at] for one in found.series) for at in range(len(found.turns))]
    top = max(sums, default=0)
    titles = "".join(column(clean(one.name), each) for one in found.series)
    head = row((f" {fit(clean(found.title), 12 + room)}", "heading"), (titles, "quiet"))
    laid = [Laid(cut(head, width))]
    for at, turn in enumerate(found.turns):
        long = _long(sums[at], top, room)
        figures = "".join(column(one.values[at] or glyphs.sign("dot"), each) for one in found.series)
        bar = (glyphs.sign(_SEA) * long, "now")
        laid.append(
            Laid(cut(row(f" {fit(turn_name(turn), 12)}", bar, " " * (room - long), (figures, "strong")), width))
        )
    total = "".join(column(sum(one.values), each) for one in found.series)
    laid.append(Laid(cut(row((f" {fit('in all', 12 + room)}", "quiet"), (total, "strong")), width)))
    return [*laid, BLANK]


def _legend(width: int) -> Laid:
    return Laid(
        cut(
            row(
                " ",
                (glyphs.sign(_SEA), "now"),
                (" at sea   ", "quiet"),
                (glyphs.sign(_AIR), "refused"),
                (" to bombers   U-b, ASW: lost at sea", "quiet"),
            ),
            width,
        )
    )


def _long(value: int, top: int, room: int) -> int:
    return max(1, round(value * room / top)) if value > 0 and top else 0


def _totals(found: SegmentReport, room: int, width: int) -> Laid:
    west = sum(one.at_sea + one.over_britain for one in found.turns)
    german = sum(one.over_germany for one in found.turns)
    uboats = sum(one.uboats for one in found.turns)
    asw = sum(one.asw for one in found.turns)
    line: Row = row(
        (f" {fit('in all', 12)}", "quiet"),
        " " * room,
        (column(west, 4), "strong"),
        " " * (room + 3),
        (column(german, 4), "strong"),
        (column(uboats, 4), "strong"),
        (column(asw, 5), "strong"),
    )
    return Laid(cut(line, width))
