"""Lands that change hands with their cities: Egypt, Sicily, Sardinia, Corsica, the north of fallen Italy (19.3, 23.13,
23.19, 23.44, 23.45)."""

from __future__ import annotations

from engine.thewar.economy import fallen
from engine.thewar.world import minors, sides
from engine.thewar.world.state import TheWar

_BY_TABLE = ("egypt", "sicily", "sardinia", fallen.CORSICA)
"""Lands whose cities chapter 23 names, and that come back with the first of them."""
WHOLE = {
    **{land: tuple(minors.row(land)["falls"]) for land in _BY_TABLE},
    fallen.NORTH: ("genoa", "florence", "milan", "venice", "trieste"),
}
"""The cities that must all be an enemy's for the land to be his."""
FASCISTS = "fascist-italy"
"""The fact that a Fascist state stands in the north of Italy: it falls with all five cities, not with one (19.3)."""


def follow(campaign: TheWar, place: str, by: str) -> tuple[str, str]:
    """The land that changes hands now that somebody has taken one of its cities, and to whom; two '' for none.

    All cities in one side's hands take the land from the other; one city back gives it back to its owner, or to nobody
    where the owner has fallen.
    """
    land = next((key for key, cities in WHOLE.items() if place in cities), "")
    if not land or land not in campaign.holdings or any(city not in campaign.places for city in WHOLE[land]):
        return "", ""
    held = campaign.holdings[land]
    now = _side(campaign, held.holder)
    of_cities = {_side(campaign, campaign.places[city].holder) for city in WHOLE[land]}
    owner = held.owner if held.owner in campaign.powers and not campaign.powers[held.owner].surrendered else ""
    if len(of_cities) == 1:
        (side,) = of_cities
        if side and side != now:
            home = owner if owner and _side(campaign, owner) == side else by
            return land, home
        return "", ""
    fascist = land == fallen.NORTH and campaign.facts.get(FASCISTS, False)
    if now and not fascist and now != _side(campaign, owner):
        return land, owner
    return "", ""


def whole(campaign: TheWar, land: str) -> str:
    """Who holds a colony, province or region with all its cities: the power that has taken the last of them; '' where
    they are in hands of both sides, where one is nobody's, or where the campaign has none of them."""
    cities = [key for key in WHOLE.get(land, minors.falls_with(campaign, land)) if key in campaign.places]
    held = [campaign.places[key] for key in cities]
    sides_of = {_side(campaign, place.holder) for place in held}
    if len(sides_of) != 1 or "" in sides_of:
        return ""
    return minors.master(campaign, max(held, key=lambda place: place.taken).holder)


def _side(campaign: TheWar, holder: str) -> str:
    return sides.side(campaign, holder)
