"""Capitals that have a backup as a source of supply, and from which check on one that was retaken counts again (12.0,
12.2.2, ruling 406)."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, sides, wars
from engine.thewar.world.source_state import Retaken
from engine.thewar.world.state import TheWar

RULE = "12.2.2, ruling 406"
CHECKS = ("operations.supply", "operations.second-supply", "supply.check")
"""The three checks of a player turn, by their steps (12.0)."""
_HALVES = (sides.AXIS, sides.ALLIED)
Moment = tuple[int, int, int]
"""A turn's number, a half's, and how many of its checks have come up."""


def rows() -> dict[str, dict[str, Any]]:
    """Which city supplies whom, by power or colony."""
    printed: dict[str, dict[str, Any]] = table("thewar", "supply-sources")["row"]
    return printed


def backed(place: str) -> str:
    """The power of which a place is the capital that has a backup, '' for any other place."""
    return next((who for who, row in rows().items() if row.get("capital") == place and "backup" in row), "")


def enemys(campaign: TheWar, holder: str, who: str) -> bool:
    """Whether what somebody holds is in the hands of a power's or country's enemy."""
    if not holder or holder == who:
        return False
    theirs, ours = sides.side(campaign, holder), sides.side(campaign, who)
    return wars.hostile(campaign, holder, who) or (bool(theirs) and theirs != ours)


def taken(tx: Transaction[TheWar], place: str, by: str) -> None:
    """A place goes to somebody: a capital that its owner's side gets back counts from the next check on."""
    owner, waiting = backed(place), place in tx.campaign.retaken
    if not owner:
        return
    lost = enemys(tx.campaign, tx.campaign.places[place].holder, owner)
    if lost and not enemys(tx.campaign, by, owner):
        turn, half, check = _next(_now(tx.campaign))
        counts = Retaken(turn=calendar.label(turn), half=_HALVES[half], check=check)
        tx.put(f"retaken.{place}", counts, "retaken: it counts from the next check", RULE)
    elif waiting:
        tx.remove(f"retaken.{place}", "in other hands", RULE)


def waits(campaign: TheWar, place: str) -> bool:
    """Whether a retaken capital does not count yet."""
    counts = campaign.retaken.get(place)
    if counts is None:
        return False
    return _now(campaign) < (calendar.number(counts.turn), _HALVES.index(counts.half), counts.check)


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """A turn ends: capitals that were retaken in an earlier one, or count by now, are remembered no more."""
    now = _now(tx.campaign)
    for place, counts in list(tx.campaign.retaken.items()):
        if (calendar.number(counts.turn), _HALVES.index(counts.half), counts.check) <= now:
            tx.remove(f"retaken.{place}", "it counts again", RULE)


def _next(now: Moment) -> Moment:
    """The check that comes up next."""
    turn, half, done = now
    if done < len(CHECKS) and half in range(len(_HALVES)):
        return turn, half, done + 1
    return (turn, half + 1, 1) if half + 1 < len(_HALVES) else (turn + 1, 0, 1)


def _now(campaign: TheWar) -> Moment:
    """Which checks have come up: those of a half whose step is at hand or past."""
    half, slug = sides.phasing(campaign), campaign.progress.step
    turn = calendar.now(campaign)
    if half:
        at = _order().get(slug.partition(".")[2], 0)
        return turn, _HALVES.index(half), sum(_order()[check] <= at for check in CHECKS)
    return (turn, -1, 0) if _order().get(slug, 0) < _order()[CHECKS[0]] else (turn, len(_HALVES), 0)


@cache
def _order() -> dict[str, int]:
    """The steps of a turn by their slugs, each with its place in it."""
    return {str(step["id"]): at for at, step in enumerate(table("thewar", "sequence")["step"])}
