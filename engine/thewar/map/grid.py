"""The printed hex numbers: two digits of row, counted from north to south, two of column, counted from east to west.

The rows of odd number lie half a hex further west; that agrees with every pair of hexes that the rules call adjacent.
A distance is one of the grid alone: water between two hexes, which keeps them from being adjacent (1.2), is for the
board to show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from sys import intern

ROWS, COLUMNS = 45, 50
"""How many rows and columns of hexes there are: 0000 lies in the north-east, 4449 in the south-west."""
_NUMBER = re.compile(r"([0-4]\d)([0-4]\d)\Z")


class BadHex(ValueError):
    """Text that is no printed hex number."""


def place(number: str) -> tuple[int, int]:
    """Row and column of a hex number such as 2643. Raises BadHex."""
    match = _NUMBER.match(number)
    if match is None:
        raise BadHex(f"'{number}' is no hex number; write row and column, such as 2643")
    row, column = int(match.group(1)), int(match.group(2))
    if row >= ROWS:
        raise BadHex(f"hex {number} lies off the map, whose last row is {ROWS - 1}")
    return row, column


def is_hex(text: str) -> bool:
    """Whether a text is the number of a hex on the map."""
    match = _NUMBER.match(text)
    return match is not None and int(match.group(1)) < ROWS


def number(row: int, column: int) -> str:
    """The printed number of a hex, one object for each, as every hex is a neighbour of six."""
    return intern(f"{row:02}{column:02}")


def on_map(row: int, column: int) -> bool:
    """Whether there is such a hex."""
    return 0 <= row < ROWS and 0 <= column < COLUMNS


def every() -> Iterator[str]:
    """All hexes, row by row from the north, each from west to east."""
    for row in range(ROWS):
        for column in range(COLUMNS - 1, -1, -1):
            yield number(row, column)


def distance(start: str, end: str) -> int:
    """The hexes from one to another, 0 for the same. Raises BadHex."""
    return between(axial(start), axial(end))


def between(start: tuple[int, int], end: tuple[int, int]) -> int:
    """The same of two hexes by their places on slanted axes (``axial``), for who asks of many."""
    down, across = end[0] - start[0], end[1] - start[1]
    return max(abs(down), abs(across), abs(down + across))


def within(centre: str, most: int) -> Iterator[str]:
    """The hexes that lie so many hexes away at the most, itself among them. Raises BadHex."""
    row, slant = axial(centre)
    for down in range(-most, most + 1):
        for across in range(max(-most, -down - most), min(most, -down + most) + 1):
            column = slant + across + (row + down) // 2
            if on_map(row + down, column):
                yield number(row + down, column)


def neighbours(centre: str) -> tuple[str, ...]:
    """The hexes beside one: six, fewer at the edge. Raises BadHex."""
    return tuple(other for other in within(centre, 1) if other != centre)


def axial(text: str) -> tuple[int, int]:
    """The row of a hex, and how far it lies along the slanted axis. Raises BadHex."""
    row, column = place(text)
    return row, column - row // 2
