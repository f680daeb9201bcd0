"""The French army and navy as France surrenders: what leaves the game and what Vichy keeps (18.5.3, 18.5.5, rulings 354
and 357)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.countries import fallen_forces
from engine.thewar.endings.terms import FRANCE, KEPT, VICHY
from engine.thewar.rolls import falls
from engine.thewar.world import counters, forces
from engine.thewar.world.state import TheWar, Unit

ARMY, NAVY = "18.5.3, ruling 354", "18.5.5, ruling 357"
WHOLE, SPEED, LEAST = 6, 5, 3
"""Factors and speed of a French INF, and the garrisons that are demanded at the most."""
WHY = "France surrenders"
"""The reason recorded for what of the French forces is Vichy's."""


def shares(kept: int, least: int = LEAST) -> tuple[int, ...]:
    """The INF into which factors that stay are changed, by their factors: whole ones first, then what is left; a whole
    one is broken up while there are fewer than the garrisons that are demanded (ruling 354)."""
    units = [WHOLE] * (kept // WHOLE) + ([kept % WHOLE] if kept % WHOLE else [])
    while len(units) < least and units and max(units) > 1:
        largest = max(units)
        units.remove(largest)
        units += [largest - largest // 2, largest // 2]
    return tuple(sorted(units, reverse=True))


def disarmed(tx: Transaction[TheWar]) -> None:
    """All air units and all ground units but INF are eliminated, three quarters of the INF factors as well; ships stay,
    unbuilt ones and those in yards are lost; what is left is Vichy's."""
    campaign = tx.campaign
    ours = forces.units_of(campaign, FRANCE)
    infantry = [key for key, unit in ours.items() if unit.kind == "inf"]
    factors = sum(counters.factors(campaign.units[key]).combat for key in infantry)
    docked = {slip.unit for slip in campaign.slips.values() if slip.unit}
    ships = [key for key, unit in ours.items() if unit.kind in ("fleet", "cv") and key not in docked]
    fallen_forces.removed(tx, [key for key in ours if key not in ships], ARMY)
    fallen_forces.laid(tx, FRANCE, ARMY)
    fallen_forces.unbuilt(tx, FRANCE, NAVY)
    for key in ships:
        tx.set(f"units.{key}.power", VICHY, WHY, NAVY)
    kept = factors - falls.VichyForces(factors, 0).removed
    for size in shares(kept):
        unit = Unit(power=VICHY, kind="inf", strength=f"{size}-{SPEED}", tag=KEPT)
        tx.create(f"units.{forces.new_id(tx, VICHY, 'inf')}", unit, WHY, ARMY)
