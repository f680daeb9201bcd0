"""Who is said to be in supply again, though supply comes to him over the sea alone and no port is open: no run there
was announced, or the run was lost (12.1.2, 12.7.2, ruling 607).

Of a port on the continent nobody knows whether a line over land leads there; in Africa and on islands a source that is
reached over land is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from engine.kernel.refusals import Refusal
from engine.thewar.supply import sea_lines, sources
from engine.thewar.supply_checks import marks
from engine.thewar.world import capitals, regions, seas, sides, supply, titles, wars
from engine.thewar.world.state import Place, TheWar

RULING = "ruling 607"
_AFRICA = ("north-africa", "french-north-africa")


def refused(campaign: TheWar, power: str, units: Iterable[str], places: Iterable[str]) -> Iterator[Refusal]:
    """Why units, and all in places, are not said to be in supply without a port or a source by land: where they stand
    supply comes over the sea, and every port for it is closed."""
    for place in dict.fromkeys((*places, *(campaign.units[key].place for key in units if _out(campaign, key)))):
        there = campaign.places.get(place)
        if there is None or not sea_lines.across(there):
            continue
        by_land = tuple(one.key for one in _by_land(campaign, power, there))
        shut = _shut(campaign, power, place)
        if seas.of_port(campaign, place):
            yield from _or_by_land(shut, by_land)
        elif not by_land:
            harbours = [port for port in seas.ports(campaign) if _serves(campaign, power, port, there)]
            closed = [_shut(campaign, power, port) for port in harbours]
            if all(closed):
                yield from closed[0] if closed else ()


def around(campaign: TheWar, power: str, place: str) -> str:
    """The source by land that is named for a place whose port is closed, as it is offered; '' where none is needed, or
    there is none."""
    there = campaign.places.get(place)
    if there is None or not sea_lines.across(there) or not _shut(campaign, power, place):
        return ""
    return next((one.key for one in _by_land(campaign, power, there)), "")


def _out(campaign: TheWar, key: str) -> bool:
    mark = campaign.supply_marks.get(key)
    return mark is not None and mark.level == supply.OUT


def _shut(campaign: TheWar, power: str, port: str) -> tuple[Refusal, ...]:
    return tuple(sea_lines.closed(campaign, power, port))


def _by_land(campaign: TheWar, power: str, there: Place) -> Iterator[sources.Source]:
    """The full sources of a power that lie on the same side of the sea."""
    for source in sources.of(campaign, power):
        goal = campaign.places.get(source.key)
        if source.level == sources.FULL and goal is not None and _land(goal) == _land(there):
            yield source


def _land(place: Place) -> str:
    """The land mass of a place over the sea: Africa, an island by its country, or itself; '' for the continent."""
    if any(place.tags.get(tag) for tag in _AFRICA):
        return "africa"
    return (place.country or place.name) if sea_lines.across(place) else ""


def _serves(campaign: TheWar, power: str, port: str, there: Place) -> bool:
    holder = regions.controller(campaign, port)
    ours = bool(holder) and not capitals.enemys(campaign, holder, power)
    return ours and _land(campaign.places[port]) == _land(there)


def _or_by_land(shut: Iterable[Refusal], by_land: tuple[str, ...]) -> Iterator[Refusal]:
    for one in shut:
        land = f" Over land: to={by_land[0]}." if by_land else ""
        rule = one.rule if one.rule.endswith(RULING) else f"{one.rule}, {RULING}"
        yield attrs.evolve(one, rule=rule, hint=f"{one.hint}{land}")


def no_source(
    campaign: TheWar, power: str, units: Iterable[str], places: Iterable[str], source: str
) -> Iterator[Refusal]:
    """Why units, and all in places, are not in supply over land from a source: it is none of theirs in full, or lies
    over the sea. Of those in places the power's own and its allies' are asked; units of minor countries, which have
    sources of their own, go with them."""
    side, ours = sides.side(campaign, power), {power, *wars.allies(campaign, power)}
    there = (key for place in places for key in marks.within(campaign, place, side))
    keys = dict.fromkeys((*units, *(key for key in there if campaign.units[key].power in ours)))
    refusals = dict.fromkeys(one for key in keys for one in sources.refused(campaign, key, source))
    yield from refusals
    if refusals:
        return
    name = titles.where(campaign, source)
    if limited := [key for key in keys if sources.level(campaign, key, source) == sources.LIMITED]:
        reason = f"{name} is a limited source for {titles.units(campaign, limited)}"
        yield Refusal("12.2.3, 12.2.6", reason, f"'{power} trace {','.join(limited)} to={source}' says so.")
    if far := [key for key in keys if sea_lines.overseas(campaign, key, source)]:
        reason = f"{titles.units(campaign, far)} lies over the sea from {name}"
        yield Refusal("12.7.1", reason, "The port that its line leaves from: sea=tobruk.")
