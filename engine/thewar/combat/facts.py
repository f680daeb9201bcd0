"""The facts that this room keeps: cards on battles, surprises, the fortification in Reserve."""

from __future__ import annotations

from engine.kernel.facts import flag, turn, word

_BATTLES = ("u-boats", "over-britain", "night", "day")

FACTS = (
    *(word(f"played-{battle}-{role}", "29.6, 29.9") for battle in _BATTLES for role in ("attacker", "defender")),
    flag("reserve-fortification", "9.9.1"),
    turn("french-fortress-attacked", "18.2"),
    flag("western-surprise-open", "18.2"),
    flag("eastern-surprise-open", "21.4"),
    turn("western-surprise-turn", "18.2"),
    turn("barbarossa-turn", "21.4"),
    turn("western-surprise-due", "18.2"),
    turn("eastern-surprise-due", "21.4"),
)
