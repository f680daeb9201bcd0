"""Which modifiers of the U-boat roll hold in a campaign (5.1.1); why they do is told by ``reckoning``."""

from __future__ import annotations

from engine.thewar.rolls import submarines
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

AZORES = "1943-3-fall"


def _axis_land(campaign: TheWar, country: str) -> bool:
    land = campaign.countries.get(country)
    if land is None or not land.patron or land.status not in ("satellite", "conquered"):
        return False
    return campaign.powers[land.patron].side == "axis"


def _satellite_of(campaign: TheWar, country: str, *patrons: str) -> bool:
    land = campaign.countries.get(country)
    return land is not None and land.status == "satellite" and land.patron in patrons


def _held_by_axis(campaign: TheWar, *places: str) -> bool:
    """Whether Axis powers control all of these places, themselves or by way of a country that is theirs."""
    held = [campaign.places[key].holder for key in places if key in campaign.places]
    return len(held) == len(places) and all(
        campaign.powers[holder].side == "axis" if holder in campaign.powers else _axis_land(campaign, holder)
        for holder in held
    )


def happy_time(campaign: TheWar) -> bool:
    """Whether this is the first Spring or the first Fall of strategic warfare after the U.S. declared war (5.1.1)."""
    us = campaign.powers.get("us")
    if us is None or not us.entered:
        return False
    since = calendar.now(campaign) - calendar.number(us.entered)
    return 0 <= since < 4 and calendar.season(campaign) in calendar.STRATEGIC_WARFARE


def _biscay(campaign: TheWar) -> bool:
    """Whether Germany controls a French port on the Bay; that France has fallen counts alone only where the campaign
    lists none of them."""
    ports = [place for place in campaign.places.values() if "biscay" in place.tags]
    if ports:
        return any(place.holder == "germany" for place in ports)
    return wars.major(campaign, "france") and bool(campaign.powers["france"].surrendered)


def _allied_azores(campaign: TheWar) -> bool:
    """Whether Britain has its base in the Azores, which from Fall 1943 needs no diplomacy (23.41)."""
    box = campaign.places.get("azores-box")
    if box is None or calendar.now(campaign) < calendar.number(AZORES):
        return False
    there = [unit.kind for unit in campaign.units.values() if (unit.place, unit.power) == ("azores-box", "britain")]
    garrison = bool({"inf", "sta"} & set(there)) and bool({"tac", "mdm"} & set(there))
    return garrison or box.holder in ("britain", "us")


def _fact(campaign: TheWar, name: str) -> bool:
    return bool(campaign.facts.get(name, False))


def holding(campaign: TheWar, *, ultra: bool = False) -> tuple[str, ...]:
    """The ids of the modifiers that hold now (5.1.1); which of them count by date is the table's to say."""
    facts = {
        "happy-time": happy_time(campaign),
        "advanced-subs": _fact(campaign, "advanced-subs"),
        "french-bay-port": _biscay(campaign),
        "norway-ports": _held_by_axis(campaign, "bergen", "trondheim", "narvik-box"),
        "azores-axis": _axis_land(campaign, "portugal") and _held_by_axis(campaign, "azores-box"),
        "spain-axis": _axis_land(campaign, "spain"),
        "gibraltar-axis": _held_by_axis(campaign, "gibraltar"),
        "ireland-or-south-africa-axis": _satellite_of(campaign, "ireland", "germany")
        or _satellite_of(campaign, "south-africa", "germany"),
        "iceland-unoccupied": _fact(campaign, "iceland-open") and _axis_land(campaign, "denmark"),
        "schnorkel": _fact(campaign, "schnorkel"),
        "escort-carriers": _fact(campaign, "escort-carriers"),
        "sonar-hedgehogs": _fact(campaign, "sonar-hedgehogs"),
        "huff-duff": _fact(campaign, "huff-duff"),
        "portugal-british": _satellite_of(campaign, "portugal", "britain") or _allied_azores(campaign),
        "spain-allied": _satellite_of(campaign, "spain", "britain", "us"),
        "ireland-american": _satellite_of(campaign, "ireland", "us"),
        "ultra": ultra,
    }
    now = calendar.now(campaign)
    return tuple(name for name, holds in facts.items() if holds and _in_dates(name, now))


def _in_dates(name: str, now: int) -> bool:
    modifier = submarines.BY_ID[name]
    early = bool(modifier.first) and now < calendar.number(modifier.first)
    late = bool(modifier.last) and now > calendar.number(modifier.last)
    return not early and not late
