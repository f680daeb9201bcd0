"""What a game tells a screen about building: what stands behind an order on offer, and the means that limit it all."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

import attrs

from engine.kernel.orders import Order
from engine.kernel.sheets import Shows
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class Track:
    """A ship on a shipyard's track: the space ``at`` which it lies, ``to`` which the order brings it, and the one at
    which it is launched (``last``); ``repair``: it is damaged, no new one; ``worked``: it was advanced this turn."""

    at: int
    to: int
    last: int
    repair: bool = False
    worked: bool = False


@frozen
class Stock:
    """What an order on offer builds: its name, how many the force pool still has (None: it takes nothing from a pool),
    how many were ``built`` this turn; ``section``: the heading it stands under. ``counted``: the order's field that
    says how many, or how far, from ``least`` on; '' where there is nothing to count."""

    name: str
    pool: int | None
    built: int = 0
    section: str = ""
    track: Track | None = None
    counted: str = "count"
    least: int = 1


COUNT = "count"
"""The field of an order that says how many, where no stock names another."""


def counts(order: Order[Any], counted: str = COUNT) -> bool:
    """Whether an order has a field that says how many."""
    return bool(counted) and hasattr(order, counted)


def many(order: Order[Any], counted: str) -> int:
    """How many an order builds, or how far it brings it, by the field that counts it ('' for none: 1)."""
    return int(getattr(order, counted)) if counted else 1


def with_many(order: Order[Any], counted: str, number: int) -> Order[Any]:
    """The order for so many by the field that counts it; the order itself where it has none or says so already."""
    if not counted or getattr(order, counted) == number:
        return order
    return attrs.evolve(order, **{counted: number})


@frozen
class Berth:
    """A track of a shipyard: whose ``yard``, what lies on it ('' where it is free)."""

    yard: str
    ship: str = ""
    track: Track | None = None


@frozen
class Means:
    """One of the things that building uses up: ``left`` of ``most`` in the turn at hand; ``path`` has its causes."""

    title: str
    left: int
    most: int
    path: str = ""
    rule: str = ""


@frozen
class Prospect:
    """What the money left after building is wanted for in what comes next, in a few words, and by which rule.
    ``here``: it is to be read before anything is bought at all, as the board alone shows it."""

    text: str
    rule: str = ""
    here: bool = False


class Building(Protocol[K]):
    """The sheet of building: the queue, and building step by step. A game answers what it has of it."""

    def stock(self, campaign: K, order: Order[Any]) -> Stock | None:
        """What an order on offer builds, None for one that builds nothing from a pool."""
        return None

    def means(self, campaign: K, power: str) -> tuple[Means, ...]:
        """What a power's building uses up beside its money."""
        return ()

    def shut(self, campaign: K, power: str) -> tuple[Order[Any], ...]:
        """What a power may not buy now but would like to see the reason of: its order is refused."""
        return ()

    def variants(self, campaign: K, order: Order[Any]) -> tuple[Order[Any], ...]:
        """The ways in which an order may be given that differ in where or under which circumstances, itself included;
        only what is common to all of them is one line of a list."""
        return (order,)

    def berths(self, campaign: K, power: str) -> tuple[Berth, ...]:
        """The tracks of a power's shipyards."""
        return ()

    def deficit(self, order: Order[Any]) -> Order[Any] | None:
        """The order with deficit spending where it has none, and without where it has; None for one that cannot."""
        return None

    def prospects(self, campaign: K, power: str) -> tuple[Prospect, ...]:
        """What the money that building leaves is wanted for, in this turn and the next."""
        return ()


class _NoBuilding(Building[Any]):
    """The building of a game that tells nothing of it."""


_NONE = _NoBuilding()


def building_of(ruleset: Shows) -> Building[Any]:
    """A game's sheet of building, one that knows nothing where it has none."""
    sheet = ruleset.sheet(Building)
    return _NONE if sheet is None else sheet
