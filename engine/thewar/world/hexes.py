"""The printed hex numbers: two digits of row, counted from north to south, two of column, counted from east to west.

The rows of odd number lie half a hex further west; that agrees with every pair of hexes that the rules call adjacent.
A distance is one of the grid alone: water between two hexes, which keeps them from being adjacent (1.2), is for the
board to show.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r"([0-4]\d)([0-4]\d)\Z")


class BadHex(ValueError):
    """Text that is no printed hex number."""


def place(number: str) -> tuple[int, int]:
    """Row and column of a hex number such as 2643. Raises BadHex."""
    match = _NUMBER.match(number)
    if match is None:
        raise BadHex(f"'{number}' is no hex number; write row and column, such as 2643")
    return int(match.group(1)), int(match.group(2))


def distance(start: str, end: str) -> int:
    """The hexes from one to another, 0 for the same. Raises BadHex."""
    (row, slant), (to_row, to_slant) = _axial(start), _axial(end)
    down, across = to_row - row, to_slant - slant
    return max(abs(down), abs(across), abs(down + across))


def _axial(number: str) -> tuple[int, int]:
    row, column = place(number)
    return row, column - row // 2
