"""Atomic attacks as far as strategic bombing knows them: the bomb, the marker, what it replaces (26.33, 26.67, 26.8).

Their BRPs and political effects stand in chapter 43, which the table enters (ruling 216).
"""

from __future__ import annotations

from engine.kernel import seasons
from engine.kernel.transaction import Transaction
from engine.worldatwar.targets import firestorms
from engine.worldatwar.world import editions, sides
from engine.worldatwar.world.state import WorldAtWar

WHY = "strategic atomic attack"


def strike(tx: Transaction[WorldAtWar], hex_id: str) -> None:
    """A hex is hit: it bears the marker for good, and in some editions a firestorm marker leaves (26.85C)."""
    tx.set(f"places.{hex_id}.atomic", seasons.turn(tx.campaign), WHY, "26.33")
    if editions.of(tx.campaign).marker_leaves:
        firestorms.remove(tx, hex_id, WHY, "26.85C")


def spend(tx: Transaction[WorldAtWar], power: str) -> None:
    """A bomb has been carried: a faction has one less."""
    fact = f"atomic-bombs-{sides.faction(tx.campaign, power)}"
    tx.put(f"facts.{fact}", int(tx.campaign.facts.get(fact, 0)) - 1, WHY, "26.33")
