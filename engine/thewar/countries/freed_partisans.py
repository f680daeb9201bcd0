"""Partisans whose home is free again become units of the power that has freed it (25.4, rulings 371, 619)."""

from __future__ import annotations

import attrs

from engine.kernel.transaction import Transaction
from engine.thewar.world import forces, partisan_homes
from engine.thewar.world.partisan_homes import PARTISAN
from engine.thewar.world.state import TheWar


def freed(campaign: TheWar) -> tuple[str, ...]:
    """The partisans whose home is free again."""
    if not campaign.risings:
        return ()
    partisans = [(key, unit) for key, unit in campaign.units.items() if unit.kind == PARTISAN]
    return tuple(key for key, unit in partisans if partisan_homes.freed(campaign, unit))


def set_free(tx: Transaction[TheWar]) -> None:
    """They become regular units; who stands in a battle that is announced fights it first, as he is."""
    battles = tx.campaign.engagements.values()
    fighting = {key for one in battles for key in (*one.attackers, *one.defenders, *one.reserves, *one.wave)}
    for key in freed(tx.campaign):
        if key not in fighting:
            _turn_regular(tx, key)


def _turn_regular(tx: Transaction[TheWar], key: str) -> None:
    """A partisan of a home that is free becomes an INF of the liberator."""
    unit = tx.campaign.units[key]
    owner = partisan_homes.liberator(tx.campaign, unit)
    regular = attrs.evolve(unit, power=owner, kind="inf", tag=partisan_homes.FORMER)
    forces.keep_serial(tx, key)
    tx.remove(f"units.{key}", "home liberated", "25.4")
    (fresh,) = forces.new_ids(tx, owner, "inf", 1)
    tx.create(f"units.{fresh}", regular, "home liberated", "25.4")
