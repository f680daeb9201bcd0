"""What fills the box of losses in a game played at random (see kernel.random_play)."""

from __future__ import annotations

from engine.kernel.chooser import Chooser
from engine.thewar.world.forces import group_of
from engine.thewar.world.state import Pool, TheWar, Unit

_DEEDS = {"-1": 2, "-2": 1, "dep": 2, "rep": 1, "+1": 2, "+9": 1}
_ITEMS = {1: 2, 2: 1, 3: 1}


def losses(campaign: TheWar, chance: Chooser) -> str:
    """A line of what happened to units at the table: one to three items, each of a group that is there or, for what is
    built, in a pool."""
    items = []
    for _ in range(chance.weighted(_ITEMS)):
        deed = chance.weighted(_DEEDS)
        found: list[Pool | Unit] = []
        if deed.startswith("+"):
            found += [pool for pool in campaign.pools.values() if pool.count] or list(campaign.pools.values())
        else:
            found += campaign.units.values()
        if found:
            one = chance.pick(found)
            oos = " oos" if deed.startswith("-") and chance.chance(0.2) else ""
            items.append(f"{one.power} {deed} {group_of(one)}{oos}")
    return "; ".join(items)
