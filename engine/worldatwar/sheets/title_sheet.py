"""What wars are called, which bear no name, and figures of forecasts that are no figures of the state."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.sheets.titles import Titles
from engine.worldatwar.world import sides
from engine.worldatwar.world.state import War, WorldAtWar


class TitleSheet(Titles[WorldAtWar]):
    """Names of wars and of outcomes; whatever else has a name bears it itself."""

    outcomes: Mapping[str, str] = {
        "dps": "DPs",
        "subs_eliminated": "submarines sunk",
        "subs_aborted": "submarines driven off",
        "subs_through": "submarines that get through",
    }

    def thing(self, campaign: WorldAtWar, thing: object) -> str:
        if isinstance(thing, War):
            return f"war of {sides.named(campaign, thing.one)} and {sides.named(campaign, thing.other)}"
        return ""
