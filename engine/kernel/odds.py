"""Odds: the printed column that a ratio of forces falls into (ruling 30: the highest not above the true ratio)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache


@lru_cache(maxsize=256)
def _parts(label: str) -> tuple[int, int]:
    attacker, _, defender = label.partition("-")
    return int(attacker), int(defender)


def column(labels: Sequence[str], attacker: int, defender: int) -> int:
    """The place of the column for so many attackers against so many defenders (at least 1) among labels from worst
    to best.

    A ratio below the first column takes the first. Raises ZeroDivisionError for no defender at all.
    """
    if defender <= 0:
        raise ZeroDivisionError("odds against nobody")
    best = 0
    for place, label in enumerate(labels):
        ours, theirs = _parts(label)
        # attacker / defender >= ours / theirs, without fractions.
        if attacker * theirs >= ours * defender:
            best = place
    return best
