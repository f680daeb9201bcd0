"""What a game remembers beside its figures: each fact that may stand in a campaign's ``facts``, declared by its room.

A fact is known by its key, such as ``usel``; a family of facts by a key with a part that varies: ``granted-{powers}``
stands for one fact for each key of the campaign's ``powers``, ``attacked-{countries|powers}`` for the keys of both,
``bombs-{axis|western}`` for these words, which are no fields of the campaign, and ``{*}`` for any id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any

from engine.kernel.grammar import ID
from engine.kernel.nearest import nearest
from engine.kernel.ranges import NAME_LENGTH, Bounds, Length, OneOf, Range, TurnLabel
from engine.kernel.values import frozen

FIELD = "facts"
"""The field of a campaign in which they stand."""
_PART = re.compile(r"\{([^}]*)\}")
_ANY = "*"
EXPECTED = {bool: "yes or no", int: "a whole number", str: "a word"}
"""What is wanted of a fact of each kind, in words."""
_YEAR = Range(0, 1950)


@frozen
class Fact:
    """A fact, or a family of them. ``kind``: bool, int or str; ``rule``: the section or ruling by which it is kept;
    ``title``: what players call it, with ``{}`` for each part that varies, '' where its key says it well enough;
    ``bounds``: what may stand there; ``inner``: it only remembers what was done, which no journal tells."""

    key: str
    kind: type
    rule: str
    title: str = ""
    bounds: Bounds | None = None
    inner: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """The key cut at the parts that vary: fixed and varying ones in turn, a fixed one first."""
        return tuple(_PART.split(self.key))

    def stands_for(self, key: str, campaign: Any) -> bool:
        """Whether this is the declaration of a key, given what the campaign holds."""
        return key in self._ends(("",), key, campaign)

    def keys(self, campaign: Any) -> Iterator[str]:
        """The keys that the declaration stands for; where a key ends in any id, a star stands for the id."""
        return iter(self._ends(("",), "", campaign))

    def _ends(self, heads: Iterable[str], key: str, campaign: Any) -> tuple[str, ...]:
        """What the parts make one after the other; of those that lead to ``key`` alone where there is one."""
        for at, part in enumerate(self.parts):
            heads = [head + word for head in heads for word in _words(part, at % 2 == 1, campaign, key[len(head) :])]
            if key:
                heads = [head for head in heads if key.startswith(head)]
        return tuple(heads)

    def varying(self, key: str, campaign: Any) -> tuple[str, ...]:
        """What stands in one of its keys for each of the parts that vary."""
        found: list[tuple[str, tuple[str, ...]]] = [("", ())]
        for at, part in enumerate(self.parts):
            varies = at % 2 == 1
            found = [
                (head + word, (*words, word) if varies else words)
                for head, words in found
                for word in _words(part, varies, campaign, key[len(head) :])
                if key.startswith(head + word)
            ]
        return next((words for head, words in found if head == key), ())

    def wrong(self, value: Any) -> str:
        """What is wrong with a value, '' for nothing."""
        if type(value) is not self.kind:
            return f"'{value}' is not {EXPECTED[self.kind]}"
        return "" if self.bounds is None else self.bounds.wrong(value)


def _words(part: str, varies: bool, campaign: Any, rest: str) -> Iterable[str]:
    """What may stand for a part of a key. ``rest``: what is left of the key that is looked for, '' where none is."""
    if not varies:
        return (part,)
    if part == _ANY:
        return [rest[:end] for end in range(1, len(rest) + 1) if ID.match(rest[:end])] if rest else (_ANY,)
    return [key for name in part.split("|") for key in getattr(campaign, name, (name,))]


def flag(key: str, rule: str, title: str = "") -> Fact:
    """A fact that holds or not."""
    return Fact(key, bool, rule, title)


def count(key: str, rule: str, title: str = "", *, low: int = 0, high: int = 99) -> Fact:
    """A fact that counts something."""
    return Fact(key, int, rule, title, Range(low, high))


def year(key: str, rule: str, title: str = "", *, inner: bool = False) -> Fact:
    """A fact that says in which year something was done last, 0 for never."""
    return Fact(key, int, rule, title, _YEAR, inner)


def turn(key: str, rule: str, title: str = "", *, inner: bool = False) -> Fact:
    """A fact that says in which turn something was done, by the turn's label."""
    return Fact(key, str, rule, title, TurnLabel(), inner)


def word(key: str, rule: str, title: str = "", *, of: tuple[str, ...] = ()) -> Fact:
    """A fact that names something: one of a few words, where they are given."""
    return Fact(key, str, rule, title, OneOf(of) if of else Length(NAME_LENGTH))


class DeclaredTwice(ValueError):
    """Two rooms declare the same fact."""


class Facts:
    """All facts of a game, gathered from its rooms when they are first asked for: each declares its own in its module
    ``facts``."""

    def __init__(self, package: str = "", rooms: tuple[str, ...] = ()) -> None:
        self.modules = tuple(f"{package}.{room}.facts" for room in rooms)

    @cached_property
    def declared(self) -> Mapping[str, Fact]:
        """Every declaration by its key. Raises DeclaredTwice."""
        declared: dict[str, Fact] = {}
        declared_by: dict[str, str] = {}
        for module in self.modules:
            for fact in import_module(module).FACTS:
                if fact.key in declared:
                    raise DeclaredTwice(f"both {declared_by[fact.key]} and {module} declare the fact '{fact.key}'")
                declared[fact.key], declared_by[fact.key] = fact, module
        return declared

    @cached_property
    def _families(self) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.declared.values() if len(fact.parts) > 1)

    def find(self, campaign: Any, key: str) -> Fact | None:
        """The declaration of a key, None for one that no room knows."""
        fact = self.declared.get(key)
        return fact or next((fact for fact in self._families if fact.stands_for(key, campaign)), None)

    def nearest(self, campaign: Any, key: str) -> str:
        """The known key that is most like one that is not, '' where none is."""
        known = [name for fact in self.declared.values() for name in fact.keys(campaign)]
        near = nearest(key, known)
        return near[0] if near else ""

    def title(self, key: str) -> str:
        """What players call a fact that is declared alone, '' where its key says it."""
        fact = self.declared.get(key)
        return fact.title if fact is not None else ""

    def told(self, campaign: Any, key: str, called: Callable[[str], str]) -> str:
        """What players call a fact, one of a family with the names of what its key names; '' where its key says it.
        ``called``: the name of such a part."""
        fact = self.find(campaign, key)
        if fact is None or not fact.title or fact.key == key:
            return fact.title if fact is not None else ""
        return fact.title.format(*map(called, fact.varying(key, campaign)))
