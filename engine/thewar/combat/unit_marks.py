"""What is to be said of a unit on the board beside its type: without movement, used in this impulse, in Reserve, on
patrol, in a Task Force, out of supply (7.4, 7.12, 9.9, 11.2.3, 12.0, 24.1)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.sheets.forces import Mark
from engine.thewar.combat import battles, mobility
from engine.thewar.world import counters, patrols, sea_areas, sides, supply, task_forces, traits
from engine.thewar.world.state import TheWar, Unit

IMMOBILE, USED, RESERVE, PATROL = "immobile", "used", "in reserve", "on patrol"
TASK_FORCE = "in Task Force"
OUT_OF_SUPPLY, LIMITED = "out of supply", "limited supply"
_DEEDS = {
    "attack": "attack",
    "support": "air support",
    "av-support": "air support of an AV",
    "av-interception": "against an AV",
    "counter-interception": "counter-interception",
    "counter-air": "counter-air",
    "interception": "interception",
    "mission": "at sea",
    "intercepts": "interception at sea",
    "carried": "carried",
    "stationed": "stationed",
    battles.GROUNDED: "base lost",
}
"""The deeds of the impulse at hand in words for players. A search that failed is left out: it only keeps the unit from
looking for the same force again (7.8)."""


def marks(campaign: TheWar) -> Mapping[str, tuple[Mark, ...]]:
    """The marks of every unit that has any, by unit."""
    deeds = _deeds(campaign)
    under = task_forces.inside(campaign)
    by_unit = {}
    for key, unit in campaign.units.items():
        said = []
        if unit.immobile or _stands_still(campaign, key, unit):
            said.append(Mark(IMMOBILE))
        if battles.lent(campaign, key):
            said.append(Mark(USED, "(over Britain)"))
        elif key in deeds:
            said.append(Mark(USED, f"({deeds[key]})"))
        if unit.reserve:
            said.append(Mark(RESERVE))
        if (out := patrols.of(campaign, key)) is not None:
            said.append(Mark(PATROL, f"in {sea_areas.name(out.area)}"))
        if key in under:
            said.append(Mark(TASK_FORCE, under[key].rpartition("-")[2]))
        if (state := supply.level(campaign, key)).level != supply.FULL:
            said.append(Mark(OUT_OF_SUPPLY if state.level == supply.OUT else LIMITED))
        if said:
            by_unit[key] = tuple(said)
    return by_unit


def _deeds(campaign: TheWar) -> dict[str, str]:
    now = (sides.phasing(campaign), battles.impulse(campaign))
    done = (record for record in campaign.missions.values() if (record.half, record.impulse) == now)
    return {record.who: _DEEDS[record.deed] for record in done if record.deed in _DEEDS}


def _stands_still(campaign: TheWar, key: str, unit: Unit) -> bool:
    """Whether surprise leaves a ground unit no movement that its counter has (18.2, 21.4)."""
    if not mobility.surprised(campaign, unit.power) or traits.category(unit) != "ground":
        return False
    return counters.factors(unit).move > 0 and mobility.allowance(campaign, key).total <= 0
