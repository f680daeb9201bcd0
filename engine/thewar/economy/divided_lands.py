"""What becomes of the lands of a Major Power as it falls (14.6, 17.3, 18.5.1, 19.2, 19.3)."""

from __future__ import annotations

import attrs

from engine.kernel.transaction import Transaction
from engine.thewar.economy.fallen import (
    ALSACE_LORRAINE,
    EMPIRE,
    FRANCE,
    FREE_FRENCH,
    ITALY,
    NORTH,
    NORTH_WORTH,
    RESIDUE,
    RISE,
    RULING,
    VICHY_FRANCE,
    VICHY_MAINLAND,
    VICHY_OVERSEAS,
    occupied,
)
from engine.thewar.rolls import falls
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import Country, Holding, TheWar


def divide(tx: Transaction[TheWar], power: str, to: str, value: int, *, vichy: bool, alsace: bool = False) -> None:
    """The lands of a Major Power that surrenders pass on; nothing is paid before next Spring (14.6). ``alsace``:
    Alsace-Lorraine is annexed besides."""
    if power == ITALY:
        _italy(tx)
        return
    turn, name = calendar.turn(tx.campaign), wars.named(tx.campaign, power)
    whole = Holding(name=f"Occupied {name}", kind="conquest", value=value, owner=power, holder=to, taken=turn)
    tx.put(f"holdings.{occupied(power)}", whole, "surrender", "14.6")
    if power == "france":
        _france(tx, to, vichy=vichy)
        if not alsace:
            _alsace(tx, to)
        return
    if power == "germany":
        # The game is over with it, and each side's objectives are counted as they are held (20.4, 27.1).
        return
    if power == "britain":
        _empire(tx)
    for key in [key for key, place in tx.campaign.places.items() if (place.country, place.holder) == (power, power)]:
        tx.set(f"places.{key}.holder", to, "occupied", f"14.6, {RULING}")
    _nobodys(tx, power, f"14.6, {RULING}")


def _nobodys(tx: Transaction[TheWar], power: str, rule: str) -> None:
    """What a fallen Major Power still held is nobody's until somebody enters it (19.2, ruling 490)."""
    why = f"{wars.named(tx.campaign, power)} surrenders"
    for name in ("places", "holdings"):
        for key in [key for key, land in getattr(tx.campaign, name).items() if land.holder == power]:
            tx.set(f"{name}.{key}.holder", "", why, rule)


def _france(tx: Transaction[TheWar], to: str, *, vichy: bool) -> None:
    """Divide what the French still held between the conqueror and Vichy; the colonies wait for their dice (18.5.1,
    18.5.4)."""
    if FREE_FRENCH in tx.campaign.pools:
        tx.add(f"pools.{FREE_FRENCH}.count", 1, RISE, "18.5.4")
    new = vichy and VICHY_FRANCE in tx.campaign.countries
    if new and tx.campaign.countries[VICHY_FRANCE].narfs:
        tx.set(f"countries.{VICHY_FRANCE}.narfs", 0, "Vichy France", "18.5.1")
    for key, place in list(tx.campaign.places.items()):
        french = place.holder == "france"
        # Mainland Vichy is drawn on the map: what its conqueror has taken of it is given up (18.5.1, ruling 438).
        if new and (key in VICHY_MAINLAND or (french and key in VICHY_OVERSEAS)):
            tx.set(f"places.{key}.holder", VICHY_FRANCE, "Vichy France", "18.5.1")
            if key not in VICHY_OVERSEAS:
                tx.set(f"places.{key}.country", VICHY_FRANCE, "Vichy France", "18.5.1")
        elif french and place.country == "france" and key not in VICHY_OVERSEAS:
            tx.set(f"places.{key}.holder", to, "occupied", "18.5.1")
    if new:
        _abroad(tx)


def _abroad(tx: Transaction[TheWar]) -> None:
    """All that France still holds outside its mainland is Vichy's: Corsica, and what it had taken of others, but the
    four colonies, each of which waits for its die, and Alsace-Lorraine (18.5.1, 18.5.4). What it held of an enemy's
    home is the enemy's again, of a country that it had conquered nobody's (ruling 490)."""
    campaign = tx.campaign
    for key, held in list(campaign.holdings.items()):
        if held.holder == "france" and key not in (*falls.COLONIES, ALSACE_LORRAINE):
            tx.set(f"holdings.{key}.holder", VICHY_FRANCE, "Vichy France", "18.5.1")
    for key, place in list(campaign.places.items()):
        if place.holder != "france" or place.country in ("france", *falls.COLONIES):
            continue
        minor = place.country in campaign.countries
        to = place.country if wars.standing(campaign, place.country) else "" if minor else VICHY_FRANCE
        tx.set(f"places.{key}.holder", to, "France surrenders", f"18.5.1, {RULING}")


def _alsace(tx: Transaction[TheWar], to: str) -> None:
    """Alsace-Lorraine is occupied with the rest, and counted apart, as it may be annexed or taken by itself (23.5)."""
    province = tx.campaign.holdings.get(ALSACE_LORRAINE)
    if province is None or province.holder != "france":
        return
    left = max(0, tx.campaign.holdings[FRANCE].value - province.value)
    tx.set(f"holdings.{FRANCE}.value", left, f"{province.name} is counted apart", "23.5")
    tx.set(f"holdings.{ALSACE_LORRAINE}.holder", to, "occupied", "18.5.1, 23.5")


def _empire(tx: Transaction[TheWar]) -> None:
    """Dominions and colonies that Britain still holds are a Satellite of the U.S. (17.3)."""
    campaign = tx.campaign
    if "us" not in campaign.powers or not wars.standing(campaign, "us"):
        return
    land = Country(name="the British Empire", adjective="British", status="satellite", patron="us")
    tx.put(f"countries.{EMPIRE}", attrs.evolve(land, since=calendar.turn(campaign)), "Britain falls", "17.3")
    for key in [key for key, held in campaign.holdings.items() if held.holder == "britain"]:
        tx.set(f"holdings.{key}.holder", EMPIRE, "Britain falls", "17.3")
        for place in [
            name for name, site in campaign.places.items() if (site.country, site.holder) == (key, "britain")
        ]:
            tx.set(f"places.{place}.holder", EMPIRE, "Britain falls", "17.3")
    for key, dominion in list(campaign.countries.items()):
        if key in campaign.holdings and (dominion.status, dominion.patron) == ("satellite", "britain"):
            tx.set(f"countries.{key}.patron", "us", "Britain falls", "17.3")


def _italy(tx: Transaction[TheWar]) -> None:
    """What Italy still held is nobody's until somebody enters it; each has the parts that he controls already (19.2,
    19.3)."""
    _nobodys(tx, ITALY, "19.2")
    for key in RESIDUE:
        if key in tx.campaign.holdings:
            tx.set(f"holdings.{key}.value", 0, "part of the rest of Italy", "19.3, ruling 88")
    north = Holding(name="Northern Italy", kind="conquest", value=NORTH_WORTH, owner=ITALY, holder="")
    tx.put(f"holdings.{NORTH}", north, "Italy surrenders", "19.3")
