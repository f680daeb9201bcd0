"""Whether a campaign of The War fits together. Rules broken by the table's rulings are no fault."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.grammar import ID
from engine.kernel.nearest import nearest
from engine.kernel.ruleset import Fault
from engine.thewar.countries.statuses import STATUSES
from engine.thewar.economy import logistics
from engine.thewar.world import calendar, counters, markers, traits
from engine.thewar.world.state import Addition, Pool, TheWar, Unit

KINDS = frozenset(traits.kinds())


def faults(campaign: TheWar) -> Iterable[Fault]:
    """Everything that does not fit together, with its path."""
    yield from _turns(campaign)
    yield from _ids(campaign)
    yield from _references(campaign)
    yield from _figures(campaign)


def _turns(campaign: TheWar) -> Iterable[Fault]:
    for at, label in (("first", campaign.first), ("last", campaign.last)):
        try:
            calendar.number(label)
        except calendar.BadTurn as bad:
            yield Fault(at, str(bad), "2.5")
            return
    if calendar.number(campaign.last) < calendar.number(campaign.first):
        yield Fault("last", "the last turn comes before the first", "2.5")
    for key, war in campaign.wars.items():
        try:
            calendar.number(war.since)
        except calendar.BadTurn as bad:
            yield Fault(f"wars.{key}", str(bad), "6.4")
    dated = [(f"markers.{key}.since", marker.since) for key, marker in campaign.markers.items()]
    dated += [
        (f"installations.{key}.idle", installation.idle)
        for key, installation in campaign.installations.items()
        if installation.idle
    ]
    for at, label in dated:
        try:
            calendar.number(label)
        except calendar.BadTurn as bad:
            yield Fault(at, str(bad), "7.7.4, 10.6.4")


def _ids(campaign: TheWar) -> Iterable[Fault]:
    for name in (
        "powers",
        "countries",
        "holdings",
        "places",
        "units",
        "pools",
        "additions",
        "facts",
        "serials",
        "oil_plants",
    ):
        for key in getattr(campaign, name):
            if not ID.match(key):
                yield Fault(f"{name}.{key}", "an id has small letters, digits and single hyphens")
    if not campaign.powers:
        yield Fault("powers", "nobody plays", "1.1")
    for power in campaign.powers:
        if power not in campaign.seats:
            yield Fault(f"seats.{power}", "no seat commands this power", "1.1")


def _references(campaign: TheWar) -> Iterable[Fault]:
    known = campaign.powers.keys() | campaign.countries.keys() | campaign.holdings.keys()
    for key, unit in campaign.units.items():
        yield from _group(campaign, f"units.{key}", unit, known)
        if unit.place != "board" and unit.place not in campaign.places:
            yield Fault(f"units.{key}.place", f"there is no place '{unit.place}'", "2.2")
    for key, marker in campaign.markers.items():
        called = markers.key(marker.kind, marker.place)
        if marker.kind in markers.EFFORTS:
            called = markers.effort_key(marker.kind, marker.power, marker.place)
        if marker.kind not in (*markers.KINDS, markers.PORT, *markers.EFFORTS) or key != called:
            yield Fault(f"markers.{key}", f"'{marker.kind}' at '{marker.place}' is not what it is called", "9.6.2")
        if marker.power not in known:
            yield Fault(f"markers.{key}.power", f"there is no power or country '{marker.power}'", "2.2")
    for key, pool in campaign.pools.items():
        yield from _group(campaign, f"pools.{key}", pool, known)
    for key, coming in campaign.additions.items():
        yield from _group(campaign, f"additions.{key}", coming, known)
        if coming.season not in calendar.SEASONS:
            yield Fault(f"additions.{key}.season", f"'{coming.season}' is no season", "3.1")
    for key, land in campaign.countries.items():
        if land.status not in STATUSES:
            yield Fault(f"countries.{key}.status", f"'{land.status}' is no status", "16.3")
        if land.patron and land.patron not in campaign.powers:
            yield Fault(f"countries.{key}.patron", f"there is no power '{land.patron}'", "16.3")
        if land.capital and land.capital not in campaign.places:
            yield Fault(f"countries.{key}.capital", f"there is no place '{land.capital}'", "23.1")
    for key, holding in campaign.holdings.items():
        for part, who in (("owner", holding.owner), ("holder", holding.holder)):
            if who not in known and who != "":
                yield Fault(f"holdings.{key}.{part}", f"there is no power or country '{who}'", "14.7")


def _group(campaign: TheWar, at: str, group: Unit | Pool | Addition, known: set[str]) -> Iterable[Fault]:
    if group.power not in known:
        yield Fault(f"{at}.power", f"there is no power or country '{group.power}'", "2.2")
    if group.kind not in KINDS:
        near = nearest(group.kind, KINDS)
        yield Fault(f"{at}.kind", f"'{group.kind}' is no kind of unit", "2.6", near[0] if near else "")
        return
    try:
        counters.parsed(group.kind, group.strength)
    except counters.BadStrength as bad:
        yield Fault(f"{at}.strength", str(bad), "2.4")
        return
    owners = traits.owners(campaign, group)
    if owners and group.power not in owners:
        yield Fault(f"{at}.kind", f"{group.kind.upper()} belong to {' and '.join(owners)} alone", "2.6")


def _figures(campaign: TheWar) -> Iterable[Fault]:
    for key, power in campaign.powers.items():
        for part in ("army", "navy", "air"):
            rating = getattr(power, part)
            if not 1 <= rating <= 4:
                yield Fault(f"powers.{key}.{part}", f"{rating} is no rating from 1 to 4", "1.2")
        if power.side not in ("axis", "allied"):
            yield Fault(f"powers.{key}.side", f"'{power.side}' is neither axis nor allied", "1.2")
        for part in ("effort", "last_effort"):
            kind = getattr(power, part)
            if kind and kind not in logistics.KINDS:
                yield Fault(f"powers.{key}.{part}", f"'{kind}' is no effort", "4.0")
        if power.reserved < 0 or power.spent < 0 or power.deficit < 0:
            yield Fault(f"powers.{key}", "reserved, spent and deficit are never below zero", "14.1")
    for key, pool in campaign.pools.items():
        if pool.count < 0 or pool.oos < 0:
            yield Fault(f"pools.{key}", "fewer than no units", "2.2")
        if not 0 <= pool.lost <= pool.count:
            told = f"{pool.lost} are counted as lost, and the pool has {pool.count}"
            yield Fault(f"pools.{key}.lost", told, "17.2.2")
