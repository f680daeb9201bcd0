"""What is typed into a cell of a setup page, read at every key: whether it may stand there, what may stand there
instead, and the words that it may become."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from engine.kernel.field_words import BadWord, Column, Vocabulary, said, understood
from engine.kernel.setup_lines import Line, Shelf
from engine.kernel.values import frozen
from tui.models.edit import Edit

_LISTED = 40


@frozen
class Read:
    """What a typed text came to: its ``value``, or the ``problem`` with what helps; ``choices`` are the words that it
    may become."""

    value: object = None
    problem: str = ""
    choices: tuple[str, ...] = ()


@frozen
class Typing:
    """A cell under edit. ``fresh``: the next sign begins it anew; ``at`` is the choice under the cursor, -1 for none;
    ``judge`` says why a value that could be read may not stand there, '' where it may."""

    column: Column
    vocabulary: Vocabulary
    edit: Edit
    read: Read
    judge: Callable[[object], str]
    fresh: bool = True
    at: int = -1

    @classmethod
    def of(
        cls, shelf: Shelf, line: Line, column: Column, stands: str, sign: str, many: Callable[[Line], int]
    ) -> Typing:
        """The cell of a line, with what ``stands`` there, or with the sign typed over it."""

        def judge(value: object) -> str:
            return "" if column.title == "#" else shelf.wrong(line, column, value)

        begun = cls(column, shelf.vocabulary(column), Edit.of(sign or stands), Read(), judge, fresh=not sign)
        return begun.again()

    def again(self) -> Typing:
        """The same, read anew."""
        return evolve(self, read=self._reading(), at=-1)

    @property
    def part(self) -> str:
        """What is being written: of a list its last word."""
        text = self.edit.text
        return text.rpartition(",")[2].strip() if self.column.listed else text.strip()

    def _reading(self) -> Read:
        words = self.vocabulary.beginning("" if self.fresh else self.part, _LISTED)
        shown = tuple(self.vocabulary.shown[word] for word in words)
        try:
            value = understood(self.column, self.edit.text, self.vocabulary)
        except BadWord as bad:
            return Read(None, str(bad), shown)
        return Read(value, self.judge(value), shown)

    @property
    def unfinished(self) -> bool:
        """Whether it is no fault yet: what is typed is the beginning of a word that may stand there."""
        return bool(self.read.problem) and bool(self.read.choices) and bool(self.part)

    def pressed(self, key: str, character: str | None) -> Typing | None:
        """The cell after a key; None for a key that is not its own."""
        if key in ("up", "down") and self.read.choices:
            return self._choose(1 if key == "down" else -1)
        if key == "tab" and self.read.choices and (self.at >= 0 or self.unfinished):
            return self.completed()
        if self.fresh and character is not None and character.isprintable() and len(character) == 1:
            return evolve(self, edit=Edit.of(character), fresh=False).again()
        edit = self.edit.pressed(key, character, prose=True)
        return None if edit is None else evolve(self, edit=edit, fresh=False).again()

    def insert(self, text: str) -> Typing:
        """Pasted text."""
        edit = Edit.of(text.strip()) if self.fresh else self.edit.insert(text)
        return evolve(self, edit=edit, fresh=False).again()

    def _choose(self, by: int) -> Typing:
        count = len(self.read.choices)
        at = (self.at + by) % count if self.at >= 0 else (0 if by > 0 else count - 1)
        return evolve(self, at=at)

    def completed(self) -> Typing:
        """The choice under the cursor, or the first there is, written out."""
        word = self.read.choices[max(0, self.at)]
        head = self.edit.text.rpartition(",")[0] if self.column.listed and not self.fresh else ""
        text = f"{head}, {word}" if head else word
        return evolve(self, edit=Edit.of(text), fresh=False).again()

    def entered(self) -> Typing:
        """As Enter takes it: the choice under the cursor, or the only word that what is typed may become."""
        if self.at >= 0:
            return self.completed()
        if self.unfinished and (len(self.read.choices) == 1 or self._surely()):
            return self.completed()
        return self

    def _surely(self) -> bool:
        """Whether one word alone begins with what is typed."""
        begun = [word for word in self.read.choices if word.lower().startswith(self.part.lower())]
        return len(begun) == 1

    def words(self) -> str:
        """What stands there as it would be read."""
        return said(self.column, self.read.value, self.vocabulary) if not self.read.problem else ""
