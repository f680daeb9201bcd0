"""What units have done this turn, and what is done or used once: missions, attacks, strategic movement (7.0, 10.0)."""

from __future__ import annotations

from typing import Any

from engine.kernel.transaction import Transaction
from engine.thewar.world import sides
from engine.thewar.world.state import Deed, TheWar

MISSION, STRATMOVE = "mission", "stratmove"
"""Ships on a mission at sea, and those that have moved strategically."""
HIT = "hit"
"""A ship was hit in a battle: its repair waits (7.10)."""
_IMPULSES = (1, 2)


def in_half(who: str, half: str, impulse: int, deed: str) -> Deed:
    """What somebody does in a half and an impulse; '' is outside both player turns, in strategic warfare."""
    return Deed(who=who, half=half or "common", impulse=impulse, deed=deed)


def key(one: Deed) -> str:
    """Where a deed is kept among the campaign's missions. Nobody reads it: what was done stands in the value."""
    impulse = str(one.impulse) if one.impulse else ""
    return "-".join(part for part in (one.who, one.half, impulse, one.deed, one.where) if part)


def is_kept(campaign: TheWar, one: Deed) -> bool:
    """Whether it was done this turn."""
    return key(one) in campaign.missions


def keep(tx: Transaction[Any], one: Deed, why: str, rule: str) -> None:
    """It is done."""
    tx.put(f"missions.{key(one)}", one, why, rule)


def drop(tx: Transaction[Any], one: Deed, why: str, rule: str) -> None:
    """It does not count any more, where it did."""
    if is_kept(tx.campaign, one):
        tx.remove(f"missions.{key(one)}", why, rule)


def done(campaign: TheWar, who: str, *deeds: str) -> bool:
    """Whether a unit has done one of these things in the player turn at hand."""
    half = sides.phasing(campaign)
    return any(is_kept(campaign, in_half(who, half, impulse, deed)) for impulse in _IMPULSES for deed in deeds)


def spent(campaign: TheWar, who: str) -> bool:
    """Whether a ship neither moves strategically nor carries what does: it has been on a mission, or has moved so."""
    return done(campaign, who, MISSION, STRATMOVE)


def moved(tx: Transaction[Any], who: str) -> None:
    """A ship has moved strategically."""
    keep(tx, in_half(who, sides.phasing(tx.campaign), 1, STRATMOVE), "strategic movement", "7.0")
