"""A turn of a campaign as an opening position: what lay under seal is nobody's any more, what is gone is left out."""

from __future__ import annotations

import attrs

from engine.thewar.world import task_forces
from engine.thewar.world.state import TheWar


def as_opening(campaign: TheWar) -> TheWar:
    """The campaign without hidden Task Forces (7.12), sunk ships under markers that are open, and purchases of POPs and
    chits that are still sealed (16.1.1); of those that were used up everybody knows that they were there."""
    markers = {key for key, unit in campaign.units.items() if unit.kind == task_forces.KIND}
    units = {key: unit for key, unit in campaign.units.items() if key not in markers}
    forces = {
        marker: attrs.evolve(force, units=left)
        for marker, force in campaign.task_forces.items()
        if (left := tuple(key for key in force.units if key in units))
    }
    return attrs.evolve(
        campaign,
        units=units,
        task_forces=forces,
        patrols={key: patrol for key, patrol in campaign.patrols.items() if key not in markers},
        missions={key: deed for key, deed in campaign.missions.items() if deed.who not in markers},
        influence={
            key: attrs.evolve(lies, placed=max(lies.placed, lies.used)) for key, lies in campaign.influence.items()
        },
        chits={key: attrs.evolve(has, bought=max(has.bought, has.played)) for key, has in campaign.chits.items()},
        purchases={key: bought for key, bought in campaign.purchases.items() if bought.opened},
        statements={},
    )
