"""What is a source of supply for whom now: national capitals with their backups, Suez, the capitals of colonies and of
minor countries (12.2.1 to 12.2.6).

A source is full, limited (12.2.3, ruling 405), or none, with its cause and rule. Whether a path leads to it the board
shows (ruling 404).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from engine.kernel.refusals import Refusal
from engine.kernel.remembering import remembered
from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.thewar.supply import links
from engine.thewar.world import capitals, counters, minors, regions, titles, traits, wars
from engine.thewar.world.state import TheWar, Unit

Level = Literal["full", "limited", "none"]
FULL: Level = "full"
LIMITED: Level = "limited"
NONE: Level = "none"
SUEZ, SUEZ_RULE = "suez", "12.2.4"
SUEZ_MOST = 4
"""The most combat factors of a ground unit that Suez supplies in full, for a Breakdown unit those of its whole unit."""
SUEZ_FOR = ("britain", "us")
"""The powers that Suez supplies; Free French units are Britain's (12.2.2, 12.2.4)."""
LIBYA = "libya"
EDGE = "edge"
_FRIENDS = ("associate", "satellite")
_MINOR_RULES = {"associate": "12.2.6", "satellite": "12.2.6", "conquered": "12.2.3"}


@frozen
class Source:
    """A source of supply as it stands for somebody. ``key``: the place's id, or a word of the table for what is no
    place; ``name`` and ``why`` in words; ``most``: the most combat factors of a ground unit that it supplies, 0 for
    any."""

    key: str
    name: str
    level: Level
    why: str
    rule: str
    most: int = 0


@remembered
def of(campaign: TheWar, owner: str) -> tuple[Source, ...]:
    """Every source that a Major Power or a minor country has, or had and has lost; () for who has fallen."""
    if owner in campaign.powers:
        return tuple(_of_power(campaign, owner)) if wars.standing(campaign, owner) else ()
    return tuple(_of_country(campaign, owner)) if owner in campaign.countries else ()


def for_unit(campaign: TheWar, key: str) -> tuple[Source, ...]:
    """The sources as they stand for one unit: Suez supplies only what is small enough. Raises KeyError for an id that
    there is not."""
    unit = campaign.units[key]
    return tuple(_as_for(unit, source) for source in of(campaign, unit.power))


def level(campaign: TheWar, key: str, source: str) -> Level:
    """What a source is to a unit."""
    return next((found.level for found in for_unit(campaign, key) if found.key == source), NONE)


def refused(campaign: TheWar, key: str, source: str) -> Iterable[Refusal]:
    """Why a unit does not trace supply to a place: it is no source of its owner's, or not now, or not for a unit of
    its size (12.2.1 to 12.2.6)."""
    unit, every = campaign.units[key], for_unit(campaign, key)
    named = titles.units(campaign, (key,))
    standing = [found.name for found in every if found.level != NONE]
    hint = f"It has {', '.join(standing)}." if standing else "It has none: it is out of supply."
    found = next((one for one in every if one.key == source), None)
    if found is None:
        where = titles.where(campaign, source)
        yield Refusal("12.2.1", f"{where} is no source of supply for {wars.named(campaign, unit.power)}", hint)
    elif found.level == NONE:
        yield Refusal(found.rule, f"{found.name} supplies {named} with nothing: {found.why}", hint)


def parent_factors(unit: Unit) -> int:
    """The combat factors by which Suez judges a ground unit: its own, of a Breakdown unit those of the smallest whole
    unit that it may come from (12.2.4)."""
    own = counters.factors(unit).combat
    if not counters.is_breakdown(unit):
        return own
    wholes = [
        counters.parsed(unit.kind, whole.removeprefix(f"{unit.kind}-")).combat
        for row in table("thewar", "breakdown")["row"].values()
        if row["power"] == unit.power
        and (whole := str(row["from"])).startswith(f"{unit.kind}-")
        and unit.strength in row["parts"]
    ]
    return min(wholes, default=own)


