"""What ships have done this turn and is done once only: their mission, their strategic movement (7.0, 7.6.2)."""

from __future__ import annotations

from typing import Any

from engine.kernel.transaction import Transaction
from engine.thewar.world import sides
from engine.thewar.world.state import TheWar

MISSION, STRATMOVE = "mission", "stratmove"
"""What the missions of a campaign call them."""
_IMPULSES = (1, 2)


def named(key: str, half: str, impulse: int, deed: str) -> str:
    """Under what it is kept that a unit has done something in a half and an impulse."""
    # Outside both player turns: in strategic warfare.
    return f"{key}-{half or 'common'}-{impulse}-{deed}"


def done(campaign: TheWar, key: str, *deeds: str) -> bool:
    """Whether a unit has done one of these things in the player turn at hand."""
    half = sides.phasing(campaign)
    return any(named(key, half, impulse, deed) in campaign.missions for impulse in _IMPULSES for deed in deeds)


def spent(campaign: TheWar, key: str) -> bool:
    """Whether a ship neither moves strategically nor carries what does: it has been on a mission, or has moved so."""
    return done(campaign, key, MISSION, STRATMOVE)


def moved(tx: Transaction[Any], key: str) -> None:
    """A ship has moved strategically."""
    tx.put(f"missions.{named(key, sides.phasing(tx.campaign), 1, STRATMOVE)}", 1, "strategic movement", "7.0")
