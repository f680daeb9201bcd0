"""Battles before their dice as a screen shows them: in the air, at sea, on the ground."""

from __future__ import annotations

from typing import Any

from engine.kernel.orders import Order
from engine.kernel.sheets.previews import Announced, Preview, Previews
from engine.thewar.sheets import airfield, battlefield, seafield
from engine.thewar.world.state import TheWar

_FIELDS = (airfield, seafield, battlefield)


class PreviewSheet(Previews[TheWar]):
    """What each kind of battle tells of itself."""

    def preview(self, campaign: TheWar, order: Order[Any]) -> Preview | None:
        return next((preview for field in _FIELDS if (preview := field.preview(campaign, order)) is not None), None)

    def announced(self, campaign: TheWar, power: str) -> tuple[Announced, ...]:
        return tuple(battle for field in _FIELDS for battle in field.announced(campaign, power))
