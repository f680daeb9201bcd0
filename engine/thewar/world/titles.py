"""What players call things without a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.thewar.world import calendar, forces, markers, partisan_homes, sea_areas, tallies, task_forces, traits, wars
from engine.thewar.world.state import (
    Addition,
    BoardSign,
    BorderWar,
    Built,
    CardCell,
    Chits,
    Engagement,
    Grudge,
    Influence,
    Installation,
    Leaning,
    Marker,
    Mismatch,
    Named,
    Outcome,
    Pool,
    Purchase,
    Slip,
    Speaker,
    Statement,
    SupplyMark,
    SurrenderRoll,
    Term,
    TheWar,
    Unit,
    Used,
    VariantTry,
    War,
)


def thing(campaign: TheWar, held: object) -> str:
    """Units by whose they are, force pools and what joins them by the units that are counted, what was built by whom,
    battles by their kind, wars by who fights; '' for everything else."""
    if isinstance(held, Unit):
        home = partisan_homes.named(held.kind, held.tag)
        return f"{wars.named(campaign, held.power)} {task_forces.called(held)}{f' of {home}' if home else ''}"
    if isinstance(held, Pool):
        return f"{wars.named(campaign, held.power)} {forces.spoken(forces.group_of(held))}"
    if isinstance(held, Addition):
        units = forces.spoken(forces.group_of(held))
        return f"{wars.named(campaign, held.power)} {units} of {held.season.capitalize()} {held.year}"
    if isinstance(held, Built):
        return f"{wars.named(campaign, held.power)} {_built(held.what)} this turn"
    if isinstance(held, Installation):
        at = "" if held.place == "board" else f" at {where(campaign, held.place)}"
        return f"{wars.named(campaign, held.power)} {held.kind}{at}"
    if isinstance(held, Slip):
        return (
            f"{wars.named(campaign, held.power)} {forces.spoken(held.kind)} in the yard of {where(campaign, held.yard)}"
        )
    if isinstance(held, Used):
        of = f" ({wars.named(campaign, held.of)})" if held.of else ""
        return f"{wars.named(campaign, held.power)} {_USED.get(held.what, held.what)}{of} this turn"
    if isinstance(held, War):
        return f"war of {wars.named(campaign, held.one)} and {wars.named(campaign, held.other)}"
    if isinstance(held, CardCell):
        return f"card matrix of {held.deck}, {held.defender} against {held.attacker}"
    if isinstance(held, Marker):
        return markers.spoken(campaign, held)
    if isinstance(held, Engagement):
        return f"{_BATTLES.get(held.kind, held.kind)} announced by {wars.named(campaign, held.by)}"
    return _of_endings(campaign, held) or _of_diplomacy(campaign, held)


def _built(what: str) -> str:
    """What is counted of a turn under a name of its own: a group of units, an upgrade of one, something else."""
    if upgraded := group(what.removeprefix(tallies.UPGRADE)) if what.startswith(tallies.UPGRADE) else "":
        return f"{upgraded} upgraded"
    return _BUILT.get(what) or f"{group(what) or what} built"


def _of_endings(campaign: TheWar, held: object) -> str:
    """What is kept of surrenders, the terms of France and the end, by whose it is; '' for everything else."""
    if isinstance(held, BoardSign):
        return f"what the board shows for {wars.named(campaign, held.power)}, {held.sign.replace('-', ' ')}"
    if isinstance(held, SurrenderRoll):
        return f"surrender roll of {wars.named(campaign, held.power)}"
    if isinstance(held, Term):
        return "line of the terms of France"
    if isinstance(held, Outcome):
        return "result"
    if isinstance(held, SupplyMark):
        return f"mark on {_SIDES[held.side]} unit or place, {_SUPPLY[held.level]}"
    return ""


def _of_diplomacy(campaign: TheWar, held: object) -> str:
    """Points and chits by whose they are and where, what was paid and said of them, targets named; '' for everything
    else."""
    if isinstance(held, Influence):
        where = wars.named(campaign, held.country) if held.country in campaign.countries else held.country
        return f"POPs of {wars.named(campaign, held.power)} in {where}"
    if isinstance(held, Chits):
        return f"{held.sort.title()} chits of {wars.named(campaign, held.power)}"
    if isinstance(held, Purchase):
        return f"POPs and chits bought by {wars.named(campaign, held.power)} in {calendar.spoken(held.turn)}"
    if isinstance(held, Statement):
        return f"what {wars.named(campaign, held.power)} said of its POPs in {wars.named(campaign, held.country)}"
    if isinstance(held, Leaning):
        return f"how {wars.named(campaign, held.country)} stood as the segment opened"
    if isinstance(held, Speaker):
        return f"hand of {wars.named(campaign, held.power)} as the diplomatic step opened"
    if isinstance(held, BorderWar):
        return f"border war over {wars.named(campaign, held.country)}"
    if isinstance(held, Mismatch):
        of = wars.named(campaign, held.of) if held.of in campaign.countries else held.of
        return f"what {wars.named(campaign, held.power)} said of {of} in {calendar.spoken(held.turn)}"
    if isinstance(held, VariantTry):
        return f"try of {wars.named(campaign, held.power)} for a variant in {calendar.spoken(held.turn)}"
    if isinstance(held, Named):
        return f"{wars.named(campaign, held.country)} named by {_ALLIANCES[held.alliance]}"
    if isinstance(held, Grudge):
        return f"war of {wars.named(campaign, held.power)} on {wars.named(campaign, held.country)}, a {held.kind}"
    return ""


def called(campaign: TheWar, key: str) -> str:
    """What people call what has this id: a power, country, holding or place, a unit, a marker, a home of partisans, a
    Sea Area, where a battle is; '' for everything else."""
    for named in (campaign.powers, campaign.countries, campaign.places, campaign.holdings):
        if (held := named.get(key)) is not None:
            return str(held.name)
    own: tuple[Mapping[str, object], ...] = (campaign.units, campaign.installations, campaign.slips, campaign.markers)
    for built in own:
        if key in built:
            return thing(campaign, built[key])
    if said := group(key):
        return said
    if key in partisan_homes.HOMES:
        return partisan_homes.HOMES[key].name
    known = key in campaign.engagements or sea_areas.area(key) in sea_areas.areas()
    return where(campaign, key) if known else ""


def group(key: str) -> str:
    """A group of units as players say it, '' for what is none: ``inf-6-5`` is ``INF 6-5``, ``uboat`` ``U-boat``."""
    kind, dash, strength = key.partition("-")
    return forces.spoken(key) if kind in traits.kinds() and (strength[:1].isdigit() or not dash) else ""


def where(campaign: TheWar, key: str) -> str:
    """What people call it where a battle is: a place, a Sea Area, a hex of the board by the name it was given."""
    place = campaign.places.get(key)
    if place is not None:
        return place.name
    area = sea_areas.area(key)
    if area in sea_areas.areas():
        return sea_areas.name(area) + (f" ({key[len(area) + 1 :]})" if area != key else "")
    return " ".join(part[:1].upper() + part[1:] for part in key.split("-"))


_BUILT = {
    tallies.RESERVES: "markers placed in Reserve",
    tallies.RESERVES_CHIT: "chits played for a Reserve",
    tallies.AT_SUEZ: "units built in Suez",
    tallies.FOR_NOTHING: "units mobilized for nothing",
}
_USED = {
    tallies.SMPS: "halves of SMPs used",
    tallies.RAILMOVES: "railmoves used",
    tallies.UNITS: "units moved",
    tallies.CARRYING: "Fleets that carried",
    tallies.MOVED: "ships moved",
    tallies.GRANTS: "NARFs granted",
    tallies.ARRIVED: "NARFs granted that arrived",
    tallies.TAKEN_DOWN: "taken down",
    tallies.NAMES: "targets named",
    tallies.SPIES: "spied",
    tallies.VARIANT: "variant rolls",
    "partisan-war": "rolls of partisans",
    "schooled": "crews of pilot schools",
    tallies.ESPIONAGE: "Espionage chits played",
    tallies.COUNTER_ESPIONAGE: "Counter-Espionage chits played",
}
_SIDES = {"axis": "an Axis", "allied": "an Allied"}
_SUPPLY = {"limited": "on a limited source", "out": "out of supply"}
_ALLIANCES = {"axis": "the Axis", "western": "the Western Allies", "soviet": "the Soviets"}
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
    counter = campaign.units.get(key)
    if counter is None:
        return "a unit that is gone"
    whose = wars.named(campaign, counter.power)
    if home := partisan_homes.named(counter.kind, counter.tag):
        return f"{label(counter)} of {home} ({whose})"
    return f"{label(counter)} of {whose}"


def label(unit: Unit) -> str:
    """``ARM 8-8``."""
    return task_forces.called(unit)
