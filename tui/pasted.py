"""What is pasted is text, whatever stands in it: no sign of it is ever a key.

A terminal puts what is pasted between two marks. Textual 8.2 reads an escape sign between them as the beginning of a
key, and gives the signs behind it to the app as if they had been typed: a page copied from somewhere could quit, give
an order, delete a campaign, and a long one kept the app busy for a minute. Most terminals take escape signs out of what
they paste, not all. Here they are taken out before the framework reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual._xterm_parser import XTermParser
from textual.message import Message

BEGINS, ENDS = "\x1b[200~", "\x1b[201~"
_ESCAPE = "\x1b"


class PasteFilter:
    """What comes from a terminal, piece by piece, with every escape sign out of what is pasted but that of its end."""

    def __init__(self) -> None:
        self._inside = False
        self._before = ""
        """Outside: the last signs, where the mark may have begun. Inside: what may be the beginning of its end."""

    def passed(self, data: str) -> str:
        """What is left of the next piece. The beginning of the mark that ends a paste may be kept for the piece
        behind it."""
        return "".join(self._parts(data))

    def _parts(self, data: str) -> Iterator[str]:
        while data:
            if self._inside:
                inner, ended, data = (self._before + data).partition(ENDS)
                self._before = "" if ended else _beginning(inner, ENDS)
                yield inner[: len(inner) - len(self._before)].replace(_ESCAPE, "")
                if not ended:
                    return
                yield ENDS
                self._inside = False
            else:
                # Nothing is kept back here: a lone escape sign is a key as well.
                outer, begun, _ = (self._before + data).partition(BEGINS)
                length = len(outer) + len(begun) - len(self._before)
                yield data[:length]
                data = data[length:]
                self._inside = bool(begun)
                self._before = "" if begun else _beginning(outer, BEGINS)


def _beginning(text: str, mark: str) -> str:
    """The longest end of a text with which a mark begins, '' where there is none."""
    return next((mark[:length] for length in range(len(mark) - 1, 0, -1) if text.endswith(mark[:length])), "")


class PastingParser(XTermParser):
    """The framework's parser, which reads what the filter lets through."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._filter = PasteFilter()

    def feed(self, data: str) -> Iterable[Message]:
        """What the next piece says; '' is the end, which the framework is told."""
        left = self._filter.passed(data)
        if left or not data:
            yield from super().feed(left)


def settle_pastes() -> None:
    """Let the framework read the terminal by this parser. Called before an app runs."""
    from textual.drivers import linux_driver

    linux_driver.XTermParser = PastingParser  # type: ignore[attr-defined]
