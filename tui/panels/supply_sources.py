"""Sources of supply: of each power what is full, what is limited, and what is none now, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from tui import glyphs
from tui.keys import bindings
from tui.models.supply_sources import Group, Line, Told, groups
from tui.panels.grouped import GroupsPanel
from tui.panels.laying import SPREAD, Laid, hung, mark, paragraph, with_rule
from tui.rows import Row, row

_SIGNS = {"full": "ball", "limited": "ring", "none": "none"}
_LEVEL = 8


class SupplySourcesPanel(GroupsPanel[Group]):
    """The page of sources, from anywhere in a campaign."""

    where: ClassVar[str] = "sources"
    most: ClassVar[int] = SPREAD
    BINDINGS: ClassVar[list[BindingType]] = bindings("sources")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.groups: tuple[Group, ...] = ()

    def show(self) -> None:
        self.groups = groups(self.desk)
        if self.spot not in self.spots():
            self.spot = self.first_spot()
        self.redraw()

    def heading(self) -> str:
        return "Sources of supply"

    def parts(self) -> Sequence[Group]:
        return self.groups

    def focused_path(self) -> str:
        return next((line.path for group in self.groups for line in group.lines if line.spot == self.spot), "")

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        if not self.groups:
            return paragraph("This game knows no sources of supply.", width, "quiet")
        return self.listed(width)

    def said(self, width: int) -> list[Row]:
        return [one.row for text, rule in self._told() for one in paragraph(text, width, "quiet", rule=rule, indent=0)]

    def _told(self) -> tuple[Told, ...]:
        """What is told of the line under the cursor."""
        for group in self.groups:
            if group.spot == self.spot:
                return group.told
            for line in group.lines:
                if line.spot == self.spot:
                    return line.told
        return ()

    def tail(self, group: Group) -> Row:
        return row((group.counted, "quiet"), " ")

    def below(self, group: Group, width: int) -> list[Laid]:
        return [laid for line in group.lines for laid in self._line(line, width)]

    def _line(self, line: Line, width: int) -> list[Laid]:
        ink = "quiet" if line.level == "none" else ""
        strength = {"full": "strong", "limited": "", "none": "quiet"}[line.level]
        head = row(
            mark(line.spot == self.spot),
            (f"{glyphs.sign(_SIGNS[line.level])} ", ink),
            (f"{line.level:<{_LEVEL}}", strength),
        )
        lines = hung(head, f"{line.name}: {line.why}", width - 1, ink)
        return [Laid(one, line.spot) for one in with_rule(lines, line.rule, width)]

    def help_text(self) -> str:
        said = (
            "Where each power's units trace supply to now: national capitals with the city that stands in for one that "
            "is lost, Suez, the edge of the map, and as limited sources the capitals of colonies, Associates, "
            "Satellites and conquered countries (12.2). What is none now says why; it is worked out from who holds "
            "what, and changes with it.\n"
            "Whether a path leads to a source the board shows: who is cut off is named at the checks."
        )
        return "\n".join([said, *(f"{text} ({rule})" for text, rule in self._told())])
