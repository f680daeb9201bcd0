"""The rolls by which the Major Powers surrender: when one is due, what is added to the die, what the die must reach
(17.2, 18.4, 19.2, 20.4, 21.1). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from engine.kernel.refusals import Breakdown
from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.thewar.rolls.ending_marks import DUNKIRK_TURNS, FRENCH_CITIES, SOVIET_CITIES

if TYPE_CHECKING:
    from fractions import Fraction

LISTS = {power: f"surrender-{power}" for power in ("britain", "france", "italy", "germany", "ussr")}
"""The printed list of each power's modifiers, by power."""
THRESHOLDS = {"britain": 12, "france": 10, "italy": 0, "germany": 0, "ussr": 14}
"""What the modified die must reach, of Italy and Germany what it must not exceed."""
DOWNWARD = ("italy", "germany")
"""Powers that surrender at their figure or less."""
ENTERED = "italy-entered"
"""That Britain or the United States has a hex of Italy, Sicily or Sardinia (19.2)."""
WITHOUT_MODIFIER = {"france": ("calais-lost",), "italy": (ENTERED,)}
"""Facts that only make a roll due, by power; Calais has no modifier of its own (18.4, ruling 428)."""
RULES = {"britain": "17.2.2", "france": "18.4", "italy": "19.2", "germany": "20.4", "ussr": "21.1"}
ONE, EACH, PER_50 = "one", "each", "per-50"
STEP = 50
"""NARFs of unbuilt units that count as one (17.2.2, 18.4, 21.1)."""
SIDES = 10


@frozen
class Modifier:
    """A printed modifier: ``counts`` once, for each of what is counted, or for every 50 NARFs; ``known`` by what the
    campaign records or only by the board; ``source``: printed, or the house's where the print is lost."""

    id: str
    event: str
    value: int
    counts: str
    rule: str
    known: str
    source: str


@cache
def modifiers(power: str) -> tuple[Modifier, ...]:
    """The list of a power's modifiers, in its printed order. Raises KeyError."""
    rows: dict[str, dict[str, Any]] = table("thewar", LISTS[power])["row"]
    return tuple(Modifier(key, **row) for key, row in rows.items())


MOST = 9
"""What a figure of the house may be typed over with, either way."""


def house(power: str) -> tuple[Modifier, ...]:
    """The modifiers whose printed figure is lost: the house's stands there, and may be typed over (ruling 113). Raises
    KeyError."""
    return tuple(one for one in modifiers(power) if one.source == "house")


def typed_over(power: str, modifier: str) -> str:
    """The fact that says with which figure a modifier of the house is typed over."""
    return f"surrender-{power}-{modifier}"


def counted(power: str) -> tuple[str, ...]:
    """The ids of a power's modifiers that are given as a number: how many there are, or NARFs."""
    return tuple(one.id for one in modifiers(power) if one.counts != ONE)


@frozen
class Surrender:
    """A power's roll. ``facts``: ids of its list that hold, and what makes its roll due; ``numbers``: of what is
    counted how many, of units NARFs; ``new_event``: something on the British list has happened this turn (17.2.2);
    ``values``: figures that stand instead of the list's, as a scenario may have them; ``face``: 0 before the die."""

    power: str
    facts: frozenset[str] = frozenset()
    numbers: tuple[tuple[str, int], ...] = ()
    new_event: bool = True
    values: tuple[tuple[str, int], ...] = ()
    face: int = 0

    @property
    def modifier(self) -> Breakdown:
        """What is added to the die, in the order of the list."""
        numbers, values = dict(self.numbers), dict(self.values)
        added = Breakdown()
        for one in modifiers(self.power):
            often = times(one, one.id in self.facts, numbers.get(one.id, 0))
            if often:
                added = added.plus(_told(one, numbers.get(one.id, 0)), often * values.get(one.id, one.value), one.rule)
        return added

    @property
    def threshold(self) -> int:
        """What the modified die is held against."""
        return THRESHOLDS[self.power]

    @property
    def must_roll(self) -> bool:
        """Whether the roll is due."""
        if self.power == "britain":
            return self.new_event
        if self.power == "france":
            return any(f"{city}-lost" in self.facts for city in FRENCH_CITIES)
        if self.power == "italy":
            return ENTERED in self.facts
        if self.power == "germany":
            return "berlin-lost" in self.facts or dict(self.numbers).get("cities", 0) > 0
        held = all(f"{city}-lost" in self.facts for city in SOVIET_CITIES)
        return held and within_reach(self.power, self.modifier.total)

    @property
    def total(self) -> int:
        """The modified die."""
        return self.face + self.modifier.total

    @property
    def surrenders(self) -> bool:
        """Whether it surrenders; never before its die."""
        return bool(self.face) and self.with_face(self.face)

    def with_face(self, face: int) -> bool:
        """Whether a natural face would be the end."""
        total = face + self.modifier.total
        return total <= self.threshold if self.power in DOWNWARD else total >= self.threshold

    @property
    def chance(self) -> Fraction:
        """How likely the roll is the end; 0 where none is due."""
        if not self.must_roll:
            from fractions import Fraction

            return Fraction(0)
        added = self.modifier.total
        return chance(self.power, added)


