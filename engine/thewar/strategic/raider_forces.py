"""What raiders sail by and who may look for them: the ways from their port to the North Atlantic, the naval forces of
the Allies within reach of each Sea Area (5.1.2.2, 7.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from engine.kernel.remembering import remembered
from engine.thewar.building import homecoming
from engine.thewar.countries import straits
from engine.thewar.rolls import interception
from engine.thewar.sea import sea_drafts
from engine.thewar.world import ports, raiders, sea_areas, titles, wars
from engine.thewar.world.state import TheWar

RULE = "5.1.2.2"
NORTH_ATLANTIC = "north-atlantic"
UNKNOWN = "wilhelmshaven"
"""The port from which a raider sails of which nobody has said where it lies (ruling 448)."""
GIBRALTAR = "gibraltar"
OVERSEAS = ("us-box", "canada-box")
"""The boxes from which ships come to the North Atlantic alone."""
FARTHEST = len(interception.DISTANCES) - 1
MOST_WAYS = 4
"""Ways among which Germany chooses: the shortest ones."""
_DETOUR = 1
"""Sea Areas by which a way may be longer than the shortest one."""


# --- the raiders


def squadrons(campaign: TheWar, keys: Sequence[str], *, marked: bool) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The raiders that may be looked for as naval forces, those of one port together, with that port (7.8)."""
    found: dict[str, list[str]] = {}
    for key in keys:
        place = campaign.units[key].place
        if marked or place not in raiders.NORTHERN:
            found.setdefault(place if sea_areas.of_port(place) else UNKNOWN, []).append(key)
    return tuple((port, tuple(ships)) for port, ships in found.items())


def force(campaign: TheWar, keys: Sequence[str]) -> tuple[str, ...]:
    """The raiders with the NAC aboard their CV, one each (5.1.2.1)."""
    wings: list[str] = []
    for key in keys:
        if campaign.units[key].kind == "cv":
            fits = [one for one in _wings(campaign, key) if one not in wings]
            wings += fits[:1]
    return (*keys, *wings)


def _wings(campaign: TheWar, key: str) -> tuple[str, ...]:
    first = homecoming.companion(campaign, key)
    ship = campaign.units[key]
    like = (name for name, unit in campaign.units.items() if (unit.power, unit.kind) == (ship.power, "nac"))
    whole = (name for name in like if not campaign.units[name].depleted)
    return tuple(dict.fromkeys((*([first] if first else []), *whole)))


def ways(campaign: TheWar, port: str) -> tuple[tuple[str, ...], ...]:
    """The ways from a port to the North Atlantic that are open to Germany, the shortest first; () where there is
    none."""
    shut = {name for name in straits.STRAITS if any(True for _ in straits.closed(campaign, "germany", (name,)))}
    found: list[tuple[str, ...]] = []
    for start in sea_areas.of_port(port):
        if not any(name in shut for name in sea_areas.closes(start)):
            found += sea_areas.paths(start, NORTH_ATLANTIC, shut.__contains__, longer=_DETOUR)
    found.sort(key=len)
    return tuple(one for one in found if len(one) <= len(found[0]) + _DETOUR)[:MOST_WAYS]


# --- who looks for them


@frozen
class Force:
    """A naval force that may look for raiders: whose, in which ``port`` it lies, its ships by their ids, Fleets before
    CV, each CV followed by its NAC; ``last``: it tries only when others have tried and failed."""

    power: str
    port: str
    ships: tuple[str, ...]
    last: bool = False

    @property
    def name(self) -> str:
        """What a hunt remembers it by: a force looks for the same raiders once (7.8)."""
        return f"{self.power}-{self.port}"

    def so_many(self, campaign: TheWar, many: int) -> tuple[str, ...]:
        """The first so many of its naval units, a CV with its NAC one."""
        found: list[str] = []
        for key in self.ships:
            if campaign.units[key].kind != "nac":
                many -= 1
            if many < 0:
                break
            found.append(key)
        return tuple(found)

    def size(self, campaign: TheWar) -> int:
        """Its naval units, a CV with its NAC one."""
        return sum(campaign.units[key].kind != "nac" for key in self.ships)


