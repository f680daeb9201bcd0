"""What the building screens show of The War: the stock behind each order, in which other ways it may be given, and what
is shut and worth knowing why (15.1.1, 15.1.5, 15.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from engine.kernel.orders import Order
from engine.kernel.sheets.building import Stock, Track
from engine.kernel.tables import table
from engine.thewar.building import (
    installations,
    new_yards,
    rating_programmes,
    shipyards,
    smp_capacity,
    soviet_mobilization,
    unit_building,
    unit_repair,
    unit_upgrades,
)
from engine.thewar.combat import reserves
from engine.thewar.countries import yards
from engine.thewar.sheets import home_facts
from engine.thewar.strategic import strategic_building
from engine.thewar.world import calendar, counters, forces, installed, tallies
from engine.thewar.world.state import TheWar

REPAIRS, YARDS, FREE, UPGRADES = "repairs", "shipyards", "for nothing", "upgrades"
LAND, AIR, RATINGS, INSTALLATIONS, RESERVES = "land", "air", "ratings, SMPs", "installations", "Reserves"
PARTISANS = "partisans, by home"
SHIPS = shipyards.NAMES
_Order = Order[TheWar]


def deficit(order: _Order) -> _Order | None:
    """The order with deficit spending (15.1.6.2) where it has none, without where it has; None for one that cannot."""
    asked = getattr(order, "deficit", None)
    if asked is None:
        return None
    return attrs.evolve(order, deficit=not asked)  # type: ignore[call-arg]


def stock(campaign: TheWar, order: _Order) -> Stock | None:
    """What an order on offer builds or repairs, None for one that buys nothing."""
    if isinstance(order, strategic_building.Build):
        return strategic_building.stock(campaign, order)
    if isinstance(order, unit_building.Construct):
        return _of_pool(campaign, order)
    if isinstance(order, soviet_mobilization.Levy):
        return _levied(campaign, order)
    if isinstance(order, unit_repair.Mend):
        return _mended(campaign, order)
    if isinstance(order, unit_upgrades.Upgrade):
        return _upgraded(campaign, order)
    if isinstance(order, reserves.Reserve):
        have = len(reserves.candidates(campaign, order.power, order.group))
        name = unit_building.spoken(order.group) if order.group != reserves.FORTIFICATION else "fortification"
        chit = ", chit" if order.chit else ""
        return Stock(f"{name} in Reserve{chit}", have or None, section=RESERVES)
    return _at_sea(campaign, order) or _of_the_country(campaign, order)


def _at_sea(campaign: TheWar, order: _Order) -> Stock | None:
    if isinstance(order, shipyards.LayDown):
        pool = campaign.pools.get(f"{order.power}-{order.group}")
        if pool is None or pool.kind not in SHIPS:
            return None
        lost = ", out of supply" if order.oos else ""
        name = f"{SHIPS[pool.kind]}, {yard(campaign, order.yard)}{lost}"
        track = Track(0, 0, shipyards.finished_at(pool.kind))
        return Stock(name, pool.oos if order.oos else pool.count, section=YARDS, track=track, counted="")
    if isinstance(order, shipyards.Work) and order.slip in campaign.slips:
        return _at_work(campaign, order)
    if isinstance(order, shipyards.Dock) and order.unit in campaign.units:
        kind = campaign.units[order.unit].kind
        name = f"damaged {SHIPS.get(kind, kind)}, {yard(campaign, order.yard)}"
        space = shipyards.space_of(campaign, order.unit) if kind in SHIPS else 0
        track = Track(space, space, shipyards.finished_at(kind) if kind in SHIPS else 0, repair=True)
        return Stock(name, None, section=YARDS, track=track, counted="")
    if isinstance(order, new_yards.NewYard):
        return Stock(f"new yard, {yard(campaign, order.place)}", None, section=YARDS, counted="")
    return None


def yard(campaign: TheWar, place: str) -> str:
    """The name of a place with a shipyard, for players."""
    return campaign.places[place].name if place in campaign.places else place


def _at_work(campaign: TheWar, order: shipyards.Work) -> Stock:
    """A ship on its track: where it lies, what it is, how far it would come."""
    slip = campaign.slips[order.slip]
    last = shipyards.finished_at(slip.kind)
    to = min(last, slip.space + order.spaces)
    end = "launch" if to >= last else f"{to}/{last}"
    ship = f"damaged {SHIPS[slip.kind]}" if slip.unit else SHIPS[slip.kind]
    track = Track(slip.space, to, last, repair=bool(slip.unit), worked=slip.worked)
    return Stock(f"{yard(campaign, slip.yard)}: {ship} {end}", None, section=YARDS, track=track, counted="spaces")


def _of_the_country(campaign: TheWar, order: _Order) -> Stock | None:
    """What raises a power's own figures, or stands on the board."""
    if isinstance(order, rating_programmes.Rating) and order.force in rating_programmes.NAMES:
        line = rating_programmes.row(campaign, order.power, order.force)
        programme = rating_programmes.underway(campaign, order.power, order.force)
        nth = (
            f" {(programme.paid if programme else 0) + 1}/{rating_programmes.terms(campaign, line)[1]}" if line else ""
        )
        return Stock(f"rating: {rating_programmes.NAMES[order.force]}{nth}", None, section=RATINGS, counted="")
    if isinstance(order, smp_capacity.SmpCapacity):
        return Stock("SMP capacity", None, section=RATINGS, counted="")
    if isinstance(order, installations.Install):
        built = tallies.built(campaign, order.power, order.kind)
        where = f", {yard(campaign, order.at)}" if order.at != installed.BOARD else ""
        return Stock(f"{order.kind}{where}", None, built, section=INSTALLATIONS)
    return None


