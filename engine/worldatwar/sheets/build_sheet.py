"""What may be built, produced and entered as done on the board, for a screen (27.3, 24.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.orders import Order
from engine.kernel.sheets.building import Building, Means, Stock
from engine.kernel.sheets.entries import Entries
from engine.worldatwar.building import construction, production
from engine.worldatwar.world.state import WorldAtWar


class BuildSheet(Building[WorldAtWar]):
    """Construction and production."""

    def stock(self, campaign: WorldAtWar, order: Order[Any]) -> Stock | None:
        if isinstance(order, production.Produce):
            return production.stock(campaign, order)
        return construction.stock(campaign, order) if isinstance(order, construction.Build) else None

    def means(self, campaign: WorldAtWar, power: str) -> tuple[Means, ...]:
        return construction.means(campaign, power)


class EntrySheet(Entries):
    """What is entered from any screen."""

    verbs: Mapping[str, tuple[str, ...]] = {"capture": ("hold", "war", "result")}
