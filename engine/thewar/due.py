"""What falls due this turn, so that nothing of the kind is forgotten at the board."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from engine.thewar import calendar, wars
from engine.thewar.state import TheWar


@frozen
class Duty:
    """One duty: what, by which rule."""

    text: str
    rule: str


def duties(campaign: TheWar) -> tuple[Duty, ...]:
    """The duties of the turn at hand, in the order of the sequence of play."""
    return tuple(_money(campaign)) + tuple(_diplomacy(campaign)) + tuple(_war(campaign)) + tuple(_next_season(campaign))


def _money(campaign: TheWar) -> Iterable[Duty]:
    spring = calendar.season(campaign) == "spring"
    pact = campaign.facts.get("nazi-soviet-pact") and not wars.at_war(campaign, "germany", "ussr")
    if spring and pact:
        yield Duty("The Soviet Union pays Germany 12 NARFs", "16.5")
    if spring and not campaign.powers["us"].entered and calendar.year(campaign) >= 1942:
        yield Duty("The United States enters in Summer 1942 at the latest", "22.3.1")


def _diplomacy(campaign: TheWar) -> Iterable[Duty]:
    here = calendar.turn(campaign)
    joining = {
        "1940-4-winter": ("romania", "hungary", "bulgaria"),
        "1941-1-spring": ("finland",),
    }
    for country in joining.get(here, ()):
        land = campaign.countries.get(country)
        if land is not None and land.status not in ("satellite", "conquered"):
            yield Duty(f"{land.name} becomes a German Satellite", "16.1.5")


def _war(campaign: TheWar) -> Iterable[Duty]:
    pact = campaign.facts.get("nazi-soviet-pact") and not wars.at_war(campaign, "germany", "ussr")
    poland = campaign.countries.get("poland")
    if (
        pact
        and poland is not None
        and poland.status == "conquered"
        and calendar.now(campaign) < calendar.number("1940-4-winter")
    ):
        yield Duty("Garrison against the Soviet Union: 12 factors and 1 air unit", "16.5")
    if wars.at_war(campaign, "germany", "ussr") and calendar.season(campaign) in ("spring", "fall"):
        here = calendar.now(campaign)
        if wars.standing(campaign, "britain") and here >= calendar.number("1941-3-fall"):
            yield Duty("Britain grants the Soviet Union at least 10 NARFs", "14.8.2")
        if campaign.powers["us"].entered and here >= calendar.number("1942-1-spring"):
            yield Duty("The United States grants the Soviet Union at least 20 NARFs", "14.8.2")


def _next_season(campaign: TheWar) -> Iterable[Duty]:
    if calendar.season(campaign) == "winter":
        yield Duty("Year's end: what is left over grows or is lost in Spring", "14.3")
