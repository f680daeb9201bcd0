"""How much random play the tests do: ``WARLEDGER_TEST_SCALE`` multiplies every count (default 1, quick look 0.2)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

PART = 20
"""Of a count that was asked for, the tests run one in so many; ``python -m tests.bench counts`` runs all."""
SCALE = float(os.environ.get("WARLEDGER_TEST_SCALE", "1"))


def scaled(count: int) -> int:
    """The count of examples, games or kills to try: ``count`` times the scale, at least 1."""
    return max(1, round(count * SCALE))


def sampled(count: int) -> int:
    """How many of a count that was asked for to try, the first by seed: one in ``PART`` times the scale, at least 1."""
    return max(1, round(count * SCALE / PART))


def share_of(cases: Sequence[T], nth: int, of: int) -> Sequence[T]:
    """Of cases that are looked at ``of`` times over, the share of the ``nth`` time: together they are all of them, each
    once. At the scale of ``counts`` and above each time looks at all."""
    return cases if SCALE >= PART else cases[nth % of :: of]
