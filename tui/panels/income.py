"""The year's income: a statement for each power, every cause with its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from tui import glyphs
from tui.keys import bindings
from tui.models.income import IncomePage, Statement, StatementLine, income
from tui.panels.cursor import CursorPanel
from tui.panels.laying import BLANK, Laid, column, mark, paragraph, plain, signed
from tui.rows import Row, fit, row, spread, wrap


class IncomePanel(CursorPanel):
    """The statements; the one under the cursor is unfolded, all of them where the height allows."""

    where: ClassVar[str] = "income"
    BINDINGS: ClassVar[list[BindingType]] = bindings("income")

    model: IncomePage | None = None

    def show(self) -> None:
        """See Panel."""
        self.model = income(self.desk)
        self.redraw()

    def heading(self) -> str:
        """See Panel."""
        return "Income"

    def spots(self) -> Sequence[str]:
        """See CursorPanel."""
        return [one.power for one in self.model.statements] if self.model is not None else ()

    def focused_path(self) -> str:
        """See Panel."""
        return f"powers.{self.spot}.income" if self.spot else ""

    def lay(self, width: int) -> list[Laid]:
        """See CursorPanel."""
        model = self.model
        if model is None:
            return []
        if not model.statements:
            return paragraph("No power has an income in this game.", width, "quiet")
        laid = [plain((f" {fit(model.title, max(10, width - 8))}", "strong"), ("NARFs", "quiet"))]
        if model.expected:
            said = "What the powers would have in hand if the year began now; what is left over by then is lost (14.3)."
            laid += paragraph(said, width, "quiet")
        laid.append(BLANK)
        every = sum(len(lay_statement(one, True, False, width)) + 1 for one in model.statements)
        unfold_all = every + len(laid) <= self.size.height
        for one in model.statements:
            here = one.power == self.spot
            laid += lay_statement(one, here or unfold_all, here, width)
        return laid

    def help_text(self) -> str:
        """See Panel."""
        return (
            "Each Spring a power's hand becomes its income of the year: base, colonies, conquests, Satellites and "
            "Associates, less what is lost (14.2). Before that, growth adds a part of what was left over to the base "
            "(14.3). Every line names the rule that speaks. In other seasons it shows what next Spring would bring."
        )


def lay_statement(one: Statement, unfolded: bool, here: bool, width: int) -> list[Laid]:
    """A power's statement: a head line with was and now, and its causes where it is unfolded."""
    hand = f"hand {glyphs.arrow(one.hand_was, one.hand_now)}"
    base = f"   base {glyphs.arrow(one.base_was, one.base_now)}" if one.base_was != one.base_now else ""
    head = row(mark(here), (fit(one.name, 16), "strong"))
    figures = row((hand, "changed" if one.hand_was != one.hand_now else ""), (base, "changed"), " ")
    laid = [Laid(spread(head, figures, width), one.power)]
    if not unfolded:
        return laid
    rules = max([4, *(len(line.rule) for line in (*one.base_lines, *one.lines))])
    laid += [Laid(_cause(line, "base: ", rules, width)) for line in one.base_lines]
    laid += [Laid(_cause(line, "", rules, width)) for line in one.lines]
    for at, text in enumerate(wrap(f"joined the force pool: {', '.join(one.units)}", width - 6) if one.units else ()):
        laid.append(plain(("      " if at else "    ", ""), (text, "quiet")))
    laid.append(BLANK)
    return laid


def _cause(line: StatementLine, prefix: str, rules: int, width: int) -> Row:
    then = "" if line.then is None else line.then
    figures = row((column(signed(line.value), 6), "strong"), (column(then, 6), "quiet"))
    rule = row("  ", (column(line.rule, rules), "rule"), " ")
    label = fit(f"    {prefix}{line.label}", max(10, width - figures.width - rule.width))
    return row(label) + figures + rule
