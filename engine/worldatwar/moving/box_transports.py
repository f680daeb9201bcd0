"""Transports in the boxes: counted as a turn begins, and brought back from port in the redeployment phase (24.66,
25.37)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.orders import Automatic
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.moving import deployment
from engine.worldatwar.world import bases, groups, sides, turns
from engine.worldatwar.world.state import WorldAtWar


@frozen
class CountTransports(Automatic[WorldAtWar]):
    """As a turn begins, transports are counted in each box: their number caps what may be sunk there in the turn
    (24.66)."""

    verb: ClassVar[str] = "count-transports"
    title: ClassVar[str] = "transports counted"
    rule: ClassVar[str] = "24.66"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        for owner, box in deployment.REFUGE:
            count = groups.standing(tx.campaign, owner, "transport", box)
            if count:
                tx.put(f"started.{groups.shipping_key(owner, box)}", count, "transports counted", self.rule)

    def told(self, before: WorldAtWar, entry: Entry) -> str:
        counted = [
            f"{change.now} in {bases.name(box)}"
            for change in entry.changes
            for owner, box in deployment.REFUGE
            if change.at == f"started.{groups.shipping_key(owner, box)}"
        ]
        return f"Transports at the turn's start: {', '.join(counted) or 'none'}"


@frozen
class ReturnTransports(Automatic[WorldAtWar]):
    """In the redeployment phase transports of the phasing side that are left in port go back to the box that they
    belong to (25.37)."""

    verb: ClassVar[str] = "return-transports"
    title: ClassVar[str] = "transports back to their boxes"
    rule: ClassVar[str] = "25.37"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        for owner, base, box, count in deployment.ashore(tx.campaign, turns.half(tx.campaign)):
            for group in groups.take(tx, owner, "transport", base, count, "back to the box", self.rule):
                # Inverted ones stay so through the enemy's next player turn (25.34).
                ready = turns.player_turn(tx.campaign) + 2 if group.ready else 0
                groups.add(tx, attrs.evolve(group, place=box, ready=ready), "back to the box", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        return "Transports in port go back to their boxes"


def ashore(campaign: WorldAtWar, half: str) -> bool:
    """Whether a side has transports outside the boxes."""
    return bool(deployment.ashore(campaign, half))


def duties(campaign: WorldAtWar) -> Iterable[Duty]:
    """Transports in port, which go back to their boxes in this turn (25.37)."""
    for side in sides.HALVES:
        for owner, _, box, count in deployment.ashore(campaign, side):
            yield Duty(f"{count} transports of {sides.named(campaign, owner)} return to {bases.name(box)}", "25.37")
