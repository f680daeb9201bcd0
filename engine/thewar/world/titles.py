"""What players call things without a name."""

from __future__ import annotations

from collections.abc import Iterable

from engine.thewar.world import forces, markers, sea_areas, tallies, task_forces, wars
from engine.thewar.world.state import Addition, Built, CardCell, Engagement, Marker, Pool, TheWar, Unit, Used, War


def thing(campaign: TheWar, found: object) -> str:
    """Units by whose they are, force pools and what joins them by the units that are counted, what was built by whom,
    battles by their kind, wars by who fights; '' for everything else."""
    if isinstance(found, Unit):
        return f"{wars.named(campaign, found.power)} {task_forces.called(found)}"
    if isinstance(found, Pool):
        return f"{wars.named(campaign, found.power)} {forces.spoken(forces.group_of(found))}"
    if isinstance(found, Addition):
        units = forces.spoken(forces.group_of(found))
        return f"{wars.named(campaign, found.power)} {units} of {found.season.capitalize()} {found.year}"
    if isinstance(found, Built):
        return f"{wars.named(campaign, found.power)} {found.what} of this turn"
    if isinstance(found, Used):
        of = f" ({wars.named(campaign, found.of)})" if found.of else ""
        return f"{wars.named(campaign, found.power)} {_USED.get(found.what, found.what)}{of} this turn"
    if isinstance(found, War):
        return f"war of {wars.named(campaign, found.one)} and {wars.named(campaign, found.other)}"
    if isinstance(found, CardCell):
        return f"card matrix of {found.deck}, {found.defender} against {found.attacker}"
    if isinstance(found, Marker):
        return markers.spoken(campaign, found)
    if isinstance(found, Engagement):
        return f"{_BATTLES.get(found.kind, found.kind)} announced by {wars.named(campaign, found.by)}"
    return ""


def called(campaign: TheWar, key: str) -> str:
    """What people call what has this id: a power, country, holding or place, a unit, a Sea Area, where a battle is; ''
    for everything else."""
    for named in (campaign.powers, campaign.countries, campaign.places, campaign.holdings):
        if (found := named.get(key)) is not None:
            return str(found.name)
    if key in campaign.units:
        return thing(campaign, campaign.units[key])
    known = key in campaign.engagements or sea_areas.area(key) in sea_areas.areas()
    return where(campaign, key) if known else ""


def where(campaign: TheWar, key: str) -> str:
    """What people call it where a battle is: a place, a Sea Area, a hex of the board by the name it was given."""
    place = campaign.places.get(key)
    if place is not None:
        return place.name
    here = sea_areas.area(key)
    if here in sea_areas.areas():
        return sea_areas.name(here) + (f" ({key[len(here) + 1 :]})" if here != key else "")
    return " ".join(part[:1].upper() + part[1:] for part in key.split("-"))


_USED = {
    tallies.SMPS: "halves of SMPs used",
    tallies.RAILMOVES: "railmoves used",
    tallies.UNITS: "units moved",
    tallies.CARRYING: "Fleets that carried",
    tallies.MOVED: "ships moved",
    tallies.GRANTS: "NARFs granted",
    tallies.TAKEN_DOWN: "taken down",
}
_BATTLES = {"ground": "battle", "air": "air battle", "sea": "battle at sea"}


def units(campaign: TheWar, keys: Iterable[str]) -> str:
    """Units in words: ``3 ARM 8-8, INF 6-5 Depleted``; those that are gone are left out."""
    groups: dict[str, int] = {}
    for key in keys:
        if (unit := campaign.units.get(key)) is not None:
            name = f"{label(unit)}{' Depleted' if unit.depleted else ''}"
            groups[name] = groups.get(name, 0) + 1
    return ", ".join(f"{many} {name}" if many > 1 else name for name, many in groups.items())


def unit(campaign: TheWar, key: str) -> str:
    """One unit in words, with its owner: ``Fleet 1-12-5 of Germany``."""
    found = campaign.units.get(key)
    return f"{label(found)} of {wars.named(campaign, found.power)}" if found is not None else "a unit that is gone"


def label(unit: Unit) -> str:
    """``ARM 8-8``."""
    return task_forces.called(unit)
