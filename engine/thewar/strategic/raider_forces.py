"""What raiders sail by and who may look for them: the ways from their port to the North Atlantic, the naval forces of
the Allies within reach of each Sea Area (5.1.2.2, 7.8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from engine.kernel.values import frozen
from engine.thewar.building import homecoming
from engine.thewar.countries import straits
from engine.thewar.rolls import interception
from engine.thewar.sea import ship_ways
from engine.thewar.world import patrols, ports, raiders, sea_areas, seas, sides, task_forces, titles, wars
from engine.thewar.world.state import TheWar

RULE = "5.1.2.2"
NORTH_ATLANTIC = "north-atlantic"
UNKNOWN = "wilhelmshaven"
"""The port from which a raider sails of which nobody has said where it lies (ruling 448)."""
GIBRALTAR = "gibraltar"
FARTHEST = len(interception.DISTANCES) - 1
MOST_WAYS = 4
"""Ways among which Germany chooses: the shortest ones."""
_DETOUR = 1
"""Sea Areas by which a way may be longer than the shortest one."""


# --- the raiders


def squadrons(campaign: TheWar, keys: Sequence[str], *, marked: bool) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The raiders that may be looked for as naval forces, those of one port together, with that port (7.8)."""
    by_port: dict[str, list[str]] = {}
    for key in keys:
        place = campaign.units[key].place
        if marked or place not in raiders.NORTHERN:
            by_port.setdefault(place if seas.of_port(campaign, place) else UNKNOWN, []).append(key)
    return tuple((port, tuple(ships)) for port, ships in by_port.items())


def force(campaign: TheWar, keys: Sequence[str]) -> tuple[str, ...]:
    """The raiders with the NAC aboard their CV, one each (5.1.2.1)."""
    wings: list[str] = []
    for key in keys:
        if campaign.units[key].kind == "cv":
            fits = [wing for wing in _wings(campaign, key) if wing not in wings]
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
    open_ways: list[tuple[str, ...]] = []
    for start in seas.of_port(campaign, port):
        if not any(name in shut for name in sea_areas.closes(start)):
            open_ways += seas.graph(campaign).paths(start, NORTH_ATLANTIC, shut.__contains__, longer=_DETOUR)
    open_ways.sort(key=len)
    return tuple(way for way in open_ways if len(way) <= len(open_ways[0]) + _DETOUR)[:MOST_WAYS]


# --- who looks for them


@frozen
class Turn:
    """One question of a hunt: the ``power`` that is asked, for ships or for ``aircraft``; ``last``: for ships that try
    only when others have tried and failed; ``helps``: it looks for those who have found the raiders (7.9.7 C)."""

    power: str
    aircraft: bool = False
    last: bool = False
    helps: bool = False


def turns(campaign: TheWar, *, marked: bool) -> tuple[Turn, ...]:
    """Who is asked in which order: the Allies for ships, then for aircraft, which are no part of what a mark allows;
    then the raiders' side for both. On a mark Britain comes once more, for Gibraltar (5.1.2.2, 7.8, 7.9.7)."""
    looking, helping = seekers(campaign, marked=marked), _helpers(campaign)
    order = [Turn(power) for power in looking]
    if marked:
        order += [Turn("britain", last=True)] if "britain" in looking else []
    else:
        order += [Turn(power, aircraft=True) for power in looking]
    order += [Turn(power, helps=True) for power in helping]
    return (*order, *(Turn(power, aircraft=True, helps=True) for power in helping))


def seekers(campaign: TheWar, *, marked: bool) -> tuple[str, ...]:
    """The powers that may look for raiders, in order (5.1.2.2)."""
    powers = ("britain", "us") if marked else ("britain", "france", "us")
    return tuple(
        power for power in powers if wars.standing(campaign, power) and wars.at_war(campaign, "germany", power)
    )


def _helpers(campaign: TheWar) -> tuple[str, ...]:
    """The powers that may come to the help of raiders."""
    italian = wars.standing(campaign, "italy") and wars.at_war(campaign, "italy", "britain")
    return ("germany", "italy") if italian else ("germany",)


