"""How far ships sail and land, where the board is checked (7.2, 7.7, ruling 544)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from engine.kernel.changes import Change
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.countries import straits
from engine.thewar.map.graph import Way
from engine.thewar.sea import sea_drafts, ship_ways, unescorted
from engine.thewar.world import deeds, distances, raiders, sea_areas, seas, sides, task_forces, titles
from engine.thewar.world.state import Deed, Engagement, TheWar

SAILING, FROM_A_PORT = seas.SAILING, 3
"""The Sea Areas that ships sail (7.2), and how many lie between a landing and a friendly port at the most (7.7)."""


def far(campaign: TheWar, keys: Iterable[str], where: str, *, invades: bool) -> Iterable[Refusal]:
    """Why ships do not sail so far (7.2), or land so far from a friendly port (7.7): where the board is checked, along
    lines that the rules print or somebody has looked at."""
    if campaign.options.get("board") != "checked":
        return
    at, afloat = titles.where(campaign, where), ship_ways.ships(campaign, keys)
    for owner, port, way in _ways(campaign, afloat, where):
        if way.count > SAILING and not seas.unsure(campaign, way, port):
            reason = f"{at} is {way.count} Sea Areas from {titles.where(campaign, port)}"
            yield Refusal("7.2", reason, f"{SAILING} at the most, the one outside the port counted.")
        if not invades:
            continue
        shortest, harbour = _nearest(campaign, owner, where) or (way, port)
        if shortest.count > FROM_A_PORT and not seas.unsure(campaign, shortest, harbour):
            base = titles.where(campaign, harbour)
            reason = f"{at} is {shortest.count} Sea Areas from {base}, the nearest friendly port"
            yield Refusal("7.7", reason, f"{FROM_A_PORT} at the most.")


def unlooked(campaign: TheWar, keys: Iterable[str], where: str) -> str:
    """The lines of the ways of ships that nobody has looked at, as words behind an order, where the board is checked;
    '' where there are none."""
    if campaign.options.get("board") != "checked":
        return ""
    ways = _ways(campaign, ship_ways.ships(campaign, keys), where)
    return seas.unchecked(dict.fromkeys(line for _, port, way in ways for line in seas.unsure(campaign, way, port)))


def advice(campaign: TheWar, keys: Iterable[str], where: str, *, invades: bool = False) -> str:
    """What a trusted board has against a way of ships, as words behind their order: it is longer than they sail (7.2),
    or lands too far from a friendly port (7.7); '' where it has nothing, and where the board is checked."""
    if campaign.options.get("board") == "checked":
        return ""
    at, said = titles.where(campaign, where), []
    for owner, port, way in _ways(campaign, ship_ways.ships(campaign, keys), where):
        if way.count > SAILING:
            base = titles.where(campaign, port)
            said.append(f"{at} is {way.count} Sea Areas from {base}, {SAILING} at the most (7.2)")
        if not invades:
            continue
        shortest, harbour = _nearest(campaign, owner, where) or (way, port)
        if shortest.count > FROM_A_PORT:
            base = f"{titles.where(campaign, harbour)}, the nearest friendly port"
            said.append(f"{at} is {shortest.count} Sea Areas from {base}, {FROM_A_PORT} at the most (7.7)")
    return f"; by our map {'; '.join(said)}" if said else ""


def _ways(campaign: TheWar, afloat: Sequence[str], where: str) -> Iterable[tuple[str, str, Way]]:
    """The open ways of ships from the ports where they lie, each with its owner and port."""
    bases = dict.fromkeys(
        (owner, ship_ways.lying(campaign, key)) for key in afloat for owner in ship_ways.owners(campaign, (key,))
    )
    for owner, port in bases:
        if (way := straits.open_way(campaign, owner, port, where)) is not None:
            yield owner, port, way


def _nearest(campaign: TheWar, owner: str, where: str) -> tuple[Way, str] | None:
    """The shortest way from a friendly port, with the port."""
    ways = ((straits.open_way(campaign, owner, port, where), port) for port in straits.ports(campaign, owner))
    return min(((way, port) for way, port in ways if way is not None), key=lambda one: one[0].count, default=None)


ATTACKED = "attacked from the air"
SLOWED, SLOWER = "slowed", 3
"""The deed of a ship that aircraft have attacked, and the Sea Areas that it sails less for each time (7.9.5)."""


def left(campaign: TheWar, key: str) -> Breakdown:
    """How many Sea Areas a ship sails in this turn (7.2, 7.9.5)."""
    times = sum(deed.deed == SLOWED and deed.who == key for deed in campaign.missions.values())
    whole = Breakdown((Line("a ship", SAILING, "7.2"),))
    return whole.plus(f"attacked from the air, {times} times", -SLOWER * times, "7.9.5") if times else whole


def slowed(tx: Transaction[TheWar], keys: Iterable[str], where: str) -> None:
    """Aircraft have attacked ships on their way to a Sea Area, which sail less far."""
    for key in ship_ways.ships(tx.campaign, keys):
        deeds.keep(tx, Deed(who=key, deed=SLOWED, where=where), ATTACKED, "7.9.5")


def falls_short(campaign: TheWar, keys: Iterable[str], where: str, path: Sequence[str]) -> bool:
    """Whether ships do not come to where their mission goes any more: along the course that it has named; else where
    the board is checked, along lines that the rules print or somebody has looked at (7.9.5, rulings 544, 596)."""
    if path:
        joined = ship_ways.joining(campaign, keys, path)
        return any(
            (joined[port].total if (port := ship_ways.lying(campaign, key)) in joined else len(path))
            > left(campaign, key).total
            for key in ship_ways.ships(campaign, keys)
        )
    if campaign.options.get("board") != "checked":
        return False
    afloat = [key for key in ship_ways.ships(campaign, keys) if key in campaign.units]
    return any(
        way.count > left(campaign, key).total and not seas.unsure(campaign, way, port)
        for key in afloat
        for _, port, way in _ways(campaign, (key,), where)
    )


def slowed_told(before: TheWar, changes: Iterable[Change], engagement: Engagement, where: str) -> str:
    """How far ships still sail that aircraft have attacked, beside how far their goal is, as words behind what came of
    their battle; '' where no aircraft did (7.9.5)."""
    if unescorted.of(engagement) or not any(change.why == ATTACKED for change in changes):
        return ""
    afloat = [key for key in ship_ways.ships(before, engagement.attackers) if key in before.units]
    if not afloat:
        return ""
    limits = [left(before, key).total for key in afloat]
    rest = max(0, min(limits) - SLOWER)
    goal = titles.where(before, where)
    if engagement.path:
        return (
            f"; {rest} Sea Areas are left to its ships, and their course to {goal} has {len(engagement.path)} (7.9.5)"
        )
    far = max((way.count for _, _, way in _ways(before, afloat, where)), default=0)
    away = f", and by our map {goal} is {far} away" if far else ""
    return f"; {rest} Sea Areas are left to its ships{away} (7.9.5)"


_LAND_AIR = ("nac", "tac", "mdm")
"""Aircraft that help or hinder a search beside their base; FTR do not (7.8.1)."""


def no_air(campaign: TheWar, power: str, where: str, said: Sequence[str]) -> Iterable[Refusal]:
    """Why no aircraft are next to a Sea Area that are said to be there: where the board is checked, and all that may be
    meant are recorded at ports of which it is known that they lie elsewhere (7.8.1)."""
    goals = set(ship_ways.met_in(campaign, where))
    if campaign.options.get("board") != "checked" or not goals:
        return
    own = sides.side(campaign, power)
    for fact, side in (("own-land-air", own), ("other-land-air", battles.enemy(campaign, power))):
        if fact not in said:
            continue
        flying = [unit for unit in campaign.units.values() if unit.kind in _LAND_AIR]
        bases = [seas.of_port(campaign, unit.place) for unit in flying if sides.side(campaign, unit.power) == side]
        if all(base and not goals & set(base) for base in bases):
            reason = f"no NAC, TAC or MDM of the {side} side is based next to {sea_areas.name(where)}"
            yield Refusal("7.8.1", reason, f"Leave out '{fact}'; FTR do not count.")


def _from_land(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """The aircraft that fly from their own bases: NAC of a force with a CV fly from that."""
    units = {key: campaign.units[key] for key in keys if key in campaign.units}
    carried = any(unit.kind in ("cv", task_forces.KIND) for unit in units.values())
    return tuple(key for key, unit in units.items() if unit.kind != "nac" or not carried)


def strike_told(campaign: TheWar, keys: Iterable[str], where: str) -> str:
    """How far aircraft from land fly against ships in a port, as words behind an order."""
    return distances.air_told(campaign, _from_land(campaign, keys), where, stages=True)


def strike_too_far(campaign: TheWar, keys: Iterable[str], where: str) -> Iterable[Refusal]:
    """Why aircraft from land do not fly against ships in a port so far, where the board is checked (11.7)."""
    for refusal in distances.air_refused(campaign, _from_land(campaign, keys), where, stages=True):
        yield attrs.evolve(refusal, rule=f"11.7, {refusal.rule}")


def out_of_the_path(campaign: TheWar, engagement: Engagement, keys: Sequence[str], where: str) -> Iterable[Refusal]:
    """Why aircraft do not intercept carriers that strike at a port, where the board is checked: they are neither based
    beside the carriers' Sea Area nor within their second range of any hex between these and the port (11.8.3)."""
    kinds = {campaign.units[key].kind for key in engagement.attackers if key in campaign.units}
    if not distances.checked(campaign) or "cv" not in kinds or where not in campaign.places:
        return
    goals = set(seas.goals(campaign, where))
    for flight in distances.flights(campaign, _from_land(campaign, keys), where, stages=False):
        beside = set(seas.of_port(campaign, flight.base)) & goals
        most = flight.reach + distances.TO_STRIKE
        if not beside and flight.far.beyond(most):
            at, base = titles.where(campaign, where), titles.where(campaign, flight.base)
            who = titles.units(campaign, flight.units)
            reason = f"{who} at {base} is {flight.far} from {at} and not next to its Sea Area"
            hint = f"{flight.reach} hexes from the carriers' way, so {most} from {at} at the most."
            yield Refusal("11.8.3", reason, hint)


