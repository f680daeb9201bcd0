"""Why a bombing force may not fly as announced: its parts, bases, ranges and route (26.2, 26.31, 26.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.worldatwar.rolls import air
from engine.worldatwar.targets import targets
from engine.worldatwar.world import editions, flights, fronts, ranges, sides
from engine.worldatwar.world.state import Force, Place, WorldAtWar

AAF_PER_BOMBER = 3
"""How many attacking AAF it takes for one of them to bomb (26.13)."""
MOST = 999
"""The most factors that any part of a force may name."""


def parts(campaign: WorldAtWar, force: Force, nas: int = 0) -> Iterable[Refusal]:
    """Whether the force consists of what may bomb (26.42, 26.43)."""
    counts = (force.bombers, force.aaf, force.interceptors, force.jets)
    if min(counts) < 0 or max(counts) > MOST:
        named = max(counts) if max(counts) > MOST else min(counts)
        yield Refusal("26.41", f"{named} factors are named", f"From 0 to {MOST}.")
        return
    if nas:
        yield Refusal("26.422", f"{nas} NAS are named", "NAS are not used for strategic bombing.")
    if not force.bombers + force.aaf // AAF_PER_BOMBER:
        reason = "nothing in this force bombs"
        yield Refusal("26.13, 26.42", reason, "Strategic bombers, or three AAF for each that bombs.")
    for group in force.engage:
        if group not in air.GROUPS:
            yield Refusal("26.451B", f"there is no group '{group}'", f"There are: {', '.join(air.GROUPS)}.")
    yield from _japanese(campaign, force)
    if force.atomic:
        yield from _atomic(campaign, force)


def _japanese(campaign: WorldAtWar, force: Force) -> Iterable[Refusal]:
    """How many AAF Japan may bomb with in a turn, in the editions that limit them (26.52)."""
    edition = editions.of(campaign)
    if force.power != "japan" or not force.aaf or not edition.japanese_aaf:
        return
    whole = force.aaf + sum(other.aaf for other in campaign.forces.values() if other.power == "japan")
    if whole > edition.japanese_aaf:
        reason = f"{whole} Japanese AAF bomb this turn"
        yield Refusal("26.52", reason, f"At most {edition.japanese_aaf} in the {edition.name}.")


def bombs_left(campaign: WorldAtWar, power: str) -> int:
    """How many atomic bombs of a power's faction no force and no rocket carries yet. The table tells how many there are
    (43)."""
    faction = sides.faction(campaign, power)
    flying = [carrier.power for carrier in campaign.forces.values() if carrier.atomic]
    fired = [carrier.power for carrier in campaign.salvos.values() if carrier.atomic]
    taken = sum(sides.faction(campaign, carrier) == faction for carrier in (*flying, *fired))
    return int(campaign.facts.get(f"atomic-bombs-{faction}", 0)) - taken


def _atomic(campaign: WorldAtWar, force: Force) -> Iterable[Refusal]:
    """Whether the force can carry an atomic bomb and there is one (26.33)."""
    if not force.bombers:
        yield Refusal("26.33", "only strategic bombers and rockets carry atomic bombs")
    if bombs_left(campaign, force.power) < 1:
        yield no_bomb(campaign, force.power)


def no_bomb(campaign: WorldAtWar, power: str) -> Refusal:
    """The refusal that a power's faction has no atomic bomb left."""
    fact = f"facts.atomic-bombs-{sides.faction(campaign, power)}"
    return Refusal(
        "26.33", f"{sides.named(campaign, power)} has no atomic bomb left", f"The table enters them: {fact}."
    )


def units(campaign: WorldAtWar, force: Force) -> Iterable[Refusal]:
    """Whether the bombers and interceptors named are there and free to fly (26.21, 26.42, 26.431, 26.663)."""
    if force.front in fronts.HOMES:
        reason = "air units that wait in a U.S. box are assigned to no front"
        yield Refusal("24.53", reason, "Send them to a front in redeployment.")
        return
    if force.front not in fronts.FRONTS:
        yield Refusal("26.21", f"there is no front '{force.front}'", f"There are: {', '.join(fronts.FRONTS)}.")
        return
    name = sides.named(campaign, force.power)
    if force.bombers:
        if force.power == "britain" and fronts.theater(force.front) == fronts.PACIFIC:
            yield Refusal("24.232A, 26.23A", "British bombers stay in the European theater")
        left = flights.bombers_left(campaign, force.power, force.front)
        if force.bombers > left:
            reason = f"{force.bombers} bombers are named, {left} are left on {fronts.name(force.front)}"
            yield Refusal("26.42A", reason, f"At most {max(0, left)} of {name} here.")
    if force.interceptors:
        yield from _escorts(campaign, force)


def _escorts(campaign: WorldAtWar, force: Force) -> Iterable[Refusal]:
    """Whether the interceptors named are free to escort (26.43, 26.431, 26.663)."""
    if force.escort not in fronts.FRONTS:
        yield Refusal("26.21", f"there is no front '{force.escort}' of interceptors")
        return
    where = fronts.name(force.escort)
    left = flights.escorts_left(campaign, force.power, force.escort)
    if force.interceptors > left:
        yield Refusal("26.43A", f"{force.interceptors} interceptors are named, {left} are left on {where}")
        return
    tied = flights.before(campaign, force.power, flights.BOMBS, force.escort)
    if force.interceptors > left - tied:
        reason = f"{force.interceptors} escort, {tied} of those of {where} met flying bombs in the last player turn"
        yield Refusal("26.663", reason, f"At most {max(0, left - tied)} may escort.")
    last = force.route[-1] if force.route else ""
    if last == force.escort or not editions.of(campaign).front_rule:
        return
    # One factor is like another: those that did both are not counted twice.
    tied = flights.before(campaign, force.power, flights.DEFENDED, force.escort)
    if force.interceptors > left - tied:
        reason = f"{force.interceptors} escort, {tied} of those of {where} met bombers in the last player turn"
        hint = f"In the {editions.of(campaign).name} they escort to {where} alone; {max(0, left - tied)} may go on."
        yield Refusal("26.431B", reason, hint)


