"""What later diplomatic rolls hold against a power: its wars on friends, the West's on neutral countries (16.2)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar
from engine.thewar.world.state import Grudge, TheWar

FRIEND, NEUTRAL = "friend", "neutral"
"""The kinds: an own Sympathizer, Associate or Satellite; a minor country that a Western power attacks."""
RULE = "16.2"


def borne(tx: Transaction[TheWar], power: str, country: str, kind: str) -> None:
    """Record that a declaration of war of this turn is held against its power from now on; once for each country."""
    new = Grudge.made_of(power, country, kind, turn=calendar.turn(tx.campaign))
    if new.address not in tx.campaign.grudges:
        why = "a declaration of war on a friend" if kind == FRIEND else "a Western attack on a neutral country"
        tx.create(f"grudges.{new.address}", new, why, RULE)


def against(campaign: TheWar, power: str) -> tuple[Grudge, ...]:
    """What is held against a power itself, the oldest first."""
    theirs = [grudge for grudge in campaign.grudges.values() if grudge.power == power]
    return tuple(sorted(theirs, key=lambda grudge: calendar.number(grudge.turn)))
