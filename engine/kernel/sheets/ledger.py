"""What every game tells the frame about its powers: the ledger's rows and columns, and what falls due in a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from engine.kernel.refusals import Breakdown
from engine.kernel.sheets import Shows
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


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
        """The power's id."""

    @property
    def name(self) -> str:
        """The power's name."""

    @property
    def figures(self) -> tuple[int | None, ...]:
        """The figures in the order of the ledger's columns, None where it has none."""

    @property
    def free(self) -> int:
        """What the power can still spend, in the game's money."""

    @property
    def note(self) -> str:
        """What else is to be said of the power this turn, under the ledger's ``note_title``; '' for nothing."""


@frozen
class Duty:
    """A duty of this turn: what, by which rule, and whether it is late. ``order``: the order that meets it, or how it
    begins where a player has more to say; '' where the board or the rules meet it."""

    text: str
    rule: str
    overdue: bool = False
    order: str = ""


class Ledger(Protocol[K]):
    """The sheet of the powers. ``money``: its unit, ``purse``: the field of a power that counts it, '' in a game
    without; ``columns`` of the rows' figures, and ``note_title`` over their notes."""

    money: str = ""
    purse: str = ""
    columns: tuple[Column, ...] = ()
    note_title: str = ""

    def powers(self, campaign: K) -> Mapping[str, str]:
        """The powers of the campaign with their names, in its order."""
        return {}

    def hands(self, campaign: K) -> Mapping[str, int]:
        """The money that each power has."""
        return {}

    def rows(self, campaign: K) -> tuple[LedgerRow, ...]:
        """What every player may know of the powers' money and capacity."""
        return ()

    def causes(self, campaign: K, power: str) -> tuple[tuple[str, Breakdown], ...]:
        """The figures of a power that have more than one cause, each with its title."""
        return ()

    def explain(self, campaign: K, path: str) -> Breakdown | None:
        """The causes of the computed figure at a path, None where it is plain state."""
        return None


class Duties(Protocol[K]):
    """The sheet of what falls due."""

    def due(self, campaign: K) -> tuple[Duty, ...]:
        """The duties of the turn at hand, in the order of the sequence of play."""
        return ()


class _NoLedger(Ledger[Any]):
    """The ledger of a game that keeps none."""


_NONE = _NoLedger()


def falls_due(ruleset: Shows, campaign: object) -> tuple[Duty, ...]:
    """What falls due in a campaign of a game, nothing where the game keeps no count of it."""
    sheet: Duties[Any] | None = ruleset.sheet(Duties)
    return () if sheet is None else sheet.due(campaign)


def ledger_of(ruleset: Shows) -> Ledger[Any]:
    """A game's ledger, one without anything in it where the game keeps none."""
    sheet = ruleset.sheet(Ledger)
    return _NONE if sheet is None else sheet
