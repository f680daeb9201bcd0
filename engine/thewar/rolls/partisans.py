"""Atrocities, the partisans that they create, and what partisans cost an occupier (25.1.1, 25.4). Pure: no campaign is
needed."""

from __future__ import annotations

from functools import cache

import attrs

from engine.kernel.refusals import Breakdown
from engine.kernel.tables import table
from engine.kernel.values import compared_often

SIDES, MOST = 10, 10
"""Faces of the die; Atrocities at the most."""
YEARS = {1942: -1, 1943: -2, 1944: -3, 1945: -4}
"""What each year adds to Allied rolls (25.4)."""
CHIT, COMMANDO, COMMANDO_LABEL = 2, -2, "a Commando"
"""What a chit and a Commando are on the die, and how that is said."""
_FIRST_COLUMNS = ("1-2", "3", "4", "5", "6", "7", "8", "9")


def atrocities(face: int, modifier: int = 0) -> int:
    """Atrocities by the natural die and the country's modifier, 0 to 10 (25.1.1)."""
    return min(max(face + modifier, 0), MOST)


@compared_often
class Creation:
    """A creation roll. ``added``: what variants add to the die; ``face``: 0 before it."""

    atrocities: int
    added: int = 0
    face: int = 0

    @property
    def column(self) -> str:
        """The column of so many Atrocities, by its label."""
        for label in _columns("partisan-creation"):
            low, _, high = label.partition("-")
            if int(low) <= self.atrocities <= int(high or low):
                return label
        raise ValueError(f"{self.atrocities} Atrocities")

    @property
    def row(self) -> int:
        """The printed row: below the table its first (ruling 364)."""
        return min(max(self.face + self.added, 1), SIDES)

    @property
    def partisans(self) -> int:
        """How many partisans come."""
        return int(self._cell.partition(" ")[0])

    @property
    def legions(self) -> int:
        """How many SS Legions come."""
        return self._cell.count("#")

    @property
    def _cell(self) -> str:
        return _cell("partisan-creation", self.row, self.column)


@compared_often
class Warfare:
    """A roll of partisans against an occupier: how ``many``, what is ``added`` to the die, with its causes; ``face``: 0
    before it."""

    many: int
    added: Breakdown = Breakdown()
    face: int = 0

    @property
    def column(self) -> str:
        """The column of so many partisans."""
        if self.many > 9:
            return ">9"
        return "1-2" if self.many <= 2 else _FIRST_COLUMNS[self.many - 2]

    @property
    def row(self) -> int:
        """The printed row, -1 to 12."""
        return min(max(self.face + self.added.total, -1), 12)

    @property
    def narfs(self) -> int:
        """NARFs that the occupier loses."""
        return int(self._cell.partition(" ")[0])

    @property
    def lost(self) -> int:
        """Partisans eliminated; a Commando goes with them."""
        return self._cell.count("*")

    @property
    def cut(self) -> bool:
        """Whether the occupier loses an SMP and a railmove."""
        return "@" in self._cell

    @property
    def _cell(self) -> str:
        return _cell("partisans", self.row, self.column)


class WarfareCore:
    """A roll of partisans as a core: one die."""

    def finished(self, value: Warfare) -> bool:
        return bool(value.face)

    def dice(self, value: Warfare) -> tuple[int, ...]:
        return (SIDES,)

    def stage(self, value: Warfare, faces: tuple[int, ...]) -> Warfare:
        return attrs.evolve(value, face=faces[0])


def modifiers(turn: str, allied: bool, axis_chit: bool, allied_chit: bool, commando: bool) -> Breakdown:
    """What is added to a roll of the Allies' partisans, or of the Axis', in a turn (25.4, ruling 117)."""
    added, year = Breakdown(), int(turn.partition("-")[0])
    if allied and year >= min(YEARS):
        added = added.plus(f"in {year}", YEARS[min(year, max(YEARS))], "25.4")
    if axis_chit:
        added = added.plus("Axis chit", CHIT if allied else -CHIT, "16.1.7.6, ruling 117")
    if allied_chit:
        added = added.plus("Allied chit", -CHIT if allied else CHIT, "16.1.7.6, ruling 117")
    return added.plus(COMMANDO_LABEL, COMMANDO, "25.4") if commando and allied else added


@cache
def _columns(table_id: str) -> tuple[str, ...]:
    return tuple(table("thewar", table_id)["columns"])


@cache
def _cell(table_id: str, row: int, column: str) -> str:
    return str(table("thewar", table_id)["row"][str(row)][_columns(table_id).index(column)])
