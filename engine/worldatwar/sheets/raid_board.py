"""Strategic bombing as a screen shows it: what stands on the fronts, what may be bombed and defended with which units,
the forces announced, and what a force hangs on (26.4). Plain values; whether something is allowed, the orders are
asked."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from engine.kernel.forecast import Distribution
from engine.kernel.forecast import weighed as ways
from engine.kernel.orders import Order
from engine.kernel.sheets.raids import BOARD, Aim, Flight, Leg, Number, Raids, RaidSheet, Stand, Start, Weighed
from engine.kernel.values import evolve, frozen
from engine.worldatwar.bombing import air_meetings, guards, over_target, raid_forecast, raid_limits, raids
from engine.worldatwar.bombing.guards import Guarding
from engine.worldatwar.bombing.raids import Raid
from engine.worldatwar.oceans.modifiers import Modifier
from engine.worldatwar.rolls import air
from engine.worldatwar.rolls.combat_table import TWO_DICE
from engine.worldatwar.targets import targets
from engine.worldatwar.world import aftermath, flights, fronts, groups, ranges, sides
from engine.worldatwar.world.state import Force, Guard, WorldAtWar


@frozen
class Clash:
    """What one air combat comes to, in factors."""

    defenders_lost: int
    defenders_aborted: int
    attackers_lost: int
    attackers_aborted: int


CLASH = {
    "defenders_lost": "defenders lost",
    "defenders_aborted": "defenders aborted",
    "attackers_lost": "attackers lost",
    "attackers_aborted": "attackers aborted",
}


def board(campaign: WorldAtWar, powers: tuple[str, ...]) -> Raids:
    """Strategic bombing in the step at hand, for the powers that still act in it."""
    defending = campaign.progress.step.endswith(guards.STEP)
    aims = _defended(campaign, powers) if defending else _bombed(campaign, powers)
    return Raids(
        task="air defence" if defending else "bombing forces",
        at="on" if defending else "from",
        aims=tuple(aims),
        stands=tuple(_stands(campaign, powers, defending)),
        flights=tuple(_flight(campaign, key) for key in raids.announced(campaign)),
        tells=raid_forecast.TELLS,
    )


def front_name(campaign: WorldAtWar, front: str) -> str:
    """The name of a front, or of a mapboard box, which is a front by itself."""
    return fronts.short(front) if front in fronts.FRONTS else campaign.places[front].name


# ---------------------------------------------------------------- what may be bombed, what may be defended


def _bombed(campaign: WorldAtWar, powers: tuple[str, ...]) -> Iterable[Aim]:
    """The targets that the powers may bomb, those first of powers that have bombers."""
    # Who has bombers comes first: AAF are the board's, and every power may have some.
    for power in sorted(powers, key=lambda key: not _any_bombers(campaign, key)):
        for target in dict.fromkeys(targets.against(campaign, power)):
            afloat = targets.ships(campaign, power, target)
            # A target of the list, or of no ship, is bombed itself.
            itself = ("",) if targets.on_list(campaign, target) or not afloat else ()
            for ship in (*itself, *afloat):
                if starts := tuple(_starts(campaign, Raid(power, target, ship=ship))):
                    yield _aim(campaign, power, target, starts, ship)


def _any_bombers(campaign: WorldAtWar, power: str) -> bool:
    """Whether a power has bombers left on any front."""
    return any(flights.bombers_left(campaign, power, front) > 0 for front in fronts.FRONTS)


def _starts(campaign: WorldAtWar, raid: Raid) -> Iterable[Start]:
    """The fronts of a target's theatre where a power has bombers or interceptors; then the target's front, from which
    AAF come."""
    power, target = raid.power, raid.target
    last = targets.last_front(campaign, target)
    here = raids.homes(campaign, power, target)
    for front in dict.fromkeys((*here, *((last,) if last in fronts.FRONTS else ()))):
        way = tuple(front_name(campaign, passed) for passed in raids.route_to(campaign, front, target))
        order = evolve(raid, front=front)
        yield Start(front, front_name(campaign, front), order, tuple(_parts(campaign, power, front)), way)


def _parts(campaign: WorldAtWar, power: str, front: str) -> Iterable[Number]:
    """The numbers that a force from a front may name. Bombers and their escort are proposed whole."""
    bombers = max(0, flights.bombers_left(campaign, power, front))
    escorts = max(0, flights.escorts_left(campaign, power, front))
    yield Number("bombers", "bombers", bombers, bombers, _reach(campaign, power, ranges.BOMBERS, front))
    free = max(0, min(escorts, raids.free(campaign, power, front))) if bombers else 0
    yield Number("interceptors", "interceptors", escorts, free, _reach(campaign, power, ranges.INTERCEPTORS, front))
    yield from _of_the_board(campaign, power, front)
    yield Number("hexes", "hexes away", BOARD, 0, "0: not told")
    bombs = raid_limits.bombs_left(campaign, power)
    if bombs > 0:
        yield Number("atomic", "atomic bomb", 1, 0, f"{bombs} left", flag=True)


def _of_the_board(campaign: WorldAtWar, power: str, front: str) -> Iterable[Number]:
    """AAF, and jets where research allows any (26.14): only the board knows how many there are."""
    yield Number("aaf", "AAF", BOARD, 0, _reach(campaign, power, ranges.AAF, front))
    if ranges.reach(campaign, power, ranges.JETS, front)[1]:
        yield Number("jets", "jets", BOARD, 0, _reach(campaign, power, ranges.JETS, front))


def _reach(campaign: WorldAtWar, power: str, what: str, front: str) -> str:
    """The range of a kind of unit, in words."""
    return f"to {ranges.reach(campaign, power, what, front)[0]} hexes"


def _defended(campaign: WorldAtWar, powers: tuple[str, ...]) -> Iterable[Aim]:
    """The targets under attack that the powers may defend."""
    for target in guards.attacked(campaign):
        for power in powers:
            if any(guards.may_defend(campaign, power, target)):
                continue
            starts = tuple(_meeting(campaign, power, target, front) for front in guards.passed(campaign, target))
            yield _aim(campaign, power, target, starts)


def _meeting(campaign: WorldAtWar, power: str, target: str, front: str) -> Start:
    """A front on which a target's attackers can be met, with the units that may do so. On the target's own front all
    free interceptors are proposed (26.442)."""
    home = guards.home_of(campaign, target, front)
    left = max(0, flights.guards_left(campaign, power, home)) if home else 0
    first = left if front == targets.last_front(campaign, target) else 0
    where = home or front
    numbers = (
        Number("interceptors", "interceptors", left, first, _reach(campaign, power, ranges.INTERCEPTORS, where)),
        *_of_the_board(campaign, power, where),
        Number("hexes", "hexes away", BOARD, 0, "0: not told"),
    )
    given = guards.key_of(power, target, front) in campaign.guards
    order = Guarding(power, target, front)
    return Start(front, front_name(campaign, front), order, numbers, given=given)


def _aim(campaign: WorldAtWar, power: str, target: str, starts: tuple[Start, ...], ship: str = "") -> Aim:
    """A target with all that a screen shows of it."""
    place, here = campaign.places[target], targets.hex_of(campaign, target)
    return Aim(
        id=" ".join(part for part in (power, target, ship) if part),
        power=power,
        who=sides.named(campaign, power),
        target=target,
        name=f"{campaign.ships[ship].name} in {place.name}" if ship else place.name,
        holder=sides.named(campaign, campaign.ships[ship].owner if ship else place.holder),
        strength=targets.strength(campaign, target),
        value=targets.value(campaign, here),
        markers=tuple(_markers(campaign, here)),
        starts=starts,
    )


def _markers(campaign: WorldAtWar, hex_id: str) -> Iterable[str]:
    """The markers on the places of a hex: damage, firestorm, atomic attack."""
    for key in targets.in_hex(campaign, hex_id):
        place = campaign.places[key]
        if place.damage:
            yield f"{place.damage} damage"
        if place.firestorm:
            yield "firestorm"
        if place.atomic:
            yield "atomic"


# ---------------------------------------------------------------- the fronts, and what is announced


def _stands(campaign: WorldAtWar, powers: tuple[str, ...], defending: bool) -> Iterable[Stand]:
    """What each power of both sides has ready on each front; the powers that act come first."""
    left = flights.guards_left if defending else flights.escorts_left
    others = tuple(
        power
        for power in sides.standing(campaign)
        if power not in powers and any(sides.at_war(campaign, power, ally) for ally in powers)
    )
    for power in (*powers, *others):
        mine = power in powers
        for front in fronts.FRONTS:
            bombers = flights.bombers_left(campaign, power, front)
            fighters = (
                left(campaign, power, front)
                if mine
                else groups.standing(campaign, power, fronts.INTERCEPTOR, front, ready=True)
            )
            if bombers > 0 or fighters > 0:
                yield Stand(
                    sides.named(campaign, power), front_name(campaign, front), max(0, bombers), max(0, fighters), mine
                )


def _flight(campaign: WorldAtWar, key: str) -> Flight:
    """An announced force with its route and those assigned to meet it."""
    force = campaign.forces[key]
    place = campaign.places[force.target]
    ship = campaign.ships.get(force.ship)
    counts = ((force.bombers, "bomber"), (force.aaf, "aaf"), (force.interceptors, "interceptor"), (force.jets, "jet"))
    here = targets.hex_of(campaign, force.target)
    legs = []
    for front in force.route:
        against = [guard for guard in campaign.guards.values() if (guard.target, guard.front) == (here, front)]
        legs.append(
            Leg(front_name(campaign, front), tuple(told for guard in against for told in _told(campaign, guard)))
        )
    return Flight(
        id=key,
        who=sides.named(campaign, force.power),
        target=f"{ship.name} in {place.name}" if ship is not None else place.name,
        units=tuple(aftermath.counted(count, kind) for count, kind in counts if count),
        way=tuple(legs),
    )


def _told(campaign: WorldAtWar, guard: Guard) -> Iterable[str]:
    """The units of a guard, in words."""
    counts = ((guard.interceptors, "interceptor"), (guard.aaf, "aaf"), (guard.jets, "jet"))
    whose = sides.named(campaign, guard.power)
    return (f"{aftermath.counted(count, kind)} of {whose}" for count, kind in counts if count)


# ---------------------------------------------------------------- what a force hangs on


def weighed(campaign: WorldAtWar, order: Order[WorldAtWar]) -> Weighed:
    """What an order hangs on that announces a force or assigns air units; nothing for any other order."""
    if isinstance(order, Raid):
        return _of_raid(campaign, order.force())
    if isinstance(order, Guarding):
        return _of_guard(campaign, order)
    return Weighed()


def _of_raid(campaign: WorldAtWar, force: Force) -> Weighed:
    """The modifiers over the target, and those of the air combat that is supposed."""
    over = tuple(
        Modifier(f"over-{at}", cause.label, cause.value, cause.rule, cause.why)
        for at, cause in enumerate(over_target.causes(campaign, force))
    )
    sections = [("over the target", over)]
    defence, _ = raid_forecast.supposed(campaign, force)
    for front, against in defence.items():
        here = air_meetings.along(force, air_meetings.opening(force), front)
        fight = air_meetings.between(campaign, force, dict(here), against)
        if fight is not None:
            sections.append((f"in the air, {front_name(campaign, front)}", _considered(fight)))
    return Weighed(tuple(sections))


def _of_guard(campaign: WorldAtWar, order: Guarding) -> Weighed:
    """The air combat with the first force that passes the front, in the strength in which it takes off: whom it meets
    before is not known."""
    guard = order.guard(campaign)
    against: dict[str, dict[str, int]] = {
        other.power: air_meetings.factors(other)
        for other in campaign.guards.values()
        if (other.target, other.front) == (guard.target, guard.front)
    }
    against[guard.power] = air_meetings.factors(guard)
    forces = (campaign.forces[key] for key in raids.announced(campaign))
    force = next(
        (
            other
            for other in forces
            if guard.front in other.route and targets.hex_of(campaign, other.target) == guard.target
        ),
        None,
    )
    if force is None:
        return Weighed()
    here = air_meetings.along(force, air_meetings.opening(force), guard.front)
    fight = air_meetings.between(campaign, force, dict(here), against)
    if fight is None:
        return Weighed()
    ours, theirs = fight.strengths
    title = f"in the air, {front_name(campaign, guard.front)}"
    words = f"{sides.named(campaign, force.power)} fights in row {ours}, the defence in row {theirs}"
    return Weighed(((title, _considered(fight)),), words, clash(fight), CLASH)


def _considered(fight: air.AirCombat) -> tuple[Modifier, ...]:
    """The modifiers of an air combat, with those that do not hold."""
    return tuple(Modifier(f"air-{at}", line.label, line.value, line.rule) for at, line in enumerate(fight.considered))


def clash(fight: air.AirCombat) -> Distribution[Clash]:
    """What an air combat may come to: both throws on the table with opposite modifiers, and nobody loses more than he
    has (26.453, 26.454)."""
    net = sum(line.value for line in fight.modifiers)
    ours, theirs = fight.strengths
    there = (sum(count for _, count in fight.attackers), fight.defending)
    outcomes: dict[Clash, int] = {}
    for attack, weight in ways(TWO_DICE):
        for defence, other in ways(TWO_DICE):
            hits = (air.result(theirs, defence - net), air.result(ours, attack + net))
            lost = [min(hit.first, whole) for hit, whole in zip(hits, there, strict=True)]
            aborted = [min(hit.second, whole - gone) for hit, whole, gone in zip(hits, there, lost, strict=True)]
            outcome = Clash(lost[1], aborted[1], lost[0], aborted[0])
            outcomes[outcome] = outcomes.get(outcome, 0) + weight * other
    throws = TWO_DICE.ways**2
    return Distribution(tuple((outcome, Fraction(count, throws)) for outcome, count in outcomes.items()))


class RaidBoard(RaidSheet[WorldAtWar]):
    """Bombing forces and air defence."""

    def raids(self, campaign: WorldAtWar, powers: tuple[str, ...]) -> Raids:
        return board(campaign, powers)

    def weighed(self, campaign: WorldAtWar, order: Order[Any]) -> Weighed:
        return weighed(campaign, order)
