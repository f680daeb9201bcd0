"""A seeded chooser: what looks like chance and is the same for the same seed, for players who order at random.

It is no die of a campaign (see kernel.dice): nothing that it chooses is written down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
_BYTES = 4
_ALL = 1 << (8 * _BYTES)


class Chooser:
    """Numbers from SHA-256 over a seed and a count, four bytes each, eight of them to a digest."""

    def __init__(self, seed: object) -> None:
        """``seed``: whatever says by its text which chooser this is."""
        self._seed = f"{seed}/".encode()
        self._count = 0
        self._left = b""

    def below(self, most: int) -> int:
        """A whole number from 0 to one below ``most``, which is at most a million: the bias is then below 1 in 4000.
        Raises ValueError for a ``most`` below 1."""
        if most < 1:
            raise ValueError(f"there is no number from 0 to below {most}")
        if not self._left:
            self._left = hashlib.sha256(self._seed + str(self._count).encode()).digest()
            self._count += 1
        number, self._left = self._left[:_BYTES], self._left[_BYTES:]
        return int.from_bytes(number, "big") * most // _ALL

    def between(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def chance(self, of_one: float) -> bool:
        """True as often as ``of_one`` says, from 0 (never) to 1 (always)."""
        return self.below(1_000_000) < of_one * 1_000_000

    def pick(self, items: Sequence[T]) -> T:
        """One of the items. Raises ValueError where there is none."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], many: int) -> list[T]:
        """So many different ones of the items, or all of them where there are fewer, in any order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(many, len(left)))]

    def weighted(self, weights: Mapping[T, int]) -> T:
        """One of the keys, each as often as its weight says. Raises ValueError where all weights are 0."""
        at = self.below(sum(weights.values()))
        for item, weight in weights.items():
            if at < weight:
                return item
            at -= weight
        raise ValueError("a weight below 0")
