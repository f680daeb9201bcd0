"""The damage of Depleted ships (7.10): the factors that a ship has lost, and the space of the shipyard's track where
its repair begins.

Pure: no campaign is needed.
"""

from __future__ import annotations

import attrs

from engine.kernel.tables import table
from engine.kernel.values import compared_often

DEPLETION = "naval-depletion"
FACTORS = {"fleet": 9, "cv": 4}
"""The factors of a ship: the spaces of a shipyard's track that it takes (7.10, 11.6)."""


@compared_often
class Damage:
    """A roll for the damage of a Depleted ship (7.10): ``kind`` fleet or cv; ``face`` is the die, 0 before it."""

    kind: str
    face: int = 0


class DamageCore:
    """The roll for damage as a core for forecasts and play."""

    def finished(self, value: Damage) -> bool:
        return bool(value.face)

    def dice(self, value: Damage) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Damage, faces: tuple[int, ...]) -> Damage:
        return attrs.evolve(value, face=faces[0])


def damage(roll: Damage) -> int:
    """The factors that a Depleted ship has lost (7.10, ruling 54)."""
    row: list[int] = table("thewar", DEPLETION)["row"][str(roll.face)]
    return int(row[list(FACTORS).index(roll.kind)])


def most(kind: str) -> int:
    """The most factors that a Depleted ship of a kind can have lost (ruling 395)."""
    rows: dict[str, list[int]] = table("thewar", DEPLETION)["row"]
    return max(int(row[list(FACTORS).index(kind)]) for row in rows.values())


def space(roll: Damage) -> int:
    """The space of the shipyard's track where the ship is repaired (7.10, ruling 56)."""
    return FACTORS[roll.kind] - damage(roll)
