"""What the building screens show of The War: stock behind each order, and what building uses up (15.1.5, 15.1.6)."""

from __future__ import annotations

from engine.kernel.building import Means, Stock
from engine.kernel.orders import Order
from engine.thewar import construction_limit, forces, income, shipyards, strategic_building, unit_building, unit_repair
from engine.thewar.state import TheWar

UNITS = (unit_building.STEP, shipyards.STEP)


def stock(campaign: TheWar, order: Order[TheWar]) -> Stock | None:
    """What an order on offer builds or repairs, None for one that takes nothing from a stock."""
    if isinstance(order, strategic_building.Build):
        return strategic_building.stock(campaign, order)
    if isinstance(order, unit_building.Construct):
        return _of_pool(campaign, order)
    if isinstance(order, unit_repair.Mend):
        hurt = len(unit_repair.units(campaign, order.power, order.group, order.country))
        return Stock(f"repair {unit_building.spoken(order.group)}", hurt)
    if isinstance(order, shipyards.LayDown):
        pool = campaign.pools[f"{order.power}-{order.group}"]
        lost = ", out of supply" if order.oos else ""
        name = f"{_SHIPS[pool.kind]}, {_yard(campaign, order.yard)}{lost}"
        return Stock(name, pool.oos if order.oos else pool.count)
    if isinstance(order, shipyards.Work) and order.slip in campaign.slips:
        return _at_work(campaign, order)
    return None


_SHIPS = {"fleet": "Fleet", "cv": "CV"}


def _yard(campaign: TheWar, place: str) -> str:
    return campaign.places[place].name if place in campaign.places else place


def _at_work(campaign: TheWar, order: shipyards.Work) -> Stock:
    """A ship on its track: where it lies, what it is, how far it would come."""
    slip = campaign.slips[order.slip]
    last = shipyards.finished_at(slip.kind)
    to = slip.space + order.spaces
    end = "launch" if to >= last else f"{to}/{last}"
    what = slip.unit or _SHIPS[slip.kind]
    return Stock(f"{_yard(campaign, slip.yard)}: {what} {end}", 1)


def _of_pool(campaign: TheWar, order: unit_building.Construct) -> Stock | None:
    pool = campaign.pools.get(order.key)
    if pool is None:
        return None
    whose = f", {campaign.countries[order.country].name}" if order.country in campaign.countries else ""
    lost = ", out of supply" if order.oos else ""
    built = campaign.built.get(f"{order.power}-{forces.group_of(pool)}", 0)
    return Stock(f"{unit_building.spoken(order.group)}{whose}{lost}", pool.oos if order.oos else pool.count, built)


def means(campaign: TheWar, power: str) -> tuple[Means, ...]:
    """What a power's building uses up beside its NARFs in the Build Segment: half of its base at normal prices, and
    its yards."""
    if campaign.progress.step.partition(".")[2] not in UNITS:
        return ()
    found = []
    left = construction_limit.room(campaign, power)
    if left is not None:
        most = income.limit(campaign.powers[power].base)
        found.append(Means("half of the base", left, most, f"powers.{power}.room", "15.1.6.1"))
    yards = sum(shipyards.capacity(campaign, place) for place in shipyards.own(campaign, power))
    if yards:
        busy = shipyards.worked(campaign, power) + campaign.built.get(f"{power}-asw", 0)
        found.append(Means("shipyards", max(0, yards - busy), yards, rule="15.1.5"))
    return tuple(found)
