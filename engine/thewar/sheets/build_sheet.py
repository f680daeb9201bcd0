"""Building as a screen shows it: stock, yards, and what limits it all (15.0)."""

from __future__ import annotations

from typing import Any

from engine.kernel.orders import Order
from engine.kernel.sheets.building import Berth, Building, Means, Prospect, Stock
from engine.thewar.sheets import build_means, build_stock
from engine.thewar.world.state import TheWar


class BuildSheet(Building[TheWar]):
    """The queue of what a power buys."""

    def stock(self, campaign: TheWar, order: Order[Any]) -> Stock | None:
        return build_stock.stock(campaign, order)

    def means(self, campaign: TheWar, power: str) -> tuple[Means, ...]:
        return build_means.means(campaign, power)

    def shut(self, campaign: TheWar, power: str) -> tuple[Order[Any], ...]:
        # Elsewhere nothing else is bought: ground units are repaired in the Supply Segment too (3.9.2).
        return build_stock.shut(campaign, power) if build_means.building(campaign) else ()

    def variants(self, campaign: TheWar, order: Order[Any]) -> tuple[Order[Any], ...]:
        return build_stock.variants(campaign, order)

    def berths(self, campaign: TheWar, power: str) -> tuple[Berth, ...]:
        return build_means.berths(campaign, power)

    def prospects(self, campaign: TheWar, power: str) -> tuple[Prospect, ...]:
        return build_means.prospects(campaign, power)

    def deficit(self, order: Order[Any]) -> Order[Any] | None:
        return build_stock.deficit(order)
