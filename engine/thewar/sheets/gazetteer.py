"""Places, minor countries and holdings for a screen: control, worth, what each brings its holder, and what the rules
make of it (1.2, 14.4 to 14.7, 15.1.5, 23.2, 24.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.sheets.gazetteer import Fact, Gazetteer, Site
from engine.thewar.building import shipyards
from engine.thewar.combat import stacking
from engine.thewar.countries import evacuation, yards
from engine.thewar.economy import income, oil
from engine.thewar.sheets import home_facts, supply_sheet
from engine.thewar.supply.sources import Source
from engine.thewar.world import calendar, installed, markers, regions, supply, titles, wars
from engine.thewar.world.state import Country, Holding, Place, TheWar

# What a tag of a place says (Place.tags), with its rule; regions that only tell where it lies have no rule.
TAGS = {
    "capital": Fact("capital", "23.1"),
    "raider-port": Fact("raiders may sail from here", "5.1.2.1"),
    "biscay": Fact("a French port on the Bay of Biscay, of use to U-boats", "5.1.3"),
    "v-weapon-site": Fact("V-weapons may be launched from here", "5.2.5"),
    "fortress": Fact("fortress", "13.2.1"),
    "atlantic-port": Fact("U.S. units may land here while it is friendly", "1.2"),
    "one-hex-island": Fact("one-hex island: one ground and one air unit", "1.2"),
    "ussr-1939": Fact(
        "1939 Soviet Union: Axis ground units repair at twice the price, RLE and LLE markers of the Axis cost twice, "
        "a German SLE too once German ground units stand there; nothing is fortified in Winter",
        "15.1.3.3, 4.1, 10.6.4",
    ),
    "oil": Fact("oil: who holds it counts for oil factors and SMPs", "24.0"),
    "not-movable": Fact("its industry cannot be moved", "14.6.1"),
    "murmansk-run": Fact("on the Murmansk Run", "1.2"),
}
_LANDS = ("ukraine", "caucasus", "east-prussia", "bohemia", "austria", "northern-italy")
_KINDS = {
    "colony": Fact("colony: in its owner's level while he has it", "14.7"),
    "dominion": Fact("dominion: inside its owner's base, its loss is taken off", "15.1.6.1, 14.2"),
    "province": Fact("province: inside its owner's base, its loss is taken off", "15.1.6.1, 14.2"),
    "conquest": Fact("a conquered power: paid each Spring", "14.6"),
}
_WORTH = {"places": ("value",), "holdings": ("value",), "countries": ("value", "associate_value")}


def sites(campaign: TheWar) -> tuple[Site, ...]:
    """Every place, country and holding; those of the Major Powers first, then each minor country with its places."""
    supplying = supply_sheet.of_places(campaign)
    every = [
        *(_country(campaign, key, land) for key, land in campaign.countries.items()),
        *(_holding(campaign, key, holding) for key, holding in campaign.holdings.items()),
        *(_place(campaign, key, place, supplying.get(key, ())) for key, place in campaign.places.items()),
    ]
    powers = list(campaign.powers)
    orders = {"countries": 0, "holdings": 1, "places": 2}

    def rank(site: Site) -> tuple[int, str, int]:
        first = powers.index(site.owner) if site.owner in powers else len(powers) + (not site.owner)
        return first, "" if site.owner in powers else wars.named(campaign, site.owner), orders[site.path.split(".")[0]]

    return tuple(sorted(every, key=rank))


def brings(campaign: TheWar, path: str) -> tuple[tuple[str, Breakdown], ...]:
    """What a site adds to the level of each power and takes from it: the lines that stand there because of it (14.1).

    Found by leaving out its worth, so that this follows whatever rule speaks of it.
    """
    table, _, key = path.partition(".")
    parts = _WORTH[table]
    thing: Any = getattr(campaign, table)[key]
    if not any(getattr(thing, part) for part in parts):
        return ()
    worthless: dict[str, Any] = {**getattr(campaign, table), key: attrs.evolve(thing, **dict.fromkeys(parts, 0))}
    changed: dict[str, Any] = {table: worthless}
    without = attrs.evolve(campaign, **changed)
    changes = []
    for power in _concerned(campaign, thing):
        present, absent = (Counter(income.level(state, power).lines) for state in (campaign, without))
        lines = [*(present - absent).elements()]
        lines += [Line(line.label, -line.value, line.rule) for line in (absent - present).elements()]
        if lines:
            changes.append((power, Breakdown(tuple(lines))))
    return tuple(changes)


def _concerned(campaign: TheWar, thing: Place | Holding | Country) -> tuple[str, ...]:
    """The powers in whose level a thing may stand: who has it by right, who has it now, and who leads that country."""
    if isinstance(thing, Country):
        named = {thing.patron}
    else:
        named = {thing.holder, thing.owner if isinstance(thing, Holding) else thing.country}
    named |= {campaign.countries[land].patron for land in named if land in campaign.countries}
    return tuple(power for power in campaign.powers if power in named)


def _country(campaign: TheWar, key: str, land: Country) -> Site:
    facts = []
    if land.associate_value:
        facts.append(Fact(f"{land.value} NARFs as conquest or Satellite, {land.associate_value} as Associate", "23.2"))
    if land.status in ("neutral", "sympathizer"):
        facts.append(Fact("brings nobody anything while it is neutral", "14.4"))
    if land.since:
        facts.append(Fact(f"{land.status} since {calendar.spoken(land.since)}", "16.3"))
    if land.narfs:
        facts.append(Fact(f"{land.narfs} NARFs on its own track", "15.4"))
    if enemies := wars.enemies(campaign, key):
        facts.append(Fact(f"at war with {', '.join(wars.named(campaign, enemy) for enemy in enemies)}", "6.1"))
    path = f"countries.{key}"
    return Site(
        id=key,
        path=path,
        name=land.name,
        kind="country",
        owner=key,
        holder=land.patron,
        value=land.value,
        taken=land.taken,
        status=land.status,
        brings=brings(campaign, path),
        facts=(*facts, *home_facts.of_land(campaign, key)),
        words=(land.status, land.adjective),
    )


def _holding(campaign: TheWar, key: str, holding: Holding) -> Site:
    path = f"holdings.{key}"
    known = _KINDS.get(holding.kind)
    facts = [known] if known else []
    if holding.left_base:
        lost = f"its loss has lowered the base of {wars.named(campaign, holding.owner)} by {holding.left_base}"
        facts.append(Fact(lost, "23.2"))
    return Site(
        id=key,
        path=path,
        name=holding.name,
        kind=holding.kind,
        owner=holding.owner,
        holder=holding.holder,
        value=holding.value,
        taken=holding.taken,
        brings=brings(campaign, path),
        facts=(*facts, *home_facts.of_land(campaign, key)),
    )


def _place(campaign: TheWar, key: str, place: Place, supplying: Iterable[tuple[str, Source]]) -> Site:
    holding = campaign.holdings.get(place.country)
    owner = holding.owner if holding is not None else place.country
    lands = [tag.replace("-", " ").title() for tag in _LANDS if place.tags.get(tag)]
    natural = [regions.ZONES[zone] for zone in regions.zones(place)]
    front = regions.front(place)
    path = f"places.{key}"
    whose = holding.name if holding is not None else wars.named(campaign, place.country)
    return Site(
        id=key,
        path=path,
        name=place.name,
        kind=place.kind,
        owner=owner,
        holder=place.holder,
        whose=", ".join([*lands, whose] if whose else lands),
        region=f"{front.capitalize()} Front" if front else "",
        value=place.value,
        taken=place.taken,
        status="moved" if place.moved else "",
        brings=brings(campaign, path),
        facts=(*_cut_off(campaign, key), *_supplies(campaign, supplying), *_facts(campaign, key, place)),
        words=(*place.tags, *natural, place.hex),
    )


def _cut_off(campaign: TheWar, key: str) -> Iterable[Fact]:
    """That a place was named as cut off, or on a limited source, with all in it; which siege runs there; and units in
    it that were named by themselves (12.0, 13.2.3)."""
    there = supply.at(campaign, key)
    if there.level != supply.FULL:
        side = campaign.supply_places[key].side.capitalize()
        yield Fact(f"{there.why.partition(', with')[0]}, all of the {side} side in it", there.rule)
    if siege := campaign.sieges.get(key):
        yield Fact(f"besieged: Siege {siege}", "13.2.3")
    alone: dict[tuple[str, str], list[str]] = {}
    for unit_key in campaign.supply_marks:
        unit = campaign.units.get(unit_key)
        if unit is not None and unit.place == key and there.level == supply.FULL:
            state = supply.level(campaign, unit_key)
            alone.setdefault((state.why, state.rule), []).append(unit_key)
    for (why, rule), keys in alone.items():
        if why:
            yield Fact(f"{titles.units(campaign, keys)}: {why}", rule)


def _supplies(campaign: TheWar, supplying: Iterable[tuple[str, Source]]) -> Iterable[Fact]:
    """Whom a place supplies, and how well (12.2)."""
    together: dict[tuple[str, str], list[str]] = {}
    for power, source in supplying:
        together.setdefault((source.level, source.rule), []).append(wars.named(campaign, power))
    for (level, rule), names in together.items():
        yield Fact(f"{level} source of supply of {', '.join(names)}", rule)


def _facts(campaign: TheWar, key: str, place: Place) -> Iterable[Fact]:
    yield from _industry(campaign, key, place)
    if yards.SHIPYARD in place.tags:
        yield from _yard(campaign, key, place)
    for tag, fact in TAGS.items():
        if place.tags.get(tag):
            yield fact
    for marker in markers.at(campaign, key):
        yield Fact(f"{markers.spoken(campaign, marker)}: {markers.ROOM} units stack", markers.RULES[marker.kind])
    for marker in markers.at(campaign, key, (markers.PORT,)):
        yield Fact(markers.spoken(campaign, marker), markers.RULES[marker.kind])
    yield from _built(campaign, key)
    if oil.plant_in(campaign, key):
        yield Fact("a synthetic oil plant", "24.1")
    stands = regions.controller(campaign, key)
    if stands != place.holder:
        yield Fact(f"partisans of {wars.named(campaign, stands)} control it while they stand in it", "1.2")
    if place.tags.get("capital") and place.country in campaign.powers:
        yield from home_facts.of_land(campaign, place.country)
    if place.country in campaign.powers:
        yield Fact(f"home country of {wars.named(campaign, place.country)}: its units are built there", "15.2.1")


def _built(campaign: TheWar, key: str) -> Iterable[Fact]:
    """What was built there, and whether it stands empty (10.6.4); which ground units are recorded there (9.6)."""
    for installation in campaign.installations.values():
        if installation.place == key:
            idle = f", empty since {calendar.spoken(installation.idle)}" if installation.idle else ""
            yield Fact(
                f"{installation.kind} of {wars.named(campaign, installation.power)}{idle}", _BUILT[installation.kind]
            )
    if there := stacking.recorded(campaign, key):
        most = stacking.room(campaign, key, there)
        names = titles.units(campaign, (unit.name for unit in there))
        yield Fact(f"{names} there; {most.label}: {most.value} stack", most.rule)


_BUILT = {installed.FORTIFICATION: "10.6.4", installed.FORTRESS: "13.2.2", installed.AIRBASE: "11.1.1"}


def _industry(campaign: TheWar, key: str, place: Place) -> Iterable[Fact]:
    """What an industrial city is worth to whom, and whether its industry goes or has gone to the Urals (14.6.1)."""
    if not place.value:
        return
    if place.moved:
        yield Fact("its industry was moved to the Urals: the enemy has nothing of it", "14.6.1")
        return
    if place.country in campaign.powers and campaign.powers[place.country].side == "allied":
        yield Fact(f"{place.value} NARFs a year to its owner, {place.value // 2} to an Axis conqueror", "14.6.1")
    if key in evacuation.movable(campaign):
        price = f"{evacuation.price(campaign, place).value} NARFs and {evacuation.SMPS} SMPs"
        yield Fact(f"its industry may be moved to the Urals for {price}", "14.6.1")


def _yard(campaign: TheWar, key: str, place: Place) -> Iterable[Fact]:
    many = shipyards.capacity(campaign, key)
    if key in shipyards.captured(campaign, place.holder):
        yield Fact("captured shipyard: it repairs, nothing new is begun there", "15.1.5.2")
    else:
        yield Fact(f"shipyard: {many} {'ship' if many == 1 else 'ships'} at a time", "15.1.5.1")


def season_share(campaign: TheWar) -> Fact:
    """What of a year's worth a capture moves at once in this season (14.5)."""
    share = calendar.SHARE[calendar.season(campaign)]
    return Fact(f"{calendar.spoken(calendar.turn(campaign))}: {share} % of the value changes hands at once", "14.5")


class PlaceSheet(Gazetteer[TheWar]):
    """Places, countries and holdings."""

    def sites(self, campaign: TheWar) -> tuple[Site, ...]:
        return sites(campaign)

    def share_now(self, campaign: TheWar) -> Fact:
        return season_share(campaign)
