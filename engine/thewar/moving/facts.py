"""The facts that this room keeps: railmoves, the routes of Lend-Lease."""

from __future__ import annotations

from engine.kernel.facts import count, flag, turn

FACTS = (
    count("rail-{powers}", "9.1.2"),
    count("rail-lost-britain", "5.2.1", "British rail moves lost this turn"),
    count("rail-lost-germany", "5.2.1", "German rail moves lost this turn"),
    count("rail-lost-ussr", "5.2.1", "Soviet rail moves lost this turn"),
    count("rail-lost-italy", "5.2.1", "Italian rail moves lost this turn"),
    count("rail-lost-us", "5.2.1", "American rail moves lost this turn"),
    count("rail-lost-france", "5.2.1", "French rail moves lost this turn"),
    count("rail-lost-{countries}", "25.4"),
    turn("persia-opens", "14.8.4", "Persian route opens"),
    flag("route-closed-{*}", "14.8.3, 14.8.5"),
)
