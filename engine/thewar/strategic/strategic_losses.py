"""What Strategic Warfare costs each power: who chooses the victim, the British Isles, SMPs (5.1.3, 5.2, 8.4)."""

from __future__ import annotations

from engine.thewar.rolls.submarines import NARFS_PER_SMP, ceiling
from engine.thewar.world.state import TheWar

BASE_SHARE = 4
"""Bombing takes at most this part of the victim's NARF base in a turn (5.2)."""


def isles(campaign: TheWar) -> int:
    """The NARF base of the British Isles: the British base less the dominions still held (5.1.3, ruling 10)."""
    held = (
        holding.value
        for holding in campaign.holdings.values()
        if holding.kind == "dominion" and holding.owner == holding.holder == "britain"
    )
    return max(0, campaign.powers["britain"].base - sum(held))


def chooses(mark: str, *, allied_in_massacre: bool = False) -> str:
    """The side that says whether Britain or the U.S. bears the NARFs and the convoy's SMPs: 'axis' or 'allied'
    (5.1.3, ruling 9).

    ``mark`` is '', '*' or '**'; ``allied_in_massacre`` is the ruling's other option. In the Happy Time nobody chooses.
    """
    return "allied" if mark == "*" or (mark == "**" and allied_in_massacre) else "axis"


def allied_smps(narfs: int) -> int:
    """SMPs that a Western Ally loses for all NARFs lost to U-boats, raiders and bombers: each 20 begun (8.4, ruling
    12)."""
    return ceiling(narfs, NARFS_PER_SMP)
