"""The facts that this room keeps: atomic bombs, results for rockets."""

from __future__ import annotations

from engine.kernel.facts import count, turn

_FACTIONS = "{axis|japan|western|russia|china}"

FACTS = (
    count(f"atomic-bombs-{_FACTIONS}", "26.33"),
    turn(f"rockets-result-{_FACTIONS}", "26.61A"),
)
