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
        "transports_sunk": "transports sunk",
        "transports_damaged": "transports damaged",
        "submarines_lost": "submarines lost",
        "asw_lost": "ASW factors lost",
        "cves_lost": "CVEs lost",
        "damage": "BRPs before any cap",
        "bombers_lost": "bomber factors lost",
        "aaf_lost": "AAF lost",
        "interceptors_lost": "interceptors lost",
        "jets_lost": "jets lost",
        "through": "bombers through",
        "firestorm": "firestorms",
        "columns": "columns ships wait",
        "subs_eliminated": "submarines sunk",
        "subs_aborted": "submarines driven off",
        "subs_through": "submarines that get through",
    }

    def thing(self, campaign: WorldAtWar, thing: object) -> str:
        if isinstance(thing, War):
            return f"war of {sides.named(campaign, thing.one)} and {sides.named(campaign, thing.other)}"
        return ""
