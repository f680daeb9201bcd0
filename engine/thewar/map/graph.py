"""The Sea Areas as a graph: which adjoin, on which the ports lie, how far it is from one to another (1.2, 7.2, 7.3).

A way is counted as ships count it (7.2): the Sea Area outside the port is the first. What a strait asks of who passes
it is not known here: who asks for a way names the straits that are closed to him.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from engine.kernel.values import frozen

Closed = Callable[[str], bool]
"""Whether a strait, by its name, is closed."""
_DEAR = 1_000
"""The weight of a closed strait on a way, in Sea Areas: more than any detour."""


def open_sea(name: str) -> bool:
    """No strait is closed."""
    return False


@frozen
class Area:
    """What a Sea Area does to who sails through it. ``closes``: the strait that it is, into which nobody sails while
    that is closed; ``gate``: the strait that it is for who comes out on its other side."""

    closes: str = ""
    gate: str = ""


@frozen
class Link:
    """Two Sea Areas that adjoin. ``strait``: what lies between them, '' for nothing; ``source``: the rule that says so,
    ``house`` where the rules imply it at the most, ``own`` where a player has said it; ``looked``: somebody has held it
    against his map."""

    one: str
    other: str
    strait: str = ""
    source: str = "house"
    looked: bool = False

    @property
    def sure(self) -> bool:
        """Whether the rules print it, or a player has looked at it."""
        return self.looked or not self.source.startswith("house")


@frozen
class Berth:
    """A Sea Area on which a port lies, with its source and whether somebody has looked, as for a Link."""

    area: str
    source: str = "house"
    looked: bool = False

    @property
    def sure(self) -> bool:
        """Whether the rules print it, or a player has looked at it."""
        return self.looked or not self.source.startswith("house")


def key_of(one: str, other: str) -> str:
    """What a pair of Sea Areas is called: the same whichever is named first."""
    return "+".join(sorted((one, other)))


@frozen(eq=False, slots=False)
class SeaGraph:
    """``areas`` by id; ``links`` by the pair (``key_of``); ``berths``: of each port, and of each box from which ships
    sail."""

    areas: Mapping[str, Area]
    links: Mapping[str, Link]
    berths: Mapping[str, tuple[Berth, ...]]

    @cached_property
    def neighbours(self) -> Mapping[str, Mapping[str, Link]]:
        """The Sea Areas next to each one."""
        beside: dict[str, dict[str, Link]] = {key: {} for key in self.areas}
        for link in self.links.values():
            beside[link.one][link.other] = beside[link.other][link.one] = link
        return beside

    @cached_property
    def straits(self) -> frozenset[str]:
        """The straits that a way may pass."""
        between = (link.strait for link in self.links.values())
        own = (name for area in self.areas.values() for name in (area.gate, area.closes))
        return frozenset(name for name in (*between, *own) if name)

    def of_port(self, port: str) -> tuple[str, ...]:
        """The Sea Areas on which a port lies; () where only the board knows."""
        return tuple(berth.area for berth in self.berths.get(port, ()))

    def goals(self, where: str) -> tuple[str, ...]:
        """The Sea Areas that a mission at a place sails to: itself, or those of a port; () where only the board
        knows."""
        return (where,) if where in self.areas and self.neighbours[where] else self.of_port(where)

    def passed(self, before: str, current: str, after: str) -> tuple[str, ...]:
        """The straits passed by who sails from one Sea Area into the next; ``before``: where he came from, '' from
        port."""
        gate = self.areas[current].gate if before else ""
        names = (gate, self.neighbours[current][after].strait, self.areas[after].closes)
        return tuple(name for name in names if name)

    def way(self, starts: Iterable[str], ends: Iterable[str], closed: Closed = open_sea) -> Way | None:
        """The shortest way from one of some Sea Areas into one of others; where a closed strait lies on every one, that
        with the fewest; of several the one with the fewest lines that nobody has looked at. None where there is no way
        at all."""
        shut = frozenset(filter(closed, self.straits))
        return self._way(tuple(starts), frozenset(ends), shut)

    def _way(self, starts: tuple[str, ...], ends: frozenset[str], shut: frozenset[str]) -> Way | None:
        asked = (starts, ends, shut)
        if asked not in self._known:
            if len(self._known) > _MOST_KEPT:
                self._known.clear()
            self._known[asked] = self._search(*asked)
        return self._known[asked]

    @cached_property
    def _known(self) -> dict[tuple[tuple[str, ...], frozenset[str], frozenset[str]], Way | None]:
        """The ways that were asked for: a graph never changes."""
        return {}

    def _search(self, starts: tuple[str, ...], ends: frozenset[str], shut: frozenset[str]) -> Way | None:
        queue: list[tuple[int, int, tuple[str, ...], tuple[str, ...]]] = [(1, 0, (start,), ()) for start in starts]
        heapq.heapify(queue)
        # Who came through a gate may leave it on either side, who was in it from the start too.
        seen: set[tuple[str, str]] = set()
        while queue:
            cost, doubts, path, passed = heapq.heappop(queue)
            current, before = path[-1], path[-2] if len(path) > 1 else ""
            if current in ends:
                return Way(path, passed)
            mark = (current, before if self.areas[current].gate else "")
            if mark in seen:
                continue
            seen.add(mark)
            for after, link in self.neighbours[current].items():
                more = tuple(name for name in self.passed(before, current, after) if name in shut)
                further = cost + 1 + _DEAR * len(more), doubts + (not link.sure)
                heapq.heappush(queue, (*further, (*path, after), (*passed, *more)))
        return None

    def paths(self, start: str, end: str, closed: Closed, *, longer: int) -> list[tuple[str, ...]]:
        """Every way from one Sea Area to another through no closed strait that is longer than the shortest one by so
        many Sea Areas at the most; [] where there is none."""
        shortest = self.way((start,), (end,), closed)
        if shortest is None or shortest.closed:
            return []
        every: list[tuple[str, ...]] = []
        queue: list[tuple[str, ...]] = [(start,)]
        while queue:
            path = queue.pop(0)
            if path[-1] == end:
                every.append(path)
                continue
            if len(path) == len(shortest.areas) + longer:
                continue
            before = path[-2] if len(path) > 1 else ""
            for after in self.neighbours[path[-1]]:
                if after not in path and not any(map(closed, self.passed(before, path[-1], after))):
                    queue.append((*path, after))
        return every


_MOST_KEPT = 4096


@frozen
class Way:
    """A way by sea: its Sea Areas in order, the one outside the port first, and the ``closed`` straits that it
    passes."""

    areas: tuple[str, ...]
    closed: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many Sea Areas it takes (7.2)."""
        return len(self.areas)
