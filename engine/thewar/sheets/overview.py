"""Wars, minor countries and units to come for the page of the turn (2.3, 15.1, 23.0)."""

from __future__ import annotations

from engine.kernel.sheets.overview import Coming, Country, Overview, War
from engine.thewar.world.state import TheWar


class OverviewSheet(Overview[TheWar]):
    """The turn beside money and duties."""

    def wars(self, campaign: TheWar) -> tuple[War, ...]:
        pairs = ((pair.split("+"), since) for pair, since in campaign.wars.items())
        # Who is a power stands first; of two powers the order of the pair.
        return tuple(
            War(one, other, since) if one in campaign.powers else War(other, one, since)
            for (one, other), since in pairs
        )

    def countries(self, campaign: TheWar) -> tuple[Country, ...]:
        taken = (one for one in campaign.countries.values() if one.status != "neutral")
        return tuple(Country(one.name, one.status, one.patron) for one in taken)

    def coming(self, campaign: TheWar) -> tuple[Coming, ...]:
        return tuple(
            Coming(one.year, one.season, one.power, one.kind, one.strength, one.tag, one.count)
            for one in campaign.additions.values()
        )
