"""The strategic warfare combat table (24.62), and results as combat tables print them: two figures with a stroke
between."""

from __future__ import annotations

from functools import cache

from engine.kernel.forecast import Total
from engine.kernel.tables import table
from engine.kernel.values import compared_often

TWO_DICE = Total(2, 6)
LOWEST, HIGHEST = TWO_DICE.least, TWO_DICE.most
LARGEST_ROW = 30


@compared_often
class Result:
    """A printed result: the figure before the stroke and the one behind it, in units, factors or losses."""

    first: int = 0
    second: int = 0

    def __add__(self, other: Result) -> Result:
        return Result(self.first + other.first, self.second + other.second)

    def __str__(self) -> str:
        return f"{self.first}/{self.second}" if self.first or self.second else "0"


NOTHING = Result()


def clamped(roll: int) -> int:
    """A modified total as the tables have it: below 2 it counts as 2, above 12 as 12 (24.68)."""
    return min(max(roll, LOWEST), HIGHEST)


def read(cell: str) -> Result:
    """The result that a cell prints. Raises ValueError for anything else."""
    first, stroke, second = cell.partition(" ")[0].partition("/")
    return Result(int(first), int(second)) if stroke else Result(int(first), 0)


@cache
def rows(table_id: str) -> dict[int, tuple[Result, ...]]:
    """The rows of a combat table by their factors; the results of a row stand in the order of the columns 2 to 12."""
    return {int(key): tuple(map(read, cells)) for key, cells in table("worldatwar", table_id)["row"].items()}


def result(factors: int, roll: int) -> Result:
    """The result of a number of factors (0 or more) on a modified total. Beyond 30 factors row 30 counts as often as it
    fits, with the row of the rest, all on the same total, added up (24.621, ruling 140)."""
    printed, column = rows("sw-combat"), clamped(roll) - LOWEST
    whole, rest = divmod(factors, LARGEST_ROW)
    largest = printed[LARGEST_ROW][column]
    beyond = Result(largest.first * whole, largest.second * whole)
    return beyond + printed[rest][column] if rest else beyond
