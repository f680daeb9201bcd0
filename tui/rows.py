"""Lines of text in inks, as plain values: what models and the command line lay out without any screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size

from engine.kernel.values import frozen
from tui import glyphs, session

Piece = tuple[str, str]


@frozen
class Row:
    """One line: pieces of (text, ink). ``under`` is an ink that lies under the first ``reach`` cells (the cursor), with
    0 under the whole width."""

    pieces: tuple[Piece, ...] = ()
    under: str = ""
    reach: int = 0

    @property
    def text(self) -> str:
        """The row's text, without inks."""
        return "".join(text for text, _ in self.pieces)

    @property
    def width(self) -> int:
        """How many cells the row takes."""
        return sum(cells(text) for text, _ in self.pieces)

    def __add__(self, other: Row) -> Row:
        return Row(self.pieces + other.pieces, self.under or other.under, self.reach)

    def on(self, under: str, reach: int = 0) -> Row:
        """The row on another ground, as far as it reaches."""
        return Row(self.pieces, under, reach)


def cells(text: str) -> int:
    """How many cells a text takes. What is plain is not asked of the framework, which keeps the last four thousand
    texts that it was asked."""
    return len(text) if text.isascii() else cell_len(text)


def row(*parts: str | Piece) -> Row:
    """A line from plain texts and (text, ink) pieces."""
    return Row(tuple((part, "") if isinstance(part, str) else part for part in parts))


def clean(text: str) -> str:
    """Text from a file or a player with control characters made visible, so that it cannot move the cursor."""
    if "/" in text:
        text = session.at_hand().access.shown(text)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def fit(text: object, width: int, align: str = "left") -> str:
    """The text in exactly ``width`` cells, cut with a sign where it is too long; ``align`` left or right."""
    shown = str(text)
    size = cells(shown)
    if size > width:
        more = glyphs.sign("cut")
        return set_cell_size(shown, width - 1) + more if width > 1 else set_cell_size(shown, width)
    space = " " * (width - size)
    return space + shown if align == "right" else shown + space


def spread(left: Row, right: Row, width: int) -> Row:
    """One line with a part at each end; the left part is cut first."""
    gap = width - left.width - right.width
    if gap >= 1:
        return Row((*left.pieces, (" " * gap, ""), *right.pieces), left.under)
    return Row((*cut(left, max(0, width - right.width - 1)).pieces, (" ", ""), *right.pieces), left.under)


def fitting(lines: Iterable[Row], width: int) -> Row:
    """The first of several ways to say something that has room; the last one is cut."""
    shown = Row()
    for shown in lines:
        if shown.width <= width:
            return shown
    return cut(shown, width)


def some_of(items: Sequence[str], width: int, head: str = "") -> str:
    """As many items as a width has room for behind ``head``, none of them cut, and how many more there are; '' where
    not even one has room."""
    named: list[str] = []
    best = ""
    for item in items:
        left = len(items) - len(named) - 1
        said = f"{head}{', '.join((*named, item))}" + (f" and {left} more" if left else "")
        if cells(said) <= width:
            named.append(item)
            best = said
    return best


def cited(rules: Sequence[str], width: int) -> Row:
    """Rule numbers for a line's end, as many as ``width`` cells hold; the first stands there whatever it takes."""
    fitting = (", ".join(rules[:count]) for count in range(len(rules), 1, -1))
    first = rules[0] if rules else ""
    return row((next((text for text in fitting if cells(text) < width), first), "rule"), " ")


def cut(line: Row, width: int) -> Row:
    """The line in at most ``width`` cells, ending with a sign where something is missing."""
    if line.width <= width:
        return line
    kept: list[Piece] = []
    left = width - 1
    for text, name in line.pieces:
        size = cells(text)
        if size <= left:
            kept.append((text, name))
            left -= size
        elif left >= 0:
            kept.append((set_cell_size(text, left) + glyphs.sign("cut"), name))
            break
    return Row(tuple(kept), line.under, line.reach)


def folded(line: Row, width: int) -> list[Row]:
    """A line of pieces broken at spaces into lines of at most ``width`` cells, those after the first further in by two
    cells than it begins."""
    if line.width <= width:
        return [line]
    indent = len(line.text) - len(line.text.lstrip()) + 2
    lines: list[list[Piece]] = [[]]
    at = 0
    for text, ink in line.pieces:
        # Each word with the blanks before it: what does not fit begins a line without them.
        for word in re.findall(r" *[^ ]+| +$", text):
            size = cells(word)
            if at + size > width and at > indent:
                lines.append([(" " * indent, "")])
                at, word = indent, word.lstrip()
                size = cells(word)
            lines[-1].append((word, ink))
            at += size
    return [cut(Row(tuple(pieces), line.under, line.reach), width) for pieces in lines]


def wrap(text: str, width: int) -> list[str]:
    """The text broken at spaces into lines of at most ``width`` cells; line breaks in it stay."""
    lines: list[str] = []
    for part in text.split("\n"):
        current = ""
        for word in part.split(" "):
            while cells(word) > width > 0:
                if current:
                    lines.append(current)
                    current = ""
                head = set_cell_size(word, width).rstrip()
                lines.append(head)
                word = word[len(head) :]
            joined = f"{current} {word}" if current else word
            if cells(joined) <= width:
                current = joined
            else:
                lines.append(current)
                current = word
        lines.append(current)
    return lines
