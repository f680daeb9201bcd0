"""Each seat's dice beside what could be expected of them, exactly: by how many sides they have."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.kernel.campaign import Campaign
from engine.kernel.changes import Entry
from engine.kernel.dice import POWER, part_of
from engine.kernel.values import frozen

TABLE = "the table"
_SIDES = 1_000
"""A die of more sides, or with a face that it has not, is no die of the game's: whoever edited a journal wrote it."""
_MOST = 400
"""Of more dice no chance of their sum is worked out: it would say little, and take long."""


@frozen
class SeatDice:
    """The dice of a seat with so many ``sides``: how often each face came (the first: 1)."""

    seat: str
    sides: int
    faces: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many dice fell."""
        return sum(self.faces)

    @property
    def fallen(self) -> int:
        """Their sum."""
        return sum(face * times for face, times in enumerate(self.faces, 1))

    @property
    def expected(self) -> Fraction:
        """What their sum is on the average."""
        return Fraction(self.count * (self.sides + 1), 2)

    @property
    def each(self) -> Fraction:
        """How often each face comes on the average."""
        return Fraction(self.count, self.sides)

    @property
    def so_high(self) -> Fraction | None:
        """The exact chance that so many dice come to this sum or more, None where they are too many."""
        if self.count > _MOST:
            return None
        ways = _ways(self.count, self.sides)
        return Fraction(sum(ways[self.fallen - self.count :]), self.sides**self.count)


def _ways(count: int, sides: int) -> list[int]:
    """In how many ways so many dice come to each sum, the lowest (every die a 1) first."""
    ways = [1]
    for _ in range(count):
        wider, running = [], 0
        for at in range(len(ways) + sides - 1):
            running += ways[at] if at < len(ways) else 0
            running -= ways[at - sides] if at >= sides else 0
            wider.append(running)
        ways = wider
    return ways


def dice_of(campaign: Campaign, entries: Iterable[Entry]) -> tuple[SeatDice, ...]:
    """The dice of these entries by seat, in the order of the seats; a die whose key names no power is the table's. Its
    power's seat is the one that commands it now."""
    counted: dict[tuple[str, int], list[int]] = {}
    for entry in entries:
        for roll in entry.rolls:
            if not 1 <= roll.face <= roll.sides <= _SIDES:
                continue
            seat = campaign.seats.get(part_of(roll.key, POWER), TABLE)
            faces = counted.setdefault((seat, roll.sides), [0] * roll.sides)
            faces[roll.face - 1] += 1
    order = [*dict.fromkeys(campaign.seats.values()), TABLE]
    keys = sorted(counted, key=lambda key: (order.index(key[0]), key[1]))
    return tuple(SeatDice(seat, sides, tuple(counted[seat, sides])) for seat, sides in keys)
