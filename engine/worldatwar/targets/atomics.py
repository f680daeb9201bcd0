"""Atomic attacks as far as strategic bombing knows them: the bomb, its marker, and the firestorm marker that it
replaces (26.33, 26.67, 26.8).

The BRPs that they cost and their political effects belong to chapter 43; the table enters those (ruling 216).
"""

from __future__ import annotations

from engine.kernel import seasons
from engine.kernel.transaction import Transaction
from engine.worldatwar.targets import firestorms
from engine.worldatwar.world import editions, sides
from engine.worldatwar.world.state import WorldAtWar

WHY = "strategic atomic attack"


def strike(tx: Transaction[WorldAtWar], hex_id: str) -> None:
    """Mark a hex as hit by an atomic bomb. Its marker stays for good; in some editions a firestorm marker leaves
    (26.85C)."""
    tx.set(f"places.{hex_id}.atomic", seasons.turn(tx.campaign), WHY, "26.33")
    if editions.of(tx.campaign).marker_leaves:
        firestorms.remove(tx, hex_id, WHY, "26.85C")


def spend(tx: Transaction[WorldAtWar], power: str) -> None:
    """Take one atomic bomb from those of a power's faction."""
    fact = f"atomic-bombs-{sides.faction(tx.campaign, power)}"
    tx.put(f"facts.{fact}", int(tx.campaign.facts.get(fact, 0)) - 1, WHY, "26.33")