@frozen
class Away:
    """The proposal for the box of a form that says how far ships are from where they look for others: Sea Areas from
    their port, 0 beside it, on patrol, and where only the board knows. ``only_if``: a box that must not be empty."""

    power: str
    only_if: str = "units"

    def __call__(self, campaign: TheWar, given: Mapping[str, str]) -> str:
        names = tuple(name for name in given.get("units", "").split(",") if name)
        if not names or not given.get(self.only_if, ""):
            return "0"
        try:
            keys = battles.meant(campaign, names, sides.side(campaign, self.power), first=self.power)
        except Unreadable:
            # The box of the units is still being typed.
            return "0"
        known = [key for key in keys if key in campaign.units]
        return str(_away(campaign, known, given.get("where", "")))


@frozen
class Off:
    """How far ships are from where they look for others: their port, the Sea Areas from it, and what of the way there
    nobody has looked at."""

    port: str
    away: int
    unsure: tuple[str, ...]


def _off(campaign: TheWar, keys: Iterable[str], where: str) -> tuple[Off, ...]:
    """The same of each port, by the nearest Sea Area in which the others may be met; nothing of those on patrol."""
    out = sea_drafts.on_patrol(campaign, keys)
    afloat = [key for key in ship_ways.ships(campaign, keys) if key not in out]
    nearest: dict[tuple[str, str], Off] = {}
    for area in ship_ways.met_in(campaign, where):
        for owner, port, way in _ways(campaign, afloat, area):
            # From a box over the Atlantic it is five more (5.1.2.2).
            box = raiders.AMERICAN_DISTANCE if port in sea_areas.OVERSEAS else 0
            known = nearest.get((owner, port))
            if known is None or way.count - 1 + box < known.away:
                nearest[owner, port] = Off(port, way.count - 1 + box, seas.unsure(campaign, way, port))
    return tuple(nearest.values())


