"""What a power may hold that not everybody knows of: as all have seen what it paid, not what for (16.1.1, ruling 298).

Whoever may hold something is asked for it, whether he does or not, so that a question betrays nothing (ruling 310).
"""

from __future__ import annotations

from engine.kernel.campaign import several_eyes
from engine.thewar.rolls import diplomacy
from engine.thewar.world import calendar, influence
from engine.thewar.world.state import Chits, Influence, TheWar


def buys_hidden(campaign: TheWar, power: str) -> bool:
    """Whether a power has bought POPs or chits this year that lie under seal."""
    if not several_eyes(campaign):
        return False
    year = calendar.year(campaign)
    return any(
        bought.power == power and bought.narfs and not bought.opened and calendar.number(bought.turn) // 4 == year
        for bought in campaign.purchases.values()
    )


def might_have_pops(campaign: TheWar, power: str, target: str) -> bool:
    """Whether a power may have unused POPs in a target, as far as everybody knows."""
    if power not in diplomacy.targets().get(target, ()):
        return False
    stands = campaign.influence.get(Influence.made_of(power, target).address)
    return buys_hidden(campaign, power) or (stands is not None and stands.placed > stands.used)


def might_have_chit(campaign: TheWar, power: str, sort: str) -> bool:
    """Whether a power may have such a chit left, as far as everybody knows."""
    stands = campaign.chits.get(Chits.made_of(power, sort).address)
    return buys_hidden(campaign, power) or (stands is not None and stands.bought > stands.played)


def might_have_any(campaign: TheWar, power: str) -> bool:
    """Whether a power may have POPs anywhere, or a chit to spy with."""
    if buys_hidden(campaign, power) or might_have_chit(campaign, power, influence.ESPIONAGE):
        return True
    return any(one.power == power and one.placed > one.used for one in campaign.influence.values())
