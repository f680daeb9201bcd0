"""Years of random conquest: every roll that falls due for Atrocities and partisans is made, and none twice (25.1)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.measuring import Figure, Settings
from tests.thewar.countries.random_conquest import conquered_at_random

PLAYED, TURNS = 200, 40
"""Campaigns of ten years, from Winter 1939 on."""


def partisans(settings: Settings) -> Iterator[Figure]:
    """Homes that fell in campaigns of random conquest, each with its rolls; a roll too few or too many is an error."""
    wanted = settings.count(PLAYED)
    fell = sum(conquered_at_random(seed, TURNS) for seed in range(wanted))
    yield Figure("homes of partisans that fell at random, each rolled for once", fell, "times", least=float(wanted))
