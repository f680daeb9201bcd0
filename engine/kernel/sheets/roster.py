"""What a game tells a screen of forces that are counted and not named: how many of each kind stand where."""

from __future__ import annotations

from typing import Protocol, TypeVar

from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class RosterRow:
    """One kind of one owner: ``counts`` in the order of the columns; ``places``: how many stand where that has no
    column of its own; how many are ``inverted``; ``source``: where the figures come from."""

    owner: str
    name: str
    counts: tuple[int, ...]
    places: tuple[tuple[str, int], ...] = ()
    inverted: int = 0
    source: str = ""


@frozen
class Roster:
    """All kinds of all owners under their columns."""

    columns: tuple[str, ...]
    rows: tuple[RosterRow, ...]


class Rosters(Protocol[K]):
    """The sheet of units that are counted, not named."""

    def roster(self, campaign: K) -> Roster:
        """How many units stand where."""
