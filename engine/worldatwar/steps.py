"""The sequence of play of A World at War as far as strategic warfare needs it, and the rules behind each step."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.sequence import Sequence
from engine.kernel.tables import table
from engine.kernel.wiring import Condition, Powers
from engine.kernel.wiring import sequence as wire
from engine.worldatwar.rooms import HOUSE
from engine.worldatwar.world import sides
from engine.worldatwar.world.state import WorldAtWar


def sequence() -> Sequence[WorldAtWar]:
    """Every step in its order: the start of the turn, the Axis player turn, the Allied one, the end."""
    return wire(table("worldatwar", "sequence"), HOUSE.wiring, _Powers())


class _Powers(Powers[WorldAtWar]):
    """What the wiring asks about the powers."""

    halves: ClassVar[tuple[str, ...]] = sides.HALVES

    def standing(self, campaign: WorldAtWar, half: str = "") -> tuple[str, ...]:
        return sides.standing(campaign, half)

    def side(self, campaign: WorldAtWar, power: str) -> str:
        return sides.side(campaign, power)

    def condition(self, text: str) -> Condition[WorldAtWar]:
        """No step of this game hangs on a condition."""
        raise LookupError(text)
