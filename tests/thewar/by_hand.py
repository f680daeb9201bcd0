"""Combat for tests: the columns and rows that a keyed table gives, counted by hand."""

from __future__ import annotations

from fractions import Fraction

from tests.thewar import keyed_combat_tables as keyed

GROUND_ROWS = keyed.rows(keyed.GROUND)
AIR_ROWS = keyed.rows(keyed.AIR)
NAVAL_ROWS = keyed.rows(keyed.NAVAL)
MATRICES = {
    force: {defender: [int(cell) for cell in row] for defender, row in keyed.rows(text).items()}
    for force, text in (
        ("ground", keyed.GROUND_NATIONALITY),
        ("air", keyed.AIR_NATIONALITY),
        ("naval", keyed.NAVAL_NATIONALITY),
    )
}


def column(columns: tuple[str, ...], attacker: Fraction | int, defender: Fraction | int) -> int:
    """The place of the highest printed column not above the true ratio (ruling 30)."""
    ratio = Fraction(attacker) / Fraction(defender)
    printed = [Fraction(*map(int, label.split("-"))) for label in columns]
    return max((place for place, odds in enumerate(printed) if odds <= ratio), default=0)


def clamp(modified: int) -> int:
    """The printed row of a combat table for a modified die."""
    return sorted((-1, modified, 12))[1]


def matrix(force: str, attacker: int, defender: int) -> int:
    """The keyed modifier of ratings."""
    return MATRICES[force][defender][attacker - 1]
