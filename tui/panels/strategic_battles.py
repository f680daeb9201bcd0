"""A battle of strategic warfare: the table with the cell where the die led, every modifier, the result in words."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import BindingType

from tui import glyphs
from tui.keys import bindings
from tui.models.strategic_battles import Battle, Grid, SegmentReport, battles, grid, latest, segment_report
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, column, paragraph, signed, with_rule
from tui.panels.step import OrdersPanel, lay_choices, lay_waiting
from tui.rows import Row, cut, fit, row, spread, wrap

_ROWS = 3
_BESIDE_BARS = 34
"""What a turn's line takes beside its two bars: the turn and four figures."""
_SEA, _AIR = "full", "empty"


class BattlePanel(OrdersPanel):
    """What the battle under way asks, with the battle's picture under it."""

    where: ClassVar[str] = "battle"
    BINDINGS: ClassVar[list[BindingType]] = bindings("battle")

    battle: Battle | None = None

    def show(self) -> None:
        """See Panel."""
        found = battles(self.desk)
        # What went before is looked at elsewhere; here stands what is under way.
        self.battle = found[-1] if found and found[-1].open else None
        super().show()

    def lay(self, width: int) -> list[Laid]:
        """See CursorPanel."""
        if self.ended is not None or self.battle is None:
            return super().lay(width)
        laid: list[Laid] = []
        if self.choices is not None:
            laid = lay_choices(self.choices, self.spot, width, ())
        elif self.waits is not None:
            laid = lay_waiting(self.waits, width)[:1]
        return [*laid, BLANK, *lay_battle(self.battle, width)]

    def help_text(self) -> str:
        """See Panel."""
        return _HELP


class BattlesPanel(CursorPanel):
    """The battles of this turn, one after the other, and the report of the segment behind them."""

    where: ClassVar[str] = "battles"
    BINDINGS: ClassVar[list[BindingType]] = bindings("battles")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.found: tuple[Battle, ...] = ()
        self.report: SegmentReport | None = None
        self.at = -1

    def show(self) -> None:
        """See Panel."""
        before = len(self.found)
        self.found = battles(self.desk)
        self.report = None
        if self.at < 0 or len(self.found) != before:
            self.at = latest(self.found)
        self._turn_to(self.at)

    def _turn_to(self, at: int) -> None:
        self.at = max(0, min(len(self.found), at))
        if self.at == len(self.found) and self.report is None:
            self.report = segment_report(self.desk)
        self.redraw()
        self.scroll_to(y=0, animate=False, immediate=True)
        self.post_message(self.Retitled())

    def heading(self) -> str:
        """See Panel."""
        if 0 <= self.at < len(self.found):
            return f"{self.found[self.at].title} ({self.at + 1} of {len(self.found)})"
        return "Strategic warfare, turn by turn"

    def action_before(self) -> None:
        """The battle before."""
        self._turn_to(self.at - 1)

    def action_after(self) -> None:
        """The next battle; the segment's report comes last."""
        self._turn_to(self.at + 1)

    def action_leave(self) -> None:
        """Back to the step."""
        self.post_message(self.Closed())

    def lay(self, width: int) -> list[Laid]:
        """See CursorPanel."""
        if self.at < 0:
            return []
        if self.at < len(self.found):
            return lay_battle(self.found[self.at], width)
        return lay_report(self.report, width) if self.report is not None else []

    def help_text(self) -> str:
        """See Panel."""
        return _HELP


_HELP = (
    "The table shows where the die led: the column by the odds, the row by the die with its modifiers. Each modifier "
    "stands with its value and rule; those that did not hold say why (5.1.1, 5.2).\n"
    "Everything is read back from the journal of the turn, so it can be looked at again at any time (B). Left and "
    "right go through the battles; behind the last stands the war turn by turn."
)


