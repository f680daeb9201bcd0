"""What fills boxes about countries in a game played at random (see kernel.random_play)."""

from __future__ import annotations

from engine.kernel.chooser import Chooser
from engine.thewar.countries.entry_level import USEL
from engine.thewar.world.state import TheWar


def level(campaign: TheWar, chance: Chooser) -> str:
    """A US Entry Level near that of now (17.2)."""
    return str(int(campaign.facts.get(USEL, 0)) + chance.between(-2, 2))
