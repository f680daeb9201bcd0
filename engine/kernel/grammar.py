"""The one line of text of an order: words, lists with commas, key=value, and a quoted reason.

Parsing is pure; canonical text parses back to the same order.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import attrs

from engine.kernel.ranges import NAME_COUNT, NAME_LENGTH, RANGE, REASON_LENGTH, Bounds, KeyOf, Length, Range
from engine.kernel.values import compared_often, frozen

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
PATH = re.compile(r"[a-z0-9:/+_-]+(?:\.[a-z0-9:/+_-]+)*\Z")
NUMERAL = re.compile(r"[+-]?[0-9]{1,9}\Z")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"\Z')
_TOKEN = re.compile(r'\s*((?:[^\s"]|"(?:[^"\\]|\\.)*")+)')
_COUNTED, _NAMED = re.compile(r"-?([0-9]{1,2})x?(?:-([a-z][a-z0-9-]*))?\Z"), re.compile(r"[a-z][a-z0-9-]*\Z")
_SIGNED = re.compile(r"(^|[=,])-(?=[0-9]{1,2}x?-[a-z])")
"""A minus before a count of names (``-2-inf``): so losses are written, and it says no more than the count."""
_COMMA = re.compile(r"-*,-*")
_UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
LONGEST = 4000


class Unreadable(ValueError):
    """Text that is no order: ``at`` is the column (from 0) and ``expected`` what should have stood there; ``usage``:
    how the order is written that somebody meant, '' where nobody knows which; ``argument``: the one of its arguments
    that is missing or cannot be read, '' where it is none's."""

    def __init__(self, problem: str, at: int = 0, expected: str = "", usage: str = "", argument: str = "") -> None:
        self.problem, self.at, self.expected, self.usage, self.argument = problem, at, expected, usage, argument
        self.meant: tuple[Any, str] | None = None
        """The class of that order and who would give it, where it is known."""
        super().__init__(f"column {at + 1}: {self.said}")

    @property
    def said(self) -> str:
        """What is wrong, for people who do not see the line: a form has written it."""
        wanted = f"; expected {self.expected}" if self.expected else ""
        written = f". It is written '{self.usage}'" if self.usage else ""
        return f"{self.problem}{wanted}{written}"


@compared_often
class Kind:
    """A kind of argument: its name for messages, how it is read and how it is written. ``spaced``: a person may write
    it with spaces, where the order itself has hyphens (see respaced). ``bounds``: what it may hold; reading does not
    ask for them, so what a journal recorded under wider ones is still told, but no order is legal outside of them (see
    Order.shape). None for yes and no."""

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    spaced: bool = False
    bounds: Bounds | None = None


def _id(text: str) -> str:
    if not ID.match(text):
        raise ValueError(text)
    return text


def _path(text: str) -> str:
    if not PATH.match(text):
        raise ValueError(text)
    return text


def _int(text: str) -> int:
    # With a plus sign people mean so much more than now, which no order says.
    if not NUMERAL.match(text) or text.startswith("+"):
        raise ValueError(text)
    return int(text)


