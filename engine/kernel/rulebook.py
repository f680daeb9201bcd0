"""What a game's rulebook is divided into and the words that it shortens, from the file ``rulebook`` of its tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from engine.kernel.tables import UnknownTable, table
from engine.kernel.values import frozen

_FILE = "rulebook"
_CHAPTER = re.compile(r"\D*(\d+)")


@frozen
class Term:
    """A word of the rulebook. ``word``: as it is shortened; ``name``: in full; ``says``: what it is, in our words;
    ``rule``: where it stands; ``also``: other ways to write it."""

    word: str
    name: str
    says: str
    rule: str
    also: tuple[str, ...] = ()

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to write it, in small letters."""
        return tuple(dict.fromkeys(text.lower() for text in (self.word, self.name, *self.also)))

    @property
    def line(self) -> str:
        """What it means, in a line: ``POP, Political Point: bought in secret ... (16.1.1)``."""
        head = self.word if self.word == self.name else f"{self.word}, {self.name}"
        return f"{head}: {self.says} ({self.rule})"


@cache
def chapters(game: str) -> Mapping[int, str]:
    """The chapters of a game's rulebook by their numbers; none for a game without such a file."""
    try:
        return {int(number): str(title) for number, title in table(game, _FILE)["chapters"].items()}
    except UnknownTable:
        return {}


@cache
def terms(game: str) -> tuple[Term, ...]:
    """The words of a game's rulebook; none for a game without such a file."""
    try:
        rows = table(game, _FILE)["term"]
    except UnknownTable:
        return ()
    return tuple(Term(row["word"], row["name"], row["says"], row["rule"], tuple(row.get("also", ()))) for row in rows)


def chapter(game: str, rule: str) -> tuple[int, str]:
    """The chapter in which a rule stands: its number and what it is called; a rule without a number is in none, 0."""
    match = _CHAPTER.match(rule)
    number = int(match.group(1)) if match else 0
    return number, chapters(game).get(number, "")


def meant(game: str, typed: str) -> tuple[Term, ...]:
    """The words of the rulebook that a typed text names or begins, exact ones first; none for no text."""
    text = " ".join(typed.lower().split())
    if not text:
        return ()
    exact = [term for term in terms(game) if text in term.spellings]
    begun = [term for term in terms(game) if any(word.startswith(text) for word in term.spellings)]
    return tuple(dict.fromkeys((*exact, *begun)))


def spelled(game: str, word: str) -> tuple[str, ...]:
    """Every way to write what a word stands for, itself first: who searches for POP finds political points, and who
    searches for political finds POPs."""
    text = word.lower()
    met = (term for term in terms(game) if text in term.spellings or _begins_word(text, term))
    return tuple(dict.fromkeys((text, *(way for term in met for way in term.spellings))))


_TELLING = 5
"""Letters from which on a beginning of a word in a full name stands for it."""


def _begins_word(text: str, term: Term) -> bool:
    return len(text) >= _TELLING and any(part.startswith(text) for part in term.name.lower().split())
