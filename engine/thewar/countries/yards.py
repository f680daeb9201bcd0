"""Where shipyards stand and how many a power has (15.1.5.1, 15.1.5.2, 22.7.1)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.remembering import derived
from engine.kernel.transaction import Transaction
from engine.thewar.countries import us_yards
from engine.thewar.economy import us_attempt
from engine.thewar.world.state import Holding, Place, TheWar

SHIPYARD = "shipyard"
"""The tag of a place that has a shipyard."""
YARDS_ADDED = "yards-added-"
"""With a place's id, the fact of how many yards it has been given beside its first (15.1.5.1)."""


def count(campaign: TheWar, power: str) -> int:
    """The shipyards in which a power may begin something new: its own and its dominions', none captured (15.1.5.2).

    The U.S. Box has as many as the highest Entry Level so far has allowed, four once in the war, two more a year at
    most (22.7.1).
    """
    total = sum(1 + added(campaign, key) for key in _own(campaign, power))
    return total + _grown(campaign) if power == "us" and total else total


@derived("places", "holdings")
def _own(places: Mapping[str, Place], holdings: Mapping[str, Holding], power: str) -> tuple[str, ...]:
    """The places with a yard in a power's own hands, at home or in its dominions."""
    home = {power, *(key for key, holding in holdings.items() if holding.owner == power)}
    return tuple(
        key
        for key, place in places.items()
        if SHIPYARD in place.tags and place.holder == power and place.country in home
    )


def added(campaign: TheWar, place: str) -> int:
    """Yards that a place has beside its first."""
    return int(campaign.facts.get(f"{YARDS_ADDED}{place}", 0))


def _grown(campaign: TheWar) -> int:
    """American yards beyond the first."""
    return us_yards.grown(campaign, us_attempt.highest(campaign))


def put_up(tx: Transaction[TheWar], place: str, why: str, rule: str) -> None:
    """A place gets a yard: its first, or one more."""
    if SHIPYARD in tx.campaign.places[place].tags:
        more = added(tx.campaign, place) + 1
        tx.put(f"facts.{YARDS_ADDED}{place}", more, why, rule)
    else:
        tx.put(f"places.{place}.tags.{SHIPYARD}", True, why, rule)


def homes(campaign: TheWar, power: str) -> tuple[str, ...]:
    """A power's home ports in its own hands."""
    return _homes(campaign, power)


@derived("places")
def _homes(places: Mapping[str, Place], power: str) -> tuple[str, ...]:
    return tuple(
        key
        for key, place in places.items()
        if place.holder == power
        and place.country == power
        and (place.kind == "port" or SHIPYARD in place.tags or "atlantic-port" in place.tags)
    )
