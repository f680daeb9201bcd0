"""Which fortifications, fortresses and airbases stand where, and what becomes of them with their hex (10.6.4, 10.7,
11.1.2, 13.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.refusals import Refusal
from engine.kernel.remembering import derived
from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, markers
from engine.thewar.world.state import Installation, Place, TheWar

FORTIFICATION, FORTRESS, AIRBASE = "fortification", "fortress", "airbase"
KINDS = (FORTIFICATION, FORTRESS, AIRBASE)
BOARD = "board"
SIEGE = "13.2.3"
CLOSED = 3
"""The Siege marker from which on no ship and no air unit bases in a fortress (13.2.3)."""
GIVEN = "given-"
"""With a kind and a power, the fact of how many a variant has given that are still to be put up (28.2.3 #2, #6)."""
MOST = 9
"""Fortifications that a Major Power may have on the board (10.6.4)."""
_VANISH = ("leningrad",)
"""Fortresses that are gone when they are captured, beside the Maginot Line (10.7)."""
_ONE, _MANY = {AIRBASE: "an airbase"}, {FORTRESS: "fortresses"}


def spoken(kind: str, count: int = 1) -> str:
    """So many of a kind in words: ``an airbase``, ``2 fortresses``."""
    return _ONE.get(kind, f"a {kind}") if count == 1 else f"{count} {_MANY.get(kind, f'{kind}s')}"


def of(campaign: TheWar, power: str, kind: str) -> tuple[str, ...]:
    """A power's installations of a kind, by id."""
    return _by_power(campaign, power, kind)


@derived("installations")
def _by_power(installations: Mapping[str, Installation], power: str, kind: str) -> tuple[str, ...]:
    return tuple(key for key, built in installations.items() if built.power == power and built.kind == kind)


def at(campaign: TheWar, place: str, kind: str) -> tuple[str, ...]:
    """The installations of a kind at a place or hex, by id; none at 'board', which is no place."""
    return () if place == BOARD else _by_place(campaign, place, kind)


@derived("installations")
def _by_place(installations: Mapping[str, Installation], place: str, kind: str) -> tuple[str, ...]:
    return tuple(key for key, built in installations.items() if built.place == place and built.kind == kind)


def from_start(place: Place) -> bool:
    """Whether a place is one of the fortresses of 1939, still standing (13.2.1)."""
    return place.kind == FORTRESS or bool(place.tags.get(FORTRESS))


def is_fortress(campaign: TheWar, place: str) -> bool:
    """Whether a place or hex is a fortress."""
    known = campaign.places.get(place)
    return (known is not None and from_start(known)) or bool(at(campaign, place, FORTRESS))


def owner(campaign: TheWar, place: str) -> str:
    """Whose fortress it is: who holds the place, or built it in a hex; '' where there is none."""
    if not is_fortress(campaign, place):
        return ""
    known = campaign.places.get(place)
    if known is not None and known.holder:
        return known.holder
    return next((campaign.installations[key].power for key in at(campaign, place, FORTRESS)), "")


def besieged(campaign: TheWar, place: str) -> Iterable[Refusal]:
    """Why nothing is repaired or built in a place: it is a fortress out of supply (13.2.3)."""
    if markers_there := campaign.sieges.get(place, 0):
        reason = f"{_name(campaign, place)} is under siege (Siege {markers_there}): nothing is repaired or built in it"
        yield Refusal(SIEGE, reason, f"'relieve {place}' when it is in full supply again.")


def closed(campaign: TheWar, place: str) -> Iterable[Refusal]:
    """Why no ship and no air unit bases in a place: its Siege marker is the third (13.2.3)."""
    if (markers_there := campaign.sieges.get(place, 0)) >= CLOSED:
        reason = f"{_name(campaign, place)} is under Siege {markers_there}: no ship and no air unit bases there"
        yield Refusal(SIEGE, reason, f"Another base; up to Siege {CLOSED - 1} they may.")


def _name(campaign: TheWar, place: str) -> str:
    return campaign.places[place].name if place in campaign.places else place


def put_up(tx: Transaction[TheWar], power: str, kind: str, place: str, why: str, rule: str) -> str:
    """Put up a new installation and return its id."""
    number = 1
    while f"{power}-{kind}-{number}" in tx.campaign.installations:
        number += 1
    key = f"{power}-{kind}-{number}"
    new = Installation(power=power, kind=kind, place=place, since=calendar.turn(tx.campaign))
    tx.create(f"installations.{key}", new, why, rule)
    return key


def captured(tx: Transaction[TheWar], place: str, by: str) -> None:
    """What an enemy takes with a place: fortifications and airbases are gone, a fortress becomes a fortification of
    his, but Leningrad's and the Maginot Line's are gone (10.6.4, 10.7, 11.1.2). He may dismantle it with ``raze``. The
    beachheads and breaches of the enemy are gone too."""
    markers.taken(tx, place, by)
    if place in tx.campaign.supply_places:
        tx.remove(f"supply_places.{place}", "captured", "12.0")
    for kind, rule in ((FORTIFICATION, "10.6.4"), (AIRBASE, "11.1.2")):
        for key in at(tx.campaign, place, kind):
            tx.remove(f"installations.{key}", "captured", rule)
    if not is_fortress(tx.campaign, place):
        return
    for key in at(tx.campaign, place, FORTRESS):
        tx.remove(f"installations.{key}", "fortress captured", "10.7")
    if place in tx.campaign.sieges:
        tx.remove(f"sieges.{place}", "fortress captured", "10.7")
    known = tx.campaign.places.get(place, Place(name=place))
    if known.tags.get(FORTRESS):
        tx.set(f"places.{place}.tags.{FORTRESS}", False, "fortress captured", "10.7")
    keeps = by in tx.campaign.powers and place not in _VANISH and known.kind != FORTRESS
    if keeps and len(of(tx.campaign, by, FORTIFICATION)) < MOST:
        put_up(tx, by, FORTIFICATION, place, "captured fortress kept", "10.7")
    if known.kind == FORTRESS:
        tx.set(f"places.{place}.kind", "hex", "fortress captured", "10.7")
