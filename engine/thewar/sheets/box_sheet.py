"""The boxes of strategic warfare as a screen fills them (5.1, 5.2)."""

from __future__ import annotations

from typing import Any

from engine.kernel.orders import Order
from engine.kernel.sheets.boxes import Boxes, Odds, Placing
from engine.thewar.strategic import placing, supposing
from engine.thewar.world.state import TheWar


class BoxSheet(Boxes[TheWar]):
    """What stands ready for the boxes, and what may come of it."""

    def placing(self, campaign: TheWar, power: str, step: str) -> Placing | None:
        return placing.sheet(campaign, power, step)

    def suppose(self, campaign: TheWar, order: Order[Any], battle: str, enemy: int | None = None) -> Odds | None:
        return supposing.suppose(campaign, order, battle, enemy)
