"""The range of a figure, kept in the metadata of its field: what an order, a ruling or a file may put there.

A range is the figure's shape and no rule of the game: nothing overrules it. Of a mapping or a tuple of figures it
bounds each; of a text or a list ``most`` bounds the length.

Each kind of bounds has two questions. ``wrong`` says what is wrong with any value. ``fits`` is asked first, of every
field of every order: it answers at once for a single figure or text that is surely right, and leaves the rest to
``wrong``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

import attrs

from engine.kernel.values import frozen

RANGE, TOLD = "range", "told"
"""The keys in a field's metadata."""
# Of the invisible signs of format those that join letters, and the marks of direction, belong to names and sentences in
# some scripts. All others, above all those that turn the writing of what follows round, hide what is said.
_JOINING = frozenset("\u200c\u200d\u200e\u200f\u061c")
NAME_LENGTH, NAME_COUNT, REASON_LENGTH = 80, 100, 600
"""The longest name, the most names in a list (a great sea battle has sixty), and the longest reason, in characters."""


def hides(sign: str) -> bool:
    """Whether a character is one of those that are not seen and change how others are seen."""
    return unicodedata.category(sign) == "Cf" and sign not in _JOINING


@frozen
class Range:
    """From ``low`` to ``high``, both included, in the figure's own unit."""

    low: int
    high: int

    def __contains__(self, value: int) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"from {self.low} to {self.high}"

    def fits(self, value: Any) -> bool:
        """Whether it is a figure in this range."""
        return type(value) is int and self.low <= value <= self.high

    def wrong(self, value: Any) -> str:
        """What is wrong with a value, '' for nothing."""
        figures = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else (value,)
        out = next((one for one in figures if isinstance(one, int) and one not in self), None)
        return "" if out is None else f"{out} is out of range"


@frozen
class Length:
    """At most so many characters of a text, or so many items of a list, each of at most ``each`` characters."""

    most: int
    each: int = NAME_LENGTH

    def __str__(self) -> str:
        return f"at most {self.most}"

    def fits(self, value: Any) -> bool:
        """Whether it is a text short enough, of signs that are all seen."""
        return type(value) is str and len(value) <= self.most and value.isprintable()

    def wrong(self, value: Any) -> str:
        """What is wrong with a value, '' for nothing."""
        if len(value) > self.most:
            return f"{len(value)} are too many" if isinstance(value, tuple) else f"{len(value)} characters are too many"
        if isinstance(value, tuple):
            long = next((one for one in value if isinstance(one, str) and len(one) > self.each), "")
            return f"'{long[: self.each]}...' is too long" if long else ""
        return "" if value.isprintable() or not any(map(hides, value)) else "an invisible sign stands in it"


@frozen
class Known:
    """A word that stands in a field of this name elsewhere in the campaign, such as a kind of unit; its default
    besides. ``mappings``: where it is looked for, () for the field's own mapping. ``more``: a scenario may have words
    that stand nowhere yet, such as the strengths of a boxed game's counters."""

    mappings: tuple[str, ...] = ()
    more: bool = False

    def __str__(self) -> str:
        return "a word that stands there elsewhere in the campaign"

    def fits(self, value: Any) -> bool:
        """Whether it is written as a word can be."""
        return _NAME.fits(value)

    def wrong(self, value: Any) -> str:
        """What is wrong with its writing, '' for nothing."""
        return _NAME.wrong(value)


@frozen
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"

    def fits(self, value: Any) -> bool:
        """Whether it is one of them."""
        return value in self.words

    def wrong(self, value: Any) -> str:
        """What is wrong with a value, or with one of a list, '' for nothing."""
        words = value if isinstance(value, tuple) else (value,)
        return next((f"there is no '{word}'" for word in words if word not in self.words), "")


@frozen
class KeyOf:
    """A key of one of the campaign's mappings, such as a place, or of a list such keys; or one of a few words besides.
    ``empty``: '' stands there for none."""

    mappings: tuple[str, ...]
    also: tuple[str, ...] = ()
    empty: bool = False

    def __str__(self) -> str:
        return f"one of the {' or '.join(self.mappings)}"

    def fits(self, value: Any) -> bool:
        """Whether it is written as a key can be."""
        return _NAME.fits(value)

    def wrong(self, value: Any) -> str:
        """What is wrong with its writing, '' for nothing. Which keys there are is for those to say who have the
        campaign."""
        return (_NAMES if isinstance(value, tuple) else _NAME).wrong(value)


@frozen
class TurnLabel:
    """The label of a turn, such as 1939-3-fall. ``empty``: '' stands there for none."""

    empty: bool = True

    def __str__(self) -> str:
        return "a turn, such as 1940-1-spring"

    def fits(self, value: Any) -> bool:
        """Left to ``wrong``: orders rarely name a turn."""
        return False

    def wrong(self, value: Any) -> str:
        """What is wrong with a value, '' for nothing."""
        found = _TURN.match(value)
        fits = found is not None and _SEASONS[int(found.group(1)) - 1] == found.group(2)
        return "" if fits or (not value and self.empty) else f"'{value[:NAME_LENGTH]}' is no turn"


_NAME, _NAMES = Length(NAME_LENGTH), Length(NAME_COUNT)
_SEASONS = ("spring", "summer", "fall", "winter")
_TURN = re.compile(r"1[0-9]{3}-([1-4])-(spring|summer|fall|winter)\Z")


