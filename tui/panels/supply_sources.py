"""Sources of supply: of each power what is full, what is limited, and what is none now, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from tui import glyphs
from tui.keys import bindings
from tui.models.supply_sources import Group, Line, Told, groups
from tui.panels.cursor import CursorPanel
from tui.panels.ladder import short
from tui.panels.laying import BLANK, SPREAD, Laid, beside, hung, mark, paragraph, split, with_rule
from tui.rows import Row, row, spread

_SIGNS = {"full": "ball", "limited": "ring", "none": "none"}
_LEVEL = 8
_BELOW = 9999
"""A line under the last one of any list."""
_FEWEST = 5
"""Lines of the list that are in sight where what is told stands below it."""


class SupplySourcesPanel(CursorPanel):
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

    def spots(self) -> Sequence[str]:
        return [spot for group in self.groups for spot in (group.spot, *(line.spot for line in group.lines))]

    def focused_path(self) -> str:
        return next((line.path for group in self.groups for line in group.lines if line.spot == self.spot), "")

    # --- from power to power

    def action_part(self) -> None:
        """To the next power."""
        self._to_part(1)

    def action_part_back(self) -> None:
        """To the power before."""
        self._to_part(-1)

    def _to_part(self, by: int) -> None:
        if self.groups:
            at = next((nth for nth, group in enumerate(self.groups) if self._inside(group)), 0)
            # Its heading goes to the top of what is in sight.
            self._top = _BELOW
            self.stand(self.groups[(at + by) % len(self.groups)].spot)

    def _inside(self, group: Group) -> bool:
        return self.spot == group.spot or any(line.spot == self.spot for line in group.lines)

    def footer_label(self, action: str) -> str | None:
        """Without sources there is nothing to go through."""
        if not self.groups and action in ("up", "part"):
            return ""
        return super().footer_label(action)

    def bar_says(self) -> tuple[object, ...]:
        return *super().bar_says(), bool(self.groups)

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        if not self.groups:
            return paragraph("This game knows no sources of supply.", width, "quiet")
        room, right = split(width)
        lines = self._list(room)
        if right:
            return beside(self.window(lines, 0), short(self._said(right), self.room), width, right)
        told = short(self._said(width - 1), max(1, self.room - min(_FEWEST, len(lines))))
        foot = [Laid(row(" ") + line) for line in told]
        return [*self.window(lines, len(foot)), *foot]

    def _said(self, width: int) -> list[Row]:
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

    def _list(self, width: int) -> list[Laid]:
        laid: list[Laid] = []
        for group in self.groups:
            laid += [BLANK] if laid else []
            head = row(mark(group.spot == self.spot), (group.title, "heading"))
            laid.append(Laid(spread(head, row((group.counted, "quiet"), " "), width), group.spot))
            for line in group.lines:
                laid += self._line(line, width)
        return laid

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
