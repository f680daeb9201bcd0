"""What is recorded of units in a land, for signs that the board decides where it shows more (ruling 342)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.remembering import derived
from engine.thewar.endings.signs import Known, board
from engine.thewar.world import counters, minors, prices, traits, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Place, Pool, TheWar, Unit

NOT_COUNTED = ("partisan", "cdo", "para")
"""Ground units that do not show an army in a land (19.2, 21.1)."""


def inside(campaign: TheWar, lands: Iterable[str], power: str = "", alliance: str = "") -> list[Unit]:
    """The units of a power, or of an alliance, that are recorded in places of these lands."""
    places = _places_in(campaign, tuple(lands))
    return [
        unit
        for unit in campaign.units.values()
        if unit.place in places
        and (not power or unit.power == power)
        and (not alliance or minors.alliance(campaign, unit.power) == alliance)
    ]


@derived("places")
def _places_in(places: Mapping[str, Place], lands: tuple[str, ...]) -> frozenset[str]:
    return frozenset([key for key, place in places.items() if place.country in lands])


def ground(units: Iterable[Unit]) -> list[Unit]:
    """The ground units among them that show an army."""
    return [unit for unit in units if traits.category(unit) == "ground" and unit.kind not in NOT_COUNTED]


def factors(units: Iterable[Unit], *, whole: bool = False) -> int:
    """Printed combat factors of ground units; ``whole``: of those that are not Depleted alone."""
    return sum(counters.factors(unit).combat for unit in ground(units) if not (whole and unit.depleted))


def army(campaign: TheWar, lands: Iterable[str], powers: Iterable[str]) -> Known:
    """Whether a ground unit of these powers stands in lands: sure where one is recorded there."""
    there = [unit for power in powers for unit in ground(inside(campaign, lands, power))]
    if not there:
        return board(0, "no such unit is recorded there")
    unit = there[0]
    where = campaign.places[unit.place].name
    return Known(1, f"{wars.named(campaign, unit.power)}'s {counters.label(unit.kind, unit.strength)} in {where}")


def strength(campaign: TheWar, lands: Iterable[str], power: str, needed: int, *, whole: bool = False) -> Known:
    """Whether a power's ground units in lands make so many factors: sure where those recorded there do."""
    there = factors(inside(campaign, lands, power), whole=whole)
    said = f"{counted(there, 'factor', 'factors')} recorded there"
    return Known(1, said) if there >= needed else board(0, said)


def unbuilt(campaign: TheWar, power: str, categories: Iterable[str], *, new: bool = False) -> int:
    """NARFs of a power's units that are not rebuilt: those lost, out of supply twice; ``new``: whatever is in the pool,
    once (17.2.2, 18.4, 21.1, rulings 343, 344)."""
    kinds = tuple(categories)
    pools = [pool for pool in campaign.pools.values() if pool.power == power and traits.category(pool) in kinds]
    return sum(_worth(pool, new) for pool in pools)


def _worth(pool: Pool, new: bool) -> int:
    if not prices.is_built(pool.kind):
        return 0
    price = int(prices.build(pool.power, pool.kind, pool.strength, pool.tag).total)
    return price * (pool.count + pool.oos if new else pool.lost + 2 * pool.oos)
