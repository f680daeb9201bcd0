"""The three editions of the rulebook as data and as the few ways in which their figures come about.

What differs stands in ``tables/editions.toml``; the cores ask the edition and never for its name. The oldest file has
chapter 26 only: for chapters 24 and 25 it follows the middle edition.
"""

from __future__ import annotations

from functools import cache

from attrs import frozen

from engine.kernel.tables import table
from engine.worldatwar import transports
from engine.worldatwar.markers import MarkerRule
from engine.worldatwar.transports import TransportRule

NAMES = ("newest", "middle", "oldest")


@frozen
class Edition:
    """One edition. ``research_free``: so many bomber results add nothing to the dice, ``range_counts``: excess range
    does, ``pacific_bombers``: what American Pacific bombers add (26.461B)."""

    id: str
    name: str
    transports: TransportRule
    markers: MarkerRule
    research_free: int
    range_counts: bool
    pacific_bombers: int


@cache
def edition(name: str) -> Edition:
    """The edition of that name, one of ``NAMES``. Raises KeyError."""
    data = table("worldatwar", "editions")["edition"][name]
    return Edition(
        id=name,
        name=data["name"],
        transports=transports.RULES[data["transports"]],
        markers=MarkerRule(
            brps=data["brps_for_marker"],
            rest_marks=data["rest_marks"],
            stands=data["synthetic_stands"],
            partials=data["partial_counters"],
        ),
        research_free=data["research_free"],
        range_counts=data["range_counts"],
        pacific_bombers=data["pacific_bombers"],
    )
