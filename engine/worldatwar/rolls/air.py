"""Air combat over a bombing raid (19.2, 26.45): strengths, the table and the ladder by which it goes on, and how losses
are shared among groups. Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from engine.kernel.forecast import Die
from engine.kernel.refusals import Line
from engine.kernel.values import compared_often
from engine.worldatwar.rolls.combat_table import LOWEST, NOTHING, TWO_DICE, Result, clamped, read, rows

GROUPS = ("interceptors", "escort-aaf", "jets", "bombing-aaf", "bombers")
"""The groups of a force. Between groups of equal size, losses fall in this order (26.454)."""
CERTAIN_TO = 17
"""The highest row of factors that is printed for certain; beyond it the ladder gives the results."""
JET_STRENGTH = 3
# The rungs that come once or twice, before the ladder turns regular: three rungs for each factor eliminated.
_FIRST_RUNGS = tuple(map(read, ("0", "0", "0/1", "0/1", "1/0", "1/0", "1/1", "1/1", "1/2", "1/2", "1/3", "1/3")))


def rung(place: int) -> Result:
    """The result at a rung of the ladder on which all results stand, counted from 0."""
    if place < len(_FIRST_RUNGS):
        return _FIRST_RUNGS[place]
    more, aborted = divmod(place - len(_FIRST_RUNGS), 3)
    return Result(2 + more, 2 + more + aborted)


def result(factors: int, roll: int) -> Result:
    """The result of a number of air factors (0 or more) on a modified total: as printed, and beyond the certain rows by
    the ladder, which rises a rung for each factor and for each pip."""
    if not factors:
        return NOTHING
    column = clamped(roll) - LOWEST
    if factors <= CERTAIN_TO:
        return rows("air-combat")[factors][column]
    return rung(factors + 3 + column)


@compared_often
class Losses:
    """What became of the factors of each group: lost, aborted, or left to go on."""

    lost: Mapping[str, int]
    aborted: Mapping[str, int]
    left: Mapping[str, int]


def share(groups: Mapping[str, int], eliminated: int, aborted: int) -> Losses:
    """Share losses and then aborts out among groups, one factor at a time in rotation from the largest group to the
    smallest; ties go by ``GROUPS``. Aborts go on where losses stopped, and a group without factors is passed over
    (26.454, ruling 136). What exceeds the force is ignored."""
    left = dict(groups)
    order = sorted((name for name in left if left[name]), key=lambda name: (-left[name], GROUPS.index(name)))
    taken: tuple[dict[str, int], dict[str, int]] = (dict.fromkeys(left, 0), dict.fromkeys(left, 0))
    at = 0
    for count, column in ((eliminated, taken[0]), (aborted, taken[1])):
        for _ in range(min(count, sum(left.values()))):
            while not left[order[at % len(order)]]:
                at += 1
            name = order[at % len(order)]
            left[name] -= 1
            column[name] += 1
            at += 1
    return Losses(*taken, left)


def engaged(own: int, enemy: int) -> int:
    """How many factors of the bombing force fight: no more than the defender has (26.451B)."""
    return min(own, enemy)


def strength(factors: int, jets: int) -> int:
    """The row of the table for a number of factors in combat, the jets among them counted three times (26.452)."""
    return factors + jets * (JET_STRENGTH - 1)


@compared_often
class AirCombat:
    """One round between a bombing force and those that intercept it, before, between or after its two rolls.

    ``attackers`` and ``defenders`` pair groups with factors; ``jets``: those of the attacker that fight;
    ``nationality``: the difference of the Air Nationality DRMs, above 0 for the attacker; ``radar``: the defender's
    research results. ``attack`` and ``defence``: the natural totals, 0 before they are rolled.
    """

    attackers: tuple[tuple[str, int], ...]
    defenders: tuple[tuple[str, int], ...]
    jets: int = 0
    nationality: int = 0
    radar: int = 0
    attack: int = 0
    defence: int = 0

    @property
    def engaged(self) -> int:
        """Factors of the attacker that fight."""
        return engaged(sum(count for _, count in self.attackers), self.defending)

    @property
    def defending(self) -> int:
        """Factors of the defender, all of which fight."""
        return sum(count for _, count in self.defenders)

    @property
    def strengths(self) -> tuple[int, int]:
        """The attacker's and the defender's row of the table."""
        return strength(self.engaged, self.jets), strength(self.defending, dict(self.defenders).get("jets", 0))

    @property
    def considered(self) -> tuple[Line, ...]:
        """Everything that may modify the attacker's total, with 0 where it does not hold (26.453)."""
        jets = dict(self.defenders).get("jets", 0)
        return (
            Line(f"{self.jets} escorting jets", self.jets, "26.453"),
            Line(f"{jets} intercepting jets", -jets, "26.453"),
            Line("Air Nationality DRMs", self.nationality, "26.453"),
            Line(f"{self.radar} radar results", -self.radar, "26.453"),
        )

    @property
    def modifiers(self) -> tuple[Line, ...]:
        """What does modify the attacker's total; the defender's total takes the opposite (26.453)."""
        return tuple(line for line in self.considered if line.value)

    @property
    def results(self) -> tuple[Result, Result]:
        """The attacker's result and the defender's."""
        net = sum(line.value for line in self.modifiers)
        ours, theirs = self.strengths
        return result(ours, self.attack + net), result(theirs, self.defence - net)


class AirCore:
    """The attacker's roll, then the defender's. Nobody rolls where one side has no factors."""

    def finished(self, value: AirCombat) -> bool:
        return not value.engaged or bool(value.attack and value.defence)

    def dice(self, value: AirCombat) -> tuple[Die, ...]:
        return (TWO_DICE,)

    def stage(self, value: AirCombat, faces: tuple[int, ...]) -> AirCombat:
        if value.attack:
            return attrs.evolve(value, defence=faces[0])
        return attrs.evolve(value, attack=faces[0])
