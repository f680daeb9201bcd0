"""Whether the marks of supply in a campaign fit together (12.0, ruling 511)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.ruleset import Fault
from engine.thewar.supply_checks.naming import known_place
from engine.thewar.world import sides, supply
from engine.thewar.world.state import TheWar

RULE = "12.0, ruling 511"


def faults(campaign: TheWar) -> Iterable[Fault]:
    """Marks without the date that they need, on places that nobody knows, on units of the other side."""
    for path, marks in (("supply_marks", campaign.supply_marks), ("supply_places", campaign.supply_places)):
        for key, mark in marks.items():
            if bool(mark.until) != (mark.level == supply.OUT):
                wants = "has no date" if mark.level == supply.OUT else "has a date, and a limited source none"
                yield Fault(f"{path}.{key}.until", f"this mark {wants}", RULE)
    for key in campaign.supply_places:
        if not known_place(campaign, key):
            yield Fault(f"supply_places.{key}", f"there is no place '{key}', and no fortress", "12.0")
    for key, mark in campaign.supply_marks.items():
        unit = campaign.units.get(key)
        side = sides.side(campaign, unit.power) if unit is not None else ""
        if side and side != mark.side:
            yield Fault(f"supply_marks.{key}.side", "this mark is of the other side than its unit", "12.0")