def _as_for(unit: Unit, source: Source) -> Source:
    if not source.most or source.level == NONE or traits.category(unit) != "ground":
        return source
    factors = parent_factors(unit)
    if factors <= source.most:
        return source
    of_whole = f", of a whole unit of {factors}" if counters.is_breakdown(unit) else ""
    why = f"it supplies ground units of {source.most} factors or fewer{of_whole}, the others through the Mediterranean"
    return Source(source.key, source.name, NONE, why, SUEZ_RULE)


# --- of a Major Power


def _of_power(campaign: TheWar, power: str) -> Iterator[Source]:
    row = capitals.rows()[power]
    home = tuple(_capitals(campaign, power))
    yield from home
    if power == links.USSR:
        others = (city for city in (links.LENINGRAD, links.BAKU) if city in campaign.places)
        yield from (_soviet_city(campaign, city) for city in others)
    if "edge" in row:
        why = "its units trace to any hex of it" if power == links.USSR else "its units trace there by sea, however far"
        yield Source(EDGE, row["edge"][0].upper() + row["edge"][1:], FULL, why, row["rule"])
    if power in SUEZ_FOR:
        yield from _suez(campaign, power)
    whose = campaign.powers[power].adjective
    gone = f"{' and '.join(source.name for source in home)} are both the enemy's: every {whose} unit is out of supply"
    all_out = bool(row.get("all_out")) and len(home) > 1 and all(source.level == NONE for source in home)
    for source in (*_colonies(campaign, power), *_minor_capitals(campaign, power)):
        if all_out and source.level == LIMITED:
            yield Source(source.key, source.name, NONE, gone, "12.2.2, ruling 520")
        else:
            yield source


def _capitals(campaign: TheWar, power: str) -> Iterator[Source]:
    """A power's capital, and the city that stands in for it while it is the enemy's (12.2.2, ruling 406)."""
    row = capitals.rows()[power]
    capital, backup, rule = str(row.get("capital", "")), str(row.get("backup", "")), str(row["rule"])
    if capital not in campaign.places:
        return
    name = campaign.places[capital].name
    lost = _in_enemy_hands(campaign, capital, power)
    waiting = not lost and capitals.waits(campaign, capital)
    if lost:
        yield Source(capital, name, NONE, lost, rule)
    elif waiting:
        yield Source(capital, name, NONE, "retaken: it counts from the next check", capitals.RULE)
    elif power == links.USSR:
        yield _soviet_city(campaign, links.MOSCOW)
    else:
        yield Source(capital, name, FULL, f"the capital of {wars.named(campaign, power)}", "12.2.1")
    if backup not in campaign.places:
        return
    stand_in = campaign.places[backup].name
    if not lost and not waiting:
        yield Source(backup, stand_in, NONE, f"{name} stands: a backup only while that is the enemy's", rule)
    elif theirs := _in_enemy_hands(campaign, backup, power):
        yield Source(backup, stand_in, NONE, theirs, rule)
    else:
        why = f"for {name}, which is the enemy's" if lost else f"for {name}, until the next check"
        yield Source(backup, stand_in, FULL, why, rule if lost else capitals.RULE)


def _in_enemy_hands(campaign: TheWar, place: str, who: str) -> str:
    """``Germany holds it``, of a place in the hands of somebody's enemy; '' for any other."""
    holder = regions.controller(campaign, place)
    return f"{wars.named(campaign, holder)} holds it" if capitals.enemys(campaign, holder, who) else ""


def _soviet_city(campaign: TheWar, city: str) -> Source:
    """Moscow, Leningrad or Baku: a source by its link to the edge of the map alone (12.2.2)."""
    name = campaign.places[city].name
    why_not = _in_enemy_hands(campaign, city, links.USSR) or links.broken(campaign, city)
    if why_not:
        return Source(city, name, NONE, why_not, links.RULE)
    way = f"linked to {links.WAYS[city]}"
    return Source(city, name, FULL, f"{way}, then by Moscow" if city == links.LENINGRAD else way, links.RULE)