Bounds = Range | Length | Known | OneOf | KeyOf | TurnLabel


@frozen
class Told:
    """What people are told of a field. ``title``: its short name in the journal and in forecasts, '' where the field's
    own name says it; ``unit``: what it counts; ``rule``: the section that it stands by; ``about``: what it is, in
    full, as a page of cards says it; ``printed``: what a card may print, where that is less than play may make of
    it."""

    title: str = ""
    unit: str = ""
    rule: str = ""
    about: str = ""
    printed: Range | None = None


def figure(
    low: int,
    high: int,
    default: Any = attrs.NOTHING,
    *,
    title: str = "",
    unit: str = "",
    rule: str = "",
    about: str = "",
    printed: tuple[int, int] | None = None,
) -> Any:
    """A field that holds a whole number, or a tuple or mapping of them (then give its default); what people are told of
    it: see Told."""
    metadata: dict[str, Any] = {RANGE: Range(low, high)}
    if title or unit or rule or about:
        metadata[TOLD] = Told(title, unit, rule, about, None if printed is None else Range(*printed))
    if default == {}:
        return attrs.field(factory=dict, metadata=metadata)
    return attrs.field(default=default, metadata=metadata)


def holds(default: bool = False, *, title: str = "", rule: str = "") -> Any:
    """A field that holds or not, with what people are told of it."""
    return attrs.field(default=default, metadata={TOLD: Told(title, "", rule)})


def listed(most: int, default: Any = attrs.NOTHING) -> Any:
    """A field that holds a tuple of at most so many items."""
    return attrs.field(default=default, metadata={RANGE: Length(most)})


def known(default: Any = attrs.NOTHING, among: tuple[str, ...] = (), *, more: bool = False) -> Any:
    """A field that holds a word of those that the campaign has there, or in the fields of this name ``among`` others of
    its mappings. ``more``: see Known."""
    return attrs.field(default=default, metadata={RANGE: Known(among, more)})


def one_of(*words: str, default: Any = attrs.NOTHING) -> Any:
    """A field that holds one of a few words, or a tuple of them (then give its default)."""
    return attrs.field(default=default, metadata={RANGE: OneOf(words)})


def key_of(*mappings: str, default: Any = attrs.NOTHING, also: tuple[str, ...] = ()) -> Any:
    """A field that holds a key of one of the campaign's mappings, or a tuple of such keys (then give its default)."""
    return attrs.field(default=default, metadata={RANGE: KeyOf(mappings, also, empty=default == "")})


def dated(default: Any = attrs.NOTHING) -> Any:
    """A field that holds the label of a turn; where it has a default it may be empty."""
    return attrs.field(default=default, metadata={RANGE: TurnLabel(empty=default is not attrs.NOTHING)})


def written(most: int = NAME_LENGTH, default: Any = attrs.NOTHING) -> Any:
    """A field that holds a text of at most so many characters."""
    return attrs.field(default=default, metadata={RANGE: Length(most)})


_bounds: dict[type, dict[str, Bounds]] = {}
_defaults: dict[type, dict[str, Any]] = {}
_bounded: dict[type, tuple[tuple[str, Any, Bounds], ...]] = {}


def bounds(cls: type) -> dict[str, Bounds]:
    """The bounded fields of an attrs class."""
    found = _bounds.get(cls)
    if found is None:
        fields = [field for field in attrs.fields(cls) if RANGE in field.metadata]
        # The defaults first: who finds the bounds, in another thread too, finds these as well.
        _defaults[cls] = {field.name: field.default for field in fields}
        found = _bounds[cls] = {field.name: field.metadata[RANGE] for field in fields}
    return found


def defaults(cls: type) -> dict[str, Any]:
    """The bounded fields of an attrs class with their defaults."""
    if cls not in _defaults:
        bounds(cls)
    return _defaults[cls]


def bounded(cls: type) -> tuple[tuple[str, Any, Bounds], ...]:
    """The bounded fields of an attrs class: (name, default, bounds)."""
    fields = _bounded.get(cls)
    if fields is None:
        usual = defaults(cls)
        fields = _bounded[cls] = tuple((name, usual[name], allowed) for name, allowed in bounds(cls).items())
    return fields


@frozen
class OutOfRange:
    """A value outside its bounds: the field's name, what is wrong, and the bounds in words."""

    field: str
    problem: str
    allowed: str


def out_of_range(value: Any) -> list[OutOfRange]:
    """Each field of an attrs value that is out of its bounds; also in the items of its tuples. A field that has its
    default is never out of them: there it often stands for 'not said'."""
    faults: list[OutOfRange] = []
    cls = type(value)
    for name, usual, allowed in _bounded.get(cls) or bounded(cls):
        held = getattr(value, name)
        if held is usual or allowed.fits(held) or (usual is not attrs.NOTHING and held == usual):
            continue
        if problem := allowed.wrong(held):
            # Which keys there are nobody has asked here: it is too long.
            limit = (_NAMES if isinstance(held, tuple) else _NAME) if isinstance(allowed, KeyOf) else allowed
            faults.append(OutOfRange(name, problem, str(limit)))
        elif isinstance(held, tuple):
            for item in held:
                if attrs.has(type(item)):
                    faults.extend(out_of_range(item))
    return faults
