"""Who is asked for POPs and chits, and who may have something to do: as everybody can work out from what all saw paid,
never by what somebody has (16.1.1, 16.1.7.2, rulings 298, 310, 433)."""

from __future__ import annotations

from engine.thewar.politics import purses, stating
from engine.thewar.world import influence
from engine.thewar.world.state import TheWar


def might_have_pops(campaign: TheWar, power: str, target: str) -> bool:
    """Whether a power may have unused POPs in a target."""
    return purses.might_hold(campaign, power, target) > 0


def might_have_chit(campaign: TheWar, power: str, sort: str) -> bool:
    """Whether a power is asked for such a chit: it may have one left and has not passed chits."""
    return stating.asked_for_chit(campaign, power, sort)


def might_have_any(campaign: TheWar, power: str) -> bool:
    """Whether a power may have POPs anywhere, for a variant roll too, or a chit to spy with."""
    if any(bought.power == power and bought.narfs and not bought.opened for bought in campaign.purchases.values()):
        return True
    if purses.might_hold(campaign, power, influence.ESPIONAGE):
        return True
    return any(
        one.power == power and one.placed > one.used and not influence.closed(campaign, one.country)
        for one in campaign.influence.values()
    )
