"""A note under edit: a few lines of the framework's text box. Enter keeps it, Escape leaves it as it was."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.events import Key, Paste
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import TextArea

from saves import notes
from tui import keys
from tui.rows import clean

_PASTED = 20_000
"""The most signs of a paste that are taken: far more than a note may have, so that what is too long can be cut."""


class NoteEditor(TextArea):
    """The box. ``prose``: every sign is a sign of the note, ``?`` too."""

    BINDINGS: ClassVar[list[BindingType]] = keys.bindings("noting")

    class Kept(Message):
        """Enter."""

    class Left(Message):
        """Escape."""

    def __init__(self, text: str) -> None:
        super().__init__(text, id="note", show_line_numbers=False, soft_wrap=True, compact=True)
        self.cursor_blink = False
        self.highlight_cursor_line = False

    def on_mount(self) -> None:
        """The caret stands behind what is written."""
        self.move_cursor(self.document.end)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Textual 8.2 may paint a box that was just mounted before it has its styles: then it is blank, and painted
        again with them."""
        try:
            return super().render_lines(crop)
        except KeyError:
            return [Strip.blank(crop.width)] * crop.height

    @property
    def size_said(self) -> tuple[str, bool]:
        """How long the note is of how much it may be, and whether that is too much."""
        said = notes.tidied(self.text)
        lines = said.count("\n") + 1
        return (
            f"{len(said):,} of {notes.SIGNS:,} signs, {lines} of {notes.LINES} lines",
            bool(notes.too_much(said)),
        )

    async def _on_key(self, event: Key) -> None:
        """The keys that keep and leave go on to the bindings; all else is the text's."""
        bound = {key for action in keys.of("noting") for key in action.keys.split(",")}
        if event.key in bound:
            # The framework would call its own box's handler next.
            event.prevent_default()
            return
        await super()._on_key(event)

    async def _on_paste(self, event: Paste) -> None:
        """A paste as it is, within reason; but nothing that would steer the terminal: Textual 8.2 paints it as it
        is."""
        event.prevent_default()
        lines = event.text[:_PASTED].splitlines()
        await super()._on_paste(Paste("\n".join(clean(line.expandtabs(4)) for line in lines)))
        event.stop()

    def action_keep(self) -> None:
        """Keep it."""
        self.post_message(self.Kept())

    def action_line(self) -> None:
        """A new line."""
        self.insert("\n")

    def action_leave(self) -> None:
        """Leave the note as it was."""
        self.post_message(self.Left())
