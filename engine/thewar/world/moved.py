"""Which ground units have moved in their own player turn, as far as its orders tell: what doubles the price of a repair
(3.9.2, 15.1.3.3, rulings 82, 413, 565).

Moves hex by hex are the board's. An order that names units and takes them elsewhere records it here: strategic and rail
moves, a place that they leave for another, exploitation, a forced march. Who is carried by sea, has dropped or landed
is known by what is kept of that anyhow. To fight is no move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, deeds, sides, traits
from engine.thewar.world.state import TheWar

MOVED = "moved"
RULE = "3.9.2, 15.1.3.3, ruling 565"
_CARRIED = "carried"
_DROPS = "drops"
_AHEAD = (_DROPS, "lands")
"""The graces of who has moved for certain; who exploits may have fought where it stood."""


def record(tx: Transaction[Any], units: Iterable[str]) -> None:
    """Record that units have moved, as far as they are ground units and it is their side's player turn."""
    phasing = sides.phasing(tx.campaign)
    for key in units:
        unit = tx.campaign.units.get(key)
        if unit is None or traits.category(unit) != "ground" or sides.side(tx.campaign, unit.power) != phasing:
            continue
        if phasing:
            deeds.keep(tx, deeds.in_half(key, phasing, 1, MOVED), "moved", RULE)


def dropped(campaign: TheWar, key: str) -> bool:
    """Whether a unit has dropped in this turn: it moves no more in it (11.14.1)."""
    grace = campaign.graces.get(key)
    return grace is not None and grace.kind == _DROPS and grace.since == calendar.turn(campaign)


def has_moved(campaign: TheWar, key: str) -> bool:
    """Whether a ground unit in play has moved in its own player turn of this turn. Raises KeyError for an id that there
    is not."""
    side = sides.side(campaign, campaign.units[key].power)
    if not side:
        return False
    grace = campaign.graces.get(key)
    if grace is not None and grace.kind in _AHEAD and grace.since == calendar.turn(campaign):
        return True
    return any(deeds.is_kept_in(campaign, key, side, impulse, deed) for deed in (MOVED, _CARRIED) for impulse in (1, 2))
