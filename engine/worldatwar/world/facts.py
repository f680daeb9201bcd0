"""The facts that this room keeps: tension, ASW results that count later, air bases that the board knows."""

from __future__ import annotations

from engine.kernel.facts import count, flag, turn

_FACTIONS = "{axis|japan|western|russia|china}"
_FRONTS = "{western|eastern|mediterranean|asian|southeast-asian|pacific}"

FACTS = (
    count("usat", "25.32A", low=-999, high=999),
    count("usjt", "25.32B", low=-999, high=999),
    turn(f"asw-in-two-turns-{_FACTIONS}", "25.622"),
    flag(f"airbase-{{powers}}-{_FRONTS}", "26.42"),
)
