"""A field of the state in people's words: how what stands in it is written, what may stand there, and what a typed text
means. For pages on which an opening position is typed in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from engine.kernel import seasons, things
from engine.kernel.campaign import Campaign
from engine.kernel.nearest import nearest
from engine.kernel.paths import field_types
from engine.kernel.ranges import (
    NAME_LENGTH,
    RANGE,
    TOLD,
    Bounds,
    KeyOf,
    Known,
    Length,
    OneOf,
    Range,
    Told,
    TurnLabel,
)
from engine.kernel.values import frozen

YES, NO = "yes", "no"
NONE = "none"
"""What is typed for an empty field that may be empty."""
_WHOLE = re.compile(r"[-+−]?\d{1,9}\Z")
_TURN = re.compile(r"(spring|summer|fall|autumn|winter)[ -]+(?:19)?(\d\d)\Z")
_FORM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_MOST = 100


class BadWord(ValueError):
    """A text that cannot stand in a field: the ``problem``, what is ``allowed`` there, and the ``near`` word, '' for
    none."""

    def __init__(self, problem: str, allowed: str = "", near: str = "") -> None:
        super().__init__(problem)
        self.problem, self.allowed, self.near = problem, allowed, near

    def __str__(self) -> str:
        hint = f"nearest is {self.near}" if self.near else self.allowed
        return f"{self.problem}; {hint}" if hint else self.problem


@frozen
class Column:
    """A field as a page shows it: its ``name`` ('' for the value of a mapping of single values), the short ``title``
    over the column, its type, bounds and words; ``usual``: what stands there where nothing is said, if
    it is not ``needed`` that something is."""

    name: str
    title: str
    kind: Any
    bounds: Bounds | None = None
    told: Told = Told()
    usual: Any = ""
    needed: bool = False

    @property
    def number(self) -> bool:
        """Whether a whole number stands there."""
        return self.kind is int

    @property
    def listed(self) -> bool:
        """Whether several words stand there."""
        return get_origin(self.kind) is tuple or marks(self.kind)

    @property
    def about(self) -> str:
        """What it is, in full."""
        return self.told.about or self.told.title or (self.name or self.title).replace("_", " ")

    def span(self) -> str:
        """What may stand there, in a few words: a range with its unit, the words, ''."""
        if isinstance(self.bounds, Range) and self.number:
            return f"{self.bounds.low} to {self.bounds.high}" + (f" {self.told.unit}" if self.told.unit else "")
        if isinstance(self.bounds, TurnLabel):
            return "a turn, such as Fall 1940" + (", or none" if self.bounds.empty else "")
        if isinstance(self.bounds, OneOf) and len(self.bounds.words) <= 8:
            return ", ".join(self.bounds.words)
        return "yes or no" if self.kind is bool else ""


def marks(kind: Any) -> bool:
    """Whether a type is a mapping of words that hold, such as the tags of a place."""
    args = get_args(kind)
    return len(args) == 2 and args[1] is bool


_HEAD = 9
"""Characters up to which a field's title stands over its column; with a longer one its name does."""


_columns: dict[tuple[type[Any], str], Column] = {}


def column(cls: type[Any], name: str) -> Column:
    """The column of a field of a class."""
    found = _columns.get((cls, name))
    if found is None:
        found = _columns[cls, name] = _column(cls, name)
    return found


def _column(cls: type[Any], name: str) -> Column:
    field = next(field for field in attrs.fields(cls) if field.name == name)
    told = field.metadata.get(TOLD, Told())
    default = field.default
    usual = default.factory() if isinstance(default, attrs.Factory) else default  # type: ignore[arg-type]
    kind = field_types(cls)[name]
    title = told.title if told.title and len(told.title) <= _HEAD else name.replace("_", " ")
    return Column(name, title, kind, field.metadata.get(RANGE), told, usual, default is attrs.NOTHING)


