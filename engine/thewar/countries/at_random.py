"""What fills boxes about countries in a game played at random (see kernel.random_play)."""

from __future__ import annotations

from engine.kernel.chooser import Chooser
from engine.thewar.economy import us_attempt
from engine.thewar.world.state import TheWar


def level(campaign: TheWar, chance: Chooser) -> str:
    """A U.S. Entry Level near that of now (22.8)."""
    return str(us_attempt.level(campaign) + chance.between(-2, 2))
