"""What a power has built, upgraded or placed this turn, where a limit or a screen counts it (15.1.6.2)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.world.state import Built, TheWar

RESERVES, RESERVES_CHIT = "reserves", "reserves-chit"
"""Markers placed in Reserve, and the chit that adds one (9.9.1): no units that have to be placed on the board."""


def _key(power: str, name: str) -> str:
    return f"{power}-{name}"


def built(campaign: TheWar, power: str, name: str) -> int:
    """How many of a group, or of what is counted under a name of its own, a power has built this turn."""
    record = campaign.built.get(_key(power, name))
    return record.count if record is not None else 0


def count(tx: Transaction[TheWar], power: str, name: str, more: int, why: str, rule: str) -> None:
    """Count so many more as built, upgraded or placed this turn."""
    now = Built(power=power, what=name, count=built(tx.campaign, power, name) + more)
    tx.put(f"built.{_key(power, name)}", now, why, rule)


def clear(tx: Transaction[TheWar], power: str) -> None:
    """At the end of the turn, remove what a power's tallies have counted."""
    for key in [key for key, record in tx.campaign.built.items() if record.power == power]:
        tx.remove(f"built.{key}", "end of the turn", "15.1.6.2")
