"""The facts that this room keeps: what stood of the British list as the turn before ended (17.2.2)."""

from __future__ import annotations

from engine.kernel.facts import count, turn

FACTS = (
    turn("free-french-rolled", "18.7.5"),
    turn("east-africa-effort", "19.1.2"),
    count("british-fires-before", "17.2.2, ruling 346"),
    count("british-unbuilt-before", "17.2.2, ruling 346", high=9999),
)
