"""Drawing the war turn by turn: what the segment changed, and NARFs lost as bars."""

from __future__ import annotations

from tui import glyphs
from tui.models.strategic_battles import SegmentReport
from tui.panels.laying import BLANK, Laid, column, paragraph
from tui.rows import Row, cut, fit, row

_BESIDE_BARS = 34
"""What a turn's line takes beside its two bars: the turn and four figures."""
_SEA, _AIR = "full", "empty"


def lay_report(found: SegmentReport, width: int) -> list[Laid]:
    """The segment of this turn, and the war as bars, one line a turn."""
    laid: list[Laid] = []
    if found.changes:
        laid.append(Laid(row((f" {found.turn}", "strong"))))
        for text, rule in found.changes:
            laid += paragraph(text, width, "changed", rule=rule, indent=3)
        laid.append(BLANK)
    if not any(one.at_sea or one.over_britain or one.over_germany for one in found.turns):
        return [*laid, *paragraph("Nothing has been lost at sea or to bombers yet.", width, "quiet")]
    laid.append(_legend(width))
    top = max(max(one.at_sea + one.over_britain, one.over_germany) for one in found.turns)
    room = max(6, (width - _BESIDE_BARS) // 2)
    head = f" {fit('NARFs lost', 12)}{fit('Western Allies', room + 7)}{fit('Germany', room + 4)} U-b  ASW"
    laid.append(Laid(cut(row((head, "quiet")), width)))
    for one in found.turns:
        west = one.at_sea + one.over_britain
        sea = _long(one.at_sea, top, room)
        air = max(0, _long(west, top, room) - sea)
        german = _long(one.over_germany, top, room)
        laid.append(
            Laid(
                cut(
                    row(
                        f" {fit(one.turn, 12)}",
                        (glyphs.sign(_SEA) * sea, "now"),
                        (glyphs.sign(_AIR) * air, "refused"),
                        " " * (room - sea - air),
                        (column(west, 4), "strong"),
                        "   ",
                        (glyphs.sign(_AIR) * german, "changed"),
                        " " * (room - german),
                        (column(one.over_germany, 4), "strong"),
                        (column(one.uboats, 4), "quiet"),
                        (column(one.asw, 5), "quiet"),
                    ),
                    width,
                )
            )
        )
    return [*laid, _totals(found, room, width)]


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
