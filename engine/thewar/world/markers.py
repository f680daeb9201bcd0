"""Markers that lie in a hex for a time: beachheads, bridgeheads and breaches (7.7.4, 9.6, 9.6.2, 10.5, ruling 75)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, sides, wars
from engine.thewar.world.state import Marker, TheWar

BEACHHEAD, BRIDGEHEAD, BREACH = "beachhead", "bridgehead", "breach"
KINDS = (BEACHHEAD, BRIDGEHEAD, BREACH)
PORT = "artificial-port"
"""A beachhead that is a port for good (28.2.4 #7)."""
ROOM = 6
"""Ground units that stack under a marker, whatever their rating (7.7.4, 9.6.2)."""
EFFORTS = ("rle", "lle")
"""Kinds of markers that activate units and come off as their turn ends (4.2, 4.3)."""
RULES = {BEACHHEAD: "7.7.4", BRIDGEHEAD: "9.6.2", BREACH: "9.6.2, 10.5", PORT: "28.2.4", "rle": "4.2", "lle": "4.3"}
_TURNS_MORE = {BEACHHEAD: 2, BRIDGEHEAD: 1, BREACH: 1, "rle": 0, "lle": 0}
"""The number of its owner's turns for which a marker lies on after the turn in which it was laid."""


def key(kind: str, where: str) -> str:
    """The id of a marker."""
    return f"{kind}-{where}"


def effort_key(kind: str, power: str, where: str) -> str:
    """The id of an effort's marker: those of two powers may lie in one hex."""
    return key(kind, f"{power}-{where}")


def at(campaign: TheWar, where: str, kinds: Iterable[str] = KINDS) -> tuple[Marker, ...]:
    """The markers of these kinds in a place or hex."""
    named = (key(kind, where) for kind in kinds)
    return tuple(campaign.markers[name] for name in named if name in campaign.markers)


def last(marker: Marker) -> str:
    """The turn at whose end a marker comes off, in its owner's half: a beachhead's third, another's second (9.6.2,
    rulings 75, 292)."""
    return calendar.label(calendar.number(marker.since) + _TURNS_MORE[marker.kind])


def spoken(campaign: TheWar, marker: Marker) -> str:
    """``Beachhead at Oslo, of Germany, a port, to the end of Summer 1940``."""
    place = campaign.places.get(marker.place)
    name = place.name if place is not None else marker.place
    owner = wars.named(campaign, marker.power)
    if marker.kind == PORT:
        return f"Artificial port at {name}, of {owner}, until the enemy takes it"
    if marker.kind in EFFORTS:
        return f"{marker.kind.upper()} marker at {name}, of {owner}"
    port = ", a port" if marker.kind == BEACHHEAD else ""
    return f"{marker.kind.capitalize()} at {name}, of {owner}{port}, to the end of {calendar.spoken(last(marker))}"


def lay(tx: Transaction[TheWar], kind: str, where: str, power: str) -> None:
    """Lay a marker in a place or hex from this turn on; one of its kind that lay there begins anew."""
    new = Marker(kind=kind, place=where, power=power, since=calendar.turn(tx.campaign))
    tx.put(f"markers.{key(kind, where)}", new, f"{kind.replace('-', ' ')} made", RULES[kind])


def taken(tx: Transaction[TheWar], where: str, by: str) -> None:
    """Remove the markers of a hex that the other side takes."""
    for marker in at(tx.campaign, where, (*KINDS, PORT)):
        if sides.side(tx.campaign, marker.power) != sides.side(tx.campaign, by):
            tx.remove(f"markers.{key(marker.kind, where)}", "its hex is lost", RULES[marker.kind])


def due(campaign: TheWar, side: str) -> tuple[str, ...]:
    """The markers of a side whose time is over with this turn's half, by id."""
    now = calendar.now(campaign)
    return tuple(
        name
        for name, marker in campaign.markers.items()
        if marker.kind != PORT and sides.side(campaign, marker.power) == side and calendar.number(last(marker)) <= now
    )
