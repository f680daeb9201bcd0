"""Sources of supply as a screen shows them (12.1.1 to 12.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.sheets.supply_sources import Supplied, Supplier, SupplySources
from engine.thewar.supply import sources
from engine.thewar.supply.sources import FULL, LIMITED, NONE, Source
from engine.thewar.world import minors, wars
from engine.thewar.world.state import TheWar

_LEVELS = (
    (FULL, "Units that trace to it are in supply", "12.2.1"),
    (
        LIMITED,
        "Ships do not intercept from there, air units fight as Third-Rate, ground units as Depleted ones",
        "12.2.3, ruling 405",
    ),
    (NONE, "It supplies nobody now", "12.2"),
)
_PATHS = "Which path leads to a source the board shows; who is cut off is named at a check"
_ANY_LENGTH = "Any number of units traces supply over the same hexes, however far, but for the limits of North Africa"
_RANK = {FULL: 0, LIMITED: 1, NONE: 2}


class SupplySheet(SupplySources[TheWar]):
    """Each power's sources: full, limited, then what was one, or may become one."""

    def supplied(self, campaign: TheWar) -> tuple[Supplied, ...]:
        told = ((_PATHS, "12.1.1, ruling 404"), (_ANY_LENGTH, "12.4"))
        standing = [power for power in campaign.powers if wars.standing(campaign, power)]
        groups = [
            Supplied(
                power,
                campaign.powers[power].name,
                (power,),
                tuple(_supplier(campaign, found) for found in _sorted(sources.of(campaign, power))),
                told,
            )
            for power in standing
        ]
        lands = tuple(_of_minors(campaign))
        return (*groups, Supplied("minors", "Minor countries", (), lands, told)) if lands else tuple(groups)

    def levels(self, campaign: TheWar) -> tuple[tuple[str, str, str], ...]:
        return _LEVELS


def of_places(campaign: TheWar) -> Mapping[str, list[tuple[str, Source]]]:
    """The places that supply somebody, each with the powers that they supply."""
    by_place: dict[str, list[tuple[str, Source]]] = {}
    for power in campaign.powers:
        for found in sources.of(campaign, power):
            if found.level != NONE and found.key in campaign.places:
                by_place.setdefault(found.key, []).append((power, found))
    return by_place


def _sorted(found: tuple[Source, ...]) -> list[Source]:
    return sorted(found, key=lambda one: _RANK[one.level])


def _supplier(campaign: TheWar, found: Source) -> Supplier:
    path = f"places.{found.key}" if found.key in campaign.places else ""
    return Supplier(path, f"{found.name[0].upper()}{found.name[1:]}", found.level, found.why, found.rule)


def _of_minors(campaign: TheWar) -> Iterator[Supplier]:
    """The home capital of each country that has units of its own in play (12.2.1)."""
    owners = dict.fromkeys(unit.power for unit in campaign.units.values() if unit.power in campaign.countries)
    for country in owners:
        for home in sources.of(campaign, country)[:1]:
            rule = f"{home.rule}, {minors.rule(country)}"
            name = f"{campaign.countries[country].name}: {home.name}"
            path = f"places.{home.key}" if home.key in campaign.places else f"countries.{country}"
            yield Supplier(path, name, home.level, home.why, rule)
