"""The logistical efforts as a screen shows them (chapter 4)."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.orders import Order
from engine.kernel.sheets.efforts import Allowed, Effort, Efforts
from engine.thewar.economy import logistics


class EffortSheet(Efforts):
    """Efforts by the table of chapter 4."""

    def effort(self, order: Order[Any]) -> Effort | None:
        if not isinstance(order, logistics.Effort):
            return None
        kind = order.kind
        allowed = tuple(
            Allowed(activity.replace("_", " "), *logistics.allows(kind, activity))
            for activity in logistics.activities()
        )
        return Effort(kind, logistics.name(kind), logistics.MOST if kind in logistics.COUNTED else 0, allowed)

    def counted(self, order: Order[Any], many: int) -> Order[Any]:
        if not isinstance(order, logistics.Effort) or order.kind not in logistics.COUNTED:
            return order
        return attrs.evolve(order, count=max(1, min(logistics.MOST, many)))