@frozen
class Force:
    """A naval force that may look for raiders: whose, in which ``port`` it lies, or in which Sea Area it is on patrol,
    its ships by their ids, Fleets before CV, each CV followed by its NAC, then hidden Task Forces; ``last``: it tries
    only when others have tried and failed."""

    power: str
    port: str
    ships: tuple[str, ...]
    last: bool = False

    @property
    def name(self) -> str:
        """The name by which a hunt remembers the force: it looks for the same raiders once (7.8)."""
        return f"{self.power}-{self.port}"

    @property
    def on_patrol(self) -> bool:
        """Whether the force is on patrol, in a Sea Area and in no port."""
        return self.port in sea_areas.areas()

    def so_many(self, campaign: TheWar, many: int) -> tuple[str, ...]:
        """The first so many of its naval units, a CV with its NAC one."""
        chosen: list[str] = []
        for key in self.ships:
            if campaign.units[key].kind != "nac":
                many -= 1
            if many < 0:
                break
            chosen.append(key)
        return tuple(chosen)

    def size(self, campaign: TheWar) -> int:
        """The number of its naval units: a CV with its NAC is one, a hidden Task Force is one."""
        return sum(campaign.units[key].kind != "nac" for key in self.ships)


def distance(campaign: TheWar, power: str, port: str, area: str, shut: Collection[str] | None = None) -> int | None:
    """Sea Areas from a force's port to a Sea Area, 0 next to it; None where none of its ways is open, or it is too far.
    From the boxes over the Atlantic it is five to the North Atlantic, as printed, and no farther. A patrol is in its
    own Sea Area alone (7.4). ``shut``: the straits that are closed to the power, for who asks of many."""
    if port in sea_areas.areas():
        return 0 if port == area else None
    if port in sea_areas.OVERSEAS:
        return raiders.AMERICAN_DISTANCE if area == NORTH_ATLANTIC else None
    shut = straits.shut(campaign, power) if shut is None else shut
    shortest = seas.graph(campaign).way(seas.of_port(campaign, port), (area,), shut.__contains__)
    away = shortest.count - 1 if shortest is not None and not shortest.closed else FARTHEST + 1
    return away if away <= FARTHEST else None


def forces(
    campaign: TheWar,
    power: str,
    way: Sequence[str],
    but: Sequence[str],
    *,
    marked: bool,
    without: Collection[str] = (),
) -> tuple[Force, ...]:
    """The naval forces of a power within reach of a Sea Area on the raiders' way, without those that have looked for
    them. On a mark those of home ports and the boxes, and of Gibraltar last; else those of any port. ``without``: ships
    that are known to be elsewhere."""
    able_forces, shut = [], None
    for port, ships in (*_lying(campaign, power, without).items(), *_patrolling(campaign, power, way).items()):
        if f"{power}-{port}" in but or not ships:
            continue
        bases = {port} if port not in sea_areas.areas() else {ship_ways.lying(campaign, key) for key in ships}
        gibraltar = GIBRALTAR in bases
        if marked and not gibraltar and not all(_at_home(campaign, power, base) for base in bases):
            continue
        shut = straits.shut(campaign, power) if shut is None else shut
        if any(distance(campaign, power, port, area, shut) is not None for area in way):
            able_forces.append(Force(power, port, ships, last=marked and gibraltar))
    return tuple(able_forces)


def able(campaign: TheWar, force: Force) -> tuple[str, ...]:
    """The ships that may look as this force: its own, and such as lie nobody has said where, for one that is in port.
    Not all that this view takes to be there need be: others may lie under a marker."""
    if force.port not in _home_ports(campaign, force.power):
        return force.ships
    mine = (pair for pair in _naval(campaign, force.power, ()) if _port(campaign, pair[0]) not in campaign.places)
    return (*force.ships, *(key for pair in mine for key in pair))


def under_markers(campaign: TheWar) -> tuple[str, ...]:
    """The ships that lie under hidden Task Forces by what this view knows: for judges and for what a person is shown
    (7.12)."""
    return tuple(key for key, marker in task_forces.inside(campaign).items() if marker in campaign.units)


def _at_home(campaign: TheWar, power: str, port: str) -> bool:
    """Whether a port is a home port, or a box over the Atlantic; one that nobody has named is."""
    if port not in campaign.places:
        return True
    return port in sea_areas.OVERSEAS if power == "us" else campaign.places[port].country == power


