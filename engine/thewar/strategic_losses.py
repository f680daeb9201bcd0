"""What the losses of one Strategic Warfare segment come to for each power: who chooses the victim, caps over several
raids, SMPs
(5.1.3, 5.2, 8.4). Pure, save that the base of the British Isles is read from the campaign."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from engine.thewar.bombing import RaidResult
from engine.thewar.state import TheWar
from engine.thewar.submarines import NARFS_PER_SMP, ceiling

BASE_SHARE = 4
"""Bombing takes at most this part of the victim's NARF base in a turn (5.2)."""


@frozen
class Bombed:
    """What all raids of a turn on one power come to: NARFs off its level and off its base, SMPs and rail moves of its
    next turn, oil hits, and the change of its surrender level."""

    narfs: int
    base_loss: int
    smps: int
    rail_lost: int
    oil_hits: int
    surrender: int


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


def allied_smps(at_sea: int, from_bombers: int = 0) -> int:
    """SMPs that one Western Ally loses for NARFs: U-boats and raiders with bombers, each 20 begun (8.4, ruling 12)."""
    return ceiling(at_sea + from_bombers, NARFS_PER_SMP)


def american_smps(europe: int, board: int, lost: int, minimum: int = 2) -> tuple[int, int]:
    """The two American SMP levels after a loss: it strikes each, and neither falls below the minimum (8.5.5, ruling
    13)."""
    return max(min(europe, minimum), europe - lost), max(min(board, minimum), board - lost)


def together(raids: Iterable[RaidResult], base: int) -> Bombed:
    """All raids of a turn on Germany, in the order flown: a quarter of ``base`` (before this segment) caps their sum,
    and what came later is cut (5.2, ruling 15); each full 20 NARFs of the sum cost an SMP (ruling 12)."""
    room = base // BASE_SHARE
    narfs = base_loss = smps = rail = oil = surrender = 0
    for raid in raids:
        counted = min(raid.narfs, room - narfs)
        narfs += counted
        base_loss += min(raid.base_loss, counted)
        smps += raid.smps_extra
        rail += raid.rail_lost
        oil += raid.oil_hits
        surrender += raid.surrender
    return Bombed(narfs, base_loss, smps + narfs // NARFS_PER_SMP, rail, oil, surrender)
