"""Flying bombs and rockets (26.651, 26.66): BRPs they cost before the value of the target caps them. Pure."""

from __future__ import annotations

from attrs import frozen

from engine.kernel.refusals import Breakdown, Line

SALVO, ROCKET = 10, 5
"""BRPs of a salvo of flying bombs and of one of rockets (26.651)."""
JET = 4
"""BRPs that each defending jet saves (26.661B)."""


@frozen
class Salvos:
    """Flying bombs on one target: the defender's radar and air defense results, the Air Nationality DRMs' difference
    (above 0 for the defender), the target's strength, and the units assigned to it."""

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
        """BRPs of a salvo after what counts against each, not below 0 (26.661A)."""
        return max(0, SALVO - self.radar - self.nationality - self.air_defense)


def damage(attack: Salvos) -> Breakdown:
    """The BRPs of all salvos on a target, not below 0 (26.661)."""
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
    """The BRPs of so many salvos of rockets, against which there is no defence (26.651B)."""
    return salvos * ROCKET
