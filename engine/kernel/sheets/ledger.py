"""What every game tells the frame about its powers: the ledger's rows and columns, and what falls due in a turn."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen


@frozen
class Column:
    """A figure that the ledger has for each power. ``width``: its cells where the ledger is narrow; ``about``: what it
    is, for the help. ``rank``: 0 stands even in a ledger of one line, 1 in the narrow one, 2 only where there is room
    for all."""

    title: str
    width: int
    about: str = ""
    rank: int = 1


class LedgerRow(Protocol):
    """One power in the ledger of a game. Each game has fields of its own for its figures beside these."""

    @property
    def power(self) -> str:
        """Its id."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def figures(self) -> tuple[int | None, ...]:
        """The figures in the order of the ruleset's columns, None where it has none."""

    @property
    def free(self) -> int:
        """What it can still spend, in the game's money."""

    @property
    def note(self) -> str:
        """What else is to be said of it this turn, under the ruleset's ``note_title``; '' for nothing."""


@frozen
class Duty:
    """A duty of this turn: what, by which rule, and whether it is late. ``order``: the order that meets it, or how it
    begins where a player has more to say; '' where the board or the rules meet it."""

    text: str
    rule: str
    overdue: bool = False
    order: str = ""