def of_value(name: str, kind: Any, bounds: Bounds | None, told: Told) -> Column:
    """The column of a single value of a mapping, such as a fact."""
    if get_origin(kind) in (Union, UnionType):
        kind = str
    return Column(name, told.title or name.replace("-", " "), kind, bounds, told, needed=True)


# --- what may stand there


class Vocabulary:
    """The words that may stand in a field, with what people call each. ``open``: others may as well. ``shown`` by word,
    ``meant`` by what people write in small letters."""

    def __init__(self, words: Mapping[str, str], *, free: bool = False) -> None:
        self.open = free
        self.shown = {word: name or word for word, name in words.items()}
        self.meant: dict[str, str] = {}
        for word, name in self.shown.items():
            self.meant.setdefault(name.lower(), word)
        self.meant |= {word.lower(): word for word in self.shown}

    def beginning(self, typed: str, most: int = 40) -> tuple[str, ...]:
        """The words that a typed piece may become: those that begin so first, then those in which it stands."""
        said = typed.strip().lower()
        whole, first, inside = [], [], []
        for word, name in self.shown.items():
            low = name.lower()
            if said in (low, word):
                whole.append(word)
            elif low.startswith(said) or word.startswith(said):
                first.append(word)
            elif said and (f" {said}" in low or f"-{said}" in word):
                inside.append(word)
        return (*whole, *first, *inside)[:most]

    def near(self, typed: str) -> str:
        """The word most like a typed one as people call it, '' for none."""
        found = nearest(typed.strip().lower(), self.meant)
        return self.shown[self.meant[found[0]]] if found else ""


NOTHING = Vocabulary({}, free=True)
"""Of a field that takes any text."""


def vocabulary(campaign: Campaign, table: str, column: Column, words: Mapping[str, str] | None = None) -> Vocabulary:
    """What may stand in a field of a table's entries. ``words``: all that the game knows."""
    bounds = column.bounds
    if column.kind is bool:
        return Vocabulary({YES: "", NO: ""})
    empty = {"": NONE} if column.usual == "" and not column.needed else {}
    if words is not None:
        return Vocabulary(empty | dict(words))
    if isinstance(bounds, OneOf):
        return Vocabulary(empty | dict.fromkeys(bounds.words, ""))
    if isinstance(bounds, KeyOf):
        keys = {
            key: things.name_of(held) for name in bounds.mappings for key, held in things.table(campaign, name).items()
        }
        also = {word: word or NONE for word in bounds.also}
        return Vocabulary(({"": NONE} if bounds.empty else {}) | also | keys)
    if isinstance(bounds, TurnLabel):
        return Vocabulary(({"": NONE} if bounds.empty else {}) | turns(campaign), free=True)
    if isinstance(bounds, Known):
        stands = known(campaign, bounds.mappings or (table,), column.name)
        return Vocabulary(empty | dict.fromkeys(sorted(stands), ""), free=bounds.more)
    if marks(column.kind):
        held = (getattr(entry, column.name) for entry in things.table(campaign, table).values())
        return Vocabulary(dict.fromkeys(sorted({tag for tags in held for tag in tags}), ""), free=True)
    return NOTHING


def known(campaign: Campaign, tables: Iterable[str], name: str) -> set[str]:
    """The words that stand in fields of a name in these tables."""
    held = (getattr(entry, name, "") for table in tables for entry in things.table(campaign, table).values())
    return {word for word in held if isinstance(word, str) and word}


def turns(campaign: Campaign) -> dict[str, str]:
    """The turns of a campaign by their labels, with what people call them."""
    try:
        first, last = seasons.number(campaign.first), seasons.number(campaign.last)
    except seasons.BadTurn:
        return {}
    return {label: seasons.spoken(label) for label in map(seasons.label, range(first, min(last, first + _MOST) + 1))}


# --- in words and back