def chance(power: str, modifier: int) -> Fraction:
    """How likely a power surrenders on a roll with so much added."""
    from fractions import Fraction  # whoever only looks is told percents

    return Fraction(faces(power, modifier), SIDES)


def faces(power: str, modifier: int) -> int:
    """On how many faces of the die a power surrenders, with so much added."""
    threshold = THRESHOLDS[power]
    if power in DOWNWARD:
        return min(max(threshold - modifier, 0), SIDES)
    return min(max(SIDES + 1 - (threshold - modifier), 0), SIDES)


def within_reach(power: str, modifier: int) -> bool:
    """Whether the highest die makes what Britain, France or the Soviet Union surrenders at, with so much added."""
    return SIDES + modifier >= THRESHOLDS[power]


def the_end(power: str) -> str:
    """What the modified die is the end with, in words."""
    return f"{THRESHOLDS[power]} or {'less' if power in DOWNWARD else 'more'} is the end"


def times(one: Modifier, holds: bool, number: int) -> int:
    """How often a modifier counts."""
    if one.counts == ONE:
        return int(holds)
    return number // STEP if one.counts == PER_50 else number


def _told(one: Modifier, number: int) -> str:
    """A modifier's words, with what is counted."""
    return one.event if one.counts == ONE else f"{number} {one.event}"


def surrender(
    power: str,
    facts: Iterable[str] = (),
    numbers: Mapping[str, int] | None = None,
    *,
    new_event: bool = True,
    values: Mapping[str, int] | None = None,
) -> Surrender:
    """A power's roll from what holds, in whatever order it is told; what is none of its list counts nothing."""
    known = {one.id for one in modifiers(power)} | set(WITHOUT_MODIFIER.get(power, ()))
    return Surrender(
        power,
        frozenset(fact for fact in facts if fact in known),
        tuple(sorted((name, count) for name, count in (numbers or {}).items() if name in counted(power))),
        new_event,
        tuple(sorted((values or {}).items())),
    )


class SurrenderCore:
    """A surrender as a core: one die, none where no roll is due."""

    def finished(self, value: Surrender) -> bool:
        return bool(value.face) or not value.must_roll

    def dice(self, value: Surrender) -> tuple[int, ...]:
        return (SIDES,)

    def stage(self, value: Surrender, faces: tuple[int, ...]) -> Surrender:
        return attrs.evolve(value, face=faces[0])


# --- Dunkirk (17.2.1)

DUNKIRK_FACTS = ("no-british-in-france", "low-countries-german", "italy-at-war")
DUNKIRK_LOST, DUNKIRK_FACE = 6, 10
"""British ground factors of which more must have been eliminated in France, and the natural face that is the end."""


@frozen
class Dunkirk:
    """The roll after a disaster in France: in each of the two turns in which all five conditions hold (ruling 345).
    ``eliminated``: British ground factors, in France."""

    turn: str
    eliminated: int
    facts: frozenset[str] = frozenset()
    face: int = 0

    @property
    def must_roll(self) -> bool:
        """Whether all conditions hold."""
        in_time = self.turn in DUNKIRK_TURNS
        return in_time and self.eliminated > DUNKIRK_LOST and all(fact in self.facts for fact in DUNKIRK_FACTS)

    @property
    def surrenders(self) -> bool:
        """Whether the natural die is the end of Britain."""
        return self.face == DUNKIRK_FACE


class DunkirkCore:
    """A Dunkirk as a core: one die, none where a condition fails."""

    def finished(self, value: Dunkirk) -> bool:
        return bool(value.face) or not value.must_roll

    def dice(self, value: Dunkirk) -> tuple[int, ...]:
        return (SIDES,)

    def stage(self, value: Dunkirk, faces: tuple[int, ...]) -> Dunkirk:
        return attrs.evolve(value, face=faces[0])
