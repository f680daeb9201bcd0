"""How the game ends: sudden deaths, surrenders, the last turn, and the levels of victory by objectives (27, 17.3, 20.4,
21.1). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Breakdown
from engine.kernel.values import compared_often
from engine.thewar.rolls.ending_marks import LAST
from engine.thewar.world import calendar

DECISIVE_BEFORE = "1944-4-winter"
"""A German surrender before this turn is a decisive victory of the Allies (20.4)."""
SUDDEN_DEATH, DECISIVE, TACTICAL, MARGINAL, STALEMATE = "sudden-death", "decisive", "tactical", "marginal", "stalemate"
DRAW = "draw"
AXIS, ALLIES = "axis", "allies"
CAPITAL, CITIES, CITIES_NEEDED = (
    "paris",
    ("moscow", "leningrad", "stalingrad", "london", "gibraltar", "suez", "baku"),
    3,
)
"""What the Axis holds for a sudden death: Paris, and three of these (27.1)."""
ALLIED_CITIES = ("rome", "berlin")
"""What the Allies hold for one, before the last turn (27.1)."""
US_EXIT = ("london", "paris", "moscow", "leningrad", "stalingrad")
"""With all of these the Axis' the United States leaves the war (22.2): a sudden death, too (ruling 378)."""
FALLEN = ("france", "britain", "ussr")
"""The Major Powers whose surrenders decide for the Axis (27.1)."""


@compared_often
class Ending:
    """How a campaign has ended: ``winner`` '' for nobody; ``level``: of the victory, 'draw' for none; ``why`` in
    words; ``rule``."""

    winner: str
    level: str
    why: str
    rule: str


def axis_cities(held: Iterable[str]) -> tuple[str, ...]:
    """Which of the seven cities beside Paris the Axis holds, in the rule's order."""
    ours = set(held)
    return tuple(city for city in CITIES if city in ours)


def by_surrenders(surrendered: Iterable[str]) -> Ending | None:
    """The Axis wins by who has surrendered: all three decisively, two tactically (17.3, 21.1, 27.1)."""
    fallen = tuple(power for power in FALLEN if power in set(surrendered))
    if len(fallen) == len(FALLEN):
        return Ending(AXIS, DECISIVE, "France, Britain and the Soviet Union have surrendered", "27.1")
    if len(fallen) == len(FALLEN) - 1:
        names = {"france": "France", "britain": "Britain", "ussr": "the Soviet Union"}
        said = " and ".join(names[power] for power in fallen)
        return Ending(AXIS, TACTICAL, f"{said[0].upper()}{said[1:]} have surrendered", "27.1")
    return None


def by_german_surrender(turn: str) -> Ending:
    """Germany surrenders in a turn: the level by the date, a draw in the last one (20.4, 27.1, rulings 115, 353)."""
    now, why = calendar.number(turn), "Germany has surrendered"
    if now >= calendar.number(LAST):
        return Ending("", DRAW, f"{why} in {calendar.spoken(LAST)}", "27.1, ruling 353")
    if now < calendar.number(DECISIVE_BEFORE):
        return Ending(ALLIES, DECISIVE, f"{why} before {calendar.spoken(DECISIVE_BEFORE)}", "20.4")
    return Ending(ALLIES, TACTICAL, f"{why} before {calendar.spoken(LAST)}", "20.4")


def axis_sudden_death(held: Iterable[str]) -> Ending | None:
    """The Axis holds Paris and three of the seven cities, as the Allied half closes (27.1, ruling 380); or the five
    with which the United States leaves (22.2)."""
    ours = set(held)
    if all(city in ours for city in US_EXIT):
        return Ending(AXIS, SUDDEN_DEATH, "the United States leaves the war", "22.2, 27.1")
    cities = axis_cities(ours)
    if CAPITAL in ours and len(cities) >= CITIES_NEEDED:
        names = ", ".join(city.capitalize() for city in (CAPITAL, *cities))
        return Ending(AXIS, SUDDEN_DEATH, f"the Axis holds {names}", "27.1")
    return None


def allied_sudden_death(turn: str, held: Iterable[str]) -> Ending | None:
    """The Allies hold Rome and Berlin as a half of a turn before the last one closes (27.1, ruling 380)."""
    ours = set(held)
    if calendar.number(turn) < calendar.number(LAST) and all(city in ours for city in ALLIED_CITIES):
        return Ending(ALLIES, SUDDEN_DEATH, "the Allies hold Rome and Berlin", "27.1")
    return None


def by_date(turn: str) -> Ending | None:
    """The last turn ends and Germany stands: a marginal victory of the Axis (27.1)."""
    if calendar.number(turn) >= calendar.number(LAST):
        return Ending(AXIS, MARGINAL, f"Germany stands at the end of {calendar.spoken(LAST)}", "27.1")
    return None


def ending(turn: str, axis_holds: Iterable[str], allies_hold: Iterable[str], surrendered: Iterable[str]) -> Ending:
    """How the game stands as a turn ends; ``level`` '' where it goes on. Both sides at once: a draw (ruling 378)."""
    fallen = tuple(surrendered)
    allied = by_german_surrender(turn) if "germany" in fallen else allied_sudden_death(turn, allies_hold)
    axis = by_surrenders(fallen) or axis_sudden_death(axis_holds)
    if allied is not None and axis is not None:
        return Ending("", DRAW, f"{allied.why}, and {axis.why}", "27.1, ruling 378")
    return allied or axis or by_date(turn) or Ending("", "", "", "27.1")


# --- objectives (27.1, 27.2)

OBJECTIVE = "objective"
"""The tag of the 39 objective cities, which the map prints in orange; the house's list by default (ruling 377)."""
LEVELS = {
    "britain-us": (15, 18, 20),
    "france": (1, 2, 3),
    "germany": (6, 7, 8),
    "italy": (4, 5, 6),
    "ussr": (16, 17, 18),
}
"""The objectives of a marginal, a tactical and a decisive victory, by side; fewer are a stalemate (ruling 376)."""
EXTRA = {
    "corsica": ("italy", "all of Corsica", "27.2.1"),
    "tunisia": ("italy", "all of Tunisia", "27.2.1"),
    "dardanelles": ("ussr", "the Dardanelles", "27.2.2"),
}
"""What counts as one objective more: for whom, in words, by which rule."""


def count(side: str, cities: int, held: Iterable[str] = ()) -> Breakdown:
    """A side's objectives: orange cities, and what else counts for it."""
    done = Breakdown().plus("objective cities held", cities, "27.2")
    for extra in sorted(set(held)):
        whose, words, rule = EXTRA[extra]
        if whose == side:
            done = done.plus(words, 1, rule)
    return done


def level(side: str, objectives: int) -> str:
    """The level of victory that so many objectives give a side at the end of Summer 1945 (27.1)."""
    names = (MARGINAL, TACTICAL, DECISIVE)
    reached = [name for name, needed in zip(names, LEVELS[side], strict=True) if objectives >= needed]
    return reached[-1] if reached else STALEMATE