def said(column: Column, value: Any, vocabulary: Vocabulary) -> str:
    """What stands in a field, as people write it."""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, Mapping):
        return ", ".join(word for word, holds in value.items() if holds)
    if isinstance(value, tuple):
        return ", ".join(vocabulary.shown.get(item, str(item)) for item in value)
    if isinstance(column.bounds, TurnLabel) and value:
        try:
            return seasons.spoken(str(value))
        except seasons.BadTurn:
            return str(value)
    return "" if value == "" else vocabulary.shown.get(value, str(value)) if isinstance(value, str) else str(value)


def understood(column: Column, text: str, vocabulary: Vocabulary) -> Any:
    """What a typed text means in a field. Raises BadWord."""
    typed = text.strip()
    if column.number:
        return _number(column, typed)
    if marks(column.kind):
        return {_word(column, part, vocabulary): True for part in _parts(typed)}
    if get_origin(column.kind) is tuple:
        if get_args(column.kind)[0] is int:
            return tuple(_number(column, part) for part in _parts(typed))
        return tuple(_word(column, part, vocabulary) for part in _parts(typed))
    if column.kind is bool:
        return _holds(typed)
    if isinstance(column.bounds, TurnLabel):
        return _turn(column.bounds, typed)
    if isinstance(column.bounds, Length) or column.bounds is None:
        return _text(column.bounds or Length(NAME_LENGTH), typed)
    return _word(column, typed, vocabulary)


def _parts(typed: str) -> list[str]:
    return [part.strip() for part in typed.split(",") if part.strip()]


def _number(column: Column, typed: str) -> int:
    allowed = column.bounds if isinstance(column.bounds, Range) else Range(-9999, 9999)
    span = column.span() or f"{allowed.low} to {allowed.high}"
    if not typed:
        raise BadWord("nothing is typed", span)
    if not _WHOLE.match(typed):
        raise BadWord(f"'{typed[:20]}' is no whole number", span)
    value = int(typed.replace("−", "-"))
    if value not in allowed:
        raise BadWord(f"{value} is out of range", span)
    return value


def _holds(typed: str) -> bool:
    low = typed.lower()
    if (low and YES.startswith(low)) or low in ("true", "1", "on"):
        return True
    if (low and NO.startswith(low)) or low in ("false", "0", "off"):
        return False
    raise BadWord(f"'{typed[:20]}' is neither yes nor no", "yes or no")


def _turn(allowed: TurnLabel, typed: str) -> str:
    low = typed.lower()
    if low in ("", NONE) and allowed.empty:
        return ""
    found = _TURN.match(low)
    if found is not None:
        season = "fall" if found.group(1) == "autumn" else found.group(1)
        return f"19{found.group(2)}-{seasons.SEASONS.index(season) + 1}-{season}"
    if not low or allowed.wrong(low):
        raise BadWord(f"'{typed[:20]}' is no turn" if low else "nothing is typed", "write Fall 1940, or 1940-3-fall")
    return low


def _text(allowed: Length, typed: str) -> str:
    if problem := allowed.wrong(typed):
        raise BadWord(problem, str(allowed))
    return typed


def _word(column: Column, typed: str, vocabulary: Vocabulary) -> str:
    low = typed.lower()
    found = vocabulary.meant.get(low)
    if found is not None:
        return found
    if not low:
        raise BadWord("nothing is typed", column.span())
    if vocabulary.open:
        word = low.replace(" ", "-")
        if not _FORM.match(word):
            raise BadWord(f"'{typed[:20]}' has other signs than letters, digits and hyphens", "", vocabulary.near(low))
        if len(word) > NAME_LENGTH:
            raise BadWord(f"{len(word)} characters are too many", f"at most {NAME_LENGTH}")
        return word
    near = vocabulary.near(low)
    there = list(vocabulary.shown.values())
    listed = ", ".join(there) if len(there) <= 12 else ""
    raise BadWord(f"there is no '{typed[:30]}'", f"there are {listed}" if listed else "", near)
