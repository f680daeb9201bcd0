"""The weather that nobody rolls for: clear outside the seasons of bad weather, and in the East before the war what each
season always brings there (26.1, 26.2, 26.3, ruling 78)."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from engine.kernel.orders import Automatic
from engine.kernel.transaction import Transaction
from engine.thewar.economy import weather
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

FRONTS = (weather.EASTERN, weather.WESTERN, weather.MEDITERRANEAN)


def unrolled(campaign: TheWar) -> dict[str, str]:
    """The fronts whose recorded weather is that of another season, each with what it has now. What dice decide this
    season is left as it stands: a Spring is worse after a hard Winter (26.1.3.1)."""
    season, found = calendar.season(campaign), {}
    for front in FRONTS:
        rolled = (front, season) in weather.LEVELS
        if rolled and (front != weather.EASTERN or wars.at_war(campaign, "germany", "ussr")):
            continue
        now = weather.PEACE[season] if rolled else weather.CLEAR
        if campaign.facts.get(f"{front}-weather", now) != now:
            found[front] = now
    return found


def stale(campaign: TheWar) -> bool:
    """Whether any front's weather is still that of another season."""
    return bool(unrolled(campaign))


@frozen
class SeasonWeather(Automatic[TheWar]):
    """The season brings its weather where no dice are thrown for it (26.1, ruling 78)."""

    verb: ClassVar[str] = "season-weather"
    title: ClassVar[str] = "weather of the season"
    rule: ClassVar[str] = "26.1"
    steps: ClassVar[tuple[str, ...]] = ("weather.season",)

    def act(self, tx: Transaction[TheWar]) -> None:
        for front, level in unrolled(tx.campaign).items():
            tx.put(f"facts.{front}-weather", level, "weather of the season", "26.1")

    def sentence(self, campaign: TheWar) -> str:
        found = ", ".join(f"{front} {level.replace('-', ' ')}" for front, level in unrolled(campaign).items())
        return f"Weather of the season: {found}" if found else "The weather stays as it is"
