"""Wars, minor countries and units to come for the page of the turn (2.3, 15.1, 23.0)."""

from __future__ import annotations

from engine.kernel.refusals import Breakdown
from engine.kernel.sheets.overview import Coming, Country, Gain, Overview, TurningPoint, War
from engine.thewar.countries import entry_level
from engine.thewar.endings import victory
from engine.thewar.sheets import turning_points
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

    def levels(self, campaign: TheWar) -> tuple[tuple[str, Breakdown], ...]:
        """The U.S. Entry Level with each cause and its turn, until the United States is in the war (22.8); each side's
        objectives with the level of the day (27)."""
        moved, found = entry_level.causes(campaign), victory.standing_of(campaign)
        if not entry_level.at_peace(campaign) or not moved.lines:
            return found
        return (("U.S. Entry Level", moved), *found)

    def gains(self, before: TheWar, after: TheWar) -> tuple[Gain, ...]:
        found: list[Gain] = []
        for key, land in after.countries.items():
            was = before.countries.get(key)
            if was is not None and (was.status, was.patron) != (land.status, land.patron):
                verb, whose = _BECOMES.get(land.status, _CHANGES), land.patron or was.patron
                found.append(Gain(whose, verb, land.name, "", f"countries.{key}.status"))
        for mapping in ("places", "holdings"):
            now = getattr(after, mapping)
            for key, site in getattr(before, mapping).items():
                if key in now and now[key].holder != site.holder:
                    found.append(Gain(now[key].holder, "takes {}", site.name, site.holder, f"{mapping}.{key}.holder"))
        for key, power in after.powers.items():
            if power.surrendered and key in before.powers and not before.powers[key].surrendered:
                found.append(Gain(key, "surrenders", "", "", f"powers.{key}.surrendered"))
        return tuple(found)

    def turning_points(self, before: TheWar, after: TheWar) -> tuple[TurningPoint, ...]:
        return tuple(turning_points.between(before, after))

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


_BECOMES = {
    "neutral": "sees {} neutral",
    "sympathizer": "gains {} as Sympathizer",
    "associate": "gains {} as Associate",
    "satellite": "gains {} as Satellite",
    "conquered": "conquers {}",
}
"""What the patron of a minor country does as it takes that status (23.0)."""
_CHANGES = "sees {} lean otherwise"
"""And where a file that was edited by hand has a status of its own."""
