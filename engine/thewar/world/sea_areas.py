"""The Sea Areas that the rules name, what they say of them, and which adjoin (1.2, 7.2, 7.3). The map board may have
more: their names are the players' own, and only the board knows them."""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from engine.kernel.tables import table

STRAIT, MEDITERRANEAN, BRITISH_ISLES = "strait", "mediterranean", "british-isles"
"""What the rules say of a Sea Area, as the orders at sea name it."""
OVERSEAS = ("us-box", "canada-box")
"""The boxes over the Atlantic: who leaves one sails into the North Atlantic, but lies five Sea Areas away (5.1.2.2)."""
_AGAIN = re.compile(r"-\d+\Z")


def areas() -> Mapping[str, Mapping[str, Any]]:
    """The named Sea Areas by id."""
    printed: Mapping[str, Mapping[str, Any]] = table("thewar", "sea-areas")["row"]
    return printed


def area(where: str) -> str:
    """The Sea Area of a mission: a second one there is called by its name with a number, as ``levant-2``."""
    return _AGAIN.sub("", where)


def name(where: str) -> str:
    """The name of a Sea Area for players."""
    key = area(where)
    row = areas().get(key)
    return str(row["name"]) if row is not None else key.replace("-", " ")


def facts(where: str) -> tuple[str, ...]:
    """What the rules know of a Sea Area."""
    row = areas().get(area(where), {})
    known = {
        STRAIT: bool(row.get("strait")),
        MEDITERRANEAN: row.get("waters") == MEDITERRANEAN,
        BRITISH_ISLES: bool(row.get("british_isles")),
    }
    return tuple(fact for fact, holds in known.items() if holds)


def with_facts(where: str, said: Iterable[str]) -> tuple[str, ...]:
    """What is said of a mission there, with what the rules know of the Sea Area."""
    return tuple(dict.fromkeys((*said, *facts(where))))


def closes(where: str) -> tuple[str, ...]:
    """The strait of 7.3 that a Sea Area is, as moves name it; () for none."""
    strait = str(areas().get(area(where), {}).get("closes", ""))
    return (strait,) if strait else ()


# --- which Sea Areas adjoin


@cache
def _adjoining() -> Mapping[str, Mapping[str, str]]:
    """The Sea Areas next to each one, with the strait of 7.3 that lies between them, '' for none."""
    links: dict[str, dict[str, str]] = {key: {} for key in areas()}
    for link in table("thewar", "sea-areas")["link"]:
        first, second = link["areas"]
        links[first][second] = links[second][first] = str(link.get("strait", ""))
    return links


def of_port(place: str) -> tuple[str, ...]:
    """The Sea Areas on which a port lies, or into which who leaves a box sails; () where only the board knows."""
    return tuple(table("thewar", "sea-areas")["port"].get(place, ()))


def goals(where: str) -> tuple[str, ...]:
    """The Sea Areas that a mission at a place sails to: itself, or those of a port; () where only the board knows."""
    key = area(where)
    return (key,) if _adjoining().get(key) else of_port(key)


def _straits(before: str, current: str, after: str) -> tuple[str, ...]:
    """What somebody passes who sails from one Sea Area into the next; ``before``: where he came from, '' from port."""
    gate = str(areas()[current].get("gate", "")) if before else ""
    return tuple(name for name in (gate, _adjoining()[current][after], *closes(after)) if name)


_DEAR = 1_000
"""The weight of a closed strait on a way, in Sea Areas: more than any detour."""


def way(
    starts: Iterable[str], ends: Iterable[str], closed: Callable[[str], bool] = lambda name: False
) -> tuple[int, tuple[str, ...]] | None:
    """The shortest way by sea from one of some Sea Areas into one of others: how many Sea Areas it takes, the first
    counted (7.2), and the ``closed`` straits that even it passes; None where there is no way at all."""
    return _way(tuple(starts), frozenset(ends), frozenset(name for name in _every_strait() if closed(name)))


@cache
def _every_strait() -> frozenset[str]:
    """The straits that a way may pass: gates, those between two Sea Areas, and the Sea Areas that are one."""
    between = (strait for neighbours in _adjoining().values() for strait in neighbours.values())
    own = (name for here, row in areas().items() for name in (str(row.get("gate", "")), *closes(here)))
    return frozenset(name for name in (*between, *own) if name)


@lru_cache(maxsize=4096)
def _way(starts: tuple[str, ...], wanted: frozenset[str], closed: frozenset[str]) -> tuple[int, tuple[str, ...]] | None:
    queue: list[tuple[int, tuple[str, ...], tuple[str, ...]]] = [(1, (start,), ()) for start in starts]
    heapq.heapify(queue)
    # Who came through a gate may leave it on either side, who was in it from the start too.
    seen: set[tuple[str, str]] = set()
    while queue:
        cost, path, shut = heapq.heappop(queue)
        current, before = path[-1], path[-2] if len(path) > 1 else ""
        if current in wanted:
            return len(path), shut
        mark = (current, before if areas()[current].get("gate") else "")
        if mark in seen:
            continue
        seen.add(mark)
        for after in _adjoining()[current]:
            more = _shut(_straits(before, current, after), closed.__contains__)
            heapq.heappush(queue, (cost + 1 + _DEAR * len(more), (*path, after), (*shut, *more)))
    return None


def _shut(names: Iterable[str], closed: Callable[[str], bool]) -> tuple[str, ...]:
    return tuple(name for name in names if closed(name))


def paths(start: str, end: str, shut: Callable[[str], bool], *, longer: int) -> list[tuple[str, ...]]:
    """Every way from one Sea Area to another through no strait that is ``shut``, that is longer than the shortest one
    by so many Sea Areas at the most; [] where there is none."""
    shortest = way((start,), (end,), shut)
    if shortest is None or shortest[1]:
        return []
    every: list[tuple[str, ...]] = []
    queue: list[tuple[str, ...]] = [(start,)]
    while queue:
        path = queue.pop(0)
        if path[-1] == end:
            every.append(path)
            continue
        if len(path) == shortest[0] + longer:
            continue
        before = path[-2] if len(path) > 1 else ""
        for after in _adjoining()[path[-1]]:
            if after not in path and not _shut(_straits(before, path[-1], after), shut):
                queue.append((*path, after))
    return every