def _away(campaign: TheWar, keys: Sequence[str], where: str) -> int:
    return max((off.away for off in _off(campaign, keys, where)), default=0)


def too_near(campaign: TheWar, keys: Iterable[str], where: str, distance: int) -> Iterable[Refusal]:
    """Why ships are not so near to where they look for others as is said (7.8): where the board is checked, along lines
    that the rules print or somebody has looked at."""
    if campaign.options.get("board") != "checked":
        return
    for off in _off(campaign, keys, where):
        if off.away > distance and not off.unsure:
            at, base = titles.where(campaign, where), titles.where(campaign, off.port)
            reason = f"{at} is {off.away} Sea Areas away from {base}, and {distance} is said"
            yield Refusal("7.8", reason, f"distance={off.away}; 0 is the Sea Area outside the port.")


def near_told(campaign: TheWar, keys: Iterable[str], where: str, distance: int) -> str:
    """What the board has against a distance, or what nobody has looked at, as words behind an order; '' for nothing."""
    farther = [off for off in _off(campaign, keys, where) if off.away > distance]
    if campaign.options.get("board") == "checked":
        return seas.unchecked(dict.fromkeys(line for off in farther for line in off.unsure))
    said = (f"{off.away} Sea Areas away from {titles.where(campaign, off.port)}" for off in farther)
    return f"; by our map {', '.join(said)} (7.8)" if farther else ""
