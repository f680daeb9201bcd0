"""The sequence of play of The War, read from its table (chapter 3)."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.sequence import Sequence
from engine.kernel.tables import table
from engine.kernel.wiring import Powers
from engine.kernel.wiring import sequence as wire
from engine.thewar.rooms import HOUSE
from engine.thewar.world import wars
from engine.thewar.world.conditions import Condition
from engine.thewar.world.state import TheWar

HALVES = ("axis", "allied")


def sequence() -> Sequence[TheWar]:
    """Every step in its order: segments 1 to 5 once, 6 to 10 for the Axis, then for the Allies (3.11)."""
    return wire(table("thewar", "sequence"), HOUSE.wiring, _Powers())


class _Powers(Powers[TheWar]):
    """What the wiring asks about the powers of The War."""

    halves: ClassVar[tuple[str, ...]] = HALVES

    def standing(self, campaign: TheWar, half: str = "") -> tuple[str, ...]:
        return tuple(wars.all_standing(campaign, half))

    def side(self, campaign: TheWar, power: str) -> str:
        return campaign.powers[power].side

    def condition(self, text: str) -> Condition:
        return HOUSE.condition(text)
