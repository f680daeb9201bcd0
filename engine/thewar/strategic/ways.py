"""How battles of strategic warfare begin by themselves, and the ways in which one can be fought: the standard one, and
those of optional rules that take its place (5.1, 5.2, 29.5, 29.8, 29.10, 29.18)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.kernel.orders import Automatic
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world.state import TheWar


@frozen
class Way:
    """One way. ``applies``: whether the campaign fights in it now; ``due``: whether there is anything to fight with;
    ``begin``: put it on the stack."""

    applies: Callable[[TheWar], bool]
    due: Callable[[TheWar], bool]
    begin: Callable[[Transaction[TheWar]], None]


def always(campaign: TheWar) -> bool:
    """The standard way, which applies where no other does."""
    return True


def chosen(ways: Sequence[Way], campaign: TheWar) -> Way:
    """The first of several ways that applies; the last of them is the standard one."""
    return next(way for way in ways if way.applies(campaign))


def bombers(campaign: TheWar, *powers: str) -> bool:
    """Whether any of these powers has placed bombers."""
    return any(campaign.boxes[power].sac + campaign.boxes[power].mdm for power in powers if power in campaign.boxes)


@frozen
class OneOf(Automatic[TheWar]):
    """A battle of the segment that begins by itself and can be fought in several ways."""

    ways: ClassVar[tuple[Way, ...]]

    @classmethod
    def due(cls, campaign: TheWar) -> bool:
        """Whether this battle is fought this turn."""
        return chosen(cls.ways, campaign).due(campaign)

    def act(self, tx: Transaction[TheWar]) -> None:
        chosen(self.ways, tx.campaign).begin(tx)
