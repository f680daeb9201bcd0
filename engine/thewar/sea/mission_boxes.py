"""The boxes of the form in which a mission at sea is announced (7.0)."""

from __future__ import annotations

from engine.kernel.orders import Field
from engine.thewar.combat import battles
from engine.thewar.countries import straits
from engine.thewar.sea import sea_distances
from engine.thewar.sea.sea_boxes import AtSea, ashore, sailing
from engine.thewar.sea.sea_drafts import FACTS
from engine.thewar.supply import sea_paths
from engine.thewar.world import patrols, sea_areas, sides
from engine.thewar.world.state import TheWar


def fields(campaign: TheWar, power: str) -> tuple[Field, ...]:
    """The boxes for a power, the Sea Area first; those of a search and of supply lines where there are any."""
    mine = sailing(campaign, sides.side(campaign, power), power)
    offered = AtSea(power)
    boxes: tuple[Field, ...] = (
        Field("where", "the Sea Area", "7.2", tuple(sea_areas.areas()), free=True, counters=offered.areas),
        Field("units", "ships and aircraft", "7.0", mine, listed=True, counters=offered.sailing),
        Field("cargo", "units aboard", "7.5, 7.7.1", ashore(campaign, power), listed=True, counters=offered.cargo),
        Field(
            "against",
            "ships there",
            "7.9.6, 11.7",
            sailing(campaign, battles.enemy(campaign, power)),
            listed=True,
            counters=offered.against,
        ),
        Field("facts", "what holds", "7.8", tuple(FACTS), listed=True, counters=offered.facts),
        Field("through", "straits on the way", "7.3", tuple(straits.STRAITS), listed=True, counters=offered.through),
        Field("distance", "Areas to the patrol", "7.4", default="0", proposes=sea_distances.Away(power, "against")),
    )
    if lines := sea_paths.named(campaign, power):
        boxes = (*boxes, Field("cuts", "supply cut to", "12.1.2", lines))
    if patrols.known(campaign, battles.enemy(campaign, power)) and offered.spies(campaign):
        boxes = (*boxes, Field("espionage", "Espionage on a patrol", "7.4, 7.8", ("no", "yes"), "no"))
    return boxes


def course(power: str) -> Field:
    """The box of the course, which is rarely wanted: Sea Areas in order, each next to the one before (7.2, 7.8)."""
    areas = tuple(sea_areas.areas())
    return Field("path", "course", "7.2, 7.8", areas, listed=True, counters=AtSea(power).course, grows=True)
