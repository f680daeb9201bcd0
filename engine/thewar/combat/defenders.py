"""Who stands in a place that is attacked, as far as it is recorded: all of them defend it together, and nobody who is
recorded elsewhere (10.1.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.world import sides, titles, traits
from engine.thewar.world.state import TheWar

RULE = "10.1.2"


def recorded(campaign: TheWar, where: str, attacker: str) -> tuple[str, ...]:
    """The ground units that are recorded in a place, but for those of the attacker's own side."""
    mine = sides.side(campaign, attacker)
    return tuple(
        key
        for key, unit in campaign.units.items()
        if unit.place == where and traits.category(unit) == "ground" and sides.side(campaign, unit.power) != mine
    )


def away(campaign: TheWar, key: str, at: str) -> int:
    """How little a unit is known to be at a place: 0 who is recorded there, 2 who is recorded elsewhere."""
    where = campaign.units[key].place
    if not at or where == at:
        return 0
    return 2 if where in campaign.places else 1


def wrong(campaign: TheWar, attacker: str, where: str, named: Collection[str]) -> Iterable[Refusal]:
    """Why an attack does not meet those whom it names: others of theirs stand in the place too, or they stand in
    another. Where no place lies, only the board knows who is there."""
    if where not in campaign.places or not named:
        return
    at, theirs = titles.where(campaign, where), sides.non_phasing(campaign)
    left = [
        key
        for key in recorded(campaign, where, attacker)
        if key not in named and sides.side(campaign, campaign.units[key].power) == theirs
    ]
    if left:
        stand = "stand" if len(left) > 1 else "stands"
        reason = f"{titles.units(campaign, left)} {stand} at {at} too, and all in a hex defend it together"
        yield Refusal(RULE, reason, "Named in against= as well; where it has left, its owner says so: 'station board'.")
    yield from elsewhere(campaign, where, named, RULE)


def elsewhere(campaign: TheWar, where: str, named: Collection[str], rule: str) -> Iterable[Refusal]:
    """Why units are not met in a place: they are recorded in another one."""
    others = [
        key for key in named if campaign.units[key].place in campaign.places and campaign.units[key].place != where
    ]
    if where in campaign.places and others:
        stand = "stand" if len(others) > 1 else "stands"
        there = titles.where(campaign, campaign.units[others[0]].place)
        reason = f"{titles.units(campaign, others)} {stand} at {there}, not at {titles.where(campaign, where)}"
        yield Refusal(rule, reason, "Others are named; where it has moved, its owner says so: 'station'.")
