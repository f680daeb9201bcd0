"""The end of a player turn and of a turn: every room clears what counts for no longer (24.66, 25.12, 26.71)."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.orders import Automatic
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.rooms import HOUSE
from engine.worldatwar.world import turns
from engine.worldatwar.world.state import WorldAtWar


@frozen
class EndPlayerTurn(Automatic[WorldAtWar]):
    """A player turn is over: units turn face up, what was declared is cleared, limits are counted anew."""

    verb: ClassVar[str] = "end-player-turn"
    title: ClassVar[str] = "end of the player turn"
    rule: ClassVar[str] = "25.12"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        HOUSE.end_turn(tx, turns.half(tx.campaign))

    def sentence(self, campaign: WorldAtWar) -> str:
        return f"The {turns.half(campaign).title()} player turn is over"


@frozen
class EndTurn(Automatic[WorldAtWar]):
    """The turn is over: transports that stood in each box as it began, and those sunk since, count for no longer
    (24.66)."""

    verb: ClassVar[str] = "end-turn"
    title: ClassVar[str] = "end of the turn"
    rule: ClassVar[str] = "26.71"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        turns.clear(tx, ("started", "sunk"), "turn over", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        return "The turn is over"
