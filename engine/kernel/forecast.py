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


class Core(Protocol[V]):
    """A resolution as stages on a small frozen value. A stage without dice takes the named default of a decision, or computes."""

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


def distribution(core: Core[V], start: V, *, limit: int = LIMIT, samples: int = SAMPLES) -> Distribution[V]:
    """Every outcome of a core from a value; sampled, and saying so, once more than ``limit`` merged values stand side by side."""
    live: dict[V, Fraction] = {start: Fraction(1)}
    ended: dict[V, Fraction] = {}
    while live:
        following: dict[V, Fraction] = {}
        for value, chance in live.items():
            if core.finished(value):
                ended[value] = ended.get(value, Fraction(0)) + chance
                continue
            sides = core.dice(value)
            each = chance / math.prod(sides)
            for faces in product(*(range(1, side + 1) for side in sides)):
                after = core.stage(value, faces)
                following[after] = following.get(after, Fraction(0)) + each
        if len(following) + len(ended) > limit:
            return _sampled(core, start, samples)
        live = following
    return Distribution(tuple(ended.items()))


def _numbers() -> Iterator[int]:
    """A fixed stream of numbers: a forecast of the same thing is the same forecast, and the engine has no randomness."""
    block = 0
    while True:
        digest = hashlib.sha256(f"forecast/{block}".encode()).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _sampled(core: Core[V], start: V, samples: int) -> Distribution[V]:
    numbers = _numbers()
    counts: dict[V, int] = {}
    for _ in range(samples):
        value = start
        while not core.finished(value):
            value = core.stage(value, tuple(next(numbers) % side + 1 for side in core.dice(value)))
        counts[value] = counts.get(value, 0) + 1
    return Distribution(
        tuple((value, Fraction(count, samples)) for value, count in counts.items()), exact=False, samples=samples
    )
