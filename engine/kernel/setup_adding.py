"""New lines of a setup page, as people say them: ``ten 3-5 infantry in Kiev``; and the ids that new entries get."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from engine.kernel import things
from engine.kernel.field_words import BadWord, Column, Vocabulary, column, said, understood
from engine.kernel.nearest import nearest
from engine.kernel.paths import Addressed
from engine.kernel.ranges import KeyOf, Known, OneOf, Range, TurnLabel
from engine.kernel.setup_lines import Line, Shelf
from engine.kernel.sheets.setup import NUMBER, SEATING
from engine.kernel.values import frozen

MOST = 60
"""The most entries that one line makes."""
COUNT = "count"
"""The field that counts, where an entry has one."""
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_WORDS, 1)}
_PIECES = re.compile(r'[a-z_]+="[^"]*"|[^\s,]+', re.IGNORECASE)
_COUNT = re.compile(r"(\d{1,3})x?\Z")
_PASSED = frozenset(("in", "at", "on", "of", "the", "a", "an", "with", "to", "for", "and", "from"))
_STRENGTH = re.compile(r"\d{1,2}(?:-\d{1,2})*\Z")


@frozen
class New:
    """Entries to be added: their keys, the fields of each as they are said, and whether ``many`` of them were made."""

    keys: tuple[str, ...]
    entry: Any


def new(shelf: Shelf, text: str, like: Line | None) -> New:
    """The entries that a typed line means. ``like``: the line under the cursor; where nothing but a number is typed
    they are like it, else it gives the heading alone. Raises BadWord."""
    cls = shelf.entry
    if shelf.page.table == SEATING:
        return _seats(shelf, text)
    if cls is None and shelf.may_name():
        return _value(shelf, text)
    if cls is None or not shelf.page.ids:
        raise BadWord(f"{shelf.page.title}: no line can be added here")
    count, words = _counted(text)
    columns = {field.name: column(cls, field.name) for field in attrs.fields(cls)}
    if not words and like is None:
        raise BadWord("nothing is typed", shelf.page.example and f"write {shelf.page.example}")
    given = _like(shelf, like) if not words else _fields(shelf, columns, words)
    if COUNT not in columns:
        count = given.pop(COUNT, count)
    group = shelf.page.group
    if group and group not in given and like is not None and like.group:
        given[group] = like.group
    counts = COUNT in columns
    if counts and words and (count > 1 or columns[COUNT].needed or not columns[COUNT].usual):
        given.setdefault(COUNT, count)
    for name, value in shelf.setup.usual(shelf.campaign, shelf.page.table, given).items():
        given.setdefault(name, value)
    lacking = [col for col in columns.values() if col.needed and col.name not in given]
    if lacking:
        example = f"write {shelf.page.example}" if shelf.page.example else ""
        raise BadWord(f"{' and '.join(col.name.replace('_', ' ') for col in lacking)} is missing", example)
    entry = cls(**given)
    _, problem = shelf.setup.wrong(shelf.campaign, entry)
    if problem:
        raise BadWord(problem)
    many = 1 if counts else count
    if many > MOST:
        raise BadWord(f"{many} are too many at once", f"up to {MOST}")
    return New(_keys(shelf, entry, many), entry)


def _seats(shelf: Shelf, text: str) -> New:
    """The seats of another number of players: each of the first powers one of its own, the last seat the rest."""
    count = text.split()[0] if text.split() else ""
    free = shelf.may_name()
    if count not in free:
        there = ", ".join(free) or "none"
        raise BadWord(
            f"'{count[:20]}' is no other number of players" if count else "nothing is typed", f"free: {there}"
        )
    powers = shelf.ruleset.powers
    return New((count,), {power: powers[min(at, int(count) - 1)] for at, power in enumerate(powers)})


def _value(shelf: Shelf, text: str) -> New:
    """A single value under one of the keys that may stand there: the key, then what stands there."""
    keys = shelf.may_name()
    words = text.split()
    if not words:
        raise BadWord("nothing is typed", f"write {shelf.page.example}")
    names = Vocabulary(keys)
    for length in range(len(words), 0, -1):
        key = names.meant.get(" ".join(words[:length]).lower())
        if key is not None:
            break
    else:
        raise BadWord(f"there is no '{' '.join(words)[:40]}'", "", names.near(text) or names.near(words[0]))
    if key in shelf.held:
        raise BadWord(f"'{names.shown[key]}' stands there already", "change its line")
    col = shelf.value_column(key)
    rest = " ".join(words[length:])
    if not rest and col.kind is not bool:
        raise BadWord(f"what of {names.shown[key]}?", col.span())
    return New((key,), True if not rest else understood(col, rest, shelf.vocabulary(col)))


def _counted(text: str) -> tuple[int, list[str]]:
    """How many are wanted, and the words behind the number."""
    words = [word.replace('"', "") for word in _PIECES.findall(text)]
    many = _many(words[0]) if words else 0
    return (many, words[1:]) if many else (1, words)


def _many(word: str) -> int:
    """The number that a word is, 0 for none."""
    found = _COUNT.match(word)
    return int(found.group(1)) if found else _NUMBERS.get(word.lower(), 0)


def _like(shelf: Shelf, like: Line | None) -> dict[str, Any]:
    assert like is not None
    held = shelf.held[like.key]
    return {field.name: getattr(held, field.name) for field in attrs.fields(type(held))}


def _fields(shelf: Shelf, columns: Mapping[str, Column], words: list[str]) -> dict[str, Any]:
    """The fields that words mean, the longest name first. Raises BadWord for a word that means nothing."""
    lists = {name: shelf.vocabulary(col) for name, col in columns.items()}
    names = _names(shelf, columns, lists)
    given: dict[str, Any] = {}
    at = 0
    while at < len(words):
        field, sign, text = words[at].partition("=")
        if sign and field.lower() in columns:
            field = field.lower()
            given[field] = understood(columns[field], text, lists[field])
            at += 1
            continue
        if not set(given) - {shelf.page.group, COUNT} and COUNT not in given and (many := _many(words[at])):
            # Soviet 2 ARM 8-8: behind what they are of a figure is a strength.
            given[COUNT] = many
            at += 1
            continue
        taken = _longest(names, words, at, given) or _open(columns, lists, words, at, given)
        if taken:
            name, value, length = taken
            given[name] = value
            at += length
        elif words[at].lower() in _PASSED:
            at += 1
        else:
            near = nearest(words[at].lower(), [" ".join(key) for key in names])
            raise BadWord(
                f"'{words[at][:30]}' says nothing here", f"write {shelf.page.example}", near[0] if near else ""
            )
    return given


_Names = dict[tuple[str, ...], list[tuple[str, Any]]]


def _names(shelf: Shelf, columns: Mapping[str, Column], lists: Mapping[str, Vocabulary]) -> _Names:
    """What each name, as the words it is written in, may stand for: fields with their values."""
    names: _Names = {}

    def put(written: str, field: str, value: Any) -> None:
        for text in dict.fromkeys((written.lower(), written.lower().replace("-", " "))):
            held = names.setdefault(tuple(text.split()), [])
            if (field, value) not in held:
                held.append((field, value))

    spoken = shelf.setup.spoken()
    # What heads the lines and what they are of comes before what they may have besides.
    order = dict.fromkeys((shelf.page.group, *shelf.page.columns, *columns))
    for name in (name for name in order if name in columns):
        col = columns[name]
        if isinstance(col.bounds, (KeyOf, Known, OneOf)) and not col.listed:
            for word, shown in lists[name].shown.items():
                if word:
                    put(word, name, word)
                    put(shown, name, word)
                    adjective = getattr(things.table(shelf.campaign, "powers").get(word), "adjective", "")
                    if adjective:
                        put(adjective, name, word)
            for text, word in spoken.items():
                if word in lists[name].shown:
                    put(text, name, word)
        if col.kind is bool:
            put(name.replace("_", " "), name, True)
    for alias, power in shelf.ruleset.aliases.items():
        if shelf.page.group and power in lists[shelf.page.group].shown:
            put(alias, shelf.page.group, power)
    return names


def _longest(names: _Names, words: list[str], at: int, given: Mapping[str, Any]) -> tuple[str, Any, int] | None:
    for length in range(min(5, len(words) - at), 0, -1):
        for field, value in names.get(tuple(word.lower() for word in words[at : at + length]), ()):
            if field not in given:
                return field, value, length
    return None


def _open(
    columns: Mapping[str, Column], lists: Mapping[str, Vocabulary], words: list[str], at: int, given: Mapping[str, Any]
) -> tuple[str, Any, int] | None:
    """What a word may stand for that is in no list: a turn of two words, a year, a strength, a hex."""
    word = words[at].lower()
    for name, col in columns.items():
        if name in given:
            continue
        if isinstance(col.bounds, TurnLabel):
            for length in (2, 1):
                try:
                    if turn := understood(col, " ".join(words[at : at + length]), lists[name]):
                        return name, turn, length
                except BadWord:
                    continue
        if (
            name != COUNT
            and len(word) == 4
            and word.isascii()
            and word.isdigit()
            and isinstance(col.bounds, Range)
            and int(word) in col.bounds
        ):
            return name, int(word), 1
        if isinstance(col.bounds, Known) and lists[name].open and _STRENGTH.match(word):
            return name, word, 1
    return None


# --- ids


def _keys(shelf: Shelf, entry: Any, many: int) -> tuple[str, ...]:
    """Free keys for so many like entries. Raises BadWord where there may be one alone and it is taken."""
    if isinstance(entry, Addressed):
        if entry.doubled:
            raise BadWord(f"'{entry.doubled}' stands on both sides")
        return _free(shelf, entry.address)
    stem = "-".join(part for part in (_part(entry, name) for name in shelf.page.ids if name != NUMBER) if part)
    if not stem:
        raise BadWord(f"its {' and '.join(shelf.page.ids)} has no letter or digit, of which an id could be made")
    if NUMBER not in shelf.page.ids:
        return _free(shelf, stem)
    first = 1 + max((number for number in _numbers(shelf.held, stem)), default=0)
    return tuple(f"{stem}-{number}" for number in range(first, first + many))


def _part(entry: Any, name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", str(getattr(entry, name) or "").lower()).strip("-")


def _numbers(held: Iterable[str], stem: str) -> Iterator[int]:
    for key in held:
        head, _, number = key.rpartition("-")
        if head == stem and number.isdigit():
            yield int(number)


def _free(shelf: Shelf, key: str) -> tuple[str, ...]:
    if key in shelf.held:
        raise BadWord(f"'{key}' stands there already", "change its line")
    return (key,)


def plain_fields(entry: Any) -> dict[str, Any]:
    """The fields of a new entry that are not as they are where nothing is said."""
    cls: Any = type(entry)
    columns = (column(cls, field.name) for field in attrs.fields(cls))
    return {
        col.name: getattr(entry, col.name) for col in columns if col.needed or getattr(entry, col.name) != col.usual
    }


def told(shelf: Shelf, made: New) -> str:
    """What will be added, in words: how many, of what, under which ids."""
    if shelf.page.table == SEATING:
        return f"seats for {made.keys[0]}"
    if not attrs.has(type(made.entry)):
        col = shelf.value_column(made.keys[0])
        return f"{col.title}: {said(col, made.entry, shelf.vocabulary(col))}"
    cls: Any = type(made.entry)
    parts = [" and ".join(map(shelf.called, made.entry.names))] if isinstance(made.entry, Addressed) else []
    if things.NAME not in shelf.page.columns and (name := things.name_of(made.entry)):
        parts.append(name)
    for name in dict.fromkeys((shelf.page.group, *shelf.page.columns)):
        if name and hasattr(made.entry, name):
            col = column(cls, name)
            text = said(col, getattr(made.entry, name), shelf.vocabulary(col))
            if text and not (col.kind is bool and text == "no"):
                parts.append(name if col.kind is bool else text)
    ids = made.keys[0] if len(made.keys) == 1 else f"{made.keys[0]} to {made.keys[-1]}"
    many = f"{len(made.keys)} x " if len(made.keys) > 1 else ""
    return f"{many}{', '.join(parts)} ({ids})"
