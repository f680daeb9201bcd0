"""The weather of a front and what it does to battles (chapter 26). Movement and ranges are the board's."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from engine.thewar import calendar, sides, wars
from engine.thewar.state import TheWar, Unit

EASTERN, WESTERN, MEDITERRANEAN = "eastern", "western", "mediterranean"
_MUD = ("clear", "light-mud", "heavy-mud", "morass")
_RUSSIAN = (
    "hard-freeze",
    "snow-and-sleet",
    "russian-winter",
    "harsh-winter",
    "severe-winter",
    "extreme-winter",
    "arctic",
)
LEVELS = {
    (EASTERN, "spring"): (_MUD, "26.1.3.1"),
    (EASTERN, "fall"): (_MUD, "26.1.3.2"),
    (EASTERN, "winter"): (_RUSSIAN, "26.1.1"),
    (WESTERN, "winter"): (("clear", "cold-rain", "snow", "severe-winter", "extreme-winter"), "26.2"),
    (MEDITERRANEAN, "winter"): (("clear", "cold-rain", "morass"), "26.3"),
}
"""The weather that a front may have in a season, the mildest first, and its rule. In other seasons it is clear."""
_PEACE = {"spring": "heavy-mud", "fall": "light-mud", "winter": "harsh-winter"}
NORDIC = ("finland", "sweden")
"""Whose units winter in Russia hits as it does Soviet ones (26.1.1)."""
ONE_COLUMN = 1


@frozen
class Weather:
    """The weather of a front as it hits one side's units. ``level``: its name, '' where it is clear; ``columns``: that
    air support shifts at most, -1 where weather sets no limit; ``grounded``: no air unit flies; ``frozen_over``: rivers
    and swamps are as clear ground; the others: what may not be done."""

    level: str = ""
    rule: str = "26.0"
    columns: int = -1
    grounded: bool = False
    frozen_over: bool = False
    no_automatic: bool = False
    no_drop: bool = False
    no_landing: bool = False
    no_second_impulse: bool = False
    no_second_combat: bool = False

    @property
    def name(self) -> str:
        """What people call it."""
        return self.level.replace("-", " ")


def level(campaign: TheWar, front: str) -> str:
    """The weather of a front this turn: as rolled and recorded, or what always holds before Germany and the Soviet
    Union are at war; '' where it is clear (26.1, ruling 78)."""
    season = calendar.season(campaign)
    known = LEVELS.get((front, season))
    if known is None:
        return ""
    if front == EASTERN and not wars.at_war(campaign, "germany", "ussr"):
        return _PEACE[season]
    found = str(campaign.facts.get(f"{front}-weather", ""))
    return found if found in known[0] and found != "clear" else ""


def of(campaign: TheWar, front: str, *, russian: bool = False) -> Weather:
    """The weather of a front for one side; ``russian``: for Soviet, Finnish and Swedish units, which winter in Russia
    hits less (26.1.1)."""
    season = calendar.season(campaign)
    name = level(campaign, front)
    if not name:
        return Weather()
    levels, rule = LEVELS[front, season]
    at_least = levels.index(name).__ge__
    if front == EASTERN and season == "winter":
        if russian:
            hard = at_least(levels.index("extreme-winter"))
            return Weather(name, rule, ONE_COLUMN if hard else -1, frozen_over=True)
        sleet, extreme = at_least(levels.index("snow-and-sleet")), at_least(levels.index("extreme-winter"))
        return Weather(
            name,
            rule,
            ONE_COLUMN if at_least(levels.index("russian-winter")) else -1,
            grounded=extreme,
            frozen_over=True,
            no_automatic=sleet,
            no_drop=sleet,
            no_second_impulse=extreme,
        )
    if front == EASTERN:
        heavy = at_least(levels.index("heavy-mud"))
        columns = ONE_COLUMN if name == "morass" else -1
        return Weather(
            name, rule, columns, no_automatic=heavy, no_drop=heavy, no_second_impulse=heavy, no_second_combat=heavy
        )
    if front == WESTERN:
        columns = ONE_COLUMN if at_least(levels.index("snow")) else -1
        return Weather(name, rule, columns, no_drop=True, no_landing=True)
    morass = name == "morass"
    return Weather(name, rule, ONE_COLUMN if morass else -1, no_drop=True, no_second_impulse=morass)


def russian(campaign: TheWar, units: Iterable[Unit]) -> bool:
    """Whether Russian winter hits these units as it does Soviet ones: no Axis unit but Finns and Swedes is there."""
    return not any(sides.side(campaign, unit.power) == sides.AXIS and unit.power not in NORDIC for unit in units)
