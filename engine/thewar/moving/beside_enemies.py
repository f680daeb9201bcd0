"""Enemy ground units that are recorded beside a place where a strategic move of ground units begins or ends, as words
behind its order (7.6.1, 8.1.1, 8.1.3).

It is advice: whether a hex side between them is impassable, and who stands on the board besides, the program does not
know.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.thewar.world import distances, installed, regions, titles, traits, wars
from engine.thewar.world.state import TheWar

KINDS = ("ground", "sealift")
"""The kinds of strategic moves of ground units: by land, and carried by Fleets."""
BESIDE = 1
"""The hexes between two that are adjacent."""


def told(campaign: TheWar, owner: str, ends: Iterable[str]) -> str:
    """Whom such a move begins or ends beside, as far as both are known; '' for nobody. Partisans and who stands in a
    fortress do not count, nor does anybody beside a fortress in which it ends."""
    said = []
    for end in dict.fromkeys(place for place in ends if place):
        for place in regions.occupied(campaign):
            if place == end or installed.is_fortress(campaign, place) or installed.is_fortress(campaign, end):
                continue
            far = distances.apart(campaign, end, place)
            if far is None or far.hexes > BESIDE:
                continue
            enemies = [
                key
                for key, unit in regions.units_at(campaign, place).items()
                if traits.category(unit) == "ground" and unit.kind != "partisan"
                if wars.at_war(campaign, owner, unit.power)
            ]
            if enemies:
                who, where = titles.units(campaign, enemies), titles.where(campaign, place)
                said.append(f"{who} at {where}, {far} from {titles.where(campaign, end)}")
    return f"; beside enemies: {'; '.join(said)} (8.1.1)" if said else ""
