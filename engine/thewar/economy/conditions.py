"""When a step comes up for what this room keeps: efforts, and what falls due."""

from __future__ import annotations

from engine.kernel.wiring import UnknownCondition
from engine.thewar.economy.falls_due import FALLS_DUE
from engine.thewar.economy.logistics import allows, bought
from engine.thewar.world import regions
from engine.thewar.world.conditions import Condition
from engine.thewar.world.state import TheWar

_EFFORTS = {
    "combat": "combat",
    "attacks": "combat",
    "second-impulse": "second_impulse",
    "movement": "movement",
    "strategic-warfare": "strategic_warfare",
    "reserves": "reserves",
    "stratmove": "stratmove",
    "diplomacy": "diplomacy",
}


def by_effort(activity: str) -> Condition:
    """Whether an effort allows something to anyone, or to a power of the side that moves; ``not-pass``: whether anybody
    has more than a Pass. Raises UnknownCondition."""
    if activity != "not-pass" and activity not in _EFFORTS:
        raise UnknownCondition(f"effort:{activity}")

    def holds(campaign: TheWar, side: str) -> str:
        if not bought(campaign):
            return ""
        kinds = [
            power.effort for power in campaign.powers.values() if not power.surrendered and side in ("", power.side)
        ]
        if activity == "not-pass":
            allowed = any(kind not in ("", "pass") for kind in kinds)
        else:
            wanted = [_EFFORTS[activity]]
            # Partisans are attacked, and attack, under efforts that allow no other attack (4.4, 4.5).
            if activity == "attacks" and regions.partisans(campaign):
                wanted.append("partisan_attack")
            allowed = any(kind and allows(kind, deed)[0] != "no" for kind in kinds for deed in wanted)
        whose = ("the Axis" if side == "axis" else "the Allies") if side else "anyone"
        return "" if allowed else f"no effort of {whose} allows it"

    return holds


def falls_due(cause: str) -> Condition:
    """Whether a step done by hand has anything to ask for. Raises UnknownCondition."""
    if cause not in FALLS_DUE:
        raise UnknownCondition(f"due:{cause}")
    return FALLS_DUE[cause]
