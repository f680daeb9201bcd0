"""Who is in grace after a battle: what has dropped, landed or fought in the Second Impulse (10.2.7, 11.14.5, 12.3,
12.5)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.combat import battles, commandos
from engine.thewar.ground import landings
from engine.thewar.sea import holds
from engine.thewar.supply import graces
from engine.thewar.world.state import Engagement, TheWar


def fought(tx: Transaction[TheWar], engagement: Engagement) -> None:
    """A battle is over, here or at the table: its attackers that still stand are in grace for what they did in it."""
    units = tx.campaign.units
    there = [key for key in (*engagement.attackers, *engagement.wave) if key in units]
    # For whom a beachhead had no room is in port again (7.7.4).
    standing = [key for key in there if not battles.busy(tx.campaign, key, holds.TURNED_BACK)]
    drops = commandos.drops(engagement.facts, (units[key].kind for key in standing))
    dropped = [key for key in standing if drops and units[key].kind == drops]
    others = [key for key in standing if key not in dropped]
    graces.given(tx, dropped, graces.DROPS)
    if landings.lands(engagement):
        graces.given(tx, others, graces.LANDS)
    elif engagement.impulse == battles.SECOND:
        graces.given(tx, others, graces.EXPLOITS)
