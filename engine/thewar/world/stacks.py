"""How many units stack in a hex, by the ratings of those that count (7.7.4, 9.6, 9.6.1, 10.8)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.refusals import Line
from engine.thewar.world import counters, markers, ratings, regions, traits
from engine.thewar.world.state import TheWar, Unit

Counted = tuple[str, int, int]
"""A unit that counts towards the limit: whose it is, its rating now, its factors."""
BY_RATING = {1: 3, 2: 2, 3: 1, 4: 1}
"""Units to a hex by the rating that governs the stack (9.6, 10.8)."""
FINLAND, PARIS = "finland", "paris"
IN_PARIS = 3
"""French units in Paris, whatever the French rating (9.6.1)."""


def limit(stack: Sequence[Counted]) -> Line:
    """How many units may stand together in a hex without a marker. The rating of those governs that have half of the
    factors or more (9.6, ruling 74); Finns stand alone (10.8.1)."""
    if any(power == FINLAND for power, _, _ in stack):
        return Line("Finnish units do not stack", 1, "10.8.1")
    parts = [(rating, factors) for _, rating, factors in stack if factors]
    rating = ratings.governing(parts) if parts else ratings.WORST
    return Line(f"a {ratings.ORDINALS[rating]}-Rate stack", BY_RATING[rating], "9.6, 10.8")


def room(campaign: TheWar, where: str, stack: Sequence[Counted]) -> Line:
    """How many of such units a place or hex takes, with what the campaign knows of it: markers, Paris."""
    if lying := markers.at(campaign, where):
        kind = lying[0].kind
        return Line(f"a {kind}", markers.ROOM, markers.RULES[kind])
    place = campaign.places.get(where)
    if place is not None and place.tags.get(regions.ONE_HEX_ISLAND):
        return Line("a one-hex island", regions.ISLAND_LIMIT, "1.2, 23.35" if where == "malta" else "1.2")
    if (few := regions.beside_gibraltar(campaign, where)) is not None:
        return few
    usual = limit(stack)
    if where == PARIS and stack and all(power == "france" for power, _, _ in stack):
        return Line("French units in Paris", max(IN_PARIS, usual.value), "9.6.1")
    return usual


def counts(unit: Unit) -> bool:
    """Whether a unit counts towards the limit: no PARA, ART, CDO, Flak and the like (9.6)."""
    return traits.category(unit) == "ground" and traits.stacks(unit)


def counted(campaign: TheWar, unit: Unit) -> Counted:
    """What a unit of a campaign is in a stack."""
    return unit.power, counters.rating(campaign, unit).value, counters.factors(unit).combat
