"""The order that ends a turn for a power (3.10.3)."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.orders import PowerOrder
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.rooms import HOUSE
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar


@frozen
class EndTurn(PowerOrder[TheWar]):
    """The turn ends for a power: what counts by the turn begins anew in every room."""

    verb: ClassVar[str] = "end-turn"
    title: ClassVar[str] = "end of the turn"
    rule: ClassVar[str] = "3.10.3"
    steps: ClassVar[tuple[str, ...]] = ("end.advance",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        HOUSE.end_turn(tx, self.power)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)}: the turn ends ({calendar.spoken(calendar.turn(campaign))})"
