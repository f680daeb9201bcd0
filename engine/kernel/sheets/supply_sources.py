"""What a game tells a screen about supply: each power's sources as they stand now, with the cause."""

from __future__ import annotations

from typing import Protocol, TypeVar

from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)

LEVELS = ("full", "limited", "none")
"""What a source gives, the most first."""


@frozen
class Supplier:
    """A source of supply: ``path`` of the place in the campaign, '' for what is no place; ``level``: full, limited or
    none; ``why`` in words, by which ``rule``."""

    path: str
    name: str
    level: str
    why: str
    rule: str


@frozen
class Supplied:
    """Whose sources they are: a power, or the countries that have units of their own, ``powers`` who commands it; its
    ``suppliers``, and what is ``told`` of them all, each text with its rule."""

    id: str
    title: str
    powers: tuple[str, ...]
    suppliers: tuple[Supplier, ...]
    told: tuple[tuple[str, str], ...] = ()

    def count(self, level: str) -> int:
        """How many of its sources give so much."""
        return sum(found.level == level for found in self.suppliers)


class SupplySources(Protocol[K]):
    """The sheet of sources of supply."""

    def supplied(self, campaign: K) -> tuple[Supplied, ...]:
        """The sources of each power that stands, then those of minor countries."""

    def levels(self, campaign: K) -> tuple[tuple[str, str, str], ...]:
        """What each level means: the level, in words, and the rule."""
