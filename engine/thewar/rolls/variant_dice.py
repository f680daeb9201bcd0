"""The two dice of a try for a variant (28.0, rulings 381 to 386). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import attrs

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.values import compared_often
from engine.thewar.rolls import political_points
from engine.thewar.world import calendar

RULE = "28.0"
SIDES = 10
AXIS = ("germany", "italy")
AXIS_FROM, ALLIES_TO = 8, 3
"""The modified die on which the Axis succeeds, or more, and that of all others, or less."""
MOST_SAVED = 2
"""Modifiers that a power has saved at the most (ruling 384)."""
PRICE = 3
"""NARFs that are paid before the second die."""
LISTS = {"italy": 16, "germany": 23, "france": 13, "britain": 16, "ussr": 17, "us": 18}
"""How many projects the printed list of each power has (28.1.1 to 28.2.4)."""


@compared_often
class Die:
    """One of the two dice. ``chit``: an Espionage chit that nobody has cancelled; ``saved``: modifiers of earlier turns
    that are used on this die; ``at_war``: the United States is in the war, asked of it alone; ``second``: the die for
    the project; ``face``: 0 before it falls. A POP is always paid, and counts (ruling 383)."""

    power: str
    turn: str
    chit: bool = False
    saved: int = 0
    at_war: bool = True
    second: bool = False
    face: int = 0

    @property
    def total(self) -> int:
        """The modified die."""
        return self.face + modifier(self).total

    @property
    def success(self) -> bool:
        """Whether it has succeeded."""
        return self.face > 0 and _succeeds(self.power, self.total)

    @property
    def narfs(self) -> int:
        """What is paid before it, the POP not among them."""
        return PRICE if self.second else 0


def _succeeds(power: str, total: int) -> bool:
    return total >= AXIS_FROM if power in AXIS else total <= ALLIES_TO


def modifier(die: Die) -> Breakdown:
    """What is added to a die; what helps the Axis is a plus, what helps anybody else a minus (28.0)."""
    helps = 1 if die.power in AXIS else -1
    causes = Breakdown().plus("1 POP", helps, "28.0, ruling 383")
    if die.chit:
        causes = causes.plus("Espionage", helps, "28.0, ruling 385")
    if die.saved:
        causes = causes.plus("saved", helps * die.saved, "28.0, ruling 384")
    if die.power == "us" and not die.at_war:
        causes = causes.plus("at peace", 1, "28.0, 16.6")
    return causes


def chance(die: Die) -> Fraction:
    """The exact chance that a die succeeds."""
    faces = range(1, SIDES + 1)
    return Fraction(sum(attrs.evolve(die, face=face).success for face in faces), SIDES)


def refusals(die: Die) -> Iterable[Refusal]:
    """Why a die is not thrown so."""
    if calendar.season_of(die.turn) not in political_points.SEASONS:
        yield Refusal("28.0, 16.6", "variants are tried for in Spring and Fall", "In the next of these turns.")
    us_at_peace = die.power == "us" and not die.at_war
    if us_at_peace and not political_points.for_variant(political_points.Purse(die.power, die.turn)):
        yield Refusal("16.1.2, 16.6", "the United States tries for no variant before Fall 1940", "From Fall 1940 on.")
    if die.saved > MOST_SAVED:
        yield Refusal("28.0, ruling 384", f"{die.saved} saved modifiers", f"{MOST_SAVED} at most.")
    if die.chit and us_at_peace:
        reason = "the United States plays no Espionage on a variant before it is in the war"
        yield Refusal("28.0", reason, "Without the chit.")
    if not 0 <= die.face <= SIDES:
        yield Refusal(RULE, f"a face {die.face}", f"From 1 to {SIDES}.")


class VariantCore:
    """A die as a core: one die of ten sides."""

    def finished(self, value: Die) -> bool:
        return bool(value.face)

    def dice(self, value: Die) -> tuple[int, ...]:
        return (SIDES,)

    def stage(self, value: Die, faces: tuple[int, ...]) -> Die:
        return attrs.evolve(value, face=faces[0])
