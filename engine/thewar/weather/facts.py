"""The facts that this room keeps: the weather on each front, the winters of the Eastern Front."""

from __future__ import annotations

from engine.kernel.facts import turn, word

FACTS = (
    word("eastern-weather", "26.0"),
    word("western-weather", "26.0"),
    word("mediterranean-weather", "26.0"),
    word("frostbite", "26.1.1"),
    turn("variant-winterized-wehrmacht-turn", "28.1.2"),
)
