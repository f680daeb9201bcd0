"""Flying bombs and rockets (26.651, 26.66): BRPs of damage before the value of the target caps it. Pure."""

from __future__ import annotations

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.values import compared_often

SALVO, ROCKET = 10, 5
"""BRPs of damage by a salvo of flying bombs, and by one of rockets (26.651)."""
JET = 4
"""BRPs that each defending jet takes off the damage (26.661B)."""


@compared_often
class Salvos:
    """Salvos of flying bombs at one target and what stands against them: the defender's radar and air defense results,
    the difference of the Air Nationality DRMs (above 0 for the defender), the target's strength, and the air units
    assigned to it."""

    salvos: int
    radar: int = 0
    air_defense: int = 0
    nationality: int = 0
    strength: int = 0
    aaf: int = 0
    interceptors: int = 0
    jets: int = 0

    @property
    def each(self) -> int:
        """BRPs of one salvo, less what counts against each of them, not below 0 (26.661A)."""
        return max(0, SALVO - self.radar - self.nationality - self.air_defense)


def damage(attack: Salvos) -> Breakdown:
    """BRPs of damage by all salvos of flying bombs at a target, not below 0 (26.661)."""
    whole = attack.salvos * attack.each
    causes = [Line(f"{attack.salvos} salvos x {attack.each}", whole, "26.651A, 26.661A")]
    for label, value in (
        (f"target's strength {attack.strength}", attack.strength),
        (f"{attack.aaf} AAF", attack.aaf),
        (f"{attack.interceptors} interceptors", attack.interceptors),
        (f"{attack.jets} jets x {JET}", attack.jets * JET),
    ):
        if value:
            causes.append(Line(label, -value, "26.661B"))
    below = sum(line.value for line in causes)
    if below < 0:
        causes.append(Line("not below 0", -below, "26.661"))
    return Breakdown(tuple(causes))


def rockets(salvos: int) -> int:
    """BRPs of damage by salvos of rockets, against which there is no defence (26.651B)."""
    return salvos * ROCKET
