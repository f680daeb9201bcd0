"""How far two places lie apart that are known on the map, and whether aircraft, trains and parachutists come so far: as
words behind an order, and as refusals where the board is checked (8.3.1, 9.1.1, 11.2, 11.7, 11.8.3, 11.14.1, ruling
595).

It is the straight line. A way on the board is at least as long, so what is too far by it is too far; what is within it
the board may still forbid. The hexes of a reconstructed map are right to within a hex, in the far east within three:
then a refusal takes off as many for each end, and the words say 'about' and 'probably' (ruling 625).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.values import frozen
from engine.thewar.map import grid
from engine.thewar.map.board import Spot
from engine.thewar.world import counters, overflight, titles, traits, whereabouts
from engine.thewar.world.state import TheWar, Unit

RAIL, LEGS = 25, 3
"""The hexes that a unit goes by rail at the most (9.1.1), and the legs in which aircraft stage (11.2.1.1)."""
TO_STRIKE = 3
"""The hexes between a carrier at sea and the port that its aircraft attack, at the most (11.7, 11.8.3)."""


@frozen
class Apart:
    """Two places that are known on the map: the hexes between them, and by how many that may be wrong."""

    hexes: int
    off: int = 0

    @property
    def least(self) -> int:
        """The hexes that lie between them at the least."""
        return max(0, self.hexes - self.off)

    def __str__(self) -> str:
        about = "about " if self.off else ""
        return f"{about}{self.hexes} {'hex' if self.hexes == 1 else 'hexes'}"

    def beyond(self, most: int) -> bool:
        """Whether it is farther than a range, however the map may be wrong."""
        return self.least > most

    def within(self, most: int) -> str:
        """Whether it is within a range, in words: certainly so or not, or the one that our map speaks for."""
        if self.hexes <= most:
            return f"within {most}" if self.hexes + self.off <= most else f"probably within {most}"
        return f"perhaps within {most}" if self.least <= most else f"farther than {most}"


def apart(campaign: TheWar, one: str, other: str) -> Apart | None:
    """How far two places, or hexes by their numbers, lie apart; None where only the board knows."""
    first, second = whereabouts.spot(campaign, one), whereabouts.spot(campaign, other)
    return _between(first, second) if first is not None and second is not None else None


def _between(first: Spot, second: Spot) -> Apart:
    return Apart(grid.distance(first.hex, second.hex), first.off + second.off)


def checked(campaign: TheWar) -> bool:
    """Whether distances refuse, and do not only advise."""
    return campaign.options.get("board") == "checked"


# --- by rail


def rail_told(campaign: TheWar, origin: str, to: str) -> str:
    """How far a rail move goes, as words behind its order; '' where only the board knows."""
    far = apart(campaign, origin, to) if origin and to else None
    return f"; {far} from {titles.where(campaign, origin)}, {far.within(RAIL)} (9.1.1)" if far is not None else ""


def rail_refused(campaign: TheWar, origins: Iterable[str], to: str) -> Iterable[Refusal]:
    """Why no train goes so far, where the board is checked."""
    if not checked(campaign) or not to:
        return
    for origin in dict.fromkeys(origins):
        far = apart(campaign, origin, to) if origin else None
        if far is not None and far.beyond(RAIL):
            reason = f"{titles.where(campaign, to)} is {far} from {titles.where(campaign, origin)}"
            yield Refusal("9.1.1", reason, f"{RAIL} hexes by rail at the most.")


# --- by air


@frozen
class Flight:
    """Aircraft that fly from a base to a hex: who, from where, how far, the range that they have, the legs of twice the
    offensive range in which they may stage before (0 where they may not); and how far from that hex they may meet
    others on their way to it, as these fly so far and by what way they like (11.8.1). ``round``: the hexes round the
    land of neutrals, as far as our map has its borders, by the hexes of which it turns (``turns``); the same as
    straight on where none lies between."""

    units: tuple[str, ...]
    base: str
    far: Apart
    reach: int
    leg: int
    meets: int = 0
    round: int = 0
    turns: tuple[str, ...] = ()

    def legs(self, hexes: int) -> int:
        """The legs that it takes at the least over so many hexes, 0 within range."""
        return -(-max(0, hexes - self.reach) // self.leg) if self.leg else 0

    @property
    def too_far(self) -> bool:
        """Whether they do not come so far, wherever they stage or meet whom they intercept."""
        return self.far.beyond(self.reach + LEGS * self.leg + self.meets)


def mission_range(campaign: TheWar, keys: Iterable[str]) -> int:
    """How far from its goal a mission of aircraft may be met at the most: as far as the one with the longest range
    flies without staging (11.8.1)."""
    flown = (campaign.units[key] for key in keys if key in campaign.units)
    return max((counters.factors(unit).move for unit in flown if traits.category(unit) == "air"), default=0)


def flights(campaign: TheWar, keys: Iterable[str], where: str, *, stages: bool, meets: int = 0) -> tuple[Flight, ...]:
    """The flights of aircraft to a hex, of each base and kind one; none of those that are there, and none where only
    the board knows. ``stages``: the phasing side's, which fly at their offensive range and may stage; the other side's
    fly at their second range and may not (11.2.1.2), but may meet a mission so far (``meets``) from its goal."""
    groups: dict[tuple[str, int, int], list[str]] = {}
    for key in keys:
        unit = campaign.units.get(key)
        if unit is None or traits.category(unit) != "air" or unit.place == where:
            continue
        factors = counters.factors(unit)
        reach = factors.move if stages else factors.interception
        if reach:
            groups.setdefault((unit.place, reach, 2 * factors.move if stages else 0), []).append(key)
    return tuple(
        Flight(tuple(units), base, far, reach, leg, meets, *_round(campaign, units[0], base, where))
        for (base, reach, leg), units in groups.items()
        if (far := apart(campaign, base, where)) is not None
    )


def _round(campaign: TheWar, key: str, base: str, where: str) -> tuple[int, tuple[str, ...]]:
    start, end = whereabouts.spot(campaign, base), whereabouts.spot(campaign, where)
    if start is None or end is None:
        return 0, ()
    master = _master(campaign, campaign.units[key])
    way = overflight.round_neutrals(campaign, master, start.hex, end.hex)
    straight = way == grid.distance(start.hex, end.hex)
    return way, () if straight else overflight.turns(campaign, master, start.hex, end.hex)


def over_neutrals(campaign: TheWar, unit: Unit, one: str, other: str, most: int) -> bool:
    """Whether an air unit flies from one place to another over neutral land alone, or farther than so many hexes,
    however our map may be wrong (8.3.2, ruling 629)."""
    start, end = whereabouts.spot(campaign, one), whereabouts.spot(campaign, other)
    if start is None or end is None:
        return False
    return overflight.too_far(campaign, _master(campaign, unit), start, end, most)


def _master(campaign: TheWar, unit: Unit) -> str:
    """The power for which a unit flies."""
    land = campaign.countries.get(unit.power)
    return land.patron if land is not None and land.patron else unit.power


def _about(hexes: int, way: int, turns: Iterable[str], rule: str = "11.2.3") -> str:
    """What is said of a way that is no straight one; '' for one that is."""
    if way == overflight.NO_WAY:
        return f" (over neutral land on every way, {rule})"
    return f" ({way} round neutral land, by {', '.join(turns)}, {rule})" if way > hexes else ""


def air_told(campaign: TheWar, keys: Iterable[str], where: str, *, stages: bool, meets: int = 0) -> str:
    """How far aircraft fly and in how many legs they stage, as words behind an order; '' where only the board knows."""
    said = [_flown(campaign, flight) for flight in flights(campaign, keys, where, stages=stages, meets=meets)]
    return f"; {', '.join(said)} (11.2.1)" if said else ""


def _flown(campaign: TheWar, flight: Flight) -> str:
    far = Apart(max(flight.far.hexes, flight.round), flight.far.off)
    legs, how = flight.legs(far.hexes), far.within(flight.reach)
    if legs > LEGS:
        how += f": too far in {LEGS} legs"
    elif flight.meets and far.hexes > flight.reach:
        how += ", on its way alone" if not flight.too_far else " of its way too"
    elif legs:
        how += f": {legs} {'leg' if legs == 1 else 'legs'} of staging"
    about = _about(flight.far.hexes, flight.round, flight.turns)
    base = titles.where(campaign, flight.base)
    return f"{titles.units(campaign, flight.units)} {flight.far} from {base}{about}, {how}"


def air_refused(
    campaign: TheWar, keys: Iterable[str], where: str, *, stages: bool, meets: int = 0
) -> Iterable[Refusal]:
    """Why aircraft do not fly so far, where the board is checked: beyond their range and three legs of staging, or, who
    may not stage, beyond their second range (11.2.1.1, 11.2.1.2), and of who intercepts beyond that range of any way on
    which the mission may have come (11.8, 11.8.1, ruling 599)."""
    if not checked(campaign):
        return
    for flight in flights(campaign, keys, where, stages=stages, meets=meets):
        if not flight.too_far:
            continue
        who, base = titles.units(campaign, flight.units), titles.where(campaign, flight.base)
        reason = f"{titles.where(campaign, where)} is {flight.far} from {base}, where {who} is based"
        if flight.leg:
            hint = f"{flight.reach} hexes, and before them {LEGS} legs of {flight.leg} at the most."
            yield Refusal("11.2.1.1", reason, hint)
        elif flight.meets:
            hint = f"{flight.reach} hexes from the mission's way, so {flight.reach + flight.meets} at the most."
            yield Refusal("11.8, 11.2.1.2", reason, hint)
        else:
            yield Refusal("11.2.1.2", reason, f"{flight.reach} hexes; who intercepts or defends does not stage.")


def hops_told(campaign: TheWar, units: Iterable[Unit], origin: str, to: str) -> str:
    """In how many hops aircraft move strategically, as words behind an order; '' where only the board knows (8.3.1)."""
    far = apart(campaign, origin, to) if origin and to else None
    flying = [unit for unit in units if traits.category(unit) == "air"]
    ranges = [counters.factors(unit).move for unit in flying]
    if far is None or not ranges or not min(ranges):
        return ""
    hop = 2 * min(ranges)
    start, end = whereabouts.spot(campaign, origin), whereabouts.spot(campaign, to)
    master = _master(campaign, flying[0])
    way = overflight.round_neutrals(campaign, master, start.hex, end.hex) if start and end else far.hexes
    hops = max(1, -(-max(far.hexes, way) // hop))
    turns = overflight.turns(campaign, master, start.hex, end.hex) if start and end and way > far.hexes else ()
    about = _about(far.hexes, way, turns, "8.3.2")
    return f"; {far}{about}, {hops} {'hop' if hops == 1 else 'hops'} of {hop} at the most (8.3.1)"


def landing_told(campaign: TheWar, keys: Iterable[str], where: str) -> str:
    """How far aircraft that stand elsewhere fly to a base, as words behind an order; '' where only the board knows
    (11.2.2)."""
    said = []
    for flight in flights(campaign, keys, where, stages=True):
        legs = max(1, -(-flight.far.hexes // flight.leg))
        legs_said = f"{legs} {'leg' if legs == 1 else 'legs'} of {flight.leg}"
        base = titles.where(campaign, flight.base)
        said.append(f"{titles.units(campaign, flight.units)} {flight.far} from {base}, {legs_said}")
    return f"; {', '.join(said)} (11.2.1.1, 11.2.2)" if said else ""
