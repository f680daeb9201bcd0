"""Reading the combat tables of the map board: columns by odds, rows by the modified die, cells with their marks."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from engine.kernel import odds
from engine.kernel.tables import printed
from engine.kernel.values import compared_often

Amount = int | Fraction


@compared_often
class Cell:
    """A printed result and its marks."""

    text: str
    marks: tuple[str, ...] = ()


@compared_often
class Printed:
    """A printed table: column labels from worst to best odds for the attacker, and rows by modified die."""

    id: str
    columns: tuple[str, ...]
    rows: dict[int, tuple[Cell, ...]]
    lowest: int
    highest: int

    def place(self, attacker: Amount, defender: Amount) -> int:
        """The place of the column for these strengths, fractions in the defender's favour (ruling 30); the first for
        worse odds than are printed, the last for better ones and against nothing."""
        if not defender:
            return len(self.columns) - 1
        # Halves of factors: odds are of whole numbers.
        return odds.column(self.columns, int(attacker * 2), int(defender * 2))

    def row(self, modified: int) -> int:
        """The printed row for a modified die: beyond the table, its nearest."""
        return min(max(modified, self.lowest), self.highest)

    def cell(self, place: int, row: int) -> Cell:
        """The result in the column at a place and a printed row."""
        return self.rows[row][place]


def below(attacker: Amount, defender: Amount, worst: int = 4) -> bool:
    """Whether odds are worse than one against so many (10.0, 7.9.9)."""
    return attacker * worst < defender


@cache
def read(table_id: str) -> Printed:
    """A combat table by its id. Raises UnknownTable."""
    data = printed("thewar", table_id)
    rows = {
        int(key): tuple(Cell(cell["result"], tuple(cell["marks"])) for cell in cells)
        for key, cells in data["rows"].items()
    }
    return Printed(table_id, tuple(data["columns"]), rows, min(rows), max(rows))
