"""What a try for a variant may bring, before a die falls: its exact chances, what helps on the die, and what the
project is (28.0, rulings 383 to 386)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from engine.kernel.refusals import Line
from engine.thewar.countries.variant_table import of
from engine.thewar.countries.variant_windows import window
from engine.thewar.politics.variant_attempts import SAVE, Came, Project, TryVariant
from engine.thewar.rolls import variant_dice
from engine.thewar.rolls.variant_dice import RULE
from engine.thewar.world.state import TheWar


def told(campaign: TheWar, order: TryVariant | Project) -> Iterator[Line]:
    """The lines under the form in which a die is thrown."""
    if isinstance(order, TryVariant):
        yield _try(campaign, order)
        if order.espionage and not order.counter:
            yield _try(campaign, attrs.evolve(order, espionage=False), "if the chit is cancelled: ")
    else:
        yield Line(f"{_percent(_chance(campaign, order, obtained=True))} that it is obtained", 0, RULE)
    yield from variant_dice.modifier(order.thrown(campaign)).lines
    if isinstance(order, Project):
        for row in of(order.power).values():
            if row["number"] == order.item:
                yield Line(str(row["effect"]), 0, f"{row['rule']} #{row['number']}")
                yield Line(f"played {window(row)}", 0, row["rule"])


def _try(campaign: TheWar, order: TryVariant, when: str = "") -> Line:
    """The chances of the first die, and of both where the second follows."""
    first = _percent(_chance(campaign, order, obtained=False))
    if order.goal == SAVE:
        return Line(f"{when}{first} that a modifier is saved", 0, RULE)
    both = _percent(_chance(campaign, order, obtained=True))
    return Line(f"{when}{first} for a roll for a project, {both} that it is obtained as well", 0, RULE)


def _chance(campaign: TheWar, order: TryVariant | Project, *, obtained: bool) -> Fraction:
    """How likely the first die succeeds, or the project is ``obtained``."""
    spread = order.forecast(campaign)
    outcomes: tuple[tuple[Came, Fraction], ...] = spread.outcomes if spread is not None else ()
    hits = (chance for came, chance in outcomes if (came.obtained if obtained else came.succeeds))
    return sum(hits, Fraction(0))


def _percent(chance: Fraction) -> str:
    """Dice of ten sides give whole hundredths."""
    return f"{int(chance * 100)} %"
