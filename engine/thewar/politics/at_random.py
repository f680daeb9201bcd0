"""What fills the box of targets in a game played at random (see kernel.random_play)."""

from __future__ import annotations

from engine.kernel.chooser import Chooser
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
