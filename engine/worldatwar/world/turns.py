"""Turns and player turns. Each turn has a player turn of each side; inversion is counted in player turns (24.631A,
25.121, 25.372)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import seasons
from engine.kernel.transaction import Transaction
from engine.worldatwar.world.sides import HALVES
from engine.worldatwar.world.state import WorldAtWar


def half(campaign: WorldAtWar) -> str:
    """The side whose player turn it is, '' before the first of a turn and after the second."""
    first = campaign.progress.step.partition(".")[0]
    return first if first in HALVES else ""


def player_turn(campaign: WorldAtWar) -> int:
    """The player turn at hand, counted from 0 at the campaign's start. What comes before the first player turn of a
    turn counts with it, what comes after the second with that."""
    side = half(campaign)
    second = side == HALVES[1] or (not side and campaign.progress.step.startswith("end"))
    return 2 * (campaign.progress.turn - 1) + second


def following(campaign: WorldAtWar, side: str) -> int:
    """The number of the next player turn of a side after the one at hand."""
    here = player_turn(campaign)
    return here + 1 if HALVES[(here + 1) % 2] == side else here + 2


def next_turn_of(campaign: WorldAtWar, side: str) -> int:
    """The season, counted as ``seasons.number`` does, in which a side phases next after the player turn at hand."""
    return seasons.number(campaign.first) + following(campaign, side) // 2


def clear(tx: Transaction[WorldAtWar], tallies: Iterable[str], why: str, rule: str) -> None:
    """Remove all entries of these mappings of the campaign: they count for one turn or one phase alone."""
    for tally in tallies:
        for key in list(getattr(tx.campaign, tally)):
            tx.remove(f"{tally}.{key}", why, rule)


def forget_phase(tx: Transaction[WorldAtWar], *tallies: str) -> None:
    """Remove what these mappings hold of the combat phase of the player turn that ends (25.12)."""
    clear(tx, tallies, "combat phase over", "25.12")
