"""A neutral country that is invaded stands alone: no Major Power's aircraft or ships support it in the Operations
Segment of its invasion (23.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.countries import protection
from engine.thewar.world import calendar, entering, sides, wars
from engine.thewar.world.state import TheWar

RULE = "23.1"


def alone(campaign: TheWar, country: str) -> bool:
    """Whether a country was neutral till this turn, and its invaders' side is the one that moves."""
    if campaign.facts.get(protection.alone_fact(country)) != calendar.turn(campaign):
        return False
    moving = sides.phasing(campaign)
    return any(sides.side(campaign, power) == moving for power in protection.invaders(campaign, country))


def refused(campaign: TheWar, where: str, helpers: Iterable[str], defended: Iterable[str]) -> Iterable[Refusal]:
    """Why units of Major Powers do not support those that defend a hex, or the air over it."""
    owners = {campaign.units[key].power for key in helpers if key in campaign.units}
    if not owners & set(campaign.powers):
        return
    lands = {campaign.units[key].power for key in defended if key in campaign.units} | {
        entering.region(campaign, where)
    }
    for country in sorted(lands & set(campaign.countries)):
        if alone(campaign, country):
            reason = f"{wars.named(campaign, country)}, neutral till this turn, gets no support of a Major Power"
            yield Refusal(RULE, reason, "It stands alone in the Operations Segment of its invasion.")