def _flag(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _ids(text: str) -> tuple[str, ...]:
    return tuple(_id(item) for item in text.split(","))


NONE = "none"
"""The word for an empty list, where an order may name nobody."""


def quote(text: str) -> str:
    """The text in double quotes, backslash escaping both."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquote(text: str) -> str:
    """What stands in the quotes. Raises ValueError where they are missing, or no text stands in them."""
    if not _QUOTED.match(text) or unprintable(text) >= 0:
        raise ValueError(text)
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def open_quote(text: str) -> bool:
    """Whether a text ends inside double quotes that are not closed yet."""
    return re.sub(r"\\.", "", text).count('"') % 2 == 1


def closed(text: str) -> str:
    """A text whose last double quote is closed."""
    return f'{text.rstrip()}"' if open_quote(text) else text


def unprintable(text: str) -> int:
    """Where the first control character, line separator or half of a surrogate pair stands; -1 where none does."""
    if text.isprintable():
        return -1
    return next((at for at, sign in enumerate(text) if unicodedata.category(sign) in _UNPRINTABLE), -1)


NAME = Kind("a name", _id, str, bounds=Length(NAME_LENGTH))
STEP = Kind("a step or path", _path, str, bounds=Length(2 * NAME_LENGTH))
FLAG = Kind("yes or no", _flag, lambda value: "yes" if value else "no")
NAMES = Kind("names with commas between", _ids, ",".join, spaced=True, bounds=Length(NAME_COUNT))
GROUP = Kind("a name", _id, str, spaced=True, bounds=Length(NAME_LENGTH))
"""A name of several words; a number before it is the order's ``count``."""
TEXT = Kind("text in quotes", unquote, quote, bounds=Length(REASON_LENGTH))
LINE = Kind("a line in quotes", unquote, quote, bounds=Length(LONGEST))
"""A whole order that stands inside another."""


@cache
def number(low: int, high: int) -> Kind:
    """A whole number from ``low`` to ``high``, in the unit that its order names."""
    return Kind("a whole number", _int, str, bounds=Range(low, high))


@cache
def key(*mappings: str, also: tuple[str, ...] = ()) -> Kind:
    """The id of something in one of the campaign's mappings, or one of a few words besides."""
    return Kind(NAME.name, _id, str, bounds=KeyOf(mappings, also))


@cache
def keys(*mappings: str, also: tuple[str, ...] = ()) -> Kind:
    """Such ids with commas between."""
    return Kind(NAMES.name, _ids, ",".join, spaced=True, bounds=KeyOf(mappings, also))


def keys_or_none(*mappings: str) -> Kind:
    """Such ids with commas between, or the word 'none' for no id at all."""
    return Kind(NAMES.name, _ids_or_none, _written_or_none, spaced=True, bounds=KeyOf(mappings))


def _ids_or_none(text: str) -> tuple[str, ...]:
    return () if text == NONE else _ids(text)


def _written_or_none(names: tuple[str, ...]) -> str:
    return ",".join(names) or NONE


_COUNTED_KEY = re.compile(r"(?:([1-9])x?-([a-z][a-z0-9-]*)|([a-z][a-z0-9-]*?)(?:-([1-9]))?)\Z")
_ENDS_IN_A_FIGURE = re.compile(r"-[1-9]\Z")


def _counted(text: str) -> tuple[str, ...]:
    """Each name as often as it is counted, before it or behind it."""
    names: list[str] = []
    for item in () if text == NONE else text.split(","):
        match = _COUNTED_KEY.match(_id(item))
        if match is None:
            raise ValueError(item)
        names += [match.group(2) or match.group(3)] * int(match.group(1) or match.group(4) or 1)
    return tuple(names)


def _written_counted(names: tuple[str, ...]) -> str:
    counts = Counter(names)
    # More of one than a digit says stand in several items.
    parts = [(min(9, count - at), name) for name, count in counts.items() for at in range(0, count, 9)]
    # What ends in a figure of its own would be read as so many of the rest.
    said = (f"{many}-{name}" if many > 1 or _ENDS_IN_A_FIGURE.search(name) else name for many, name in parts)
    return ",".join(said) or NONE


@cache
def counted_keys(*mappings: str) -> Kind:
    """Such ids, each as often as it is counted (``2-spain,turkey``, or ``spain-2``), or the word 'none' for no id."""
    return Kind(
        "names, each with its count (2-NAME, or NAME-2), and commas between",
        _counted,
        _written_counted,
        True,
        KeyOf(mappings),
    )


def is_number(text: str) -> bool:
    """Whether a text is a whole number of at most nine digits."""
    return NUMERAL.match(text) is not None


_ARG, _LABEL = "argument", "label"


def word(kind: Kind = NAME) -> Any:
    """A field that stands as a bare word, in the order of the fields."""
    return attrs.field(metadata=_metadata(True, kind))


def keyed(kind: Kind, default: Any, label: str = "") -> Any:
    """A field written ``name=value``; left out while it has its default. ``label``: what its box is called in the form
    of the order, where its name alone does not tell."""
    return attrs.field(default=default, metadata={**_metadata(False, kind), _LABEL: label})


def label_of(cls: type, name: str) -> str:
    """What the box of an argument is called where its class says so, else ''."""
    found = next((field for field in attrs.fields(cls) if field.name == name), None)
    return str(found.metadata.get(_LABEL, "")) if found is not None else ""


def _metadata(is_word: bool, kind: Kind) -> dict[str, Any]:
    bounds = {RANGE: kind.bounds} if kind.bounds is not None else {}
    return {_ARG: (is_word, kind), **bounds}


@frozen
class Token:
    """One token of a line and the column where it began."""

    text: str
    at: int


def tokens(line: str) -> list[Token]:
    """The tokens of a line. Raises Unreadable for control characters, an open quote, or a line over LONGEST."""
    if len(line) > LONGEST:
        raise Unreadable(f"a line of {len(line)} characters", LONGEST, f"at most {LONGEST}")
    if (at := unprintable(line)) >= 0:
        raise Unreadable("a control character", at, "printable text")
    words = []
    at = 0
    end = len(line.rstrip())
    while at < end:
        match = _TOKEN.match(line, at)
        if match is None:
            raise Unreadable("a quote is not closed", line.index('"', at), '"')
        words.append(Token(match.group(1), match.start(1)))
        at = match.end()
    return words


@cache
def arguments(cls: type) -> tuple[tuple[str, bool, Kind, Any], ...]:
    """The arguments of an order class: name, whether it is a bare word, its kind, its default."""
    fields = (field for field in attrs.fields(cls) if _ARG in field.metadata)
    return tuple((field.name, *field.metadata[_ARG], field.default) for field in fields)


@cache
def _written(cls: type) -> tuple[tuple[str, str, Callable[[Any], str], Any], ...]:
    """How the arguments of an order class are written: the bare words, then the pairs, each with its name, what stands
    before it ('' for a bare word), how its kind writes a value, and its default."""
    every = arguments(cls)
    words = [(name, "", kind.write, default) for name, is_word, kind, default in every if is_word]
    pairs = [
        (name, f"{name.replace('_', '-')}=", kind.write, usual) for name, is_word, kind, usual in every if not is_word
    ]
    return (*words, *pairs)


_MOST_KEYS = 8
"""How many of an order's keys are told where it cannot be read; who has more than that is best given by its form."""


def usage(cls: type) -> str:
    """How the arguments of an order class are written: ``PORT [units=NAMES] [zoc=yes]``."""
    every = arguments(cls)
    words = [f"{_capitals(name)}{'|none' if _may_be_none(kind) else ''}" for name, is_word, kind, _ in every if is_word]
    pairs = [f"[{name.replace('_', '-')}={_sample(kind)}]" for name, is_word, kind, _ in every if not is_word]
    more = ["..."] if len(pairs) > _MOST_KEYS else []
    return " ".join((*words, *pairs[:_MOST_KEYS], *more))


def _capitals(name: str) -> str:
    return name.upper().replace("_", "-")


def _may_be_none(kind: Kind) -> bool:
    """Whether the word 'none' stands for an empty list."""
    try:
        return bool(kind.read(NONE) == ())
    except (ValueError, KeyError):
        return False


def _sample(kind: Kind) -> str:
    """What stands behind the sign of a key, in a word."""
    if kind is FLAG:
        return "yes"
    if isinstance(kind.bounds, Range):
        return "NUMBER"
    if kind in (TEXT, LINE):
        return '"..."'
    return "NAMES" if kind.spaced and kind is not GROUP else "NAME"


def read_arguments(cls: type, given: list[Token], end: int) -> dict[str, Any]:
    """The fields of an order class from its tokens. Raises Unreadable with the column of the first fault."""
    left = [(name, kind) for name, is_word, kind, _ in arguments(cls) if is_word]
    keys = {name: kind for name, is_word, kind, _ in arguments(cls) if not is_word}
    values: dict[str, Any] = {}
    for token in given:
        name, sign, text = token.text.partition("=")
        key = name.replace("-", "_")
        if sign and key in keys:
            if key in values:
                raise Unreadable(f"{name} is given twice", token.at)
            values[key] = _read(keys[key], text, token.at + len(name) + 1, key)
        elif sign and ID.match(name):
            raise Unreadable(
                f"no '{name}' here", token.at, " or ".join(f"{key.replace('_', '-')}=" for key in keys) or "no key"
            )
        elif left:
            name, kind = left.pop(0)
            values[name] = _read(kind, token.text, token.at, name)
        else:
            raise Unreadable(f"'{token.text}' is too much", token.at, "the end of the order")
    if left:
        name, kind = left[0]
        raise Unreadable("the order ends too early", end, f"{kind.name} ({name.replace('_', ' ')})", argument=name)
    return values


def respaced(cls: type, given: list[Token]) -> list[Token]:
    """The tokens that a person typed, with what he wrote with spaces (``2 ARM 8-8, INF 6-5``) as one word, and what he
    counts (``2 inf-6-5``, ``-2 INF``, ``2-inf``) as an order's ``count`` and its group. Once an order has all its
    words, bare ones can only belong to what stands before them."""
    left = [kind for _, is_word, kind, _ in arguments(cls) if is_word]
    keys = {name: kind for name, is_word, kind, _ in arguments(cls) if not is_word}
    joined: list[Token] = []
    open_ended = False
    for nth, token in enumerate(given):
        name, sign, _ = token.text.partition("=")
        if sign or '"' in token.text:
            kind = keys.get(name.replace("-", "_"))
            open_ended = not left and kind is not None and kind.spaced
        elif left:
            follows = given[nth + 1].text if nth + 1 < len(given) else ""
            match = _COUNTED.match(token.text) if left == [GROUP] and "count" in keys else None
            if match is not None and (match.group(2) or _NAMED.match(follows)):
                joined.append(Token(f"count={match.group(1)}", token.at))
                if not match.group(2):
                    continue
                token = Token(match.group(2), token.at + match.start(2))
            open_ended = left.pop(0).spaced and not left
        elif open_ended:
            before = joined.pop()
            token = Token(_COMMA.sub(",", f"{before.text}-{token.text}"), before.at)
        joined.append(token)
    return [Token(_SIGNED.sub(r"\1", token.text), token.at) if '"' not in token.text else token for token in joined]


def _read(kind: Kind, text: str, at: int, name: str) -> Any:
    try:
        return kind.read(text)
    except (ValueError, KeyError):
        raise Unreadable(f"'{text}' cannot be read", at, kind.name, argument=name) from None


def write_arguments(order: Any) -> list[str]:
    """The canonical words and key=value pairs of an order."""
    written: list[str] = []
    cls: type = type(order)
    for name, key, write, default in _written(cls):
        value = getattr(order, name)
        if not key:
            written.append(write(value))
        elif value is not default and value != default:
            written.append(key + write(value))
    return written