def _suez(campaign: TheWar, power: str) -> Iterator[Source]:
    if SUEZ not in campaign.places:
        return
    name = campaign.places[SUEZ].name
    if theirs := _in_enemy_hands(campaign, SUEZ, power):
        yield Source(SUEZ, name, NONE, theirs, SUEZ_RULE)
        return
    why = f"air and naval units, and ground units of {SUEZ_MOST} factors or fewer"
    yield Source(SUEZ, name, FULL, why, SUEZ_RULE, SUEZ_MOST)


def _colonies(campaign: TheWar, power: str) -> Iterator[Source]:
    """The capitals of colonies that a power has, and those of its own that it has lost (12.2.3, ruling 521)."""
    for colony, row in capitals.rows().items():
        land = campaign.holdings.get(colony)
        if not row.get("colony") or land is None:
            continue
        place = str(row.get("capital", ""))
        known = place in campaign.places
        holder = regions.controller(campaign, place) if known else land.holder
        key, name = (place, campaign.places[place].name) if known else (colony, f"the capital of {land.name}")
        guest = colony == LIBYA and power == "germany" and holder == "italy"
        if holder == power or (guest and _axis_in_africa(campaign)):
            why = f"capital of {land.name}" if known else f"{land.name} is {campaign.powers[power].adjective}"
            if guest:
                why = f"{why}, Italy's, which is at war with Britain and France"
            yield Source(key, name, LIMITED, why, str(row["rule"]))
        elif guest:
            why = f"{wars.named(campaign, 'italy')}'s until that is at war with Britain and France"
            yield Source(key, name, NONE, why, str(row["rule"]))
        elif land.owner == power and capitals.enemys(campaign, holder, power):
            yield Source(key, name, NONE, f"{wars.named(campaign, holder)} holds it", str(row["rule"]))


def _axis_in_africa(campaign: TheWar) -> bool:
    """Whether Italy is at war with Britain and France, or with those of the two that still stand (12.2.5)."""
    facing = [power for power in ("britain", "france") if wars.standing(campaign, power)]
    return bool(facing) and all(wars.at_war(campaign, "italy", power) for power in facing)


def _minor_capitals(campaign: TheWar, power: str) -> Iterator[Source]:
    """The capitals of Associates, Satellites and conquered countries of a power's alliance (12.2.3, 12.2.6)."""
    for country, land in campaign.countries.items():
        patron = campaign.powers.get(land.patron)
        if land.status not in _MINOR_RULES or patron is None or patron.surrendered:
            continue
        if patron.alliance != campaign.powers[power].alliance:
            continue
        whose = "" if land.patron == power else f" of {patron.name}"
        why = f"{land.name}, conquered{whose and f' by {patron.name}'}"
        if land.status in _FRIENDS:
            why = f"{land.name}, {'an Associate' if land.status == 'associate' else 'a Satellite'}{whose}"
        key, name = _capital_of(campaign, country)
        lost = _in_enemy_hands(campaign, key, power) if key in campaign.places else ""
        yield Source(key, name, NONE if lost else LIMITED, lost or why, _MINOR_RULES[land.status])


def _capital_of(campaign: TheWar, country: str) -> tuple[str, str]:
    """The capital of a minor country with its name; the country's own id where no place is named as that."""
    land = campaign.countries[country]
    if land.capital in campaign.places:
        return land.capital, campaign.places[land.capital].name
    return country, f"the capital of {land.name}"


# --- of a minor country


def _of_country(campaign: TheWar, country: str) -> Iterator[Source]:
    """The sources of a country's own units: its capital in full, of its allies' countries the limited ones (12.2.1,
    12.2.6)."""
    land = campaign.countries[country]
    if land.status == "conquered" or not minors.made(campaign, country):
        return
    key, name = _capital_of(campaign, country)
    lost = _in_enemy_hands(campaign, key, country) if key in campaign.places else ""
    yield Source(key, name, NONE if lost else FULL, lost or f"the capital of {land.name}", "12.2.1")
    if wars.standing(campaign, land.patron) and land.status in _FRIENDS:
        yield from (source for source in _minor_capitals(campaign, land.patron) if source.key != key)
