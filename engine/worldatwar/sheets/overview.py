"""Wars for the page of the turn (24.11)."""

from __future__ import annotations

from engine.kernel.sheets.overview import Overview, War
from engine.worldatwar.world.state import WorldAtWar


class OverviewSheet(Overview[WorldAtWar]):
    """The turn beside money and duties."""

    def wars(self, campaign: WorldAtWar) -> tuple[War, ...]:
        return tuple(War(war.one, war.other, war.since) for war in campaign.wars.values())
