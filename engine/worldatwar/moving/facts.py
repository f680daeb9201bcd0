"""The facts that this room keeps: passages of Gibraltar, ASW sent to the Pacific, steps of research before the war."""

from __future__ import annotations

from engine.kernel.facts import count

_FACTIONS = "{axis|japan|western|russia|china}"

FACTS = (
    count(f"passed-gibraltar-{_FACTIONS}", "25.15"),
    count("asw-sent-to-pacific", "25.32B", high=200),
    count("german-submarine-steps", "25.13A"),
    count("japanese-submarine-steps", "25.13C"),
)
