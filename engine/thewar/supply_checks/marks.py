"""The marks that stand at a check: whose they are, until when one made now lasts, in what words they are told (12.0,
12.6.2, ruling 511)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.kernel.late import Asked
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.supply import graces, interdiction
from engine.thewar.world import calendar, deeds, installed, sides, supply, titles, wars
from engine.thewar.world.state import Deed, SupplyMark, TheWar

FIRST, SECOND, THIRD = "operations.supply", "operations.second-supply", "supply.check"
CHECKS = (FIRST, SECOND, THIRD)
RULE = "12.0"
AT_SEA = interdiction.AT_SEA
"""The steps in which supply is run: who is supplied by a run is in supply again there too (ruling 504)."""
RUNS = (*interdiction.BEFORE_RUNS, *AT_SEA)
"""The steps of a player turn, from the first check on, in which its supply runs are ahead or not fought yet."""

_areas_of_port = Asked("engine.thewar", "world.seas:of_port")
_ran = Asked("engine.thewar.supply", "sea_lines:ran")
"""What needs the map, which a look at a campaign does not load."""


def check(campaign: TheWar) -> int:
    """Which check of its player turn a mark made now belongs to: 1 up to the first, 3 from the end of Operations on.
    What is said over the rules in between counts to the second, which nobody is newly named at."""
    slug = campaign.progress.step.partition(".")[2] if sides.phasing(campaign) else ""
    if not slug or slug == FIRST:
        return 1
    return 2 if slug.startswith("operations.") else 3


def by_sea(campaign: TheWar) -> bool:
    """Whether missions at sea are on, supply runs among them."""
    return campaign.progress.step.partition(".")[2] in AT_SEA


def second(campaign: TheWar) -> bool:
    """Whether it is the second check that is at hand, or what is said over the rules counts to it."""
    return check(campaign) == 2 and not by_sea(campaign)


def unserved(campaign: TheWar, power: str, port: str) -> Iterator[Refusal]:
    """Why nobody is said to be in supply while missions sail: no run serves the port through which he is (12.6.2,
    12.7.2, ruling 504)."""
    if not by_sea(campaign) or (port and _ran(campaign, power, port)):
        return
    if port:
        reason = f"no supply is run to {titles.where(campaign, port)}"
        hint = f"'{power} run-supply {port}' first; who is supplied otherwise says so at the next check."
    else:
        reason = "between the checks nobody is in supply again but by a supply run"
        hint = "The port to which it was run: sea=tobruk. Who is supplied otherwise says so at the next check."
    yield Refusal("12.6.2, 12.7.2, ruling 504", reason, hint)


def half(campaign: TheWar) -> str:
    """The player turn at hand; outside both the one that comes, or at a turn's end the one that was."""
    ended = campaign.progress.step.startswith("end.")
    return sides.phasing(campaign) or (sides.ALLIED if ended else sides.AXIS)


def until(campaign: TheWar, side: str, level: str) -> str:
    """The turn in which a mark made now ends, with the next third check of its side; '' for a limited source."""
    if level != supply.OUT:
        return ""
    of, nth = half(campaign), check(campaign)
    over = (nth == 3) if of == side else side == sides.AXIS
    return calendar.label(calendar.now(campaign) + int(over))


def new(campaign: TheWar, side: str, level: str, by: str) -> SupplyMark:
    """A mark made now."""
    return SupplyMark(
        level=level,
        side=side,
        by=by,
        since=calendar.turn(campaign),
        half=half(campaign),
        check=check(campaign),
        until=until(campaign, side, level),
    )


def made_now(campaign: TheWar, mark: SupplyMark) -> bool:
    """Whether a mark was made at the check at hand."""
    return (mark.since, mark.half, mark.check) == (calendar.turn(campaign), half(campaign), check(campaign))


def of_units(campaign: TheWar, side: str) -> dict[str, SupplyMark]:
    """The marks that stand on units of a side in play, each on its unit alone, by unit."""
    return {
        key: mark
        for key, mark in campaign.supply_marks.items()
        if mark.side == side and key in campaign.units and supply.stands(campaign, mark)
    }


def of_places(campaign: TheWar, side: str) -> dict[str, SupplyMark]:
    """The marks that stand on places of a side, by place."""
    return {
        key: mark for key, mark in campaign.supply_places.items() if mark.side == side and supply.stands(campaign, mark)
    }


def within(campaign: TheWar, place: str, side: str) -> tuple[str, ...]:
    """The units of a side recorded in a place that may be out of supply there: no partisans, nobody in grace."""
    return tuple(
        key
        for key, unit in campaign.units.items()
        if unit.place == place
        and sides.side(campaign, unit.power) == side
        and not supply.always(unit)
        and graces.of(campaign, key) is None
    )


def place_of(campaign: TheWar, key: str) -> str:
    """The place that was named with all in it, a marked unit in play among them; '' where none was. What is said of the
    unit alone then leaves it cut off with the place."""
    unit, own = campaign.units.get(key), campaign.supply_marks.get(key)
    there = campaign.supply_places.get(unit.place) if unit is not None else None
    if unit is None or own is None or there is None or not supply.stands(campaign, there):
        return ""
    same = there.level == own.level and there.side == sides.side(campaign, unit.power)
    return unit.place if same else ""


def besieged(campaign: TheWar, side: str) -> tuple[str, ...]:
    """The fortresses of a side that are under siege."""
    return tuple(where for where in campaign.sieges if fortress_of(campaign, where) == side)


