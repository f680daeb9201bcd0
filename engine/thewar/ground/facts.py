"""The facts that this room keeps: winters of the Eastern Front."""

from __future__ import annotations

from engine.kernel.facts import turn, word

FACTS = (
    word("frostbite", "26.1.1"),
    turn("variant-winterized-wehrmacht-turn", "28.1.2"),
)
