"""Reading the two strategic combat tables: columns, rows, and what a result such as 'DL1/DA3 *' says."""

from __future__ import annotations

import re
from functools import cache

from engine.kernel.odds import column
from engine.kernel.tables import table
from engine.kernel.values import compared_often

_PART = re.compile(r"(AL|DL|AA|DA)(\d+)\Z")


@compared_often
class Cell:
    """A printed result: units lost and turned away on both sides, and its marks."""

    text: str
    marks: tuple[str, ...]
    attackers_lost: int = 0
    defenders_lost: int = 0
    attackers_aborted: int = 0
    defenders_aborted: int = 0


@compared_often
class Table:
    """A combat table: column labels from worst to best odds for the attacker, and rows by modified die."""

    id: str
    columns: tuple[str, ...]
    rows: dict[int, tuple[Cell, ...]]

    def column(self, attacker: int, defender: int) -> str:
        """The label of the column for these numbers of units (ruling 30); nobody to defend is the best column."""
        return self.columns[column(self.columns, attacker, defender)] if defender else self.columns[-1]

    def row(self, modified: int) -> int:
        """The printed row for a modified die: beyond the table, its nearest."""
        return min(max(modified, min(self.rows)), max(self.rows))

    def cell(self, label: str, row: int) -> Cell:
        """The result in a column and a printed row."""
        return self.rows[row][self.columns.index(label)]


def _cell(text: str) -> Cell:
    result, *marks = text.split(" ")
    counts = {"AL": 0, "DL": 0, "AA": 0, "DA": 0}
    for part in result.split("/"):
        match = _PART.match(part)
        if match is None:
            raise ValueError(f"no result of a strategic combat table: {text}")
        counts[match.group(1)] += int(match.group(2))
    return Cell(result, tuple(marks), counts["AL"], counts["DL"], counts["AA"], counts["DA"])


@cache
def combat_table(table_id: str) -> Table:
    """A strategic combat table by its id. Raises UnknownTable."""
    data = table("thewar", table_id)
    rows = {int(key): tuple(_cell(text) for text in cells) for key, cells in data["row"].items()}
    return Table(table_id, tuple(data["columns"]), rows)


@compared_often
class Modifier:
    """One modifier of a roll: its id, what it adds to the die, a label, its rule, and the turns between which it can
    hold."""

    id: str
    value: int
    label: str
    rule: str
    first: str = ""
    last: str = ""
