"""Victory: how the campaign may end or has ended, and every side's objectives with the level that they give today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from tui import glyphs
from tui.keys import bindings
from tui.models.objectives import Group, Line, Page, Told, page
from tui.panels.grouped import GroupsPanel
from tui.panels.laying import SPREAD, Laid, column, hung, mark, paragraph, split, with_rule
from tui.rows import Row, folded, row, spread

_NAME = 16
"""Columns of a city's name."""


class ObjectivesPanel(GroupsPanel[Group]):
    """The page of victory, from anywhere in a campaign."""

    where: ClassVar[str] = "objectives"
    most: ClassVar[int] = SPREAD
    BINDINGS: ClassVar[list[BindingType]] = bindings("objectives")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.page: Page | None = None

    def show(self) -> None:
        self.page = page(self.desk)
        if self.spot not in self.spots():
            self.spot = self.first_spot()
        self.redraw()

    def heading(self) -> str:
        return "Victory"

    def parts(self) -> Sequence[Group]:
        """The ends of the campaign, the sides, and what counts for nobody."""
        return self.page.groups if self.page is not None else ()

    def focused_path(self) -> str:
        return self.page.path(self.spot) if self.page is not None else ""

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        found = self.page
        if found is None:
            return paragraph("This game knows no victory by objectives.", width, "quiet")
        room, _ = split(width)
        head = [line for text, rule in found.result for line in paragraph(text, room, "strong", rule=rule)]
        if not found.groups:
            return [*head, *(line for text, rule in found.about for line in paragraph(text, width, "quiet", rule=rule))]
        return self.listed(width, head)

    def said(self, width: int) -> list[Row]:
        found = self.page
        return [line for told in (found.told(self.spot) if found is not None else ()) for line in _text(told, width)]

    def tail(self, group: Group) -> Row:
        return row((column(group.figure, 3), "strong"), (f" {group.word}" if group.word else "", "quiet"), " ")

    def below(self, group: Group, width: int) -> list[Laid]:
        each = (self._objective(line, width) if line.path else self._way(line, width) for line in group.lines)
        return [laid for lines in each for laid in lines]

    def _way(self, line: Line, width: int) -> list[Laid]:
        head = row(mark(line.spot == self.spot), ("  ", ""), (line.name, "" if line.counts else "quiet"))
        tail = row((line.said, "strong" if line.counts else "quiet"), " ")
        lines = folded(head, width - tail.width - 1)
        lines[-1] = spread(lines[-1], tail, width)
        return [Laid(one, line.spot) for one in lines]

    def _objective(self, line: Line, width: int) -> list[Laid]:
        sign = glyphs.sign("done" if line.counts else "skipped")
        ink = "" if line.counts else "quiet"
        name = row(mark(line.spot == self.spot), (f"{sign} ", ink), (f"{line.name:<{_NAME}}", ink))
        lines = hung(name, line.said, width - 1, "quiet")
        return [Laid(one, line.spot) for one in with_rule(lines, line.rule, width)]

    def help_text(self) -> str:
        said = (
            "How the campaign may end by the rules, and what of each end is held and missing (17, 20, 21, 22.2, 27.1). "
            "Then every side of the table of victory with the level that its objectives would give it today, what it "
            "holds and what may count for it besides (27.2). Last what counts for nobody, and why.\n"
            "Which cities are objectives is on the printed map alone; the list is the house's. Tab goes from side to "
            "side. Once the campaign has ended its result stands over all of this, with the way on."
        )
        texts = [*(self.page.about if self.page is not None else ())]
        told = self.page.told(self.spot) if self.page is not None else ()
        texts += [one for one in told if one not in texts]
        return "\n".join([said, *(f"{text} ({rule})" if rule else text for text, rule in texts)])


def _text(told: Told, width: int) -> list[Row]:
    text, rule = told
    return [line.row for line in paragraph(text, width, "quiet", rule=rule, indent=0)]
