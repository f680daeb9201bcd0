"""The die of a forced march (29.1): two hexes more, and whether it Depletes the unit. Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from engine.kernel.values import compared_often

RULE = "29.1"
HEXES = 2
"""How many hexes a unit moves further."""
WORN_TO, MARCHES_TO = 3, 7
"""Up to which die the unit marches and is Depleted, and up to which it marches at all."""
HARD = -1
"""What modifies the die of a unit that begins in a desert or in the 1939 Soviet Union, for good and ill (ruling 416).
"""
WORN, MARCHES, STAYS = "worn", "marches", "stays"


def result(face: int, *, hard: bool) -> str:
    """What a die brings: WORN, MARCHES or STAYS. ``hard``: the unit begins in a desert or the 1939 Soviet Union."""
    die = face + (HARD if hard else 0)
    return WORN if die <= WORN_TO else MARCHES if die <= MARCHES_TO else STAYS


@compared_often
class Marches:
    """Units that try, one die each, and what has come of it: how many ``march``, how many of these are ``worn``.
    ``left``: for each that is still to roll, whether its ground is hard."""

    left: tuple[bool, ...]
    march: int = 0
    worn: int = 0


class MarchCore:
    """The units of one order as a core, a die at a time."""

    def finished(self, value: Marches) -> bool:
        return not value.left

    def dice(self, value: Marches) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Marches, faces: tuple[int, ...]) -> Marches:
        came = result(faces[0], hard=value.left[0])
        worn = value.worn + (came == WORN)
        return attrs.evolve(value, left=value.left[1:], march=value.march + (came != STAYS), worn=worn)


def begun(hard: Sequence[bool]) -> Marches:
    """Units before their dice; those of like ground one after the other, so that what is alike meets early."""
    return Marches(tuple(sorted(hard)))
