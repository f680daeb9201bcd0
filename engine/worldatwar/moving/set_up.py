"""Where German submarines stand as the war begins (25.13A)."""

from __future__ import annotations

from typing import ClassVar

import attrs

from engine.kernel.orders import Automatic
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.moving import submarine_limits
from engine.worldatwar.world import bases, groups
from engine.worldatwar.world.state import WorldAtWar


@frozen
class SetUp(Automatic[WorldAtWar]):
    """No German submarine begins in the Atlantic without three steps of submarine research before the war: those that
    do go to port (25.13A)."""

    verb: ClassVar[str] = "set-up"
    title: ClassVar[str] = "set-up"
    rule: ClassVar[str] = "25.13A"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        count = groups.standing(tx.campaign, "germany", "submarine", bases.ATLANTIC)
        for group in groups.take(tx, "germany", "submarine", bases.ATLANTIC, count, "too little research", self.rule):
            groups.add(tx, attrs.evolve(group, place=bases.WESTERN_PORT), "too little research", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        return "No German submarine begins in the Atlantic: fewer than three steps of research before the war"


def due(campaign: WorldAtWar) -> bool:
    """Whether the campaign opens with a German submarine in the Atlantic that may not begin there."""
    first = campaign.progress.turn == 1 and not campaign.progress.taken.get("start-transports")
    there = groups.standing(campaign, "germany", "submarine", bases.ATLANTIC)
    return bool(first and there) and not submarine_limits.first_submarine(campaign)
