"""The resistance level of Japan (57.11): what each circumstance is worth, by the table. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.tables import table
from engine.kernel.values import compared_often

RULE = "57.11"
CUMULATIVE = "cumulative"


@compared_often
class Fact:
    """A line of the table. At most ``most`` of what it counts are considered (0: all of them); every ``per`` of them
    make one unit. The first ``beyond`` units are worth nothing; of the others the first is worth ``first``, the second
    ``second`` and each later one ``further``. ``cumulative``: the line counts anew every turn."""

    id: str
    cumulative: bool
    counted: str
    most: int
    per: int
    beyond: int
    first: int
    second: int
    further: int

    def worth(self, count: int) -> int:
        """What a number of them is worth, in resistance levels."""
        whole = max(0, count // self.per - self.beyond)
        return (self.first if whole else 0) + (self.second if whole > 1 else 0) + max(0, whole - 2) * self.further


@cache
def facts() -> dict[str, Fact]:
    """The lines of the table by id."""
    rows = table("worldatwar", "resistance")["row"]
    return {name: Fact(name, row[0] == CUMULATIVE, *row[1:]) for name, row in rows.items()}


def level(counts: Mapping[str, int], earlier: int = 0) -> Breakdown:
    """Japan's resistance level from numbers by the ids of lines. ``earlier``: what cumulative lines came to in the
    turns before. At 0 or below Japan surrenders."""
    lines = [
        Line(f"{fact.counted}: {counts[name]}", worth, RULE)
        for name, fact in facts().items()
        if (worth := fact.worth(counts.get(name, 0)))
    ]
    if earlier:
        lines.append(Line("cumulative modifiers of earlier turns", earlier, RULE))
    return Breakdown(tuple(lines))


def cumulative(counts: Mapping[str, int]) -> int:
    """What the cumulative lines add in this turn."""
    return sum(fact.worth(counts.get(name, 0)) for name, fact in facts().items() if fact.cumulative)
