"""Who holds each hex of the map, and by what that is told (1.2, 16.3, 23.1, ruling 542).

Of a hex with a named place the campaign knows it. Of any other it is inferred: who holds the nearest place of the same
land, or whoever has the land by its status. No rule refuses anything by an inferred hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Literal

from engine.kernel.remembering import derived
from engine.kernel.ruleset import Fault
from engine.kernel.values import frozen
from engine.thewar.map import board, grid
from engine.thewar.world import whereabouts
from engine.thewar.world.state import Country, HexHold, Holding, Place, Power, TheWar, Unit

By = Literal["place", "said", "near", "status"]


@frozen
class Hold:
    """Who holds a hex. ``power``: the Major Power, '' where it is nobody's or a neutral's; ``owner``: the power or
    country that holds it, '' for nobody; ``land``: the land of 1939 that it lies in; ``by``: the ``place`` in it, what
    a power has said, the nearest place (``away`` so many hexes), or the status of its land."""

    power: str
    owner: str
    land: str
    by: By
    place: str = ""
    away: int = 0

    @property
    def known(self) -> bool:
        """Whether the campaign knows it, and does not infer it."""
        return self.by in ("place", "said")


def held(campaign: TheWar) -> Mapping[str, Hold]:
    """Every hex of land with who holds it."""
    return _held(campaign)


def at(campaign: TheWar, number: str) -> Hold | None:
    """Who holds a hex; None in the water and off the map."""
    return held(campaign).get(number)


@derived("powers", "places", "countries", "holdings", "units", "hex_holds")
def _held(
    powers: Mapping[str, Power],
    places: Mapping[str, Place],
    countries: Mapping[str, Country],
    holdings: Mapping[str, Holding],
    units: Mapping[str, Unit],
    hex_holds: Mapping[str, HexHold],
) -> Mapping[str, Hold]:
    spots = _spots(places)
    lying = {number: place for place, number in reversed(spots)}
    nearest = _nearest(tuple(spots))
    here = {unit.place: unit.power for unit in units.values() if unit.kind == "partisan"}
    owners = {place: here.get(place) or places[place].holder for place, _ in spots}
    by_status = {land: _by_status(land, countries, holdings) for land in board.board().by_land}
    masters = {owner: _power(owner, powers, countries) for owner in {*owners.values(), *by_status.values()}}
    holds: dict[str, Hold] = {}
    for number, land in board.board().lands.items():
        if place := lying.get(number, ""):
            holds[number] = Hold(masters[owners[place]], owners[place], land, "place", place)
            continue
        if (said := hex_holds.get(number)) is not None:
            holds[number] = Hold(said.power, said.power, land, "said")
            continue
        place, away = nearest.get(number, ("", 0))
        if place and owners[place]:
            holds[number] = Hold(masters[owners[place]], owners[place], land, "near", place, away)
        else:
            owner = by_status[land]
            holds[number] = Hold(masters[owner], owner, land, "status")
    return holds


def _spots(places: Mapping[str, Place]) -> list[tuple[str, str]]:
    """The places on the map with their hexes, those of which the hex is printed first."""
    spots = [(key, number) for key, place in places.items() if (number := whereabouts.hex_of(key, place))]
    return sorted(spots, key=lambda spot: not grid.is_hex(places[spot[0]].hex))


def faults(campaign: TheWar) -> Iterable[Fault]:
    """What is wrong with what powers say of the hexes that they hold."""
    for number in campaign.hex_holds:
        if number not in board.board().lands:
            yield Fault(f"hex_holds.{number}", "there is no such hex of land on the map", "2.1")


@lru_cache(maxsize=8)
def _nearest(spots: tuple[tuple[str, str], ...]) -> Mapping[str, tuple[str, int]]:
    """The nearest place of the same land of each hex of land, the first of several, and how far it is."""
    lands = board.board().lands
    by_land: dict[str, list[tuple[str, tuple[int, int]]]] = {}
    for place, number in spots:
        if number in lands:
            by_land.setdefault(lands[number], []).append((place, grid.axial(number)))
    found: dict[str, tuple[str, int]] = {}
    for land, near in by_land.items():
        for number in board.board().by_land[land]:
            here = grid.axial(number)
            found[number] = min(((key, grid.between(here, at)) for key, at in near), key=itemgetter(1))
    return found


def _power(owner: str, powers: Mapping[str, Power], countries: Mapping[str, Country]) -> str:
    """The Major Power whose an owner's land is: itself, the patron of an Associate, a Satellite or a conquest, '' for a
    neutral and for nobody."""
    land = countries.get(owner)
    if land is not None:
        return land.patron if land.status in ("associate", "satellite", "conquered") else ""
    return owner if owner in powers else ""


def _by_status(land: str, countries: Mapping[str, Country], holdings: Mapping[str, Holding]) -> str:
    if land in countries:
        return land
    holding = holdings.get(land)
    return holding.holder if holding is not None else land
