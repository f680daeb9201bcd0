"""Exact odds before the dice: a pure core run over every face, equal values merged between its stages."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Generic, Protocol, TypeVar

from attrs import frozen

V = TypeVar("V")
W = TypeVar("W")

LIMIT = 10_000
SAMPLES = 10_000
WORK = 500_000
_ENDLESS = 10_000


class Core(Protocol[V]):
    """A resolution as stages on a small frozen value.

    A stage without dice computes, or takes the named default of a decision. One that rolls a few dice at a time merges
    sooner than one that rolls them all.
    """

    def finished(self, value: V) -> bool:
        """Whether nothing is left to do."""

    def dice(self, value: V) -> tuple[int, ...]:
        """The sides of the dice of the next stage; () where it rolls none."""

    def stage(self, value: V, faces: tuple[int, ...]) -> V:
        """The value after the next stage, given its natural faces."""


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
    live: dict[V, int] = {start: 1}
    ended: dict[V, int] = {}
    whole = 1
    while live:
        rolling: list[tuple[V, int, tuple[int, ...], int]] = []
        for value, count in live.items():
            if core.finished(value):
                ended[value] = ended.get(value, 0) + count
            else:
                sides = core.dice(value)
                rolling.append((value, count, sides, math.prod(sides)))
        work -= sum(ways for *_, ways in rolling)
        if work < 0:
            return _sampled(core, start, samples, assumed)
        shared = math.lcm(*(ways for *_, ways in rolling))
        if shared > 1:
            whole *= shared
            ended = {value: count * shared for value, count in ended.items()}
        live = {}
        for value, count, sides, ways in rolling:
            each = count * (shared // ways)
            for faces in product(*(range(1, side + 1) for side in sides)):
                after = core.stage(value, faces)
                live[after] = live.get(after, 0) + each
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


def _run(core: Core[V], value: V, numbers: Iterator[int]) -> V:
    for _ in range(_ENDLESS):
        if core.finished(value):
            return value
        value = core.stage(value, tuple(next(numbers) % side + 1 for side in core.dice(value)))
    raise RuntimeError(f"the core does not come to an end: {value!r}")
