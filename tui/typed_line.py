"""The framework's line to type in, as this program uses it: it never blinks, and leaves ``?`` to the help."""

from __future__ import annotations

from textual.events import Key, Paste
from textual.widgets import Input

from tui.models.edit import LONGEST, pasted, types


class TypedLine(Input):
    """A line to type in over a screen: the order line, a search, the palette."""

    def on_mount(self) -> None:
        """Nothing blinks."""
        self.cursor_blink = False

    def prose(self) -> bool:
        """Whether words of the player's own stand where the caret is, in which ``?`` is a sign like any other."""
        return False

    def replace(self, text: str, start: int, end: int) -> None:
        """Whatever comes into the line comes through here: of a page its first line that says anything, and nothing
        that would steer the terminal. Textual 8.2 takes a paste as it is and paints it so."""
        if len(text) > LONGEST or not text.isprintable():
            text = pasted(text)
        super().replace(text, start, end)

    def _on_paste(self, event: Paste) -> None:
        """What is pasted stands for what is selected."""
        event.prevent_default()
        event.stop()
        # The framework would take the first line, which may say nothing.
        self.replace(event.text, *sorted(self.selection))

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return types(character, self.prose())

    async def _on_key(self, event: Key) -> None:
        """A sign that is not typed here goes on to the keys of the program."""
        if event.is_printable and not types(event.character, self.prose()):
            # The framework would call its own input's handler next.
            event.prevent_default()
            return
        await super()._on_key(event)
