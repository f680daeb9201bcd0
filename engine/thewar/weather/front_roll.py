"""One roll for the weather of a front: what is added to the dice, and what their difference gives (26.1 to 26.3). Pure:
no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.values import frozen
from engine.thewar.weather import weather
from engine.thewar.weather.weather import EASTERN, WESTERN
from engine.thewar.world import calendar

MOST = 9
"""The largest difference of the dice that the tables list; a larger one is read as this (ruling 79)."""
WORSE_IN = ("1939-4-winter", "1940-4-winter")
"""Winters in which the West is one level worse (26.2)."""
HARD = ("extreme-winter", "arctic")
"""Winters after which Spring is one level worse (26.1.3.1)."""
WINTERIZED, WINTERIZED_FROM = 4, "1941-4-winter"
"""What the Winterized Wehrmacht adds to Germany's dice for the East, and the first Winter of it (28.1.2)."""
WARM_GIS, WARM_GIS_FROM = 2, "1943-4-winter"
"""What Keep the GIs Warm adds to the dice for the West, and the first Winter of it (28.2.4)."""
UNPREPARED, PREPARED, FIRST_FALL, EXPERIENCED = -2, 2, -2, 1
"""What the first Winter adds without or after an LLE in Fall, the first Fall, and the third Winter or a later one
(26.1.2, 26.1.3.2)."""
FACTS = ("fall-lle", "germans-inside", "winterized-wehrmacht", "keep-the-gis-warm")


@frozen
class FrontRoll:
    """The weather of a front in a turn. ``war``: the turn in which Germany declared war on the Soviet Union, '' before;
    ``winter``: the level of the Winter before; ``facts``: ids of what holds; ``faces``: Germany's die (Italy's), and
    the die taken off it."""

    front: str
    turn: str
    war: str = ""
    winter: str = ""
    facts: frozenset[str] = frozenset()
    faces: tuple[int, ...] = ()

    @property
    def season(self) -> str:
        """The season of the turn."""
        return calendar.season_of(self.turn)

    @property
    def fought(self) -> bool:
        """Whether Germany and the Soviet Union have been at war since an earlier turn."""
        return bool(self.war) and calendar.number(self.turn) > calendar.number(self.war)

    @property
    def rolled(self) -> bool:
        """Whether there are dice for it at all: in the East only once there is war there (26.1)."""
        known = (self.front, self.season) in weather.LEVELS
        return known and (self.front != EASTERN or self.fought)

    @property
    def added(self) -> Breakdown:
        """What is added to the die that counts."""
        added = Breakdown()
        if self.front == WESTERN and "keep-the-gis-warm" in self.facts:
            return added.plus("Keep the GIs Warm", WARM_GIS, "28.2.4")
        if self.front != EASTERN:
            return added
        nth = seasons_since(self.war, self.turn)
        if self.season == "fall" and nth == 1:
            added = added.plus("first Fall of the war", FIRST_FALL, "26.1.3.2")
        if self.season == "winter":
            if nth == 1 and "fall-lle" in self.facts:
                added = added.plus("prepared for Winter: an LLE in Fall", PREPARED, "26.1.2")
            elif nth == 1:
                added = added.plus("first Winter of the war", UNPREPARED, "26.1.2")
            elif nth > 2 and "germans-inside" in self.facts:
                added = added.plus("third Winter of the war or later", EXPERIENCED, "26.1.2")
            if "winterized-wehrmacht" in self.facts:
                added = added.plus("Winterized Wehrmacht", WINTERIZED, "28.1.2")
        return added

    @property
    def difference(self) -> int:
        """The modified difference of the dice, within the tables."""
        ours, theirs = self.faces
        return max(-MOST, min(MOST, ours + self.added.total - theirs))

    @property
    def worse(self) -> int:
        """By how many levels the weather is worse than its table says (26.1.3.1, 26.2)."""
        if self.front == WESTERN:
            return int(self.turn in WORSE_IN)
        return int(self.front == EASTERN and self.season == "spring" and self.winter in HARD)

    @property
    def level(self) -> str:
        """The level: as rolled, or what the season has without dice."""
        if self.rolled:
            return read(self.front, self.season, self.difference, self.worse)
        peace = self.front == EASTERN and (self.front, self.season) in weather.LEVELS
        return weather.PEACE[self.season] if peace else weather.CLEAR


def read(front: str, season: str, difference: int, worse: int = 0) -> str:
    """The level of a front that a difference of the dice gives, some levels ``worse`` than the table says."""
    levels = weather.LEVELS[front, season][0]
    net = max(-MOST, min(MOST, difference))
    at = next(nth for nth, name in enumerate(levels) if net >= weather.row(front, season, name)["least"])
    return levels[min(at + worse, len(levels) - 1)]


def seasons_since(war: str, turn: str) -> int:
    """How many seasons like a turn's there have been after the turn in which a war began, its own among them (ruling
    430)."""
    if not war:
        return 0
    return max(0, (calendar.number(turn) - calendar.number(war) + len(calendar.SEASONS) - 1) // len(calendar.SEASONS))


def refusals(roll: FrontRoll) -> Iterable[Refusal]:
    """Why a variant is not to be played yet."""
    for fact, name, first, rule in (
        ("winterized-wehrmacht", "Winterized Wehrmacht", WINTERIZED_FROM, "28.1.2"),
        ("keep-the-gis-warm", "Keep the GIs Warm", WARM_GIS_FROM, "28.2.4"),
    ):
        if fact in roll.facts and calendar.number(roll.turn) < calendar.number(first):
            yield Refusal(rule, f"{name} is playable from {calendar.spoken(first)}", "Leave it out.")


class WeatherCore:
    """The weather as a core: two dice, none where a season has no table."""

    def finished(self, value: FrontRoll) -> bool:
        return bool(value.faces) or not value.rolled

    def dice(self, value: FrontRoll) -> tuple[int, ...]:
        return (10, 10)

    def stage(self, value: FrontRoll, faces: tuple[int, ...]) -> FrontRoll:
        return attrs.evolve(value, faces=faces)
