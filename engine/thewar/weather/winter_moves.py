"""What hard winters leave of moves by rail, of strategic movement and of the Baltic (26.1.1, 26.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.weather import weather
from engine.thewar.world import calendar, regions, sea_areas, sides, tallies, wars
from engine.thewar.world.state import TheWar

GERMANY, MOVED = "germany", "moves-in-ussr"
"""Whose turn's end forgets, and under which name it is counted, how many Axis units have moved by rail or SMPs inside
the 1939 Soviet Union this turn."""
HARD_IN_WEST = ("severe-winter", "extreme-winter")
BALTIC = ("west-baltic", "east-baltic")


def _axis(campaign: TheWar, owner: str) -> bool:
    """Whether winter in the East hits an owner's units as the Axis': Finns and Swedes it does not (26.1.1)."""
    return sides.side(campaign, owner) == sides.AXIS and owner not in weather.NORDIC


def in_ussr(campaign: TheWar, places: Iterable[str]) -> bool:
    """Whether one of the places lies inside the 1939 Soviet Union, as far as the campaign knows."""
    return any(campaign.places[place].tags.get(regions.SOVIET_1939) for place in places if place in campaign.places)


def too_many(campaign: TheWar, owner: str, units: int) -> Iterable[Refusal]:
    """Why so many units more are not moved by rail or SMPs inside the 1939 Soviet Union: in a harsh winter three of all
    the Axis, in a severe one two, then one, then none (26.1.1)."""
    if not _axis(campaign, owner):
        return
    sky = weather.of(campaign, weather.EASTERN)
    gone = tallies.used(campaign, GERMANY, MOVED)
    if sky.rail >= 0 and gone + units > sky.rail:
        reason = f"{units} units in the 1939 Soviet Union, {max(0, sky.rail - gone)} more may move in {sky.name}"
        yield Refusal(sky.rule, reason, f"By rail and SMPs together {sky.rail or 'none'} of the Axis a turn.")


def remember(tx: Transaction[TheWar], owner: str, units: int) -> None:
    """Count units that have moved by rail or SMPs inside the 1939 Soviet Union this turn."""
    if _axis(tx.campaign, owner):
        tallies.use(tx, GERMANY, MOVED, units, "moved in the 1939 Soviet Union", "26.1.1")


def doubles(campaign: TheWar, places: Iterable[str]) -> bool:
    """Whether railmoves and SMPs count twice from or to one of the places: those of the West in a severe winter or an
    extreme one (26.2)."""
    known = [campaign.places[place] for place in places if place in campaign.places]
    return bool(known) and hard_in_west(campaign) and any(regions.front(place) == weather.WESTERN for place in known)


def hard_in_west(campaign: TheWar) -> bool:
    """Whether the winter in the West doubles what moves by rail and SMPs (26.2)."""
    return weather.level(campaign, weather.WESTERN) in HARD_IN_WEST


def ice(campaign: TheWar, owner: str, areas: Iterable[str]) -> Iterable[Refusal]:
    """Why an owner's ships stay in their ports: the Baltic is frozen for the Axis (26.1.1)."""
    if not _axis(campaign, owner) or calendar.season(campaign) != "winter":
        return
    sky = weather.of(campaign, weather.EASTERN)
    closed = [area for area in dict.fromkeys(map(sea_areas.area, areas)) if area in BALTIC]
    if sky.iced and closed:
        name, who = sea_areas.name(closed[0]), wars.named(campaign, owner)
        yield Refusal(sky.rule, f"the {name} is frozen ({sky.name})", f"Ships of {who} stay in their Baltic ports.")