def distance(campaign: TheWar, power: str, port: str, area: str) -> int | None:
    """Sea Areas from a force's port to a Sea Area, 0 next to it; None where none of its ways is open, or it is too far.
    From the boxes over the Atlantic it is five to the North Atlantic, as printed, and no farther."""
    if port in OVERSEAS:
        return raiders.AMERICAN_DISTANCE if area == NORTH_ATLANTIC else None
    shut = {name for name in straits.STRAITS if any(True for _ in straits.closed(campaign, power, (name,)))}
    found = sea_areas.way(sea_areas.of_port(port), (area,), shut.__contains__)
    away = found[0] - 1 if found is not None and not found[1] else FARTHEST + 1
    return away if away <= FARTHEST else None


def seekers(campaign: TheWar, *, marked: bool) -> tuple[str, ...]:
    """The powers that may look for raiders, in order (5.1.2.2)."""
    powers = ("britain", "us") if marked else ("britain", "france", "us")
    return tuple(one for one in powers if wars.standing(campaign, one) and wars.at_war(campaign, "germany", one))


def forces(campaign: TheWar, power: str, way: Sequence[str], but: Sequence[str], *, marked: bool) -> tuple[Force, ...]:
    """The naval forces of a power within reach of a Sea Area on the raiders' way, without those that have looked for
    them. On a mark those of home ports and the boxes, and of Gibraltar last; else those of any port."""
    found = []
    for port, ships in _lying(campaign, power).items():
        if f"{power}-{port}" in but:
            continue
        if marked and not _at_home(campaign, power, port) and port != GIBRALTAR:
            continue
        if ships and any(distance(campaign, power, port, area) is not None for area in way):
            found.append(Force(power, port, ships, last=marked and port == GIBRALTAR))
    return tuple(found)


def _at_home(campaign: TheWar, power: str, port: str) -> bool:
    return port in OVERSEAS if power == "us" else campaign.places[port].country == power


def _lying(campaign: TheWar, power: str) -> Mapping[str, tuple[str, ...]]:
    """The whole ships of a power by the ports where they lie. Those of which nobody has said so lie in its home ports,
    three Fleets in each at the most (ruling 448)."""
    lying: dict[str, list[tuple[str, ...]]] = {}
    loose: list[tuple[str, ...]] = []
    for pair in _naval(campaign, power):
        port = sea_drafts.lying(campaign, pair[0])
        if sea_areas.of_port(port):
            lying.setdefault(port, []).append(pair)
        elif port not in campaign.places:
            loose.append(pair)
    for port in _home_ports(campaign, power):
        there = lying.setdefault(port, [])
        room = ports.MOST - len(there)
        if room > 0:
            there += loose[:room]
            del loose[:room]
    return {port: tuple(key for pair in _sorted(campaign, pairs) for key in pair) for port, pairs in lying.items()}


def _sorted(campaign: TheWar, pairs: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return sorted(pairs, key=lambda pair: campaign.units[pair[0]].kind != "fleet")


def _naval(campaign: TheWar, power: str) -> Iterator[tuple[str, ...]]:
    """A power's Fleets, and its CV with a NAC each, that are whole, with oil, in no yard and on no patrol."""
    away = {*campaign.patrols, *(slip.unit for slip in campaign.slips.values())}
    free = {
        key: unit
        for key, unit in campaign.units.items()
        if unit.power == power and key not in away and not unit.depleted and not unit.immobile
    }
    wings = [key for key, unit in free.items() if unit.kind == "nac"]
    for key, unit in free.items():
        if unit.kind == "fleet":
            yield (key,)
        elif unit.kind == "cv" and (wing := next((one for one in wings if free[one].place == unit.place), "")):
            wings.remove(wing)
            yield (key, wing)


@remembered
def _charted(campaign: TheWar) -> tuple[str, ...]:
    return tuple(key for key, place in campaign.places.items() if place.kind != "box" and sea_areas.of_port(key))


def _home_ports(campaign: TheWar, power: str) -> tuple[str, ...]:
    places = campaign.places
    return tuple(
        key
        for key in _charted(campaign)
        if places[key].country == power and places[key].holder == power and ports.of(campaign, key) is not None
    )


def said(campaign: TheWar, found: Force) -> str:
    """A force in words: ``2 Fleet 1-12-5 of Scapa Flow``."""
    return f"{titles.units(campaign, found.ships)} of {titles.where(campaign, found.port)}"
