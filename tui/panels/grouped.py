"""A page of groups, such as powers with what each has: a cursor over headings and lines, `tab` from group to group,
and what is told of the line under the cursor beside the list, or below it where the window is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from tui.panels.cursor import CursorPanel
from tui.panels.ladder import short
from tui.panels.laying import BLANK, Laid, beside, mark, split
from tui.rows import Row, row, spread

_BELOW = 9999
"""A line under the last one of any list."""
_FEWEST = 5
"""Lines of the list that are in sight where what is told stands below it."""


class Listed(Protocol):
    """A line of a group: ``spot`` is where the cursor stands on it."""

    @property
    def spot(self) -> str: ...


class Grouped(Protocol):
    """A group: the spot of its heading, what it is called, and its lines."""

    @property
    def spot(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def lines(self) -> Sequence[Listed]: ...


G = TypeVar("G", bound=Grouped)


class GroupsPanel(CursorPanel, Generic[G]):
    """What the pages of groups share; each says what its groups are and draws its own lines."""

    def parts(self) -> Sequence[G]:
        """The groups from the top down."""
        return ()

    def tail(self, group: G) -> Row:
        """What stands at the right of a group's heading."""
        return Row()

    def below(self, group: G, width: int) -> list[Laid]:
        """The lines that stand below a group's heading."""
        return []

    def said(self, width: int) -> list[Row]:
        """What is told of the line under the cursor."""
        return []

    def spots(self) -> Sequence[str]:
        return [spot for group in self.parts() for spot in (group.spot, *(line.spot for line in group.lines))]

    # --- from group to group

    def action_part(self) -> None:
        """To the next group."""
        self._to_part(1)

    def action_part_back(self) -> None:
        """To the group before."""
        self._to_part(-1)

    def _to_part(self, by: int) -> None:
        groups = self.parts()
        if groups:
            at = next((nth for nth, group in enumerate(groups) if self._inside(group)), 0)
            # Its heading goes to the top of what is in sight.
            self._top = _BELOW
            self.stand(groups[(at + by) % len(groups)].spot)

    def _inside(self, group: G) -> bool:
        return self.spot == group.spot or any(line.spot == self.spot for line in group.lines)

    def footer_label(self, action: str) -> str | None:
        """Without groups there is nothing to go through, and from the only one to none."""
        if (not self.parts() and action == "up") or (len(self.parts()) < 2 and action == "part"):
            return ""
        return super().footer_label(action)

    def bar_says(self) -> tuple[object, ...]:
        return *super().bar_says(), min(2, len(self.parts()))

    # --- drawing

    def listed(self, width: int, head: Sequence[Laid] = ()) -> list[Laid]:
        """The window over the list, under what always stands over it, and what is told of the line under the cursor."""
        room, right = split(width)
        lines = self._list(room)
        if right:
            return beside([*head, *self.window(lines, len(head))], short(self.said(right), self.room), width, right)
        told = short(self.said(width - 1), max(1, self.room - len(head) - min(_FEWEST, len(lines))))
        foot = [Laid(row(" ") + line) for line in told]
        return [*head, *self.window(lines, len(head) + len(foot)), *foot]

    def _list(self, width: int) -> list[Laid]:
        laid: list[Laid] = []
        for group in self.parts():
            laid += [BLANK] if laid else []
            head = row(mark(group.spot == self.spot), (group.title, "heading"))
            laid += [Laid(spread(head, self.tail(group), width), group.spot), *self.below(group, width)]
        return laid