def _of_pool(campaign: TheWar, order: unit_building.Construct) -> Stock | None:
    pool = campaign.pools.get(order.key)
    if pool is None:
        kind = counters.kind_of(order.group)
        return Stock(f"{unit_building.spoken(order.group)}{_whose(campaign, order.country)}", 0, section=_arm(kind))
    built = tallies.built(campaign, order.power, forces.group_of(pool))
    lost = ", out of supply" if order.oos else ""
    where = f", {yard(campaign, order.place)}" if order.place else ""
    risen = home_facts.group_name(pool)
    name = f"{risen or unit_building.spoken(order.group)}{_whose(campaign, order.country)}{lost}{where}"
    section = PARTISANS if risen else _arm(pool.kind)
    return Stock(name, pool.oos if order.oos else pool.count, built, section=section)


def _arm(kind: str) -> str:
    # What a person typed may be no kind of unit at all.
    known = kind in table("thewar", "traits")["row"]
    return AIR if known and counters.category(kind) == "air" else LAND


def _whose(campaign: TheWar, country: str) -> str:
    return f", {campaign.countries[country].name}" if country in campaign.countries else ""


def _levied(campaign: TheWar, order: soviet_mobilization.Levy) -> Stock | None:
    pool = campaign.pools.get(f"{order.power}-{order.group}")
    if pool is None:
        return None
    lost = ", out of supply" if order.oos else ""
    name = f"{unit_building.spoken(order.group)}{lost}"
    return Stock(f"{name}, free", pool.oos if order.oos else pool.count, section=FREE)


def _mended(campaign: TheWar, order: unit_repair.Mend) -> Stock:
    hurt = len(unit_repair.units(campaign, order.power, order.group, order.country))
    how = (", moved" if order.moved else "") + (", USSR" if order.ussr else "")
    name = f"repair {unit_building.spoken(order.group)}{_whose(campaign, order.country)}{how}"
    return Stock(name, hurt, section=REPAIRS)


def _upgraded(campaign: TheWar, order: unit_upgrades.Upgrade) -> Stock | None:
    line = unit_upgrades.rows().get(order.key)
    if line is None:
        return None
    have = len(unit_upgrades.candidates(campaign, line, depleted=order.depleted))
    how = (", depleted" if order.depleted else "") + (", moved" if order.moved else "")
    to = unit_upgrades.spoken(line["to"])
    name = f"{unit_upgrades.spoken(order.group)} to {to}{_whose(campaign, order.country)}{how}"
    return Stock(name, have, section=UPGRADES)


