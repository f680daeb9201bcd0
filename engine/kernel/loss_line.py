"""What befalls counters of several owners at once, said in one line: how a game writes such a line, asked by the box of
the form in which it is ticked or typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.kernel.counters import Counter

LOST, DEPLETED = "lost", "depleted"
"""What a line may say of so many counters. It may say more: that stays as it was typed."""


class LossLine(Protocol):
    """A game's way to write losses. Counters are those of the box (``Field.counters``), each with its owner's name.

    ``says``: what may be typed, in a line for people."""

    says: str

    def counts(self, campaign: Any, text: str, known: Sequence[Counter]) -> Mapping[tuple[str, str], int]:
        """Of how many counters a line says what, by the counter's text and LOST or DEPLETED."""

    def changed(self, campaign: Any, text: str, known: Sequence[Counter], chosen: str, deed: str, many: int) -> str:
        """The line with so many of a counter (its text) lost or Depleted; 0 takes it out. What is none of the ticks'
        business stays as it was typed."""

    def offers(self, campaign: Any, before: str) -> tuple[Counter, ...]:
        """What the word may become that is being typed at the end of ``before``, the likely ones first."""
