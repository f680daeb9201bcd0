"""What a game tells a screen about moving and sending: what there is, where it may go, and the points that pay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from engine.kernel.orders import Order
from engine.kernel.refusals import Breakdown
from engine.kernel.values import evolve, frozen

K = TypeVar("K", contravariant=True)


@frozen
class Goal:
    """A way to move something: where to, or what it passes. ``says``: what its order says of it, by the order's fields;
    ``note``: what it takes or when it is there."""

    title: str
    says: Mapping[str, Any] = {}
    note: str = ""
    rule: str = ""


@frozen
class Cargo:
    """Something that may be moved or sent. ``have`` of it, counted in ``unit``s (None: nobody counts them); ``moves``:
    the order that moves it, whose field ``counts`` says how many ('' for what goes as a whole); ``usual``: how many, if
    nobody says; ``note``: what is known of it beside its name."""

    heading: str
    title: str
    have: int | None
    moves: Order[Any]
    counts: str = ""
    goals: tuple[Goal, ...] = (Goal(""),)
    usual: int = 1
    unit: str = ""
    note: str = ""

    @property
    def id(self) -> str:
        """What tells the cargo from the others."""
        return self.moves.text

    def order(self, many: int, goal: Goal) -> Order[Any]:
        """The order that moves so many of the cargo this way."""
        counted = {self.counts: many} if self.counts else {}
        return evolve(self.moves, **counted, **goal.says)


@frozen
class Points:
    """What pays for moving: ``left`` of ``most``, counted in ``parts`` of a point; ``found``: why there are so many, in
    whole points, and ``path`` where that can be asked."""

    id: str
    title: str
    left: int
    most: int
    parts: int = 1
    found: Breakdown = Breakdown()
    path: str = ""


@frozen
class Burden:
    """What an order takes of some points, in their parts, with its causes."""

    points: str
    found: Breakdown


@frozen
class Notice:
    """Something to know here: what is under way, what falls due, who receives nothing and why."""

    heading: str
    text: str
    rule: str = ""


@frozen
class Moves:
    """All that a power may move or send in the step at hand, and what its movement costs."""

    power: str
    deed: str
    points: tuple[Points, ...]
    cargoes: tuple[Cargo, ...]
    notices: tuple[Notice, ...] = ()


class Moving(Protocol[K]):
    """The sheet of moving and sending."""

    def moves(self, campaign: K, power: str) -> Moves | None:
        """What a power may move or send in the step at hand, None where nothing is."""

    def burden(self, campaign: K, order: Order[Any]) -> tuple[Burden, ...]:
        """What an order takes of the points that pay for moving."""
