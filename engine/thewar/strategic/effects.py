"""What strategic warfare does to a campaign: NARFs, SMPs, units, the U.S. Entry Level (5.1.3, 5.2, 8.4, 22.8)."""

from __future__ import annotations

import attrs

from engine.kernel.transaction import Transaction
from engine.thewar.strategic import strategic_forces
from engine.thewar.world import forces
from engine.thewar.world.state import Box, TheWar


def narfs_lost(tx: Transaction[TheWar], power: str, amount: int, why: str, rule: str, *, bombed: bool = False) -> None:
    """NARFs destroyed: they leave the hand, also below zero, and spare the base (14.1.4, ruling 146)."""
    if not amount:
        return
    tx.add(f"powers.{power}.narfs", -amount, why, rule, account="bombed" if bombed else "sunk")
    box = tx.campaign.boxes.get(power, Box())
    tx.put(f"boxes.{power}", attrs.evolve(box, lost=box.lost + amount, bombed=box.bombed + amount * bombed), why, rule)


def smps_lost(tx: Transaction[TheWar], power: str, amount: int, why: str, rule: str) -> None:
    """SMPs lost this turn; the U.S. loses them in each of its two halves (8.4, 8.5.5, ruling 13)."""
    tx.add(f"powers.{power}.smp_lost", amount * (2 if power == "us" else 1), why, rule)


def units_lost(tx: Transaction[TheWar], power: str, kind: str, amount: int, why: str, rule: str, tag: str = "") -> None:
    """So many of a power's undepleted units of a kind go back to its force pool; never more than there are."""
    for key in strategic_forces.in_play(tx.campaign, power, kind, tag)[:amount]:
        forces.eliminate(tx, key, why, rule)


def asw_lost(tx: Transaction[TheWar], amount: int) -> None:
    """ASW sunk: one after the other from the Western Ally that has most of them left in the box (ruling 151)."""
    left = {power: tx.campaign.boxes[power].asw for power in ("britain", "us") if power in tx.campaign.boxes}
    for _ in range(amount):
        power = max(left, key=lambda name: left[name], default="")
        if not power or not left[power]:
            return
        left[power] -= 1
        units_lost(tx, power, "asw", 1, "U-boat combat", "5.1.1")
