"""The map of Europe for a screen: whose each hex is, the front, what lies where, the Sea Areas and who reaches them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from engine.kernel.changes import Entry
from engine.kernel.refusals import Breakdown, Line
from engine.kernel.remembering import derived, remembered
from engine.kernel.sheets import atlas
from engine.kernel.sheets.atlas import Atlas, Ground, Mark, Pinned, Reach, Sea
from engine.kernel.sheets.gazetteer import Fact
from engine.kernel.undoing import live
from engine.thewar.countries import straits
from engine.thewar.map import board, grid
from engine.thewar.rolls import interception
from engine.thewar.sea.sea_distances import FROM_A_PORT, SAILING
from engine.thewar.supply import edge_ways, links
from engine.thewar.world import (
    calendar,
    control,
    installed,
    markers,
    patrols,
    ports,
    raiders,
    regions,
    sea_areas,
    seas,
    task_forces,
    titles,
    wars,
    whereabouts,
    written_notes,
)
from engine.thewar.world.control import Hold
from engine.thewar.world.state import Country, Place, TheWar

_AIR = ("tac", "mdm", "nac", "ftr")


# --- the land


@cache
def _beside() -> Mapping[str, tuple[str, ...]]:
    """Of each hex of land those of land beside it."""
    lands = board.board().lands
    return {number: tuple(other for other in grid.neighbours(number) if other in lands) for number in lands}


@remembered
def ground(campaign: TheWar) -> Mapping[str, Ground]:
    """Every hex of land, with the front: hexes beside a hex of somebody with whom its power is at war."""
    holds, beside = control.held(campaign), _beside()
    hostile = {frozenset((war.one, war.other)) for war in campaign.wars.values()}
    whose = {number: (hold.power, hold.owner) for number, hold in holds.items()}
    # Few owners meet, along many hexes.
    fight: dict[tuple[tuple[str, str], tuple[str, str]], bool] = {}
    drawn: dict[str, Ground] = {}
    # Of 1,500 hexes most are drawn alike.
    alike: dict[tuple[str, bool, bool, bool], Ground] = {}
    for number, hold in holds.items():
        mine, front = whose[number], False
        for other in beside[number] if hold.power else ():
            theirs = whose[other]
            if theirs[0] != hold.power:
                if (mine, theirs) not in fight:
                    fight[mine, theirs] = _at_war(hostile, mine, theirs)
                front = front or fight[mine, theirs]
        look = hold.power, hold.known, hold.land == hold.power, front
        if look not in alike:
            alike[look] = Ground(*look)
        drawn[number] = alike[look]
    return drawn


def _at_war(hostile: set[frozenset[str]], mine: tuple[str, str], theirs: tuple[str, str]) -> bool:
    return any(frozenset((one, other)) in hostile for one in {*mine} for other in {*theirs})


# --- what lies on it


def marks(campaign: TheWar) -> tuple[Mark, ...]:
    """What lies on the map, as this view knows it."""
    return (*_cities(campaign), *_fleets(campaign), *_laid(campaign), *_battles(campaign), *_noted(campaign))


@derived("places", "countries")
def _cities(places: Mapping[str, Place], countries: Mapping[str, Country]) -> tuple[Mark, ...]:
    capitals = {land.capital for land in countries.values()}
    drawn = []
    for key, place in places.items():
        if number := whereabouts.hex_of(key, place):
            kind = atlas.PORT if board.board().seas.of_port(key) else atlas.CITY
            if place.tags.get("capital") or key in capitals:
                kind = atlas.CAPITAL
            elif place.tags.get("fortress") or place.kind == "fortress":
                kind = atlas.FORTRESS
            drawn.append(Mark(number, kind, place.name, place.holder))
    return tuple(drawn)


def _where(campaign: TheWar, text: str) -> str:
    """The hex in which something is drawn that is at a place, in a hex or in a Sea Area; '' where it is not on the
    map."""
    at = whereabouts.location(campaign, text)
    if at.kind == "area":
        return middle(at.id)
    spot = whereabouts.spot(campaign, text)
    return spot.hex if spot is not None else ""


def _fleets(campaign: TheWar) -> Iterable[Mark]:
    for (where, power), units in _afloat(campaign).items():
        if number := _where(campaign, where):
            yield Mark(number, atlas.FLEET, titles.units(campaign, units), power)


def _afloat(campaign: TheWar) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """The ships that are known to lie in a port or to be on patrol, by where and whose; a Task Force that this view
    does not know is in no list."""
    at: dict[tuple[str, str], list[str]] = {}
    for key, patrol in campaign.patrols.items():
        if key in campaign.units and campaign.units[key].kind in ports.SHIPS:
            at.setdefault((patrol.area, campaign.units[key].power), []).append(key)
    under = task_forces.inside(campaign)
    for key, unit in campaign.units.items():
        if unit.kind in ports.SHIPS and key not in campaign.patrols and key not in under and unit.place != "board":
            at.setdefault((unit.place, unit.power), []).append(key)
    for marker, task_force in campaign.task_forces.items():
        inside = [key for key in task_forces.contents(campaign, marker) if key in campaign.units]
        ships = [key for key in inside if campaign.units[key].kind in ports.SHIPS and key not in campaign.patrols]
        if ships and task_force.port:
            at.setdefault((task_force.port, task_force.power), []).extend(ships)
    return {where: tuple(units) for where, units in at.items()}


def _laid(campaign: TheWar) -> Iterable[Mark]:
    for marker in campaign.markers.values():
        if number := _where(campaign, marker.place):
            kind = {"beachhead": atlas.BEACHHEAD, "rle": atlas.EFFORT, "lle": atlas.EFFORT}.get(
                marker.kind, atlas.MARKER
            )
            yield Mark(number, kind, markers.spoken(campaign, marker), marker.power)
    for where, many in campaign.sieges.items():
        if many and (number := _where(campaign, where)):
            yield Mark(number, atlas.SIEGE, f"siege of {titles.where(campaign, where)}, {many}")
    for built in campaign.installations.values():
        if built.kind != installed.AIRBASE and (number := _where(campaign, built.place)):
            yield Mark(number, atlas.FORTRESS, f"{built.kind} of {wars.named(campaign, built.power)}", built.power)


def _battles(campaign: TheWar) -> Iterable[Mark]:
    for where, engagement in campaign.engagements.items():
        if number := _where(campaign, where):
            at = titles.where(campaign, where)
            yield Mark(number, atlas.BATTLE, f"{engagement.kind} battle announced at {at}", engagement.by)


def pinned(campaign: TheWar) -> tuple[Pinned, ...]:
    """The notes that this view can read."""
    return tuple(
        Pinned(
            key,
            _where(campaign, note.where),
            titles.where(campaign, note.where),
            note.power,
            note.since,
            note.said,
        )
        for key, note in written_notes.known(campaign).items()
    )


def _noted(campaign: TheWar) -> Iterable[Mark]:
    for note in pinned(campaign) if campaign.map_notes else ():
        if note.hex:
            at, since = note.key.rpartition("-")[2], calendar.spoken(note.since)
            yield Mark(note.hex, atlas.NOTE, f"note {at}, {since}: {note.said}", note.power)


_FOUGHT = ("fought", "Automatic Victory")
"""For what an engagement goes that was a battle."""


def fought(campaign: TheWar, entries: Iterable[Entry]) -> Iterable[Mark]:
    """Where battles were fought, by what these entries have written."""
    changes = (change for entry in live(entries) for change in entry.changes if change.now is None)
    ended = (change.at.partition(".") for change in changes if change.why in _FOUGHT)
    for where in dict.fromkeys(key for mapping, _, key in ended if mapping == "engagements"):
        if number := _where(campaign, where):
            yield Mark(number, atlas.FOUGHT, f"battle fought at {titles.where(campaign, where)}")


# --- the seas


@cache
def middle(area: str) -> str:
    """The hex of a Sea Area that lies nearest to the middle of its waters, '' for one off the map."""
    own = [number for number, name in board.board().waters.items() if name == area]
    if not own:
        return ""
    row, column = (sum(parts) / len(own) for parts in zip(*map(grid.place, own), strict=True))
    return min(own, key=lambda number: (grid.place(number)[0] - row) ** 2 + (grid.place(number)[1] - column) ** 2)


@cache
def _touching() -> Mapping[str, tuple[str, ...]]:
    """Of each Sea Area those whose hexes lie beside its own, linked with it or not."""
    waters = board.board().waters
    beside: dict[str, dict[str, None]] = {}
    for number, area in waters.items():
        found = (waters.get(other, area) for other in grid.neighbours(number))
        beside.setdefault(area, {}).update(dict.fromkeys(other for other in found if other != area))
    return {area: tuple(others) for area, others in beside.items()}


def holder(campaign: TheWar, area: str) -> str:
    """The side whose ships alone are in a Sea Area, 'both' where ships of two are (12.7.4), '' where none are known."""
    there = [side for side in ("axis", "allied") if patrols.there(campaign, area, side)]
    return "both" if len(there) == 2 else there[0] if there else ""


def _seas(campaign: TheWar) -> tuple[Sea, ...]:
    graph = seas.graph(campaign)
    lying = {area: [key for key in seas.charted(campaign) if area in graph.of_port(key)] for area in graph.areas}
    out = _afloat(campaign)
    return tuple(
        Sea(
            area,
            sea_areas.name(area),
            middle(area),
            holder(campaign, area),
            tuple(graph.neighbours[area]),
            _touching().get(area, ()),
            tuple(campaign.places[key].name for key in lying[area]),
            tuple(
                f"{titles.units(campaign, units)} ({wars.named(campaign, power)})"
                for (where, power), units in out.items()
                if where == area
            ),
        )
        for area in graph.areas
    )


def reach(campaign: TheWar, area: str) -> tuple[Reach, ...]:
    """Who may come to a Sea Area: patrols there, aircraft beside it, ships by the shortest way that is open."""
    ships = [found for entry in _afloat(campaign).items() if (found := _ships(campaign, area, *entry)) is not None]
    return tuple(sorted((*ships, *_aircraft(campaign, area)), key=lambda one: len(one.way)))


def _ships(campaign: TheWar, area: str, at: tuple[str, str], units: tuple[str, ...]) -> Reach | None:
    where, power = at
    names, start = titles.units(campaign, units), titles.where(campaign, where)
    if where in sea_areas.areas():
        on_patrol = Fact("on patrol there", "7.4")
        return Reach(power, names, start, (), (on_patrol,), None) if where == area else None
    master = _sails_for(campaign, power)
    way = straits.open_way(campaign, master, where, area) if master else None
    if way is None or way.count > SAILING:
        return None
    # Who leaves a box over the Atlantic intercepts in the North Atlantic alone, as from five away (5.1.2.2).
    away = way.count - 1 if where not in sea_areas.OVERSEAS else raiders.AMERICAN_DISTANCE + way.count - 1
    says, modifier = [], None
    if away < len(interception.DISTANCES):
        modifier = Breakdown((Line(f"port {away} Sea Areas away", interception.DISTANCES[away], "7.8"),))
        says.append(Fact(f"may intercept, {interception.DISTANCES[away]:+} for the distance", "7.8"))
        says.append(Fact("so looks for a supply line, as for one naval unit", "12.1.2"))
    if way.count <= FROM_A_PORT:
        says.append(Fact("may invade a shore", "7.7"))
    says.append(Fact(f"sails {way.count} of {SAILING} Sea Areas", "7.2"))
    unsure = seas.unsure(campaign, way, where)
    return Reach(power, names, start, tuple(map(sea_areas.name, way.areas)), tuple(says), modifier, unsure)


def _sails_for(campaign: TheWar, owner: str) -> str:
    """The power that gives orders to an owner's ships, '' for a neutral's."""
    land = campaign.countries.get(owner)
    return owner if land is None else land.patron if land.status in ("associate", "satellite") else ""


_CUTS = Fact("cuts a supply line there without a die", "12.1.2")


def _aircraft(campaign: TheWar, area: str) -> Iterable[Reach]:
    graph = seas.graph(campaign)
    for place in regions.occupied(campaign):
        if place not in campaign.places or area not in graph.of_port(place):
            continue
        flying: dict[str, list[str]] = {}
        for key, unit in regions.units_at(campaign, place).items():
            if unit.kind in _AIR and not unit.depleted:
                flying.setdefault(unit.power, []).append(key)
        for power, units in flying.items():
            automatic = Fact("finds without a die beside its base", "7.8.3")
            says = (automatic, *((_CUTS,) if any(campaign.units[key].kind != "ftr" for key in units) else ()))
            yield Reach(power, titles.units(campaign, units), campaign.places[place].name, (), says, None)


# --- a hex under the cursor


def tell(campaign: TheWar, number: str) -> tuple[Fact, ...]:
    """What lies in a hex, and why it is shown so."""
    return tuple(_told(campaign, number))


def _told(campaign: TheWar, number: str) -> Iterable[Fact]:
    hold = control.at(campaign, number)
    if hold is None:
        area = board.board().waters.get(number, "")
        yield Fact(sea_areas.name(area) if area else "off the map", "1.2")
    else:
        yield Fact(_land(campaign, hold.land), "1.2")
        yield _why(campaign, number, hold)
    if hold is not None and hold.place == links.MOSCOW and wars.standing(campaign, links.USSR):
        yield Fact(edge_ways.told(campaign), links.RULE)
    for mark in marks(campaign):
        if mark.hex == number and mark.name != _place_name(campaign, hold):
            whose = f" ({wars.named(campaign, mark.power)})" if mark.power else ""
            yield Fact(f"{mark.name}{whose}")
    for key in campaign.places:
        spot = whereabouts.spot(campaign, key)
        if spot is None or spot.hex != number:
            continue
        yield from _stationed(campaign, key)
        if areas := seas.of_port(campaign, key):
            yield Fact(f"port on {', '.join(map(sea_areas.name, areas))}", "7.2")
        if spot.off:
            off = "a hex" if spot.off == 1 else f"{spot.off} hexes"
            yield Fact(f"{campaign.places[key].name}: within {off}, of our reconstruction")


def _stationed(campaign: TheWar, place: str) -> Iterable[Fact]:
    """Who is recorded at a place beside the ships that lie there, power by power."""
    there: dict[str, list[str]] = {}
    for key, unit in regions.units_at(campaign, place).items():
        if unit.kind not in (*ports.SHIPS, task_forces.KIND):
            there.setdefault(unit.power, []).append(key)
    for power, keys in there.items():
        yield Fact(f"{titles.units(campaign, keys)} ({wars.named(campaign, power)})", "9.4")


def _place_name(campaign: TheWar, hold: Hold | None) -> str:
    return campaign.places[hold.place].name if hold is not None and hold.by == "place" else ""


def _land(campaign: TheWar, land: str) -> str:
    if land in campaign.holdings:
        return campaign.holdings[land].name
    if land in campaign.powers or land in campaign.countries:
        return wars.named(campaign, land)
    return land.replace("-", " ").title()


def _why(campaign: TheWar, number: str, hold: Hold) -> Fact:
    owner = _land(campaign, hold.owner)
    patron = f", under {wars.named(campaign, hold.power)}" if hold.power and hold.power != hold.owner else ""
    if hold.owner not in campaign.powers and hold.owner not in campaign.countries:
        return Fact("nobody's in this campaign", "1.2")
    if hold.by == "place":
        taken = campaign.places[hold.place].taken
        since = f" since {calendar.spoken(taken)}" if taken else ""
        return Fact(f"{owner} holds {campaign.places[hold.place].name}{since}{patron}", "1.2")
    if hold.by == "said":
        said = campaign.hex_holds[number]
        return Fact(f"{owner} has said that it holds it, {calendar.spoken(said.since)}", "1.2")
    if hold.by == "near":
        near = campaign.places[hold.place].name
        return Fact(f"inferred: {owner} holds {near}, {hold.away} away{patron}", "ruling 542")
    land = campaign.countries.get(hold.owner)
    status = f" ({land.status})" if land is not None else ""
    return Fact(f"inferred: {owner}'s by its status{status}{patron}", "ruling 542")


def find(campaign: TheWar, text: str) -> str:
    """The hex that a text means."""
    wanted = text.strip().lower()
    if grid.is_hex(wanted):
        return wanted
    names = {place.name.lower(): whereabouts.hex_of(key, place) for key, place in campaign.places.items()}
    names |= {str(row["name"]).lower(): middle(area) for area, row in sea_areas.areas().items()}
    known = {name: number for name, number in names.items() if number}
    if wanted in known:
        return known[wanted]
    return next((number for name, number in known.items() if wanted and name.startswith(wanted)), "")


class AtlasSheet(Atlas[TheWar]):
    """The map of Europe."""

    rows = grid.ROWS
    columns = grid.COLUMNS
    powers = ("germany", "italy", "ussr", "britain", "us", "france")

    def row_and_column(self, number: str) -> tuple[int, int]:
        row, column = grid.place(number)
        return row, grid.COLUMNS - 1 - column

    def number(self, row: int, column: int) -> str:
        return grid.number(row, grid.COLUMNS - 1 - column)

    def ground(self, campaign: TheWar) -> Mapping[str, Ground]:
        return ground(campaign)

    def waters(self, campaign: TheWar) -> Mapping[str, str]:
        return board.board().waters

    def marks(self, campaign: TheWar) -> tuple[Mark, ...]:
        return marks(campaign)

    def fought(self, campaign: TheWar, entries: Sequence[Entry]) -> tuple[Mark, ...]:
        return tuple(fought(campaign, entries))

    def notes(self, campaign: TheWar) -> tuple[Pinned, ...]:
        return pinned(campaign)

    def pin(self, power: str, number: str) -> str:
        return f'{power} {written_notes.VERB} {number} "'

    def seas(self, campaign: TheWar) -> tuple[Sea, ...]:
        return _seas(campaign)

    def reach(self, campaign: TheWar, area: str) -> tuple[Reach, ...]:
        return reach(campaign, area)

    def tell(self, campaign: TheWar, number: str) -> tuple[Fact, ...]:
        return tell(campaign, number)

    def find(self, campaign: TheWar, text: str) -> str:
        return find(campaign, text)

    def around(self, number: str, most: int) -> frozenset[str]:
        return frozenset(grid.within(number, most))
