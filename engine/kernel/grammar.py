"""The one line of text of an order: words, lists with commas, key=value, and a quoted reason.

Parsing is pure; canonical text parses back to the same order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs
from attrs import frozen

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
PATH = re.compile(r"[a-z0-9:/+_-]+(?:\.[a-z0-9:/+_-]+)*\Z")
_TOKEN = re.compile(r'\s*((?:[^\s"]|"(?:[^"\\]|\\.)*")+)')
LONGEST = 4000


class Unreadable(ValueError):
    """Text that is no order: ``at`` is the column (from 0) and ``expected`` what should have stood there."""

    def __init__(self, problem: str, at: int = 0, expected: str = "") -> None:
        self.problem, self.at, self.expected = problem, at, expected
        tail = f"; expected {expected}" if expected else ""
        super().__init__(f"column {at + 1}: {problem}{tail}")


@frozen
class Kind:
    """A kind of argument: its name for messages, how it is read and how it is written."""

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def _id(text: str) -> str:
    if not ID.match(text):
        raise ValueError(text)
    return text


def _path(text: str) -> str:
    if not PATH.match(text):
        raise ValueError(text)
    return text


def _int(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,9}", text):
        raise ValueError(text)
    return int(text)


def _flag(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _ids(text: str) -> tuple[str, ...]:
    return tuple(_id(item) for item in text.split(","))


def quote(text: str) -> str:
    """The text in double quotes, backslash escaping both."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquote(text: str) -> str:
    """What stands in the quotes. Raises ValueError where they are missing or a control character is inside."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        raise ValueError(text)
    inside = re.sub(r"\\(.)", r"\1", text[1:-1])
    if any(ord(sign) < 32 or ord(sign) == 127 for sign in inside):
        raise ValueError("control character")
    return inside


NAME = Kind("a name", _id, str)
STEP = Kind("a step or path", _path, str)
NUMBER = Kind("a whole number", _int, str)
FLAG = Kind("yes or no", _flag, lambda value: "yes" if value else "no")
NAMES = Kind("names with commas between", _ids, ",".join)
TEXT = Kind("text in quotes", unquote, quote)

_ARG = "argument"


def word(kind: Kind = NAME) -> Any:
    """A field that stands as a bare word, in the order of the fields."""
    return attrs.field(metadata={_ARG: (True, kind)})


def keyed(kind: Kind, default: Any) -> Any:
    """A field written ``name=value``; left out while it has its default."""
    return attrs.field(default=default, metadata={_ARG: (False, kind)})


@frozen
class Token:
    """One token of a line and the column where it began."""

    text: str
    at: int


def tokens(line: str) -> list[Token]:
    """The tokens of a line. Raises Unreadable for control characters, an open quote, or a line over LONGEST."""
    if len(line) > LONGEST:
        raise Unreadable(f"a line of {len(line)} characters", LONGEST, f"at most {LONGEST}")
    for at, sign in enumerate(line):
        if ord(sign) < 32 or ord(sign) == 127:
            raise Unreadable("a control character", at, "printable text")
    found = []
    at = 0
    end = len(line.rstrip())
    while at < end:
        match = _TOKEN.match(line, at)
        if match is None:
            raise Unreadable("a quote is not closed", line.index('"', at), '"')
        found.append(Token(match.group(1), match.start(1)))
        at = match.end()
    return found


def read_arguments(cls: type, given: list[Token], end: int) -> dict[str, Any]:
    """The fields of an order class from its tokens. Raises Unreadable with the column of the first fault."""
    words = [(field.name, field.metadata[_ARG][1]) for field in attrs.fields(cls) if field.metadata.get(_ARG, (0,))[0]]
    keys = {field.name: field.metadata[_ARG][1] for field in attrs.fields(cls) if field.metadata.get(_ARG, (1,))[0] is False}
    values: dict[str, Any] = {}
    left = list(words)
    for token in given:
        name, sign, text = token.text.partition("=")
        key = name.replace("-", "_")
        if sign and key in keys:
            if key in values:
                raise Unreadable(f"{name} is given twice", token.at)
            values[key] = _read(keys[key], text, token.at + len(name) + 1)
        elif sign and ID.match(name):
            raise Unreadable(f"no '{name}' here", token.at, " or ".join(f"{key}=" for key in keys) or "no key")
        elif left:
            name, kind = left.pop(0)
            values[name] = _read(kind, token.text, token.at)
        else:
            raise Unreadable(f"'{token.text}' is too much", token.at, "the end of the order")
    if left:
        raise Unreadable("the order ends too early", end, f"{left[0][1].name} ({left[0][0].replace('_', ' ')})")
    return values


def _read(kind: Kind, text: str, at: int) -> Any:
    try:
        return kind.read(text)
    except (ValueError, KeyError):
        raise Unreadable(f"'{text}' cannot be read", at, kind.name) from None


def write_arguments(order: Any) -> list[str]:
    """The canonical words and key=value pairs of an order."""
    bare, pairs = [], []
    for field in attrs.fields(type(order)):
        placed = field.metadata.get(_ARG)
        if placed is None:
            continue
        value = getattr(order, field.name)
        is_word, kind = placed
        if is_word:
            bare.append(kind.write(value))
        elif value != field.default:
            pairs.append(f"{field.name.replace('_', '-')}={kind.write(value)}")
    return bare + pairs
