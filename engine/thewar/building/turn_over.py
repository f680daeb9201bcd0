"""What a power has built and spent counts by the turn (15.1.5.2, 15.1.6)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.world import tallies
from engine.thewar.world.state import TheWar


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends for a power: it has spent and built nothing yet, and every slip may be worked on again."""
    if tx.campaign.powers[power].spent:
        tx.set(f"powers.{power}.spent", 0, "end of the turn", "15.1.6.1")
    tallies.clear(tx, power)
    for key, slip in list(tx.campaign.slips.items()):
        if slip.power == power and slip.worked:
            tx.set(f"slips.{key}.worked", False, "end of the turn", "15.1.5.2")