def lay_battle(one: Battle, width: int) -> list[Laid]:
    """One battle's lines."""
    laid = [Laid(row(" ", (line, "strong"))) for line in wrap(one.forces, width - 2)]
    laid = [Laid(found) for found in with_rule([line.row for line in laid], one.rule, width)]
    tall = _ROWS if one.row is not None else _ROWS + 2
    if one.column:
        laid += lay_grid(grid(one.report, width - 6, tall, _cell(one)), width, _cell(one))
    laid.append(_die_row(one, width))
    for text, rule in one.words:
        laid += paragraph(text, width, rule=rule, indent=3)
    for text, rule in one.changes:
        laid += paragraph(text, width, "changed", rule=rule, indent=3)
    if one.column:
        laid.append(BLANK)
        laid += lay_modifiers(one, width)
    return laid


def _cell(one: Battle) -> int:
    """The width of a table's column: its longest cell with room for the brackets around it."""
    return max(len(text) for _, cells in one.report.rows for text in cells) + 2


def _die_row(one: Battle, width: int) -> Laid:
    net = signed(one.net)
    if one.row is None:
        said = "not rolled yet" if one.open else "no roll"
        tail = f", the die is modified by {net}" if one.open and one.column else ""
        return Laid(row(f" {said}{tail}"))
    rolled = f"rolled {one.face}" if one.face else "no roll"
    spoken = f" {rolled}, net {net}, row {_number(one.row)}, column {one.column}: "
    result = next((cells for number, cells in one.report.rows if number == one.row), ())
    columns = list(one.report.columns)
    cell = result[columns.index(one.column)] if one.column in columns and result else ""
    return Laid(cut(row(spoken, (cell, "now")), width))


def _number(value: int) -> str:
    return f"{glyphs.sign('minus')}{-value}" if value < 0 else str(value)


def lay_grid(found: Grid, width: int, each: int) -> list[Laid]:
    """The table's part around the cell."""
    more = glyphs.sign("more")
    head = row((f"     {more if found.before else ' '}", "quiet"))
    for at, label in enumerate(found.columns):
        lit = at == found.lit_column
        said = f"{glyphs.sign('now')}{label}" if lit else f" {label}"
        head = head + row((fit(said, each), "now" if lit else "quiet"))
    if found.after:
        head = head + row((more, "quiet"))
    laid = [Laid(cut(head, width))]
    for y, (number, cells) in enumerate(found.rows):
        lit_row = y == found.lit_row
        sign = glyphs.sign("now") if lit_row else " "
        line = row((f" {sign}{column(_number(number), 3)} ", "now" if lit_row else "quiet"))
        for at, text in enumerate(cells):
            lit = at == found.lit_column
            here = lit and lit_row
            shown = f"[{text}]" if here else f" {text}"
            line = line + row((fit(shown, each), "now" if here else "" if lit or lit_row else "quiet"))
        laid.append(Laid(cut(line, width)))
    return laid


def lay_modifiers(one: Battle, width: int) -> list[Laid]:
    """Every modifier: those that hold first, each with its value, reason and rule."""
    laid: list[Laid] = []
    # In a narrow window the reasons have lines of their own, and the labels their room.
    most = width // 2 - 4 if width >= 70 else width - 24
    labels = min(max([8, *(len(each.label) for each in one.modifiers)]), max(16, most))
    for each in one.modifiers:
        sign = (f" {glyphs.sign('done')} ", "changed") if each.holds else (f" {glyphs.sign('next')} ", "quiet")
        ink = "" if each.holds else "quiet"
        left = row(
            sign, (fit(each.label, labels), ink), (column(signed(each.value), 4), "strong" if each.holds else "quiet")
        )
        right = row((each.rule, "rule"), " ")
        room = width - left.width - right.width - 4
        if len(each.why) <= room:
            laid.append(Laid(spread(left + row((f"  {each.why}", "quiet")), right, width)))
        else:
            # A reason is never cut: it has a line of its own where there is no room beside.
            laid.append(Laid(spread(left, right, width)))
            laid += paragraph(each.why, width, "quiet", indent=6)
    return laid


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
