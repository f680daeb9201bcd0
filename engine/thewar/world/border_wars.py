"""Border wars over the two provinces that the Nazi-Soviet Pact leaves to the Soviets while somebody may fight for them:
Karelia and Bessarabia (6.3.1, 16.5, 23.8, 23.21, 23.43).

They are no wars among ``wars``: nobody follows anybody into them, and they end with the province (ruling 328).
"""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, counters, minors, wars
from engine.thewar.world.state import BorderWar, TheWar, Unit

RULE = "6.3.1, 16.5"
USSR = "ussr"
PROVINCES = {"karelia": "finland", "bessarabia": "romania"}
"""The provinces that somebody may fight for, each with whose it is."""
FINLAND, DOUBLED_TO = "finland", 6
"""Whose doubling in defence a border war ends, and with the loss of how many ground factors (23.21)."""


def owner(campaign: TheWar, province: str) -> str:
    """The country that may still fight for a province: it holds it, stands, and is in no war with the Soviets; ''
    where nobody does."""
    country = PROVINCES.get(province, "")
    land, held = campaign.countries.get(country), campaign.holdings.get(province)
    if land is None or held is None or land.status == "conquered" or held.holder != country:
        return ""
    return country if minors.in_pact(campaign) and not wars.at_war(campaign, country, USSR) else ""


def undecided(campaign: TheWar, province: str) -> str:
    """The country of which Germany has not said yet whether it fights for a province, '' for none (ruling 328)."""
    return "" if province in campaign.border_wars else owner(campaign, province)


def fought(campaign: TheWar, country: str) -> str:
    """The province for which a country fights a border war now, '' for none."""
    if not campaign.border_wars:
        return ""
    for province, war in campaign.border_wars.items():
        if war.fights and war.country == country and owner(campaign, province) == country:
            return province
    return ""


def foes(campaign: TheWar, one: str, other: str) -> str:
    """The province over which two fight a border war, '' where they fight none."""
    if not campaign.border_wars or USSR not in (one, other):
        return ""
    return fought(campaign, other if one == USSR else one)


def between(campaign: TheWar, one: str, other: str, where: str) -> bool:
    """Whether two may fight in a place because it lies in the province of their border war. Of a hex that the campaign
    does not know the board says that it does (ruling 331)."""
    province = foes(campaign, one, other)
    return bool(province) and _country(campaign, where) in ("", province)


def _country(campaign: TheWar, where: str) -> str:
    """To which country, colony or province a place belongs, named by itself or its hex; '' for a hex that is no
    recorded place."""
    place = campaign.places.get(where)
    if place is None and where in campaign.holdings:
        return where
    if place is None:
        place = next((known for known in campaign.places.values() if known.hex == where), None)
    return place.country if place is not None else ""


def decided(tx: Transaction[TheWar], province: str, *, fights: bool) -> None:
    """Record what Germany says of a province that the Soviets enter."""
    war = BorderWar(country=PROVINCES[province], fights=fights, since=calendar.turn(tx.campaign))
    tx.create(f"border_wars.{province}", war, "the Soviets enter it", RULE)


def spent(campaign: TheWar, country: str) -> bool:
    """Whether a country's units in a border war defend at face value: Finland has lost six ground factors (23.21)."""
    province = fought(campaign, country) if country == FINLAND else ""
    return bool(province) and campaign.border_wars[province].lost >= DOUBLED_TO


def lose(tx: Transaction[TheWar], unit: Unit) -> None:
    """A unit is lost: a ground unit of a country that fights a border war counts by its printed factors, Depleted or
    not (23.21, ruling 328)."""
    if not tx.campaign.border_wars or counters.category(unit.kind) != "ground":
        return
    if province := fought(tx.campaign, unit.power):
        factors = counters.parsed(unit.kind, unit.strength).combat
        tx.add(f"border_wars.{province}.lost", factors, "lost in the border war", "23.21")
