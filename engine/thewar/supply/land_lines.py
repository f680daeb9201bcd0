"""Supply over land: through what a line may be traced, as far as it is recorded (12.1.1). Which hexes it passes the
board shows; who traces names those that matter."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.supply import links
from engine.thewar.world import capitals, regions, titles, traits, wars
from engine.thewar.world.state import TheWar, Unit

RULE = "12.1.1"


def refused(campaign: TheWar, power: str, through: Iterable[str]) -> Iterable[Refusal]:
    """Why a power traces no supply through places: a neutral's land, a hex with enemy ground units. Empty hexes that
    the enemy controls are passed."""
    for where in through:
        place, name = campaign.places.get(where), titles.where(campaign, where)
        country = place.country if place is not None else ""
        land = campaign.countries.get(country)
        if land is not None and land.status == "neutral" and not wars.at_war(campaign, power, country):
            hint = "Sympathizers, Associates and Satellites let it pass."
            yield Refusal(RULE, f"{name} is in {land.name}, which is neutral", hint)
        there = regions.units_at(campaign, where).items()
        if bars := [key for key, unit in there if _bars(campaign, unit, power)]:
            reason = f"{titles.units(campaign, bars)}, the enemy's, stands at {name}"
            yield Refusal(RULE, reason, "Round it, or through empty hexes.")


def _bars(campaign: TheWar, unit: Unit, power: str) -> bool:
    """Whether a unit bars a line in its own hex: an enemy on the ground, partisans too, which have no zone beside it
    (ruling 609)."""
    if traits.category(unit) != "ground":
        return False
    return capitals.enemys(campaign, unit.power, power)


def zones(campaign: TheWar, power: str, units: Iterable[str], zoc: Iterable[str]) -> Iterable[Refusal]:
    """Why a line does not pass enemy zones of control at some hexes: none does, but Leningrad's, where a Soviet ground
    unit with a zone of its own stands in each."""
    named = tuple(zoc)
    if not named:
        return
    outside = [key for key in units if campaign.units[key].place != links.LENINGRAD]
    if power != links.USSR or outside:
        reason = "no line passes an enemy zone of control, whoever stands there"
        yield Refusal(RULE, reason, "The one out of Leningrad does, over Soviet units with a zone of their own.")
        return
    for where in named:
        if where not in campaign.places:
            # Who stands in a hex without a name the board alone knows.
            continue
        there = regions.units_at(campaign, where).values()
        if not any(unit.power == power and traits.category(unit) == "ground" and traits.zoc(unit) for unit in there):
            reason = f"no Soviet ground unit with a zone of control stands at {titles.where(campaign, where)}"
            yield Refusal(RULE, reason, "'station' says who stands there; Depleted and small units have none.")
