"""What was paid with 'spend' for POPs, chits and propaganda in campaigns begun before each had an order of its own: it
counts as bought in the turn in which it was paid (16.1.2, 16.1.7.1, 22.5.1)."""

from __future__ import annotations

from engine.thewar.world import tallies
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar

_CHITS = ("espionage", "counter-espionage")


def chit(campaign: TheWar, power: str) -> bool:
    """Whether a power has paid for an Espionage chit in this turn."""
    return tallies.used(campaign, power, _CHITS[0]) > 0


def pops_and_chits(campaign: TheWar, power: str) -> str:
    """The POPs and chits that a power has paid for in this turn, in words; '' for none."""
    pops = tallies.used(campaign, power, "points")
    parts = [counted(pops, "POP", "POPs")] if pops else []
    parts += [f"{sort.title()} chit" for sort in _CHITS if tallies.used(campaign, power, sort)]
    return ", ".join(parts)


def propaganda(campaign: TheWar) -> bool:
    """Whether Britain has paid for a roll for propaganda in this turn (22.5.1)."""
    return tallies.used(campaign, "britain", "propaganda") > 0
