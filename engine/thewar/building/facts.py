"""The facts that this room keeps: what may be built once a year or once a game, the Soviet mobilization."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.facts import Fact, count, flag, turn, year
from engine.kernel.tables import table
from engine.thewar.world import counters


def _upgraded() -> Iterator[Fact]:
    """How many units have been exchanged for which better ones, in the whole game and in a year where that is limited
    (17.4, 19.4, 20.3, 21.7.2, 21.7.3)."""
    for row in table("thewar", "upgrades")["row"].values():
        old, new = (counters.label(*counters.pieces(row[name])) for name in ("from", "to"))
        whose = f"{{{row['power']}}}-{row['from']}"
        yield count(f"upgraded-{whose}", row["rule"], f"{{}} {old} upgraded to {new} so far")
        if row["per_year"]:
            title = f"{{1}} {old} upgraded in {{0}} so far"
            yield count(f"upgraded-in-{{*}}-{whose}", row["rule"], title)


FACTS = (
    year("fortress-year-{powers}", "13.2.2"),
    year("smp-year-{powers}", "8.4.1"),
    year("yard-year-{powers}", "15.1.5.1"),
    count("yards-built-{powers}", "15.1.5.1"),
    flag("indian-unit-returned", "28.2.2"),
    count("soviet-mobilization", "21.7.1"),
    turn("soviet-mobilized", "21.7.1"),
    count("mobilized-{*}", "21.7.1"),
    *_upgraded(),
    flag("added-{powers}-{*}", "29.12, 29.14"),
)
