"""The facts that this room keeps: what may be built once a year or once a game, the Soviet mobilization."""

from __future__ import annotations

from engine.kernel.facts import count, flag, turn, year

FACTS = (
    year("fortress-year-{powers}", "13.2.2"),
    year("smp-year-{powers}", "8.4.1"),
    year("yard-year-{powers}", "15.1.5.1"),
    count("yards-built-{powers}", "15.1.5.1"),
    flag("indian-unit-returned", "28.2.2"),
    count("soviet-mobilization", "21.7.1"),
    turn("soviet-mobilized", "21.7.1"),
    count("mobilized-{*}", "21.7.1"),
    count("upgraded-{*}", "15.1.4"),
    flag("added-{powers}-{*}", "29.12, 29.14"),
)
