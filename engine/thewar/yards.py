"""Where shipyards stand and how many a power has (15.1.5.1, 15.1.5.2, 22.7.1)."""

from __future__ import annotations

from engine.thewar import declarations, us_yards
from engine.thewar.state import TheWar

YARDS_ADDED = "yards-added-"
"""With a place's id, the fact of how many yards it has been given beside its first (15.1.5.1)."""


def count(campaign: TheWar, power: str) -> int:
    """The shipyards in which a power may begin something new: its own and its dominions', none captured (15.1.5.2).

    The U.S. Box has as many as the highest Entry Level so far has allowed, four once in the war, two more a year at
    most (22.7.1).
    """
    home = {power, *(key for key, holding in campaign.holdings.items() if holding.owner == power)}
    found = sum(
        1 + added(campaign, key)
        for key, place in campaign.places.items()
        if "shipyard" in place.tags and place.holder == power and place.country in home
    )
    return found + _grown(campaign) if power == "us" and found else found


def added(campaign: TheWar, place: str) -> int:
    """Yards that a place has beside its first."""
    return int(campaign.facts.get(f"{YARDS_ADDED}{place}", 0))


def _grown(campaign: TheWar) -> int:
    """American yards beyond the first."""
    return us_yards.grown(campaign, entry_level(campaign))


def entry_level(campaign: TheWar) -> int:
    """The highest U.S. Entry Level so far."""
    facts = campaign.facts
    return int(facts.get(declarations.USEL_HIGHEST, facts.get(declarations.USEL, 0)))
