"""The facts that this room keeps: U.S. Entry, attacks on minor countries, what is announced, variants played."""

from __future__ import annotations

from engine.kernel.facts import count, flag, turn, year

FACTS = (
    count("usel", "22.8", "U.S. Entry Level", low=-20, high=40),
    count("usel-highest", "22.8", low=-20, high=40),
    year("usel-yard-{*}", "22.7.1, 22.8"),
    count("yards-added-{places}", "15.1.5.1"),
    turn("attacked-{countries}", "16.4"),
    turn("neutral-attacked-{countries}", "23.1"),
    flag("soviets-released", "16.5, 23.54"),
    flag("lend-lease-stopped", "14.8.6"),
    turn("soviet-attempt", "16.5"),
    flag("fascist-italy", "19.3"),
    flag("transylvania-awarded", "29.4"),
    turn("swayed-{powers}", "29.15"),
    turn("sway-chit-{powers}", "29.15"),
    turn("scorched-earth", "21.7.6"),
    count("moved-in-the-turn-of-attack", "21.7.6"),
    flag("iceland-open", "23.25"),
    flag("asw-loan-open", "22.5.2"),
    turn("asw-loan-level-in", "22.5.2"),
    turn("asw-loan-arrives", "22.5.2"),
    turn("propaganda-made", "22.5.1"),
    turn("us-entry-tried", "22.3.1"),
    turn("us-may-enter", "22.3"),
    flag("italy-attacked-minor", "22.8"),
    flag("greek-airbase-open", "23.23"),
    flag("yugoslav-airbase-open", "23.58"),
    count("axis-partisans", "25.4"),
    count("allied-partisans", "25.4"),
    count("partisan-rolls-due", "25.1.1"),
    flag("soviet-atrocities", "25.1.2"),
    turn("italian-armor-turn", "28.1.2"),
    count("variant-{*}", "28"),
    turn("last-variant-{*}", "28"),
    count("given-{*}", "28.2.3"),
    count("free-aircraft-{powers}", "28"),
    count("free-infantry-{powers}", "28.2.3"),
    count("us-mobilizes-turns", "28.2.4", high=5),
)
