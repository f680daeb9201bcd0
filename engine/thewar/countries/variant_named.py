"""What an order names for a variant, and what a kind of target answers for it (chapter 28)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from engine.kernel.counters import Counter
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world.state import TheWar


@frozen
class Named:
    """What an order names for a variant: places, hexes or lands (``at``), and a ``unit`` by its id."""

    at: tuple[str, ...] = ()
    unit: str = ""


class Kind:
    """A kind of target; a row has what it wants in the ``column``. By itself it asks for nothing."""

    column: ClassVar[str] = ""
    at_label: ClassVar[str] = ""
    """What a form calls the box for places and the like, '' where none is named."""
    unit_label: ClassVar[str] = ""
    """The same of the box for a ship or unit."""

    def meant(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Named:
        """What is named, with what need not be typed."""
        return named

    def wrong(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        """Why the variant is not played on that."""
        if named.at or named.unit:
            yield Refusal(str(row["rule"]), f"{row['name']} names neither a place nor a unit", "Without at= and unit=.")

    def carry_out(self, tx: Transaction[TheWar], row: Mapping[str, Any], named: Named) -> None:
        """What comes of it."""

    def said(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> str:
        """What was named, in words; '' for nothing."""
        return ""

    def offered(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Named]:
        """What may be named."""
        yield Named()

    def places(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        """The lines of the box for places and the like; one that may not be named says why."""
        return ()

    def units(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        """The lines of the box for a ship or unit."""
        return ()
