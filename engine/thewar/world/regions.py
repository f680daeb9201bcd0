"""What the names of regions cover: fronts, natural zones, Atlantic ports, one-hex islands, control (1.2).

A place says itself in which regions it lies (``Place.tags``); the board alone shows where every other hex lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.kernel.refusals import Line, Refusal
from engine.kernel.remembering import derived
from engine.thewar.world import traits, wars
from engine.thewar.world.state import Place, TheWar, Unit

FRONTS = ("western", "eastern", "mediterranean")
"""The three fronts, which are the three weather zones (1.2, 26.1 to 26.3)."""
ZONES = {
    "north-africa": "North Africa",
    "french-north-africa": "French North Africa",
    "middle-east": "Middle East",
    "murmansk-run": "Murmansk Run",
}
"""The natural zones by their tag (1.2)."""
ATLANTIC_PORT = "atlantic-port"
SOVIET_1939 = "ussr-1939"
"""The tag of places inside the borders of the Soviet Union of 1939."""
ONE_HEX_ISLAND = "one-hex-island"
BOARD = "board"
"""The place of a unit of which nobody has said more than that it is on the map."""
ISLAND_LIMIT = 1
"""Ground units, and air units, that a one-hex island takes (1.2)."""


def front(place: Place) -> str:
    """The front a place lies on, '' for a box or a place off the map (1.2)."""
    return next((name for name in FRONTS if place.tags.get(name)), "")


def zones(place: Place) -> tuple[str, ...]:
    """The natural zones a place lies in (1.2)."""
    return tuple(tag for tag in ZONES if place.tags.get(tag))


def us_may_land(campaign: TheWar, place_id: str) -> Refusal | None:
    """Why U.S. units may not arrive at a place, None where they may: a friendly Atlantic port (1.2).

    Raises KeyError for an unknown place.
    """
    place = campaign.places[place_id]
    if not place.tags.get(ATLANTIC_PORT):
        ports = ", ".join(port.name for port in atlantic_ports(campaign))
        return Refusal("1.2", f"{place.name} is no Atlantic port", f"Friendly Atlantic ports: {ports}.")
    if not _western(campaign, place.holder):
        held = wars.named(campaign, place.holder)
        return Refusal("1.2", f"{place.name} is no friendly port: {held} holds it", "A port of the Western Allies.")
    return None


def atlantic_ports(campaign: TheWar) -> tuple[Place, ...]:
    """The Atlantic ports in friendly hands where U.S. units may arrive (1.2)."""
    return tuple(
        place
        for place in campaign.places.values()
        if place.tags.get(ATLANTIC_PORT) and _western(campaign, place.holder)
    )


def _western(campaign: TheWar, holder: str) -> bool:
    if holder in campaign.powers:
        return campaign.powers[holder].alliance == "western"
    land = campaign.countries.get(holder)
    return (
        land is not None
        and land.status in ("associate", "satellite")
        and land.patron in campaign.powers
        and campaign.powers[land.patron].alliance == "western"
    )


def controller(campaign: TheWar, place_id: str) -> str:
    """Who controls a place: the last whose ground forces moved through it, as recorded; partisans only while they stand
    in it (1.2). Raises KeyError for an unknown place."""
    return partisans(campaign).get(place_id) or campaign.places[place_id].holder


def partisans(campaign: TheWar) -> Mapping[str, str]:
    """The places in which partisans stand, each with whose they are: the first that are recorded there."""
    return _partisans(campaign)


@derived("units")
def _partisans(units: Mapping[str, Unit]) -> Mapping[str, str]:
    owners: dict[str, str] = {}
    for unit in [unit for unit in units.values() if unit.kind == "partisan"]:
        owners.setdefault(unit.place, unit.power)
    return owners


def forces_at(campaign: TheWar, place_id: str) -> tuple[Unit, ...]:
    """The units that are recorded at a place."""
    return tuple(units_at(campaign, place_id).values())


def units_at(campaign: TheWar, place_id: str) -> Mapping[str, Unit]:
    """The same by id; none on the board, where nobody knows who stands where."""
    return _by_place(campaign).get(place_id, _NONE)


def occupied(campaign: TheWar) -> Iterable[str]:
    """The places where units are recorded, in the order in which they come up."""
    return _by_place(campaign)


_NONE: Mapping[str, Unit] = MappingProxyType({})


@derived("units")
def _by_place(units: Mapping[str, Unit]) -> Mapping[str, Mapping[str, Unit]]:
    by_place: dict[str, dict[str, Unit]] = {}
    for key, unit in units.items():
        if unit.place != BOARD:
            by_place.setdefault(unit.place, {})[key] = unit
    return by_place


def island_excess(campaign: TheWar, place_id: str) -> tuple[Refusal, ...]:
    """What a one-hex island holds beyond one ground and one air unit; ART, Flak and CDO are free (1.2).

    Only units that are recorded there count. Raises KeyError for an unknown place.
    """
    island = campaign.places[place_id]
    if not island.tags.get(ONE_HEX_ISLAND):
        return ()
    counted = {"ground": 0, "air": 0}
    for unit in forces_at(campaign, place_id):
        category = traits.category(unit)
        if category in counted and not traits.trait(unit).get("island_free"):
            counted[category] += 1
    return tuple(
        Refusal("1.2", f"{island.name} holds {count} {category} units", f"{ISLAND_LIMIT} is the limit; move the rest.")
        for category, count in counted.items()
        if count > ISLAND_LIMIT
    )


GIBRALTAR, CORDOBA, IN_CORDOBA = "gibraltar", "2542", 2
"""Gibraltar, the hex from which alone it is attacked on the ground, and how many units stack in that (23.22)."""
FORTRESS_LIMITS = {"malta": ("naval", (), "23.35"), "gibraltar": ("ground", ("inf", "mot", "sta"), "23.22")}
"""The two British fortresses that take one unit of a category, of certain kinds where any are named (23.22, 23.35)."""


def beside_gibraltar(campaign: TheWar, where: str) -> Line | None:
    """How many ground units stack in Gibraltar, and in Cordoba beside it, whatever their rating; None for any other
    place or hex (23.22)."""
    if where == GIBRALTAR:
        return Line("the fortress", ISLAND_LIMIT, "23.22")
    place = campaign.places.get(where)
    if CORDOBA in (where, place.hex if place is not None else ""):
        return Line("beside Gibraltar", IN_CORDOBA, "23.22")
    return None


def fortress_kinds(campaign: TheWar, where: str, units: Iterable[Unit]) -> Iterable[Refusal]:
    """Why ground units do not go to Gibraltar, whose kinds it does not take (23.22)."""
    category, kinds, rule = FORTRESS_LIMITS.get(where, ("", (), ""))
    for kind in dict.fromkeys(unit.kind for unit in units if traits.category(unit) == category):
        if kinds and kind not in kinds:
            allowed = ", ".join(known.upper() for known in kinds)
            name = campaign.places[where].name
            yield Refusal(rule, f"no {kind.upper()} stands in {name}", f"One unit alone, {allowed}.")


def fortress_excess(campaign: TheWar) -> Iterable[Refusal]:
    """What is recorded in Malta or Gibraltar beyond what they take (23.22, 23.35)."""
    for place_id, (category, kinds, rule) in FORTRESS_LIMITS.items():
        inside = forces_at(campaign, place_id)
        counted = [unit for unit in inside if traits.category(unit) == category]
        # Ground units of Gibraltar are a stack as any other (stacks.room).
        if category == "naval" and len(counted) > ISLAND_LIMIT:
            name = campaign.places[place_id].name
            yield Refusal(rule, f"{name} holds {len(counted)} {category} units", f"{ISLAND_LIMIT} is the limit.")
        wrong = [unit.kind.upper() for unit in counted if kinds and unit.kind not in kinds]
        if wrong:
            allowed = ", ".join(kind.upper() for kind in kinds)
            yield Refusal(rule, f"{wrong[0]} stands in {campaign.places[place_id].name}", f"Only {allowed}.")


def islands(campaign: TheWar) -> Iterable[str]:
    """The ids of the one-hex islands."""
    return _tagged(campaign, ONE_HEX_ISLAND)


@derived("places")
def _tagged(places: Mapping[str, Place], tag: str) -> tuple[str, ...]:
    return tuple(key for key, place in places.items() if place.tags.get(tag))