def fortress_of(campaign: TheWar, where: str) -> str:
    """Whose side a fortress is of, '' where none stands."""
    owner = installed.owner(campaign, where)
    return sides.side(campaign, owner) if owner else ""


def command(campaign: TheWar, owner: str) -> str:
    """The Major Power that speaks for an owner's units: itself, or whom a country follows."""
    if owner in campaign.powers:
        return owner
    land = campaign.countries.get(owner)
    patron = land.patron if land is not None else ""
    if patron in campaign.powers:
        return patron
    side = sides.side(campaign, owner)
    return next((power for power in campaign.powers if campaign.powers[power].side == side), "")


def of_seat(campaign: TheWar, power: str, owner: str) -> bool:
    """Whether the seat of a power speaks for an owner's units."""
    other = command(campaign, owner)
    return power in campaign.seats and campaign.seats.get(other, "") == campaign.seats[power]


def remove(
    tx: Transaction[TheWar], keys: Iterable[str], places: Iterable[str], why: str, rule: str, *, port: str = ""
) -> None:
    """Take marks off, as far as there are any. Those of who is supplied through a port, be it ``port`` or the one where
    he stands, are only lifted as long as a supply run there may still be lost (12.7.2, ruling 568)."""
    for key in keys:
        mark = tx.campaign.supply_marks.get(key)
        unit = tx.campaign.units.get(key)
        if mark is not None:
            where = port or (unit.place if unit is not None else "")
            _take_off(tx, f"supply_marks.{key}", mark, where, why, rule)
    for place in places:
        mark = tx.campaign.supply_places.get(place)
        if mark is not None:
            _take_off(tx, f"supply_places.{place}", mark, port or place, why, rule)


def _take_off(tx: Transaction[TheWar], at: str, mark: SupplyMark, port: str, why: str, rule: str) -> None:
    if not supply.stands(tx.campaign, mark) or not _may_be_run_to(tx.campaign, mark, port):
        tx.remove(at, why, rule)
        return
    if mark.contested:
        tx.set(f"{at}.contested", False, why, rule)
    tx.set(f"{at}.lifted", port, why, rule)


def _may_be_run_to(campaign: TheWar, mark: SupplyMark, port: str) -> bool:
    """Whether the owner of a mark may still run supply to a port in this player turn, and lose the battle for it."""
    half, _, step = campaign.progress.step.partition(".")
    return half == mark.side and mark.level == supply.OUT and step in RUNS and bool(_areas_of_port(campaign, port))


def contested(campaign: TheWar, power: str = "") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The units and places of which the owner says that they are supplied, and the table has not decided; of those
    alone whom a power's seat speaks for, where one is named."""
    keys = tuple(
        key
        for key, mark in campaign.supply_marks.items()
        if mark.contested
        and key in campaign.units
        and supply.stands(campaign, mark)
        and (not power or of_seat(campaign, power, campaign.units[key].power))
    )
    places = tuple(
        place
        for place, mark in campaign.supply_places.items()
        if mark.contested and supply.stands(campaign, mark) and (not power or campaign.powers[power].side == mark.side)
    )
    return keys, places


def named(campaign: TheWar, keys: Iterable[str], places: Iterable[str]) -> str:
    """``3 INF 6-5 of Germany, all in Kiev``: units by owner, then places."""
    by_owner: dict[str, list[str]] = {}
    for key in keys:
        if key in campaign.units:
            by_owner.setdefault(campaign.units[key].power, []).append(key)
    units = (f"{titles.units(campaign, mine)} of {wars.named(campaign, owner)}" for owner, mine in by_owner.items())
    return ", ".join((*units, *(f"all in {titles.where(campaign, place)}" for place in places)))


def told(campaign: TheWar, side: str) -> Iterator[str]:
    """One line for those of a side who were named together: what they are, since when."""
    together: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    places = of_places(campaign, side)
    for key, mark in of_units(campaign, side).items():
        there = places.get(campaign.units[key].place)
        if there is None or (there.level, there.since) != (mark.level, mark.since):
            together.setdefault((mark.level, mark.since), ([], []))[0].append(key)
    for place, mark in places.items():
        together.setdefault((mark.level, mark.since), ([], []))[1].append(place)
    for (level, since), (keys, where) in together.items():
        what = "On a limited source" if level == supply.LIMITED else "Out of supply"
        yield f"{what} since {calendar.spoken(since)}: {named(campaign, keys, where)}."


# --- who asks


_ASKS = "asks for supply"


def asked(power: str, half: str) -> Deed:
    """The deed of a power that has asked for the checks of a player turn, '' for both of a turn."""
    return deeds.in_half(power, half, 0, _ASKS)


def asks(campaign: TheWar, power: str, half: str) -> bool:
    """Whether a power has asked for the checks of a player turn."""
    return not campaign.missions.keys().isdisjoint(_asking(power, half))


def askers(campaign: TheWar, half: str) -> tuple[str, ...]:
    """The powers that have asked for the checks of a player turn."""
    missions = campaign.missions.keys()
    return tuple([power for power in campaign.powers if not missions.isdisjoint(_asking(power, half))])


@lru_cache(maxsize=64)
def _asking(power: str, half: str) -> frozenset[str]:
    """The keys of the deeds by which a power asks for the checks of a player turn."""
    return frozenset((deeds.key(asked(power, half)), deeds.key(asked(power, ""))))
