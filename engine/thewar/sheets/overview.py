"""Wars, minor countries and units to come for the page of the turn (2.3, 15.1, 23.0)."""

from __future__ import annotations

from engine.kernel.sheets.overview import Coming, Country, Overview, War
from engine.thewar.world.state import TheWar


class OverviewSheet(Overview[TheWar]):
    """The turn beside money and duties."""

    def wars(self, campaign: TheWar) -> tuple[War, ...]:
        # Who is a power stands first; of two powers the order of the alphabet.
        return tuple(
            War(war.one, war.other, war.since) if war.one in campaign.powers else War(war.other, war.one, war.since)
            for war in campaign.wars.values()
        )

    def countries(self, campaign: TheWar) -> tuple[Country, ...]:
        taken = (land for land in campaign.countries.values() if land.status != "neutral")
        return tuple(Country(land.name, land.status, land.patron) for land in taken)

    def coming(self, campaign: TheWar) -> tuple[Coming, ...]:
        return tuple(
            Coming(
                addition.year,
                addition.season,
                addition.power,
                addition.kind,
                addition.strength,
                addition.tag,
                addition.count,
            )
            for addition in campaign.additions.values()
        )
