"""The year's accounts: a statement for each power in any year, every cause with its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.sheets.ledger import ledger_of
from tui import glyphs
from tui.keys import bindings
from tui.models.accounts import Accounts, Line, PowerYear, YearPage, accounts, shown
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, column, mark, paragraph, signed
from tui.rows import Row, fit, row, spread, wrap

_FIGURE = 6
"""Cells for a figure."""
_GAPS = 3
"""Cells around the rules."""
_INDENT = {"ends": "   ", "section": "    ", "item": "      "}


class AccountsPanel(CursorPanel):
    """The statements of one year; the one under the cursor is unfolded, all of them where the height allows."""

    where: ClassVar[str] = "accounts"
    BINDINGS: ClassVar[list[BindingType]] = bindings("accounts")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.model: Accounts | None = None
        self.at = 0
        self.brief = False
        self._unfolded: list[PowerYear] = []

    def show(self) -> None:
        """The year at hand comes up first, and again when the next one has begun."""
        before, self.model = self.model, accounts(self.desk)
        if before is None or before.now != self.model.now:
            self.at = self.model.now
        self.redraw()
        self.retitle()

    @property
    def page(self) -> YearPage | None:
        """The year that is shown."""
        return self.model.page(self.at) if self.model is not None else None

    def heading(self) -> str:
        page = self.page
        if page is None:
            return "Accounts"
        return "Accounts: next Spring" if page.expected else f"Accounts of {page.title}"

    def action_leave(self) -> None:
        """Back to the step."""
        self.post_message(self.Closed())

    @property
    def power(self) -> str:
        """The power under the cursor."""
        return self.spot.partition("/")[0]

    def spots(self) -> Sequence[str]:
        """The powers, and the lines of the one that the cursor is in."""
        page = self.page
        spots: list[str] = []
        powers = page.powers if page is not None else ()
        here = (
            self.power
            if any(year.power == self.power for year in powers)
            else next((year.power for year in powers), "")
        )
        for year in powers:
            spots.append(year.power)
            if year.power == here:
                spots += [f"{year.power}/{at}" for at, _ in enumerate(self._shown(year))]
        return spots

    def focused_path(self) -> str:
        return f"powers.{self.power}.income" if self.power else ""

    def _shown(self, year: PowerYear) -> list[Line]:
        return shown(year.lines, self._room(year), brief=self.brief)

    def _room(self, year: PowerYear) -> int:
        """Cells for a label."""
        return self.size.width - 2 * _FIGURE - len(_INDENT["section"]) - _rules(year.lines, self.size.width) - _GAPS

    # --- keys

    def action_before(self) -> None:
        """The year before."""
        self._turn_to(self.at - 1)

    def action_after(self) -> None:
        """The next year."""
        self._turn_to(self.at + 1)

    def _turn_to(self, at: int) -> None:
        if (page := self.page) is not None:
            self.at = max(0, min(page.of - 1, at))
            self.spot = self.power
            self.redraw()
            self.retitle()

    def action_power(self) -> None:
        """The next power."""
        self._next_power(1)

    def action_power_back(self) -> None:
        """The power before."""
        self._next_power(-1)

    def _next_power(self, by: int) -> None:
        powers = [year.power for year in self.page.powers] if self.page is not None else []
        if powers:
            at = powers.index(self.power) if self.power in powers else 0
            self.stand(powers[(at + by) % len(powers)])

    def _may_fold(self) -> bool:
        """Whether a statement that is unfolded looks otherwise with every cause than with headings alone."""
        if self.page is None or self.page.expected:
            return False
        brief, full = (
            [shown(year.lines, self._room(year), brief=yes) for year in self._unfolded] for yes in (True, False)
        )
        return brief != full

    def enter_says(self) -> str | None:
        if not self._may_fold():
            return ""
        return "unfold" if self.brief else "fold"

    def idle(self, action: str) -> str:
        if action == "enter":
            return "every cause stands here: no heading sums up several"
        return super().idle(action)

    def enter(self) -> None:
        """Every cause, or what each heading comes to alone."""
        if self._may_fold():
            self.brief = not self.brief
            self.spot = self.power
            self.redraw()

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        page = self.page
        if page is None:
            return paragraph("This game keeps no accounts.", width, "quiet")
        laid = [self._title(page, width)]
        self._unfolded = []
        if page.expected:
            said = "What the powers would have in hand if the year began now; what is left over by then is lost (14.3)."
            laid += paragraph(said, width, "quiet")
        every = sum(len(self._statement(year, width)) for year in page.powers)
        unfold_all = every + len(laid) <= self.room
        for year in page.powers:
            if unfold_all or year.power == self.power:
                self._unfolded.append(year)
                laid += self._statement(year, width)
            else:
                laid.append(_head(year, False, width))
        return laid

    def _title(self, page: YearPage, width: int) -> Laid:
        money = ledger_of(self.desk.ruleset).money
        left = row((f" {page.title}", "strong"), (f"   {page.at + 1} of {page.of}, in {money}", "quiet"))
        keys = row((f"{glyphs.sign('left-right')} ", "key"), ("year ", "quiet"))
        return Laid(spread(left, keys, width))

    def _statement(self, year: PowerYear, width: int) -> list[Laid]:
        laid = [_head(year, year.power == self.power, width)]
        rules = _rules(year.lines, width)
        for at, line in enumerate(self._shown(year)):
            laid += [Laid(drawn, f"{year.power}/{at}") for drawn in _line(line, rules, width)]
        return [*laid, BLANK]

    def help_text(self) -> str:
        return (
            "A power's year as accounts: what it had before Spring, the income of Spring with every cause (14.2), what "
            "it spent by kind, what the enemy destroyed or took, what it captured, and what is left; then the base "
            "with its growth (14.3) and what cut it, and what became of units. Each line names the rule that speaks. "
            "All of it is read from the journal. The last page is what next Spring would bring."
        )


def _rules(lines: Sequence[Line], width: int) -> int:
    """Cells for the rules; long lists of them give way to what they are about."""
    return min(max([4, *(len(line.rule) for line in lines)]), max(4, width // 4))


def _head(year: PowerYear, here: bool, width: int) -> Laid:
    """A power's name with what each figure was and became."""
    head = row(mark(here), (fit(year.name, 16), "strong"))
    figures = [
        (f"   {title.lower()} {glyphs.arrow(was, now)}", "changed" if was != now else "")
        for title, was, now in year.ends
        if was != now or title == year.ends[0][0]
    ]
    return Laid(spread(head, row(*figures, " "), width), year.power)


def _line(line: Line, rules: int, width: int) -> list[Row]:
    if line.kind == "note":
        lines = wrap(line.label, max(10, width - 8))
        return [row(("      " if at else "    ", ""), (text, "quiet")) for at, text in enumerate(lines)]
    value = "" if line.value is None else signed(line.value)
    then = "" if line.then is None else str(line.then)
    ink = "strong" if line.kind != "item" else ""
    figures = row((column(value, _FIGURE), ink), (column(then, _FIGURE), "strong" if line.kind == "ends" else "quiet"))
    rule = row("  ", (fit(line.rule, rules), "rule"), " ")
    indent = _INDENT[line.kind]
    room = max(10, width - figures.width - rule.width) - len(indent)
    ink = "" if line.kind == "item" else ink
    first, *more = wrap(line.label, room)
    head = row((fit(f"{indent}{first}", room + len(indent)), ink)) + figures + rule
    return [head, *(row((f"{indent}  {rest}", ink)) for rest in more)]