def _patrolling(campaign: TheWar, power: str, way: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """The patrols of a power on the raiders' way, by their Sea Area (7.4)."""
    out = patrols.standing(campaign, sides.side(campaign, power))
    by_area = {}
    for area in way:
        mine = [key for key in out.get(area, ()) if campaign.units[key].power == power]
        markers = task_forces.hidden(campaign, mine)
        pairs = _sorted(campaign, list(_paired(campaign, [key for key in mine if key not in markers])))
        by_area[area] = (*(key for pair in pairs for key in pair), *markers)
    return by_area


def _lying(campaign: TheWar, power: str, without: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """The whole ships of a power by the ports where they lie, and its hidden Task Forces. Those of which nobody has
    said so lie in its home ports, three Fleets in each at the most (ruling 448)."""
    lying: dict[str, list[tuple[str, ...]]] = {}
    loose: list[tuple[str, ...]] = []
    for pair in _naval(campaign, power, without):
        port = _port(campaign, pair[0])
        if seas.of_port(campaign, port):
            lying.setdefault(port, []).append(pair)
        elif port not in campaign.places:
            loose.append(pair)
    home = _home_ports(campaign, power)
    covered = _markers(campaign, power, [port for port in home if port not in lying])
    for port in home:
        there = lying.setdefault(port, [])
        room = ports.MOST - len(there) - task_forces.LEAST * len(covered.get(port, ()))
        if room > 0:
            there += loose[:room]
            del loose[:room]
    ships = {port: tuple(key for pair in _sorted(campaign, pairs) for key in pair) for port, pairs in lying.items()}
    return {port: (*ships.get(port, ()), *covered.get(port, ())) for port in (*ships, *(covered.keys() - ships))}


def _port(campaign: TheWar, key: str) -> str:
    """Where a ship lies: in the port of the Task Force that it is openly in, else where it is recorded."""
    open_ones = (task_force.port for task_force in campaign.task_forces.values() if key in task_force.units)
    return next(open_ones, "") or campaign.units[key].place


def _markers(campaign: TheWar, power: str, free: Sequence[str]) -> Mapping[str, list[str]]:
    """The hidden Task Forces of a power in port, by their port: those whose port nobody has named in home ports that
    are ``free``, one in each."""
    by_port: dict[str, list[str]] = {}
    loose = []
    for marker, task_force in campaign.task_forces.items():
        if task_force.power != power or marker not in campaign.units or marker in campaign.patrols:
            continue
        if seas.of_port(campaign, task_force.port):
            by_port.setdefault(task_force.port, []).append(marker)
        elif task_force.port not in campaign.places:
            loose.append(marker)
    for port, marker in zip([port for port in free if port not in by_port], loose, strict=False):
        by_port[port] = [marker]
    return by_port


def _sorted(campaign: TheWar, pairs: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return sorted(pairs, key=lambda pair: campaign.units[pair[0]].kind != "fleet")


def _naval(campaign: TheWar, power: str, without: Collection[str]) -> Iterator[tuple[str, ...]]:
    """A power's Fleets, and its CV with a NAC each, that are whole, with oil, in no yard, on no patrol and no raid."""
    box = campaign.boxes.get(power)
    raiding = force(campaign, [key for key in box.raiders if key in campaign.units]) if box is not None else ()
    away = {*campaign.patrols, *(slip.unit for slip in campaign.slips.values()), *raiding, *without}
    mine = (key for key, unit in campaign.units.items() if unit.power == power and key not in away)
    return _paired(campaign, mine)


def _paired(campaign: TheWar, keys: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The whole Fleets with oil among some ships, and the CV with a NAC each."""
    free = {key: unit for key in keys if not (unit := campaign.units[key]).depleted and not unit.immobile}
    wings = [key for key, unit in free.items() if unit.kind == "nac"]
    for key, unit in free.items():
        if unit.kind == "fleet":
            yield (key,)
        elif unit.kind == "cv" and (wing := next((key for key in wings if free[key].place == unit.place), "")):
            wings.remove(wing)
            yield (key, wing)


def _home_ports(campaign: TheWar, power: str) -> tuple[str, ...]:
    places = campaign.places
    return tuple(
        key
        for key in seas.ports(campaign)
        if places[key].country == power and places[key].holder == power and ports.of(campaign, key) is not None
    )


def said(campaign: TheWar, force: Force) -> str:
    """A force in words: ``2 Fleet 1-12-5 of Scapa Flow``."""
    units = titles.units(campaign, force.ships)
    if force.on_patrol:
        return f"{units} on patrol in {sea_areas.name(force.port)}"
    return f"{units} of {titles.where(campaign, force.port)}"
