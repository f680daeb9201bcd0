"""Money in hand of every power over the turns, as a plain chart with the figures of one turn under it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from tui import glyphs
from tui.keys import bindings
from tui.models.curves import Curves, chart, charts
from tui.panels.cursor import CursorPanel
from tui.panels.laying import Laid, column, paragraph, plain, signed
from tui.rows import Piece, Row, cut, fit, row, spread

_SCALE = 5
# From this width on the figures stand in two columns.
_TWO = 74


class CurvesPanel(CursorPanel):
    """The chart; left and right move the turn whose figures are shown."""

    where: ClassVar[str] = "curves"
    BINDINGS: ClassVar[list[BindingType]] = bindings("curves")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.model: Curves | None = None
        self.charts: tuple[Curves, ...] = ()
        self.chart = 0
        self.at = 0

    def show(self) -> None:
        """See Panel."""
        self.charts = charts(self.desk)
        self._show_chart(min(self.chart, len(self.charts) - 1))

    def _show_chart(self, at: int) -> None:
        self.chart, self.model = at, self.charts[at]
        self.at = max(0, len(self.model.turns) - 1)
        self.post_message(self.Retitled())
        self.redraw()

    def action_chart(self) -> None:
        """The next chart."""
        if self.charts:
            self._show_chart((self.chart + 1) % len(self.charts))

    def heading(self) -> str:
        """See Panel."""
        if self.model is None:
            return f"{self.desk.ruleset.money} in hand"
        several = f" ({self.chart + 1} of {len(self.charts)})" if len(self.charts) > 1 else ""
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
        """See CursorPanel."""
        model = self.model
        if model is None:
            return []
        if not model.curves or not model.turns:
            return paragraph("This game counts no money.", width, "quiet")
        beside = 2 if width >= _TWO else 1
        height = max(4, self.size.height - -(-len(model.curves) // beside) - 3)
        gap = max(1, min(6, (width - _SCALE - 3) // len(model.turns)))
        lines = chart(model, height, gap)
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
        turn = f"{model.turns[self.at]} ({self.at + 1} of {len(model.turns)})"
        when = "in this turn" if model.flow else "at its end"
        head = row((f" {glyphs.sign('now')} ", "now"), (turn, "strong"), (f"   {when}", "quiet"))
        if self.at == len(model.turns) - 1 and not model.flow:
            head = row((f" {glyphs.sign('now')} ", "now"), (turn, "strong"), ("   now", "quiet"))
        laid = [Laid(spread(head, row((f"{glyphs.sign('left-right')} ", "key"), ("turn ", "quiet")), width))]
        ranked = sorted(model.curves, key=lambda curve: -curve.hands[self.at])
        each = [_figure_row(curve.mark, curve.name, curve.hands, self.at, width // beside) for curve in ranked]
        down = -(-len(each) // beside)
        for y in range(down):
            line = row()
            for one in each[y::down]:
                line = line + one
            laid.append(Laid(cut(line, width)))
        return laid

    def help_text(self) -> str:
        """See Panel."""
        return (
            f"{self.desk.ruleset.money} in hand of every power at the end of each turn, read from the journal. "
            "A power's letter stands at its figure, * where several meet. Left and right choose the turn whose figures "
            "stand below; tab goes on to other figures of the war, where the game tells any."
        )


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
