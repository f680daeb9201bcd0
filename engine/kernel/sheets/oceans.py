"""What a game tells a screen of oceans as boxes: what lies in them and in the bases beside them, where each group may
go, what an attack there hangs on. Plain values; whether something is allowed is asked of the orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from attrs import evolve, field

from engine.kernel.orders import Order
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.sheets.reports import Cause
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class Way:
    """A place where a group might go: the ``order`` that moves one factor of it there, and the reasons why that may not
    be given."""

    goal: str
    name: str
    order: Order[Any]
    refusals: tuple[Refusal, ...]


@frozen
class Lot:
    """Factors of a kind in a place, all of them face up or all ``inverted``. ``power`` may give orders for them in this
    step, '' where nobody may; ``ways`` begins with those that are open; ``counts``: the field of their orders that says
    how many move."""

    id: str
    owner: str
    title: str
    place: str
    place_name: str
    count: int
    inverted: bool
    kind: str
    power: str = ""
    ways: tuple[Way, ...] = ()
    counts: str = "count"

    def order(self, count: int, way: Way) -> Order[Any]:
        """The order that moves a number of the factors to a place."""
        return evolve(way.order, **{self.counts: count})


@frozen
class Shipping:
    """An owner's transports in a box: how many there were when the turn ``began`` and are ``now``, ``sunk`` since and
    ``away`` with damage; the ``most`` that may be sunk in the turn and what is ``left`` of that number, and the
    ``rule`` that says so."""

    owner: str
    began: int
    now: int
    sunk: int
    away: int
    most: int
    left: int
    rule: str


@frozen
class Harbour:
    """A base or front, with the groups that lie there."""

    id: str
    name: str
    short: str
    lots: tuple[Lot, ...]


@frozen
class Water:
    """A box: the groups that lie in it, the transports, and the bases beside it."""

    id: str
    name: str
    short: str
    lots: tuple[Lot, ...]
    shipping: tuple[Shipping, ...]
    harbours: tuple[Harbour, ...]


@frozen
class Amount:
    """A number that an order names in its field ``name``: ``have`` are there, ``most`` may be named by the rules (-1
    without a limit), ``first`` is proposed; ``waiting`` more are there but inverted."""

    name: str
    title: str
    have: int
    most: int
    first: int
    waiting: int = 0


@frozen
class Strike:
    """What a power may do to the transports of a box: attack them with submarines, or enter what raiders have sunk.
    ``blank`` is the order for that with every number 0; ``declared``: this is done already; ``limit``: the most
    submarines, with its causes; ``escorts``: what defends the transports."""

    id: str
    power: str
    title: str
    box: str
    box_name: str
    blank: Order[Any]
    amounts: tuple[Amount, ...]
    shipping: Shipping
    rule: str
    declared: bool = False
    limit: Breakdown = Breakdown()
    escorts: tuple[tuple[str, int], ...] = ()
    modifiers: tuple[Cause, ...] = ()

    def order(self, chosen: Mapping[str, int]) -> Order[Any]:
        """The order for the numbers chosen."""
        return evolve(self.blank, **chosen)


@frozen
class Oceans:
    """What a step shows of the oceans: ``waters`` where units may move in it, or ``strikes``. ``tells``: the figures of
    a strike's forecast, with their titles."""

    waters: tuple[Water, ...]
    elsewhere: tuple[Harbour, ...]
    strikes: tuple[Strike, ...] = ()
    tells: Mapping[str, str] = field(factory=dict)


class OceanSheet(Protocol[K]):
    """The sheet of oceans."""

    def oceans(self, campaign: K, powers: tuple[str, ...]) -> Oceans:
        """The oceans at the step at hand, with what these powers may do there."""
