"""What a power has built, upgraded or placed this turn, where a limit or a screen counts it (15.1.6.2)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.world.state import Built, TheWar

RESERVES, RESERVES_CHIT = "reserves", "reserves-chit"
"""Markers placed in Reserve, and the chit that adds one (9.9.1): no units that have to be placed on the board."""


def _key(power: str, what: str) -> str:
    return f"{power}-{what}"


def built(campaign: TheWar, power: str, what: str) -> int:
    """How many of a group, or of what is counted under a name of its own, a power has built this turn."""
    found = campaign.built.get(_key(power, what))
    return found.count if found is not None else 0


def count(tx: Transaction[TheWar], power: str, what: str, more: int, why: str, rule: str) -> None:
    """So many more are built."""
    now = Built(power=power, what=what, count=built(tx.campaign, power, what) + more)
    tx.put(f"built.{_key(power, what)}", now, why, rule)


def clear(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends for a power."""
    for key in [key for key, one in tx.campaign.built.items() if one.power == power]:
        tx.remove(f"built.{key}", "end of the turn", "15.1.6.2")
