"""What the rules do by themselves as player turns and turns end (24.66, 25.12, 25.66, 26.71)."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from engine.kernel.orders import Automatic
from engine.kernel.transaction import Transaction
from engine.worldatwar.moving import sailing
from engine.worldatwar.oceans import modifiers
from engine.worldatwar.world import flights, groups, sides, turns
from engine.worldatwar.world.state import WorldAtWar

PHASE_TALLIES = ("attacks", "cards", "forces", "guards", "salvos", "bombed")
TURN_TALLIES = ("started", "sunk")


@frozen
class EndPlayerTurn(Automatic[WorldAtWar]):
    """The player turn is over: units turn face up, what was declared is cleared, limits are counted anew."""

    verb: ClassVar[str] = "end-player-turn"
    title: ClassVar[str] = "end of the player turn"
    rule: ClassVar[str] = "25.12"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        """See Automatic."""
        side = turns.half(tx.campaign)
        for tally in PHASE_TALLIES:
            for key in list(getattr(tx.campaign, tally)):
                tx.remove(f"{tally}.{key}", "combat phase over", self.rule)
        if side == sides.HALVES[0] and sides.at_war(tx.campaign, "germany", "us"):
            phases = int(tx.campaign.facts.get(modifiers.PHASES, 0))
            tx.put(f"facts.{modifiers.PHASES}", phases + 1, "an Axis combat phase of the war", "25.66B")
        for fact in list(tx.campaign.facts):
            if fact.startswith((sailing.PASSED, sailing.ASW_SENT)):
                tx.remove(f"facts.{fact}", "player turn over", "25.15, 25.32B")
        for power, one in list(tx.campaign.powers.items()):
            # A limit that bombing changed counts for the power's next player turn only (26.71B).
            if one.side == side:
                self._anew(tx, power)
            elif one.limit_change or one.limit_now:
                tx.set(
                    f"powers.{power}.limit_now", one.limit_change, "construction limit of the next player turn", "27.3"
                )
                tx.set(f"powers.{power}.limit_change", 0, "construction limit of the next player turn", "27.3")
        for key, base in list(tx.campaign.bases.items()):
            if base.moved and sides.side(tx.campaign, base.owner) == side:
                tx.set(f"bases.{key}.moved", "", "player turn over", "26.61B")
        flights.forget(tx)
        groups.refresh(tx, turns.player_turn(tx.campaign) + 1)

    @staticmethod
    def _anew(tx: Transaction[WorldAtWar], power: str) -> None:
        for part in ("spent", "launched", "repaired", "cleared", "limit_now"):
            tx.set(f"powers.{power}.{part}", 0, "player turn over", "27.3")

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return f"The {turns.half(campaign).title()} player turn is over"


@frozen
class EndTurn(Automatic[WorldAtWar]):
    """The turn is over: its tallies of shipping and bombing are closed (24.66, 26.71)."""

    verb: ClassVar[str] = "end-turn"
    title: ClassVar[str] = "end of the turn"
    rule: ClassVar[str] = "26.71"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        """See Automatic."""
        for tally in TURN_TALLIES:
            for key in list(getattr(tx.campaign, tally)):
                tx.remove(f"{tally}.{key}", "turn over", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        """See Order."""
        return "The turn is over"
