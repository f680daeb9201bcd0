"""A line under edit: text and caret, changed by keys. It never blinks and asks nothing of the framework."""

from __future__ import annotations

from typing import TypeGuard

from engine.kernel.values import frozen

LONGEST = 400
HELP = "?"
"""The sign that no order, unit, place or number has in it: it opens help, also where a line is being typed."""


@frozen
class Edit:
    """``at`` is the caret, from 0 (before the first sign) to the text's length."""

    text: str = ""
    at: int = 0

    @classmethod
    def of(cls, text: str) -> Edit:
        """The text with the caret behind it."""
        return cls(text, len(text))

    @property
    def before(self) -> str:
        """What stands before the caret."""
        return self.text[: self.at]

    @property
    def after(self) -> str:
        """What stands behind the caret."""
        return self.text[self.at :]

    @property
    def word(self) -> str:
        """The piece of a word right before the caret."""
        start = self.at
        while start and self.text[start - 1] not in " ,;=":
            start -= 1
        return self.text[start : self.at]

    def insert(self, text: str) -> Edit:
        """Typed or pasted text; control characters are left out, line breaks become spaces."""
        kept = "".join(sign if sign.isprintable() else " " for sign in text)[: LONGEST - len(self.text)]
        return Edit(self.before + kept + self.after, self.at + len(kept))

    def complete(self, word: str) -> Edit:
        """The piece of a word before the caret replaced by a whole one and a space."""
        start = self.at - len(self.word)
        tail = "" if self.after.startswith((" ", ",", ";")) or word.endswith("=") else " "
        text = self.text[:start] + word + tail + self.after
        return Edit(text, start + len(word) + len(tail))

    def pressed(self, key: str, character: str | None, prose: bool = False) -> Edit | None:
        """The line after a key; None for a key that edits nothing, and for ``?`` where the line is no ``prose``."""
        if key in ("left", "ctrl+b"):
            return Edit(self.text, max(0, self.at - 1))
        if key in ("right", "ctrl+f"):
            return Edit(self.text, min(len(self.text), self.at + 1))
        if key in ("home", "ctrl+a"):
            return Edit(self.text, 0)
        if key in ("end", "ctrl+e"):
            return Edit.of(self.text)
        if key in ("backspace", "ctrl+h"):
            return Edit(self.before[:-1] + self.after, max(0, self.at - 1))
        if key in ("delete", "ctrl+d"):
            return Edit(self.before + self.after[1:], self.at)
        if key == "ctrl+u":
            return Edit(self.after, 0)
        if key == "ctrl+k":
            return Edit(self.before, self.at)
        if key == "ctrl+w":
            kept = self.before.rstrip()
            kept = kept[: kept.rfind(" ") + 1]
            return Edit(kept + self.after, len(kept))
        return self.insert(character) if character is not None and types(character, prose) else None


def types(character: str | None, prose: bool = False) -> bool:
    """Whether a sign goes into a line under edit: all that print do, but ``?`` only where the line is ``prose``, a
    title or a reason in words."""
    return character is not None and character.isprintable() and (prose or character != HELP)


def pasted(text: str) -> str:
    """The first line of a pasted text that says anything, control characters out: a paste is shown, never run."""
    return next(iter(_lines(text)), "")[:LONGEST]


def several(text: str) -> bool:
    """Whether a pasted text has more than one line that says anything."""
    return len(_lines(text)) > 1


def left_of(text: str) -> str:
    """What is to be said of the lines of a pasted text that were not taken; '' where it has one line alone."""
    more = len(_lines(text)) - 1
    return (
        f"{more} more line{'s were' if more > 1 else ' was'} not taken: paste one order at a time" if more > 0 else ""
    )


def _lines(text: str) -> list[str]:
    lines = (line if line.isprintable() else "".join(map(_shown, line)) for line in text.splitlines())
    return [said for line in lines if (said := line.strip())]


def _shown(sign: str) -> str:
    return sign if sign.isprintable() else " "


def is_digit(character: str | None) -> TypeGuard[str]:
    """Whether a key is one of ten digits: keyboards have a \u00b2 as well, which Python takes for one."""
    return character is not None and len(character) == 1 and character in "0123456789"
