"""On-board (light) Flak against air units (11.12): the factors of a place or a force, and the roll. Pure: no campaign
is needed. Heavy Flak, against strategic bombers, is with them."""

from __future__ import annotations

from fractions import Fraction

import attrs

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.values import compared_often
from engine.thewar.rolls.printed import Amount, read

TABLE = "flak-light"


@compared_often
class Flak:
    """One roll of Flak with so many factors, halves allowed; ``face`` is the natural die, 0 before it is rolled."""

    factors: Amount
    face: int = 0

    @property
    def column(self) -> int:
        """The place of the column: halves are summed and then rounded up, above 4 it is that of 4 (ruling 42); -1 for
        no factors at all."""
        return min(-int(-Fraction(self.factors) // 1), len(read(TABLE).columns)) - 1


class FlakCore:
    """The roll of Flak as a core for forecasts and play; without any factors nothing is rolled."""

    def finished(self, value: Flak) -> bool:
        return bool(value.face) or not value.factors

    def dice(self, value: Flak) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Flak, faces: tuple[int, ...]) -> Flak:
        return attrs.evolve(value, face=faces[0])


@compared_often
class FlakResult:
    """What Flak did: the column's label, the printed result, and air units depleted and eliminated at most."""

    column: str
    result: str
    depleted: int
    eliminated: int
    breakdown: Breakdown = attrs.field(eq=False)


def resolve(flak: Flak) -> FlakResult:
    """What came of a roll of Flak; ratings never count (11.12.5)."""
    printed = read(TABLE)
    if not flak.factors:
        return FlakResult("", "Miss", 0, 0, Breakdown((Line("no Flak", 0, "11.12"),)))
    cell = printed.cell(flak.column, printed.row(flak.face))
    count = int(cell.text[2:] or 1) if cell.text != "Miss" else 0
    shot = cell.text.startswith("AE")
    cause = Line(f"{flak.factors} factors, halves rounded up, 4 at most", flak.column + 1, "11.12.1, ruling 42")
    return FlakResult(
        column=printed.columns[flak.column],
        result=cell.text,
        depleted=0 if shot else count,
        eliminated=count if shot else 0,
        breakdown=Breakdown((cause,)),
    )


def at_sea(fleets: int, carriers: int = 0, bare_carriers: int = 0) -> Fraction:
    """The Flak factors of ships that are not surprised (7.9.4): half for each whole Fleet, one for a CV with its NAC,
    half for a CV without a whole NAC; Depleted ships have none. Not rounded yet (ruling 42)."""
    return Fraction(fleets + bare_carriers, 2) + carriers


def of_place(*, airbase: bool = False, city: bool = False, capital: bool = False, units: int = 0) -> Breakdown:
    """The Flak factors of a hex (11.12.1, 11.5.2, ruling 133): one for an airbase counter, one for a city or port, a
    national capital two in all, and one for each Flak unit."""
    lines: list[Line] = []
    if capital:
        lines.append(Line("national capital", 2, "11.12.1"))
    else:
        if airbase:
            lines.append(Line("airbase", 1, "11.12.1"))
        if city:
            lines.append(Line("city or port", 1, "11.12.1, ruling 133"))
    if units:
        lines.append(Line(f"{units} Flak unit{'s' if units > 1 else ''}", units, "11.12.2"))
    return Breakdown(tuple(lines))
