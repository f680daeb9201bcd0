"""The facts that this room keeps: what stood of the British list as the turn before ended (17.2.2), figures of the
surrender lists that a scenario has of its own."""

from __future__ import annotations

from engine.kernel.facts import count, turn

# Figures of the house that a scenario types over (ruling 113): without them those of the lists stand.
_TYPED = {
    "surrender-france-maginot-hex-lost": "18.4",
    "surrender-france-italy-at-war": "18.4",
    "surrender-france-anglo-french-cooperation": "18.4",
    "surrender-france-ussr-at-war": "18.4",
    "surrender-france-us-at-war": "18.4",
    "surrender-germany-berlin-lost": "20.4",
    "surrender-germany-cities": "20.4",
}

FACTS = (
    *(count(key, f"{rule}, ruling 113", low=-9, high=9) for key, rule in _TYPED.items()),
    turn("free-french-rolled", "18.7.5"),
    turn("east-africa-effort", "19.1.2"),
    count("british-fires-before", "17.2.2, ruling 346"),
    count("british-unbuilt-before", "17.2.2, ruling 346", high=9999),
)
