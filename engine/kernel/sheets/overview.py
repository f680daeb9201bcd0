"""What a game tells the page of the turn beside money and duties: wars, minor countries, units to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from engine.kernel.refusals import Breakdown
from engine.kernel.values import frozen

if TYPE_CHECKING:
    from engine.kernel.changes import Entry

K = TypeVar("K", contravariant=True)


@frozen
class War:
    """A war of two powers or countries, by their ids, ``since`` a turn by its label; a power stands first."""

    one: str
    other: str
    since: str


@frozen
class Country:
    """A minor country that is not neutral any more: its ``status``, and its ``patron`` by id, '' for none."""

    name: str
    status: str
    patron: str


@frozen
class Coming:
    """Units of a type that join a power's pool in a season."""

    year: int
    season: str
    power: str
    kind: str
    strength: str
    tag: str
    count: int


@frozen
class Gain:
    """What changed hands: ``verb`` says what ``power`` did with ``what`` (``takes {}``, ``Warsaw``; several are told in
    one), ``was``: whose it was, by id, '' where that is not told; ``at``: the path that changed."""

    power: str
    verb: str
    what: str
    was: str
    at: str


@frozen
class UnitNews:
    """What became of units, in words for people: ``built: 3 transports``. ``owner``: whose they are, by id, with its
    ``name``; not always a power's."""

    owner: str
    name: str
    says: str
    rule: str


@frozen
class TurningPoint:
    """Something that the war turned on, in words for people, and its rule."""

    says: str
    rule: str = ""


class Overview(Protocol[K]):
    """The sheet of the turn on one page."""

    def wars(self, campaign: K) -> tuple[War, ...]:
        """The wars that are fought."""
        return ()

    def countries(self, campaign: K) -> tuple[Country, ...]:
        """The minor countries that have taken sides."""
        return ()

    def levels(self, campaign: K) -> tuple[tuple[str, Breakdown], ...]:
        """Figures of the game that belong to no power's money, each by its name with all that has moved it; only those
        that have moved."""
        return ()

    def gains(self, before: K, after: K) -> tuple[Gain, ...]:
        """Places, countries and holdings that changed hands between two states of a campaign."""
        return ()

    def turning_points(self, before: K, after: K) -> tuple[TurningPoint, ...]:
        """What the war turned on between two states of a campaign: surrenders, declarations, captures, its end."""
        return ()

    def units(self, before: K, entries: Sequence[Entry]) -> tuple[UnitNews, ...]:
        """What became of units in entries that follow a state, in a game whose accounts note none of it."""
        return ()

    def coming(self, campaign: K) -> tuple[Coming, ...]:
        """What joins the pools, in any order."""
        return ()
