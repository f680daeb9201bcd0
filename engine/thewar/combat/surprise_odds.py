"""The chance that a strike from the air surprises ships, with an Espionage chit or without (7.9.3, 11.7.2)."""

from __future__ import annotations

from fractions import Fraction

from engine.kernel.forecast import Distribution
from engine.kernel.values import compared_often
from engine.thewar.rolls import naval_combat

FACES = range(1, 11)


@compared_often
class MaySurprise:
    """What a roll for surprise brings."""

    surprised: bool


def faces(*, chit: bool) -> int:
    """How many faces of ten surprise."""
    return sum(naval_combat.surprised(face, espionage=chit) for face in FACES)


def odds(*, chit: bool) -> Distribution[MaySurprise]:
    """The chance of the next roll for surprise; what is told beside it is the other chance, where the enemy cancels the
    chit."""
    hits, of = faces(chit=chit), len(FACES)
    outcomes = ((MaySurprise(True), Fraction(hits, of)), (MaySurprise(False), Fraction(of - hits, of)))
    return Distribution(
        outcomes, assumed=(f"nobody cancels the chit, else {faces(chit=False)} in {of}",) if chit else ()
    )
