"""What building uses up in The War beside NARFs, where ships lie on their tracks, and what the money left is wanted for
(8.4, 14.3, 14.8, 15.1.5, 15.1.6)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import ruleset
from engine.kernel.sheets.building import Berth, Means, Prospect, Track
from engine.thewar.building import rating_programmes, shipyards, soviet_mobilization, unit_building, unit_repair
from engine.thewar.combat import reserves
from engine.thewar.economy import capacity, construction_limit, income, logistics
from engine.thewar.moving import grants, lend_lease
from engine.thewar.sheets import build_stock, home_facts
from engine.thewar.world import calendar, tallies, wars
from engine.thewar.world.state import TheWar


def building(campaign: TheWar) -> bool:
    """Whether the step at hand is the Build Segment's step of purchases."""
    step = campaign.progress.step
    sequence = ruleset.of(campaign).sequence
    return step in sequence and sequence[step].slug == construction_limit.STEP


def means(campaign: TheWar, power: str) -> tuple[Means, ...]:
    """What a power's building uses up beside its NARFs in the Build Segment: half of its base at normal prices, its
    yards, and what it has by special rules."""
    if not building(campaign):
        return ()
    limits = []
    left = construction_limit.room(campaign, power)
    if left is not None:
        most = income.limit(campaign.powers[power].base)
        limits.append(Means("half of the base", left, most, f"powers.{power}.room", "15.1.6.1"))
    yards = sum(shipyards.capacity(campaign, place) for place in shipyards.own(campaign, power))
    if yards:
        busy = shipyards.worked(campaign, power) + tallies.built(campaign, power, "asw")
        limits.append(Means("shipyards", max(0, yards - busy), yards, rule="15.1.5"))
    return (*limits, *_of_its_own(campaign, power))


def _of_its_own(campaign: TheWar, power: str) -> Iterable[Means]:
    if power == "us" and not campaign.powers["us"].entered:
        most = unit_building.US_BEFORE_ENTRY
        yield Means("units", max(0, most - tallies.built(campaign, "us", "units")), most, rule="22.7.1")
    if power == soviet_mobilization.SOVIETS and (free := soviet_mobilization.of_any_kind(campaign)):
        yield Means("free units", free, free, rule="21.7.1")
    yield from home_facts.means(campaign, power)
    if logistics.may(campaign, power, "reserves") is None and (most := reserves.limit(campaign, power).total):
        yield Means("Reserves", max(0, most - reserves.placed(campaign, power)), most, rule="9.9.1")


def berths(campaign: TheWar, power: str) -> tuple[Berth, ...]:
    """The tracks of a power's yards, and those of captured ones with a ship on them; none where only ground units are
    repaired."""
    tracks: list[Berth] = []
    if _repairing(campaign):
        return ()
    for place in (*shipyards.own(campaign, power), *shipyards.captured(campaign, power)):
        name = build_stock.yard(campaign, place)
        lying = shipyards.slips(campaign, place)
        for key in lying:
            slip = campaign.slips[key]
            last = shipyards.finished_at(slip.kind)
            track = Track(slip.space, slip.space, last, repair=bool(slip.unit), worked=slip.worked)
            tracks.append(Berth(name, build_stock.SHIPS[slip.kind], track))
        if place in shipyards.own(campaign, power):
            tracks += [Berth(name)] * max(0, shipyards.capacity(campaign, place) - len(lying))
    return tuple(tracks)


def prospects(campaign: TheWar, power: str) -> tuple[Prospect, ...]:
    """What a power's hand is wanted for after building: moves, grants, next turn's payments, growth. In the step that
    repairs ground units first what only the board shows: enemy zones of control."""
    if not wars.standing(campaign, power):
        return ()
    if _repairing(campaign):
        zones = Prospect("in an enemy zone of control nobody is repaired", unit_repair.ZONE_RULE, here=True)
        return (zones, *_to_come(campaign, power))
    return (*_moves_and_grants(campaign, power), *_to_come(campaign, power))


def _repairing(campaign: TheWar) -> bool:
    """Whether the step at hand is that of the Supply Segment in which ground units are repaired (3.9.2)."""
    return campaign.progress.step.endswith(unit_repair.SUPPLY_STEP)


def _moves_and_grants(campaign: TheWar, power: str) -> Iterable[Prospect]:
    left = max(0, logistics.free(campaign.powers[power]))
    yield Prospect(f"{capacity.remaining(campaign, power).total} SMPs for moves and grants", "8.4")
    for to in campaign.powers:
        if to == power or any(True for _ in grants.parties(campaign, power, to)):
            continue
        route = grants.routes(campaign, power, to)[0]
        most = grants.most(campaign, power, to, route).total - lend_lease.given(campaign, power, to)
        if most > 0:
            yield Prospect(f"grant to {wars.named(campaign, to)}: at most {min(left, most)}", "14.8.1")


def _to_come(campaign: TheWar, power: str) -> Iterable[Prospect]:
    """What is paid, or won, as the turn ends and as the next one begins."""
    left = max(0, logistics.free(campaign.powers[power]))
    if calendar.season(campaign) == "winter":
        rate, why = income.growth_rate(campaign, power)
        if not why and left:
            yield Prospect(f"the base grows by {income.growth(rate, left).total}, {rate} % of what is left", "14.3")
    elif logistics.bought(campaign):
        # Never two sustained efforts in turn.
        kind = "rle" if campaign.powers[power].effort == "sle" else "sle"
        cost = logistics.Effort(power, kind).cost(campaign).total
        yield Prospect(f"next turn: {logistics.name(kind)} {cost}", logistics.rule(kind))
    ships = sum(
        shipyards.space_price(power, slip.kind) * (2 if slip.oos else 1)
        for slip in campaign.slips.values()
        if slip.power == power
    )
    if ships:
        yield Prospect(f"next turn: ships on their tracks {ships}", "15.1.5.2")
    for force in rating_programmes.FORCES:
        line = rating_programmes.row(campaign, power, force)
        if line is not None and rating_programmes.underway(campaign, power, force) is not None:
            price = rating_programmes.terms(campaign, line)[0]
            name = rating_programmes.NAMES[force]
            yield Prospect(f"a turn for the {name}'s rating: {price}", line["rule"])