# ---------------------------------------------------------------- in other ways


def variants(campaign: TheWar, order: _Order) -> tuple[_Order, ...]:
    """The ways in which an order may be given: its places, its yards, and what the board knows of its units."""
    if isinstance(order, unit_building.Construct) and order.key in campaign.pools:
        pool = campaign.pools[order.key]
        places = unit_building.places(campaign, order.power, pool)
        return tuple(attrs.evolve(order, place=place) for place in ("", *places[1:]))
    if isinstance(order, unit_repair.Mend):
        return order.ways(campaign)
    if isinstance(order, unit_upgrades.Upgrade) and order.depleted:
        return tuple(attrs.evolve(order, moved=moved) for moved in (False, True))
    if isinstance(order, shipyards.LayDown):
        return tuple(attrs.evolve(order, yard=place) for place in shipyards.own(campaign, order.power))
    if isinstance(order, shipyards.Dock):
        places = (*shipyards.own(campaign, order.power), *shipyards.captured(campaign, order.power))
        return tuple(attrs.evolve(order, yard=place) for place in places)
    if isinstance(order, new_yards.NewYard):
        return tuple(attrs.evolve(order, place=place) for place in yards.homes(campaign, order.power))
    if isinstance(order, reserves.Reserve):
        return tuple(attrs.evolve(order, chit=chit) for chit in (False, True))
    return (order,)


# ---------------------------------------------------------------- what is shut


def shut(campaign: TheWar, power: str) -> tuple[_Order, ...]:
    """What is not on offer, as an order that its rules refuse: pools that are empty, what joins them by the end of next
    year, full and captured yards, upgrades without a unit for them."""
    return (*_unbuilt(campaign, power), *_tied_up(campaign, power), *_not_upgraded(power))


def _unbuilt(campaign: TheWar, power: str) -> Iterable[_Order]:
    for pool in unit_building.pools(campaign, power).values():
        country = pool.power if pool.power != power else ""
        if not pool.count and not pool.oos:
            yield unit_building.Construct(power, forces.group_of(pool), country=country)
        if pool.count and pool.oos:
            # Lost out of supply: after those lost in supply (15.1.6.1).
            yield unit_building.Construct(power, forces.group_of(pool), oos=True, country=country)
    owners = (power, *unit_building.satellites(campaign, power))
    known = set()
    for addition in campaign.additions.values():
        group = "-".join(part for part in (addition.kind, addition.strength, addition.tag) if part)
        key = unit_building.pool_key(addition.power, group)
        coming = addition.power in owners and addition.year <= calendar.year(campaign) + 1
        if coming and key not in campaign.pools and key not in known and _is_unit(addition.kind):
            known.add(key)
            yield unit_building.Construct(power, group, country=addition.power if addition.power != power else "")


def _is_unit(kind: str) -> bool:
    return counters.category(kind) in ("ground", "air")


def _tied_up(campaign: TheWar, power: str) -> Iterator[_Order]:
    """A ship of the pool in each yard that cannot begin it."""
    ships = [
        pool
        for pool in campaign.pools.values()
        if pool.power == power and pool.kind in shipyards.SHIPS and (pool.count or pool.oos)
    ]
    for pool in ships:
        group, oos = forces.group_of(pool), not pool.count
        own = list(shipyards.own(campaign, power))
        if all(any(True for _ in shipyards.LayDown(power, group, place, oos).judge(campaign)) for place in own[:1]):
            yield from (shipyards.LayDown(power, group, place, oos) for place in own[:1])
        yield from (shipyards.LayDown(power, group, place, oos) for place in shipyards.captured(campaign, power))


def _not_upgraded(power: str) -> Iterator[_Order]:
    for line in unit_upgrades.rows().values():
        if line["payer"] == power:
            yield unit_upgrades.Upgrade(power, line["from"], country=line["power"] if line["power"] != power else "")
