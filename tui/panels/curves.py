"""Money, bases and spending over the turns, as plain charts with the figures of one turn under them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.sheets.ledger import ledger_of
from tui import glyphs
from tui.keys import bindings
from tui.models.curves import Curves, by_years, chart, charts, stack
from tui.panels.cursor import CursorPanel
from tui.panels.laying import Laid, column, paragraph, plain, signed
from tui.rows import Piece, Row, cut, fit, row, spread

_SCALE = 5
# From this width on the figures stand in two columns.
_TWO = 74


class CurvesPanel(CursorPanel):
    """The chart; left and right move the turn whose figures are shown, up and down go to another power's chart where
    each has its own."""

    where: ClassVar[str] = "curves"
    BINDINGS: ClassVar[list[BindingType]] = bindings("curves")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.model: Curves | None = None
        self.charts: tuple[Curves, ...] = ()
        self.chart = 0
        self.at = 0
        self.years = False

    def show(self) -> None:
        self.charts = charts(self.desk)
        self._show_chart(min(self.chart, len(self.charts) - 1))

    def _show_chart(self, at: int) -> None:
        self.chart = at
        self.model = by_years(self.charts[at]) if self.years else self.charts[at]
        self.at = max(0, len(self.model.turns) - 1)
        self.redraw()
        self.retitle()

    def action_chart(self) -> None:
        """The next chart of another kind."""
        if len(starts := self._starts()) > 1:
            self._show_chart(next((at for at in starts if at > self.chart), 0))

    def action_years(self) -> None:
        """A column for each year, or for each turn again."""
        self.years = not self.years
        if self.charts:
            self._show_chart(self.chart)

    def _starts(self) -> list[int]:
        """Where the charts of each kind begin."""
        kinds = [chart.family for chart in self.charts]
        return [at for at, kind in enumerate(kinds) if not kind or kind not in kinds[:at]]

    def move(self, by: int) -> None:
        """Among the powers' charts of one kind; where there is one chart alone its figures scroll."""
        family = self.model.family if self.model is not None else ""
        mine = [at for at, chart in enumerate(self.charts) if family and chart.family == family]
        if len(mine) < 2:
            super().move(by)
        else:
            at = max(mine[0], min(mine[-1], self.chart + by))
            turn = self.at
            self._show_chart(at)
            self._to(turn)

    def action_page_down(self) -> None:
        """On to the figures that a low window hides."""
        self.scroll_relative(y=max(1, self.size.height - 4), animate=False, immediate=True)

    def action_page_up(self) -> None:
        """Back to the chart."""
        self.scroll_relative(y=-max(1, self.size.height - 4), animate=False, immediate=True)

    def heading(self) -> str:
        if self.model is None:
            return f"{ledger_of(self.desk.ruleset).money} in hand"
        starts = self._starts()
        at = sum(start <= self.chart for start in starts)
        several = f" ({at} of {len(starts)})" if len(starts) > 1 else ""
        return f"{self.model.title}{several}"

    def action_before(self) -> None:
        """The turn before."""
        self._to(self.at - 1)

    def action_after(self) -> None:
        """The next turn."""
        self._to(self.at + 1)

    def _to(self, at: int) -> None:
        if self.model is not None and self.model.turns:
            self.at = max(0, min(len(self.model.turns) - 1, at))
            self.redraw()

    def lay(self, width: int) -> list[Laid]:
        model = self.model
        if model is None:
            return []
        if not model.curves or not model.turns:
            empty = "Nothing was spent so far." if model.family else "This game counts no money."
            return paragraph(empty, width, "quiet")
        beside = 2 if width >= _TWO else 1
        height = max(4, self.size.height - -(-_most_at_once(model) // beside) - 3)
        gap = max(1, min(6, (width - _SCALE - 3) // len(model.turns)))
        lines = stack(model, height, gap) if model.stacked else chart(model, height, gap)
        laid: list[Laid] = []
        x = self.at * gap + gap // 2
        said = None
        for y, line in enumerate(lines):
            value = model.top - round((model.top - model.foot) * y / max(1, height - 1))
            # A scale on every fourth line keeps the chart quiet.
            label = column(value, _SCALE) if (y % 4 == 0 or y == height - 1) and value != said else " " * _SCALE
            said = value if label.strip() else said
            marks = line.ljust(x + 1)
            under = marks[x] if marks[x] != " " else glyphs.sign("down")
            pieces = ((marks[:x], ""), (under, "now"), (marks[x + 1 :], ""))
            laid.append(Laid(cut(row((label, "quiet"), (f" {glyphs.sign('down')}", "rim"), *pieces), width)))
        laid.append(plain((" " * (_SCALE + 2), ""), *_years(model.turns, gap, width - _SCALE - 3)))
        return [*laid, *self._figures(model, width, beside)]

    def _figures(self, model: Curves, width: int, beside: int) -> list[Laid]:
        # A stack's sum needs the room.
        nth = "" if model.stacked else f" ({self.at + 1} of {len(model.turns)})"
        turn = f"{model.turns[self.at]}{nth}"
        when = ("in this year" if self.years else "in this turn") if model.flow else "at its end"
        head = row((f" {glyphs.sign('now')} ", "now"), (turn, "strong"), (f"   {when}", "quiet"))
        if self.at == len(model.turns) - 1 and not model.flow:
            head = row((f" {glyphs.sign('now')} ", "now"), (turn, "strong"), ("   now", "quiet"))
        if model.stacked:
            head = head + row(
                (": ", "quiet"),
                (str(sum(curve.hands[self.at] for curve in model.curves)), "strong"),
                (" in all", "quiet"),
            )
        word = "year " if self.years else "turn "
        laid = [Laid(spread(head, row((f"{glyphs.sign('left-right')} ", "key"), (word, "quiet")), width))]
        ranked = sorted(model.curves, key=lambda curve: -curve.hands[self.at])
        if model.stacked:
            ranked = [curve for curve in ranked if curve.hands[self.at]]
        each = [_figure_row(curve.mark, curve.name, curve.hands, self.at, width // beside) for curve in ranked]
        down = -(-len(each) // beside)
        for y in range(down):
            line = row()
            for cell in each[y::down]:
                line = line + cell
            laid.append(Laid(cut(line, width)))
        return laid

    def help_text(self) -> str:
        return (
            f"{ledger_of(self.desk.ruleset).money} in hand of every power at the end of each turn, read from the "
            "journal. A power's letter stands at its figure, * where several meet. Left and right choose the turn "
            "whose figures stand below; tab goes on to bases, to spending by kind and to other figures of the war, "
            "where the game tells any. In a power's spending each kind's letter fills its part of the turn's sum; up "
            "and down go to another power. y gives each year a column."
        )


def _most_at_once(model: Curves) -> int:
    """How many figures stand under the chart in the turn that has most of them, so that it keeps its height."""
    if not model.stacked:
        return len(model.curves)
    return max(sum(1 for curve in model.curves if curve.hands[at]) for at in range(len(model.turns)))


def _years(turns: Sequence[str], gap: int, width: int) -> list[Piece]:
    """The chart's foot: a line with the year's last two digits under the first turn of each year."""
    foot = [glyphs.sign("across")] * width
    year, free = "", 0
    for at, turn in enumerate(turns):
        x = at * gap + gap // 2
        if turn[-4:] != year and turn[-4:].isdigit() and x >= free and x + 2 <= width:
            year = turn[-4:]
            foot[x : x + 2] = year[-2:]
            free = x + 4
    text = "".join(foot)
    pieces = re.split(r"(\d+)", text)
    return [(piece, "quiet" if piece.isdigit() else "rim") for piece in pieces if piece]


def _figure_row(mark: str, name: str, hands: tuple[int, ...], at: int, width: int) -> Row:
    change = signed(hands[at] - hands[at - 1]) if at else ""
    head = row((f"   {mark} ", "strong"), fit(name, 14), (column(hands[at], 6), "strong"), (column(change, 7), "quiet"))
    room = width - head.width - 3
    shown = glyphs.spark(list(hands[: at + 1][-room:])) if room > 4 else ""
    return cut(head + row("  ", (fit(shown, max(0, room + 1)), "quiet")), width)
