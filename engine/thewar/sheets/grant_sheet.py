"""What the screen of NARF grants shows of The War: to whom, by which route, what waits, what is on its way (14.8)."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from engine.kernel.sheets.moving import Cargo, Goal, Moves, Notice, Points
from engine.thewar.economy import capacity, logistics
from engine.thewar.moving import freight, grants, lend_lease, lend_lease_duty, shipments
from engine.thewar.moving.sailing import Sailing
from engine.thewar.world import calendar, minors, wars
from engine.thewar.world.state import Shipment, TheWar

NARFS = "NARFs"


def moves(campaign: TheWar, power: str, points: tuple[Points, ...]) -> Moves:
    """All that a power may grant, send on and pay for now."""
    cargoes = (*_waiting(campaign, power), *_to_powers(campaign, power), *_satellites(campaign, power))
    return Moves(
        power,
        "grants NARFs",
        points,
        (*cargoes, *_persia(campaign, power)),
        (*_again(campaign, power), *_on_the_way(campaign), *_owed(campaign, power), *_barred(campaign, power)),
    )


def _to_powers(campaign: TheWar, power: str) -> Iterable[Cargo]:
    for to in campaign.powers:
        if to == power or any(True for _ in grants.parties(campaign, power, to)):
            continue
        routes = grants.routes(campaign, power, to)
        room = max(grants.most(campaign, power, to, route).total for route in routes)
        have = max(0, room - lend_lease.given(campaign, power, to))
        goals = tuple(_routes(campaign, Shipment(giver=power, to=to, narfs=1, route=routes[0]), routes))
        yield _grant(campaign, power, to, "Grants", have, goals)


def _grant(campaign: TheWar, power: str, to: str, heading: str, have: int | None, goals: tuple[Goal, ...]) -> Cargo:
    free = max(0, logistics.free(campaign.powers[power]))
    usual = min(free, lend_lease.A_FLEET, have if have is not None else free)
    title = f"to {wars.named(campaign, to)}"
    before = lend_lease.given(campaign, power, to)
    note = f"{before} granted this turn" if before else ""
    return Cargo(heading, title, have, grants.Grant(power, 1, to), "narfs", goals, max(1, usual), NARFS, note)


def _satellites(campaign: TheWar, power: str) -> Iterable[Cargo]:
    for country in minors.satellites(campaign, power):
        land = campaign.countries[country]
        if not any(True for _ in grants.parties(campaign, power, country)):
            routes = grants.routes(campaign, power, country)
            goals = tuple(_routes(campaign, Shipment(giver=power, to=country, narfs=1, route=routes[0]), routes))
            yield _grant(campaign, power, country, "Satellites", None, goals)
        if land.narfs > 0:
            shipment = Shipment(giver=power, of=country, to=power, narfs=1, route="land")
            goals = tuple(_routes(campaign, shipment, grants.routes(campaign, power, power, country)))
            usual = min(land.narfs, lend_lease.A_FLEET)
            order = grants.Grant(power, 1, power, of=country)
            yield Cargo("Satellites", f"from {land.name}", land.narfs, order, "narfs", goals, usual, NARFS)


def _waiting(campaign: TheWar, power: str) -> Iterable[Cargo]:
    for key, shipment in freight.of(campaign, power, sailing=False).items():
        start = lend_lease.legs(campaign, shipment.route, shipment.giver, shipment.to)[shipment.leg].start
        turned = tuple(route for route in lend_lease.TO_THE_SOVIETS if route != shipment.route)
        routes = (shipment.route, *(turned if start == "britain" else ()))
        goals = tuple(_routes(campaign, shipment, routes))
        title = f"{shipment.narfs} for {wars.named(campaign, shipment.to)}"
        order, lies = shipments.SendOn(power, key), f"in {freight.lies(campaign, shipment)}"
        yield Cargo("Waiting on the way", title, 1, order, goals=goals, note=lies)


def _routes(campaign: TheWar, shipment: Shipment, routes: tuple[str, ...]) -> Iterable[Goal]:
    """Each route from here, in the Fleets of the giver and those of its partner; the open ones first."""
    goals = [goal for route in routes for goal in _carried(campaign, attrs.evolve(shipment, route=route))]
    yield from (goal for goal, closed in goals if not closed)
    yield from (goal for goal, closed in goals if closed)


def _carried(campaign: TheWar, shipment: Shipment) -> Iterable[tuple[Goal, bool]]:
    sailing = Sailing(shipment)
    leg, carrier = sailing.leg(campaign), sailing.whose(campaign)
    name = str(lend_lease.rows()[shipment.route]["name"])
    legs = lend_lease.legs(campaign, shipment.route, shipment.giver, shipment.to)
    by = f"{leg.fleets} Fleet{'s' if leg.fleets > 1 else ''} for each 20, " if leg.fleets else ""
    turns = len(legs) - shipment.leg
    note = f"{by}{turns} turn{'s' if turns > 1 else ''}, {freight.arrives(campaign, shipment)}"
    closed = shipment.route in lend_lease.TO_THE_SOVIETS and any(
        True for _ in lend_lease.closed(campaign, shipment.route)
    )
    says = {"route": shipment.route}
    yield Goal(name, says, note, leg.rule), closed
    partner = next((who for who in capacity.PARTNERS if who != carrier), "")
    entered = bool(campaign.powers["us"].entered)
    if leg.fleets and carrier in capacity.PARTNERS and entered and wars.standing(campaign, partner):
        whose = campaign.powers[partner].adjective
        yield Goal(f"{name}, {whose} Fleets", {**says, "carrier": partner}, note, leg.rule), closed


def _persia(campaign: TheWar, power: str) -> Iterable[Cargo]:
    for order in lend_lease.OpenPersia.offers(campaign, power):
        delay = calendar.spoken(calendar.label(calendar.now(campaign) + lend_lease.PERSIA_DELAY))
        title = f"Open the Persian route for {lend_lease.PERSIA_PRICE} NARFs"
        yield Cargo("Routes", title, 1, order, note=f"from {delay} on")


def _again(campaign: TheWar, power: str) -> Iterable[Notice]:
    """What the first grant of the turn costs besides."""
    if again := grants.again(campaign, power):
        told = f"{again} NARFs more: air and ground units built in a turn with grants cost twice"
        yield Notice("With the first grant", told, "14.8.6, ruling 234")


def _on_the_way(campaign: TheWar) -> Iterable[Notice]:
    for shipment in campaign.shipments.values():
        if shipment.sailing:
            legs = lend_lease.legs(campaign, shipment.route, shipment.giver, shipment.to)
            giver = wars.named(campaign, shipment.of or shipment.giver)
            where = "now" if shipment.leg + 1 >= len(legs) else freight.arrives(campaign, shipment)
            carried = f", {shipment.fleets} Fleet{'s' if shipment.fleets > 1 else ''}" if shipment.fleets else ""
            text = f"{giver}: {freight.told_of(campaign, shipment)}{carried}; there {where}"
            yield Notice("On the way", text, legs[shipment.leg].rule)


def _owed(campaign: TheWar, power: str) -> Iterable[Notice]:
    name = wars.named(campaign, power)
    if short := lend_lease_duty.missing(campaign, power):
        row = lend_lease_duty.terms(power)
        owed = f"{short} NARFs are still owed to the Soviet Union, or {name} loses {row['loses']} and "
        yield Notice("Owed", f"{owed}{row['growth']} % of growth", "14.8.2")
    elif lend_lease_duty.due(campaign, power):
        yield Notice("Owed", "What is owed to the Soviet Union this turn is granted", "14.8.2")


def _barred(campaign: TheWar, power: str) -> Iterable[Notice]:
    side = campaign.powers[power].side
    for to in [to for to in campaign.powers if to != power and campaign.powers[to].side == side]:
        first = next(iter(grants.parties(campaign, power, to)), None)
        if first is not None:
            yield Notice("Nothing goes to", f"{wars.named(campaign, to)}: {first.reason}", first.rule)
    for route in lend_lease.TO_THE_SOVIETS:
        if power in capacity.PARTNERS and (shut := next(iter(lend_lease.closed(campaign, route)), None)):
            yield Notice("Closed", f"{lend_lease.rows()[route]['name']}: {shut.reason}", shut.rule)
