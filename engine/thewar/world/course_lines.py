"""The list under a box in which Sea Areas are named in order: those that are named, and what lies next to the last of
them, the shortest way to the goal first (7.2, 7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.counters import Counter
from engine.thewar.map.graph import SeaGraph
from engine.thewar.world import sea_areas, seas
from engine.thewar.world.state import TheWar


def named(typed: str) -> tuple[str, ...]:
    """The Sea Areas of what stands in such a box, as far as their names are whole; each once."""
    return tuple(dict.fromkeys(word for word in typed.split(",") if word in sea_areas.areas()))


def lines(
    campaign: TheWar,
    path: tuple[str, ...],
    starts: Iterable[str],
    goals: Iterable[str],
    closed: Mapping[str, str] | None = None,
) -> tuple[Counter, ...]:
    """The named Sea Areas in order, then those into which the course may go on: one of ``starts`` where none is named
    yet, all of them where nobody knows on which the port lies. ``closed``: straits that are closed, each with why."""
    drawn, ends, shut = seas.graph(campaign), frozenset(goals), closed or {}
    beside = tuple(drawn.neighbours[path[-1]]) if path else tuple(dict.fromkeys(starts)) or tuple(drawn.areas)
    further = [area for area in beside if area not in path]
    left = {area: _left(drawn, area, ends, shut) for area in further}
    why = {area: _why(drawn, path, area, shut) for area in further}
    # What is closed comes last, as what leads nowhere.
    further.sort(key=lambda area: (bool(why[area]), left[area] or len(drawn.areas)))
    return (
        *(Counter(area, sea_areas.name(area), 1, f"{nth} on the course") for nth, area in enumerate(path, 1)),
        *(
            Counter(area, sea_areas.name(area), 0 if why[area] else 1, why[area] or _told(left[area]))
            for area in further
        ),
    )


def _left(drawn: SeaGraph, area: str, ends: frozenset[str], shut: Mapping[str, str]) -> int:
    """How many Sea Areas it is from one to the goal, the first counted; 0 where there is no way, or no goal."""
    way = drawn.way((area,), ends, shut.__contains__) if ends else None
    return way.count if way is not None and not way.closed else 0


def _why(drawn: SeaGraph, path: tuple[str, ...], area: str, shut: Mapping[str, str]) -> str:
    """What keeps a course from going on into a Sea Area; '' for nothing."""
    before = path[-2] if len(path) > 1 else ""
    passed = drawn.passed(before, path[-1], area) if path else (drawn.areas[area].closes,)
    return next((shut[name] for name in passed if name in shut), "")


def _told(left: int) -> str:
    return "" if not left else "the goal" if left == 1 else f"{left - 1} more to the goal"
