"""What fills the boxes of purchases and of answers to diplomatic rolls in a game played at random (see
kernel.random_play)."""

from __future__ import annotations

from engine.kernel.chooser import Chooser
from engine.kernel.procedures import top
from engine.thewar.politics.diplomatic_attack import DiplomaticAttack
from engine.thewar.politics.spying import Disclosure
from engine.thewar.rolls import diplomacy
from engine.thewar.world import influence
from engine.thewar.world.state import TheWar

_TARGETS = {1: 3, 2: 3, 3: 1}
_EACH = {1: 4, 2: 2}


def placed(campaign: TheWar, chance: Chooser) -> str:
    """POPs in one to three targets that are still open; sometimes more than a power may place, or where it may not."""
    lands = [
        land for land in diplomacy.targets() if land in campaign.countries and not influence.closed(campaign, land)
    ]
    if not lands or chance.chance(0.1):
        return "none"
    found = chance.some(lands, chance.weighted(_TARGETS))
    return ",".join(f"{count}-{land}" if count > 1 else land for land in found for count in (chance.weighted(_EACH),))


def pops_there(campaign: TheWar, chance: Chooser) -> str:
    """The POPs of somebody who is asked for them, as this view knows; sometimes a figure that is not so."""
    current = top(campaign)
    under_way = current[1] if current is not None else None
    if not isinstance(under_way, DiplomaticAttack | Disclosure) or chance.chance(0.2):
        return str(chance.below(4))
    powers = [one.power for one in under_way.decisions(campaign) if influence.known(campaign, one.power)]
    return str(influence.held(campaign, chance.pick(powers), under_way.target)) if powers else "0"


def cell(campaign: TheWar, chance: Chooser) -> str:
    """What two cards add to the die."""
    return str(chance.between(-diplomacy.MOST_OF_CARDS, diplomacy.MOST_OF_CARDS))
