"""What is shown, as plain text: all of a page, also what is out of sight, for the clipboard of the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.kernel.values import frozen
from tui import glyphs
from tui.rows import Row, clean, row

if TYPE_CHECKING:
    from textual.app import App

WIDTH = 100
"""Columns of a copied page at least: what a narrow window cuts stands in it whole."""
_MOST = 74_000
"""Bytes of text that terminals take at once: some drop longer ones without a word."""


@frozen
class Copied:
    """A page as text: what it is, and its lines."""

    what: str
    lines: tuple[str, ...]

    @classmethod
    def of(cls, what: str, lines: Sequence[Row], cursor: Sequence[int] = ()) -> Copied:
        """A page from what is drawn, the cursor's sign taken from the lines of these numbers, and no blank lines at
        its ends."""
        sign = glyphs.sign("now")
        marked = set(cursor)
        texts = [line.text.replace(sign, " ", 1) if at in marked else line.text for at, line in enumerate(lines)]
        texts = [clean(text).rstrip() for text in texts]
        while texts and not texts[-1]:
            texts.pop()
        while texts and not texts[0]:
            texts.pop(0)
        return cls(clean(what), tuple(texts))

    @property
    def text(self) -> str:
        """The title, a line under it, the lines."""
        return "\n".join((self.what, "=" * len(self.what), *self.lines)) + "\n"


def to_clipboard(app: App[Any], page: Copied | None) -> Row:
    """Give a page to the terminal's clipboard (OSC 52, which works over SSH as well), and what is to be said of it."""
    if page is None or not any(page.lines):
        return row((" there is nothing to copy here", "quiet"))
    text = glyphs.flat(page.text) if glyphs.plain() else page.text
    size = len(text.encode())
    if size > _MOST:
        said = f"{page.what} is too long for a clipboard ({size} bytes, {_MOST} at most): `warledger log` prints it"
        return row((f" {glyphs.sign('refused')} {said}", "refused"))
    app.copy_to_clipboard(text)
    count = len(page.lines)
    lines = "1 line" if count == 1 else f"{count} lines"
    said = f"copied {lines}: {page.what}"
    return row((f" {glyphs.sign('done')} ", "changed"), said)
