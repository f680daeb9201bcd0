"""Figures to which several events add up, exactly: independent events are kept apart and brought together as late as
can be, events that hang on those before them are chained."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from operator import add
from typing import Any, Generic, TypeVar

from engine.kernel.forecast import Distribution
from engine.kernel.values import frozen

T = TypeVar("T", bound=tuple[int, ...])
W = TypeVar("W")

Event = Callable[[T], Distribution[T]]
"""What may come of an event after what all before it add up to."""


def chained(nothing: T, events: Iterable[Event[T]]) -> Distribution[T]:
    """What events come to, one after the other, equal sums merged between them. ``nothing``: all figures at 0; the
    figures are those of a NamedTuple. An event that gives the same object for several sums is read once."""
    live: dict[tuple[int, ...], int] = {tuple(nothing): 1}
    whole, seen = 1, []
    make: Any = type(nothing)
    for event in events:
        cases = [(before, count, event(make(*before))) for before, count in live.items()]
        seen += [odds for _, _, odds in cases]
        told = {id(odds): _counted(odds) for _, _, odds in cases}
        shared = math.lcm(*(ways for _, ways in told.values()))
        live = {}
        for before, count, odds in cases:
            rows, ways = told[id(odds)]
            each = count * (shared // ways)
            for more, weight in rows:
                after = tuple(map(add, before, more))
                live[after] = live.get(after, 0) + each * weight
        whole *= shared
    chances = tuple((make(*figures), Fraction(count, whole)) for figures, count in live.items())
    return Distribution(chances, *_trust(seen))


def _trust(parts: Iterable[Distribution[Any]]) -> tuple[bool, int]:
    """Whether what they add up to is exact, and otherwise the fewest runs that any comes from."""
    sampled = [part.samples for part in parts if not part.exact]
    return not sampled, min(sampled, default=0)


def _counted(odds: Distribution[T]) -> tuple[list[tuple[T, int]], int]:
    """The outcomes with whole weights, and what these add up to."""
    shared = math.lcm(*(chance.denominator for _, chance in odds.outcomes))
    return [(value, chance.numerator * (shared // chance.denominator)) for value, chance in odds.outcomes], shared


@frozen(slots=False)
class Sums(Generic[T]):
    """What independent events come to together. ``nothing`` is the NamedTuple of figures (whole numbers) at 0; each of
    ``parts`` is an event's own distribution of them; ``assumed`` names what is supposed.

    ``figure`` and ``joint`` bring together what is asked for and nothing else; the other methods are those of a
    Distribution and list every sum of all figures, which may be tens of thousands.
    """

    nothing: T
    parts: tuple[Distribution[T], ...]
    assumed: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether every part is exact."""
        return _trust(self.parts)[0]

    def joint(self, *names: str) -> Distribution[tuple[int, ...]]:
        """The distribution of some of the figures together, in the order of their names. Raises LookupError for a name
        that is none of theirs."""
        fields: tuple[str, ...] = getattr(self.nothing, "_fields", ())
        if unknown := [name for name in names if name not in fields]:
            raise LookupError(f"no figure {', '.join(unknown)}; there are {', '.join(fields)}")
        rows, whole = self._together(tuple(fields.index(name) for name in names))
        chances = tuple(sorted((figures, Fraction(count, whole)) for figures, count in rows.items()))
        return Distribution(chances, *_trust(self.parts), self.assumed)

    def figure(self, name: str) -> Distribution[int]:
        """The distribution of one figure."""
        joint = self.joint(name)
        return joint.of(lambda figures: figures[0])

    def _together(self, places: tuple[int, ...]) -> tuple[dict[tuple[int, ...], int], int]:
        """The sums of the figures in these places with whole weights, and what these add up to."""
        live: dict[tuple[int, ...], int] = {(0,) * len(places): 1}
        whole = 1
        # The smaller ones first: then the fewest pairs are added.
        for rows, ways in sorted((self._only(part, places) for part in self.parts), key=lambda case: len(case[0])):
            whole *= ways
            after: dict[tuple[int, ...], int] = {}
            for before, count in live.items():
                for more, weight in rows.items():
                    figures = tuple(map(add, before, more))
                    after[figures] = after.get(figures, 0) + count * weight
            live = after
        return live, whole

    @staticmethod
    def _only(part: Distribution[T], places: tuple[int, ...]) -> tuple[dict[tuple[int, ...], int], int]:
        """A part with all but these figures merged."""
        merged: dict[tuple[int, ...], int] = {}
        rows, whole = _counted(part)
        for value, weight in rows:
            figures = tuple([value[place] for place in places])
            merged[figures] = merged.get(figures, 0) + weight
        return merged, whole

    @cached_property
    def _every(self) -> tuple[list[tuple[T, int]], int]:
        make: Any = type(self.nothing)
        rows, whole = self._together(tuple(range(len(self.nothing))))
        return [(make(*figures), count) for figures, count in rows.items()], whole

    @cached_property
    def outcomes(self) -> tuple[tuple[T, Fraction], ...]:
        """Every sum of all figures with its chance."""
        rows, whole = self._every
        # Few weights differ, and a fraction costs more than all else here.
        known = {count: Fraction(count, whole) for count in {count for _, count in rows}}
        return tuple((value, known[count]) for value, count in rows)

    def of(self, figure: Callable[[T], W]) -> Distribution[W]:
        rows, whole = self._every
        merged: dict[W, int] = {}
        for value, count in rows:
            key = figure(value)
            merged[key] = merged.get(key, 0) + count
        chances = tuple((value, Fraction(count, whole)) for value, count in merged.items())
        return Distribution(chances, *_trust(self.parts), self.assumed).of(lambda value: value)

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        rows, whole = self._every
        return Fraction(sum(count for value, count in rows if holds(value)), whole)

    def mean(self, figure: Callable[[T], int | Fraction]) -> Fraction:
        rows, whole = self._every
        return Fraction(sum(figure(value) * count for value, count in rows), whole)