def bases(campaign: WorldAtWar, force: Force, base: str) -> Iterable[Refusal]:
    """Whether there is an air base from which the units of the front can fly (26.21, 26.31)."""
    if base in fronts.HOMES:
        yield from _from_the_states(campaign, force)
    elif base:
        place = campaign.places.get(base)
        if place is None:
            yield Refusal("26.31", f"there is no place '{base}' to fly from", "Leave it out, or name a place.")
        else:
            yield from _named(campaign, force, place)
    elif force.bombers and not fronts.base_there(campaign, force.power, force.front):
        yield Refusal("26.31", f"no operational air base on {fronts.name(force.front)}", "Hold a place there.")
    if (
        force.interceptors
        and force.escort != force.front
        and not fronts.base_there(campaign, force.power, force.escort)
    ):
        yield Refusal("26.31", f"no operational air base on {fronts.name(force.escort)}", "Hold a place there.")


def _from_the_states(campaign: WorldAtWar, force: Force) -> Iterable[Refusal]:
    """What may fly from the U.S. boxes: American bombers with enough results for air range (26.31)."""
    results = sides.results(campaign, force.power, "air-range")
    if force.power != "us" or results < ranges.UNLIMITED_AT:
        reason = f"{results} air range results of {sides.named(campaign, force.power)}"
        yield Refusal("26.31", reason, "American bombers fly from the U.S. boxes with three.")
    if force.aaf or force.interceptors or force.jets:
        yield Refusal("26.31", "only strategic bombers fly from and to the U.S. boxes")


def _named(campaign: WorldAtWar, force: Force, place: Place) -> Iterable[Refusal]:
    """Whether a place can be the force's base (26.31)."""
    if place.front != force.front or not place.operational:
        yield Refusal("26.31", f"{place.name} is no operational air base on {fronts.name(force.front)}")
    if place.country == "china" and place.holder == "china" and force.power == "us":
        if not place.supplied:
            reason = f"{place.name} is not fully supplied from a British or American source"
            yield Refusal("26.31", reason, "A Chinese source is not enough; 'hold' tells of supply.")
    elif sides.faction(campaign, place.holder) != sides.faction(campaign, force.power):
        yield Refusal("26.31", f"{place.name} is not theirs", "Chinese bases are for American air units.")


def ways(campaign: WorldAtWar, force: Force) -> Iterable[Refusal]:
    """Whether the route leads from the bombers' front to the target's, over each front once (26.41, 26.442)."""
    last = targets.last_front(campaign, force.target)
    theater = targets.theater(campaign, force.power, force.target)
    box = last not in fronts.FRONTS
    if box and force.power not in targets.approaches(last):
        goal = campaign.places[last if last in campaign.places else force.target].name
        yield Refusal("26.462", f"{sides.named(campaign, force.power)} has no way to {goal}")
        return
    route = force.route
    if not route or route[-1] != last or len(set(route)) < len(route):
        yield Refusal("26.41", "the route passes each front once and ends over the target", f"It ends on '{last}'.")
    elif route[0] != force.front:
        yield Refusal("26.41", f"the route begins on '{route[0]}'", f"The bombers come from '{force.front}'.")
    stray = [front for front in route if front != last and front not in theater]
    if stray or force.front not in theater:
        reason = f"{', '.join(stray) or force.front}: not in the theater of the target"
        yield Refusal("26.21", reason, f"Its fronts: {', '.join(theater)}.")
    beyond = [front for front in force.cover if front not in route]
    if beyond:
        yield Refusal("26.43", f"escorts along {', '.join(beyond)}, which the force does not pass")


def reaches(campaign: WorldAtWar, force: Force, aaf: int, escort: int, jets: int, base: str = "") -> Iterable[Refusal]:
    """Whether every part of a force reaches the target; distances in hexes, 0 where the board was not asked (26.421 to
    26.431). With three results bombers reach the U.S. boxes, and nothing else goes there (26.31)."""
    front = force.front
    hexes = force.hexes
    last = targets.last_front(campaign, force.target)
    if last in fronts.HOMES:
        if force.aaf or force.interceptors or force.jets:
            yield Refusal("26.31", "only strategic bombers fly from and to the U.S. boxes")
    elif force.bombers and base not in fronts.HOMES:
        yield from ranges.refusals(campaign, force.power, ranges.BOMBERS, front, hexes)
    if force.aaf:
        yield from ranges.refusals(campaign, force.power, ranges.AAF, front, aaf or hexes)
    # Escorts that turn back on the way are not asked how far the target is (26.43).
    turn_back = bool(force.cover) and last not in force.cover
    if force.interceptors and force.escort in fronts.FRONTS:
        told = 0 if turn_back else escort or hexes
        yield from ranges.refusals(campaign, force.power, ranges.INTERCEPTORS, force.escort, told)
    if force.jets:
        yield from ranges.refusals(campaign, force.power, ranges.JETS, front, 0 if turn_back else jets or hexes)
