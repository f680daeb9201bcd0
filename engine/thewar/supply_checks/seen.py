"""What a check of supply shows: who is named, what nobody is led past, what the third check takes (12.0, 12.6.2,
12.6.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel.late import Asked
from engine.kernel.stops import MUST, ROLL, Stop
from engine.thewar.supply_checks import marks, occasions, third_check
from engine.thewar.world import sides, supply, titles
from engine.thewar.world.state import TheWar

_ports_to_run_to = Asked("engine.thewar.supply", "run_ports:waiting")
"""What needs the map, which a look at a campaign does not load."""

# --- what nobody is led past


def stops_at_first(campaign: TheWar, half: str) -> Iterator[Stop]:
    """What is contested, and who was out of supply before: he is named again, or in supply."""
    yield from _contested(campaign, half)
    units, places = _out(campaign, half)
    for power in occasions.who(campaign, half):
        keys = tuple(key for key in units if marks.command(campaign, campaign.units[key].power) == power)
        where = places if keys or power == _speaker(campaign, half) else ()
        if keys or where:
            what = f"out of supply still, or in supply again: {marks.named(campaign, keys, where)}"
            yield Stop(ROLL, power, what, "12.0, 12.6.2", f"'{power} in-supply' takes a mark off.")


def _out(campaign: TheWar, side: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    places = tuple(place for place, mark in marks.of_places(campaign, side).items() if mark.level == supply.OUT)
    units = tuple(
        key
        for key, mark in marks.of_units(campaign, side).items()
        if mark.level == supply.OUT and campaign.units[key].place not in places
    )
    return units, places


def _speaker(campaign: TheWar, half: str) -> str:
    """The first phasing power, which is told what lies on places."""
    return next((power for power in occasions.who(campaign, half) if campaign.powers[power].side == half), "")


def stops_at_second(campaign: TheWar, half: str) -> Iterator[Stop]:
    """The mobile units that were out of supply."""
    keys = occasions.mobile_out(campaign, half)
    power = _speaker(campaign, half)
    if keys and power:
        what = f"in supply again before the Second Impulse, or not: {marks.named(campaign, keys, ())}"
        yield Stop(ROLL, power, what, "12.6.2", f"'{power} in-supply' lets them move.")


def stops_at_third(campaign: TheWar, half: str) -> Iterator[Stop]:
    """What is contested, and what the check takes: no ``done`` passes it."""
    yield from _contested(campaign, half)
    if sides.phasing(campaign) != half:
        if not occasions.third(campaign, half) and (power := _speaker(campaign, half)):
            yield Stop(ROLL, power, "the third supply check", "12.6.3")
        return
    for power in third_check.speakers(campaign, occasions.who(campaign, half)):
        lines = " ".join(third_check.told(campaign, power))
        if lines:
            yield Stop(MUST, power, f"the third check's toll: {lines}", "12.6.3", f"'{power} third-check'.")


def _contested(campaign: TheWar, half: str) -> Iterator[Stop]:
    for power in occasions.who(campaign, half):
        keys, places = marks.contested(campaign, power) if campaign.powers[power].side == half else ((), ())
        if keys or places:
            what = f"the table's word on {marks.named(campaign, keys, places)}, which is contested"
            yield Stop(MUST, power, what, "12.0, ruling 404", "'decide-supply'.")


# --- what is told


def told(campaign: TheWar) -> Iterable[str]:
    """Who is named, by side; at the third check what it takes."""
    half = sides.phasing(campaign)
    for side in dict.fromkeys((half, sides.non_phasing(campaign))):
        if side:
            yield from marks.told(campaign, side)
    keys, places = marks.contested(campaign)
    if keys or places:
        yield f"Contested, the table decides: {marks.named(campaign, keys, places)}."
    for where, siege in campaign.sieges.items():
        yield f"{titles.where(campaign, where)}: Siege {siege}."
    marked = campaign.supply_marks or campaign.supply_places
    if marked and half and marks.check(campaign) == 1 and (ports := _ports_to_run_to(campaign)):
        named = ", ".join(titles.where(campaign, port) for port in ports)
        yield f"To {named} supply may be run, as missions sail: who is there is in supply from then on."
    if marks.check(campaign) == 3 and half:
        seats: set[str | None] = set()
        for power in occasions.who(campaign, half):
            if campaign.powers[power].side == half and campaign.seats.get(power) not in seats:
                seats.add(campaign.seats.get(power))
                yield from third_check.told(campaign, power)
