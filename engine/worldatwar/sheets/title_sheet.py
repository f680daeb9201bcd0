"""What figures of forecasts are called that are no figures of the state."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.sheets.titles import Titles
from engine.worldatwar.world.state import WorldAtWar


class TitleSheet(Titles[WorldAtWar]):
    """Names of outcomes; whatever else has a name bears it itself."""

    outcomes: Mapping[str, str] = {
        "dps": "DPs",
        "subs_eliminated": "submarines sunk",
        "subs_aborted": "submarines driven off",
        "subs_through": "submarines that get through",
    }
