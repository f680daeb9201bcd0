"""What units have done this turn, and what is done or used once: missions, attacks, strategic movement (7.0, 10.0)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.kernel.transaction import Transaction
from engine.thewar.world import sides
from engine.thewar.world.state import Deed, TheWar

MISSION, STRATMOVE, BY_RAIL = "mission", "stratmove", "by-rail"
"""The deeds of ships on a mission at sea, of units that have moved strategically, and of those that went by rail."""
HIT = "hit"
"""The deed of a ship that was hit in a battle: its repair waits (7.10)."""
_IMPULSES = (1, 2)


def in_half(who: str, half: str, impulse: int, deed: str) -> Deed:
    """The deed of somebody in a half and an impulse; the half '' is outside both player turns, in strategic warfare."""
    return Deed(who=who, half=half or "common", impulse=impulse, deed=deed)


def key(deed: Deed) -> str:
    """The key of a deed among the campaign's missions. Nobody reads the key: what was done stands in the value."""
    return deed.address


def is_kept(campaign: TheWar, deed: Deed) -> bool:
    """Whether a deed was done this turn."""
    return bool(campaign.missions) and key(deed) in campaign.missions


def keep(tx: Transaction[Any], deed: Deed, why: str, rule: str) -> None:
    """Record a deed until the end of the turn."""
    tx.put(f"missions.{key(deed)}", deed, why, rule)


def keep_early(tx: Transaction[Any], power: str, verb: str, step: str, rule: str) -> None:
    """Record until the end of the turn that a power was let give an order before its ``step``, overruled: what is done
    once is not asked for again as the step comes up."""
    if tx.campaign.progress.step != step:
        keep(tx, _early(power, verb), "given before its step", rule)


def given_early(campaign: TheWar, power: str, verb: str) -> bool:
    """Whether a power was let give an order before its step came up (see keep_early)."""
    return is_kept(campaign, _early(power, verb))


@lru_cache(maxsize=64)
def _early(power: str, verb: str) -> Deed:
    return Deed(who=power, deed=f"{verb}-early")


def drop(tx: Transaction[Any], deed: Deed, why: str, rule: str) -> None:
    """Remove the record of a deed, where there is one."""
    if is_kept(tx.campaign, deed):
        tx.remove(f"missions.{key(deed)}", why, rule)


@lru_cache(maxsize=4096)
def _key_in_half(who: str, half: str, impulse: int, deed: str) -> str:
    # Asked of every Fleet for every move on offer.
    return key(in_half(who, half, impulse, deed))


def is_kept_in(campaign: TheWar, who: str, half: str, impulse: int, deed: str) -> bool:
    """Whether the deed of somebody in a half and an impulse was done this turn (see in_half)."""
    return bool(campaign.missions) and _key_in_half(who, half, impulse, deed) in campaign.missions


def done(campaign: TheWar, who: str, *deeds: str) -> bool:
    """Whether a unit has done one of these things in the player turn at hand."""
    missions = campaign.missions
    if not missions:
        return False
    half = sides.phasing(campaign)
    for deed in deeds:
        for impulse in _IMPULSES:
            if _key_in_half(who, half, impulse, deed) in missions:
                return True
    return False


def spent(campaign: TheWar, who: str) -> bool:
    """Whether a unit neither moves strategically nor carries what does: it has been on a mission, or has moved so."""
    return done(campaign, who, MISSION, STRATMOVE)


def moved(tx: Transaction[Any], who: str) -> None:
    """Record that a unit has moved strategically, as it does once a turn."""
    keep(tx, in_half(who, sides.phasing(tx.campaign), 1, STRATMOVE), "strategic movement", "7.0, 8.0")


def gone_by_rail(tx: Transaction[Any], who: str) -> None:
    """Record that a unit has gone by rail, as it does once a turn."""
    keep(tx, in_half(who, sides.phasing(tx.campaign), 1, BY_RAIL), "by rail", "9.1.1")
