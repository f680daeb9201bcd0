"""A list that is searched as one types: its filter, the box for its text, and the keys that close it."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import evolve

from tui.models.edit import Edit
from tui.panels.cursor import CursorPanel


class SiftedPanel(CursorPanel):
    """A list under a filter. ``FILTER`` is its class, which shows everything as it is made and whose ``text`` is typed
    into the box; ``sift`` shows the list under another."""

    FILTER: ClassVar[type[Any]]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.filter = self.FILTER()
        self.searching: Edit | None = None

    def sift(self, by: Any) -> None:
        """The list under this filter from now on."""
        self.filter = by
        self.redraw()

    def action_every(self) -> None:
        """All filters off."""
        self.searching = None
        self.sift(self.FILTER())

    def idle(self, action: str) -> str:
        return "no filter is on: everything is shown" if action == "every" else super().idle(action)

    def action_find(self) -> None:
        """Look for words."""
        self.searching = Edit.of(self.filter.text)
        self.redraw()

    def typing(self) -> bool:
        return self.searching is not None

    def typed(self, key: str, character: str | None) -> bool:
        if self.searching is None:
            return False
        if key in ("enter", "tab", "down", "up"):
            self.searching = None
            self.redraw()
            return True
        if key == "escape":
            self.searching = None
            self.sift(evolve(self.filter, text=""))
            return True
        edit = self.searching.pressed(key, character)
        if edit is None:
            return False
        self._search(edit)
        return True

    def pasted(self, text: str) -> None:
        if self.searching is not None:
            self._search(self.searching.insert(text))

    def _search(self, box: Edit) -> None:
        self.searching = box
        self.sift(evolve(self.filter, text=box.text))
