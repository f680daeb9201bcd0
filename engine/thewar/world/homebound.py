"""Ground units that stay in their lands: minor countries' but for what chapter 23 names (23.60), Volkssturm (20.2),
South Africans (23.47), partisans (25.2).

What is asked is where they come to: by land, by rail, by sea, by a landing, by an advance. Of hexes in which no place
lies only the board knows, but for what the sketch of the map says of North Africa.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.world import caps, installed, minors, partisan_homes, sides, titles, traits
from engine.thewar.world.state import TheWar, Unit

LENINGRAD, FINLAND = "leningrad", "finland"
MURMANSK_ROUTE = ("0015", "0016")
"""The hexes by which Lend-Lease comes from Murmansk (23.21)."""


def refused(campaign: TheWar, units: Iterable[Unit], where: str) -> Iterable[Refusal]:
    """Every reason why ground units do not come to a place, or to a land of North Africa."""
    ground = [unit for unit in units if traits.category(unit) == "ground"]
    for owner in dict.fromkeys(unit.power for unit in ground):
        yield from minors.strays(campaign, owner, (where,))
    yield from of_a_kind(campaign, ground, where)


def of_a_kind(campaign: TheWar, units: Iterable[Unit], where: str) -> Iterable[Refusal]:
    """Every reason for which units stay away whoever they are of: what they are themselves binds them to a land."""
    known = list(units)
    if any(unit.tag == minors.SOUTH_AFRICAN for unit in known):
        yield from minors.south_africans(campaign, (where,))
    if any(unit.tag == minors.VOLKSSTURM for unit in known):
        yield from minors.volkssturm(campaign, (where,))
    yield from partisan_homes.abroad(campaign, known, where)
    if installed.is_fortress(campaign, where) and any(unit.kind == partisan_homes.PARTISAN for unit in known):
        reason = f"{titles.where(campaign, where)} is a fortress, and no partisans stand in one"
        yield Refusal("13.0", reason, "Another place of their home, or 'board'.")


def attacked(campaign: TheWar, units: Iterable[Unit], where: str, *, enters: bool) -> Iterable[Refusal]:
    """Every reason why ground units do not attack a place. ``enters``: they come into it to fight, by a landing or a
    drop; others attack from the next hex, which is no land of theirs to be asked about. Volkssturm operates in Germany
    alone, Finns stay away from Leningrad and the Murmansk route, and of Egypt every hex around a city is Egypt."""
    ground = [unit for unit in units if traits.category(unit) == "ground"]
    if enters:
        yield from refused(campaign, ground, where)
    elif any(unit.tag == minors.VOLKSSTURM for unit in ground):
        yield from minors.volkssturm(campaign, (where,))
    if any(unit.power == FINLAND for unit in ground) and where in (LENINGRAD, *MURMANSK_ROUTE):
        reason = f"Finnish units take no part in an attack on {titles.where(campaign, where)}"
        yield Refusal(minors.rule(FINLAND), reason, "The German INF in Finland may.")
    axis = next((unit.power for unit in ground if sides.side(campaign, unit.power) == sides.AXIS), "")
    if axis and (enters or where in campaign.places) and not any(_in_egypt(campaign, unit) for unit in ground):
        yield from caps.without_tobruk(campaign, axis, where)


def _in_egypt(campaign: TheWar, unit: Unit) -> bool:
    """Whether a unit is recorded in Egypt, so that it enters it no more."""
    place = campaign.places.get(unit.place)
    if place is not None:
        return place.country == caps.EGYPT
    return any(campaign.units.get(key) is unit and said.land == caps.EGYPT for key, said in campaign.in_africa.items())
