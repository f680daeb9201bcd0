"""The name of a campaign that branches off: typed over the journal, with a proposal; Tab says whether it opens."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from tui import keys
from tui.typed_line import TypedLine


class BranchLine(TypedLine):
    """The line; what is typed first replaces the proposal. ``opens``: the new campaign is opened when it has been
    made."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("branching")

    class Made(Message):
        """Enter."""

    class Turned(Message):
        """Tab: what comes after has changed."""

    class Left(Message):
        """Escape."""

    def __init__(self, name: str) -> None:
        super().__init__(name, id="branch", select_on_focus=True)
        self.opens = True

    def prose(self) -> bool:
        return True

    def action_make(self) -> None:
        """Make it."""
        self.post_message(self.Made())

    def action_turn(self) -> None:
        """Open it then, or stay."""
        self.opens = not self.opens
        self.post_message(self.Turned())

    def action_leave(self) -> None:
        """Make nothing."""
        self.post_message(self.Left())
