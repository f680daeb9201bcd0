"""The facts that this room keeps: what stood of the British list as the turn before ended (17.2.2)."""

from __future__ import annotations

from engine.kernel.facts import count

FACTS = (
    count("british-fires-before", "17.2.2, ruling 346"),
    count("british-unbuilt-before", "17.2.2, ruling 346", high=9999),
)
