"""Exact odds before the dice: a pure core run over every face, equal values merged between its stages."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from engine.kernel.values import frozen

V = TypeVar("V")
W = TypeVar("W")

LIMIT = 10_000
SAMPLES = 10_000
WORK = 500_000
_ENDLESS = 10_000
_FEW = 1_000


@frozen
class Total:
    """Several like dice of which only the sum counts, such as two six-sided ones: a core takes it as one face, which
    weighs as much as there are ways to roll it."""

    count: int
    sides: int

    @property
    def least(self) -> int:
        """The lowest sum."""
        return self.count

    @property
    def most(self) -> int:
        """The highest sum."""
        return self.count * self.sides

    @property
    def ways(self) -> int:
        """How many ways there are to roll them."""
        return int(self.sides**self.count)


Die = int | Total
"""What a core rolls: a die by its number of sides, or the total of several."""


class Core(Protocol[V]):
    """A resolution as stages on a small frozen value.

    A stage without dice computes, or takes the named default of a decision. One that rolls a few dice at a time merges
    sooner than one that rolls them all.
    """

    def finished(self, value: V) -> bool:
        """Whether nothing is left to do."""

    def dice(self, value: V) -> tuple[Die, ...]:
        """The dice of the next stage; () where it rolls none."""

    def stage(self, value: V, faces: tuple[int, ...]) -> V:
        """The value after the next stage, given its natural faces."""


Throw = tuple[tuple[int, ...], int]
"""The faces of a throw and how many ways of rolling it they stand for."""


@runtime_checkable
class Gathering(Protocol):
    """A core that knows which throws come to the same, so that one of them stands for all, and in which order its
    values come, so that equal ones meet although some of them skip stages."""

    def rank(self, value: Any) -> int:
        """How far a value has come: those that are behind go on first."""

    def throws(self, value: Any) -> Sequence[Throw]:
        """The throws of the next stage that differ; their ways add up to those of its dice."""


@frozen
class Distribution(Generic[V]):
    """What may come, with its chances. ``exact``: chances are exact; otherwise they come from ``samples`` runs.

    ``assumed`` names the defaults taken where a seat would decide.
    """

    outcomes: tuple[tuple[V, Fraction], ...]
    exact: bool = True
    samples: int = 0
    assumed: tuple[str, ...] = ()

    def of(self, figure: Callable[[V], W]) -> Distribution[W]:
        """The distribution of a figure of the outcomes, sorted by it where it can be."""
        merged: dict[W, Fraction] = {}
        for value, chance in self.outcomes:
            key = figure(value)
            merged[key] = merged.get(key, Fraction(0)) + chance
        pairs = list(merged.items())
        try:
            pairs.sort(key=lambda pair: pair[0])  # type: ignore[arg-type,return-value]
        except TypeError:
            pairs.sort(key=lambda pair: -pair[1])
        return Distribution(tuple(pairs), self.exact, self.samples, self.assumed)

    def chance(self, holds: Callable[[V], bool]) -> Fraction:
        """The chance that something holds."""
        return sum((chance for value, chance in self.outcomes if holds(value)), Fraction(0))

    def mean(self, figure: Callable[[V], int | Fraction]) -> Fraction:
        """The mean of a figure, in its unit."""
        return sum((Fraction(figure(value)) * chance for value, chance in self.outcomes), Fraction(0))

    def error(self, chance: Fraction) -> float:
        """The 95 % error of a chance: 0 where exact, else the sampling error."""
        if self.exact or not self.samples:
            return 0.0
        p = float(chance)
        return 1.96 * math.sqrt(max(p * (1 - p), 1 / self.samples) / self.samples)


def bounds(die: Die) -> tuple[int, int]:
    """The lowest and the highest face of a die, or of a total."""
    return (die.least, die.most) if isinstance(die, Total) else (1, die)


@lru_cache(maxsize=64)
def weighed(die: Die) -> tuple[tuple[int, int], ...]:
    """Every face of a die, each with the number of ways to roll it."""
    if not isinstance(die, Total):
        return tuple((face, 1) for face in range(1, die + 1))
    ways = {0: 1}
    for _ in range(die.count):
        after: dict[int, int] = {}
        for face, weight in ways.items():
            for more in range(1, die.sides + 1):
                after[face + more] = after.get(face + more, 0) + weight
        ways = after
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=256)
def _ways(dice: tuple[Die, ...]) -> int:
    return math.prod(die.ways if isinstance(die, Total) else die for die in dice)


@lru_cache(maxsize=256)
def _runs(dice: tuple[Die, ...]) -> int:
    """How many throws differ from each other."""
    return math.prod(most - least + 1 for least, most in map(bounds, dice))


def _throws(dice: tuple[Die, ...]) -> Iterable[tuple[tuple[int, ...], int]]:
    """Every throw with the number of ways to roll it."""
    return _kept(dice) if _runs(dice) <= _FEW else _each(dice)


def _each(dice: tuple[Die, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    for pairs in product(*map(weighed, dice)):
        yield tuple(face for face, _ in pairs), math.prod(weight for _, weight in pairs)


@lru_cache(maxsize=64)
def _kept(dice: tuple[Die, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    return tuple(_each(dice))


def distribution(
    core: Core[V],
    start: V,
    *,
    limit: int = LIMIT,
    samples: int = SAMPLES,
    work: int = WORK,
    assumed: tuple[str, ...] = (),
) -> Distribution[V]:
    """Every outcome of a core from a value; ``assumed`` names the defaults that it takes at decisions.

    Sampled, and saying so, once more than ``limit`` merged values stand side by side, or where listing them would take
    more than ``work`` stages. Raises RuntimeError for a core that does not come to an end.
    """
    # Chances are whole numbers over one denominator for all, which is a good deal faster than fractions.
    stage = core.stage
    gathering = core if isinstance(core, Gathering) else None
    live: dict[V, int] = {start: 1}
    ended: dict[V, int] = {}
    whole = 1
    while live:
        rolling: list[tuple[V, int, Iterable[Throw], int]] = []
        waiting: dict[V, int] = {}
        behind = min(map(gathering.rank, live)) if gathering is not None else 0
        for value, count in live.items():
            if core.finished(value):
                ended[value] = ended.get(value, 0) + count
            elif gathering is None:
                dice = core.dice(value)
                rolling.append((value, count, _throws(dice), _ways(dice)))
                work -= _runs(dice)
            elif gathering.rank(value) > behind:
                waiting[value] = count
            else:
                throws = gathering.throws(value)
                rolling.append((value, count, throws, _ways(core.dice(value))))
                work -= len(throws)
        if work < 0:
            return _sampled(core, start, samples, assumed)
        shared = math.lcm(*(ways for *_, ways in rolling))
        if shared > 1:
            whole *= shared
            ended = {value: count * shared for value, count in ended.items()}
            waiting = {value: count * shared for value, count in waiting.items()}
        live = waiting
        for value, count, thrown, ways in rolling:
            each = count * (shared // ways)
            for faces, weight in thrown:
                after = stage(value, faces)
                live[after] = live.get(after, 0) + each * weight
            if len(live) + len(ended) > limit:
                return _sampled(core, start, samples, assumed)
    return Distribution(tuple((value, Fraction(count, whole)) for value, count in ended.items()), assumed=assumed)


def _numbers() -> Iterator[int]:
    """A fixed stream of numbers: the same thing has the same forecast, and the engine no randomness."""
    block = 0
    while True:
        digest = hashlib.sha256(f"forecast/{block}".encode()).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _sampled(core: Core[V], start: V, samples: int, assumed: tuple[str, ...]) -> Distribution[V]:
    numbers = _numbers()
    counts: dict[V, int] = {}
    for _ in range(samples):
        value = _run(core, start, numbers)
        counts[value] = counts.get(value, 0) + 1
    outcomes = tuple((value, Fraction(count, samples)) for value, count in counts.items())
    return Distribution(outcomes, exact=False, samples=samples, assumed=assumed)


def _thrown(die: Die, numbers: Iterator[int]) -> int:
    if isinstance(die, Total):
        return sum(next(numbers) % die.sides + 1 for _ in range(die.count))
    return next(numbers) % die + 1


def _run(core: Core[V], value: V, numbers: Iterator[int]) -> V:
    for _ in range(_ENDLESS):
        if core.finished(value):
            return value
        value = core.stage(value, tuple(_thrown(die, numbers) for die in core.dice(value)))
    raise RuntimeError(f"the core does not come to an end: {value!r}")
