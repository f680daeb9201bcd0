"""How far air units and rockets reach, by research and by theatre (26.421, 26.43, 26.443, ruling 210)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.tables import table
from engine.worldatwar.world import fronts, sides
from engine.worldatwar.world.state import WorldAtWar

BOMBERS, AAF, INTERCEPTORS, JETS, ROCKETS = "bombers", "aaf", "interceptors", "jets", "rockets"
RULES = {BOMBERS: "26.11, 26.421", AAF: "26.422", INTERCEPTORS: "26.431", JETS: "26.14", ROCKETS: "26.63C"}
UNLIMITED_AT = 3
"""Air range results with which bombers reach the U.S. boxes (26.31)."""


def reach(campaign: WorldAtWar, power: str, what: str, front: str) -> tuple[int, int]:
    """How many hexes a power's units of a kind fly in the theatre of a front, and how many research results that takes
    into account."""
    subject, europe, pacific = table("worldatwar", "air-ranges")["row"][what]
    ranges = [int(hexes) for hexes in (europe if fronts.theater(front) == fronts.EUROPE else pacific).split()]
    results = sides.results(campaign, power, subject) if subject else 0
    return ranges[min(results, len(ranges) - 1)], results


def refusals(campaign: WorldAtWar, power: str, what: str, front: str, hexes: int) -> Iterable[Refusal]:
    """Why a distance in hexes is too far for a kind of unit. A distance of 0 means that the board was not asked, and is
    trusted."""
    most, results = reach(campaign, power, what, front)
    if what == JETS and not results:
        yield Refusal("26.14", f"{sides.named(campaign, power)} has no research result for jets", "Enter it first.")
    elif hexes > most:
        subject = table("worldatwar", "air-ranges")["row"][what][0]
        why = f" with {results} results for {subject.replace('-', ' ')}" if subject else ""
        yield Refusal(RULES[what], f"{hexes} hexes are too far for {what}", f"They reach {most}{why}.")
