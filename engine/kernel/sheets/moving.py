"""What a game tells a screen about moving and sending: what there is, where it may go, and the points that pay."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from attrs import frozen

from engine.kernel.orders import Order
from engine.kernel.refusals import Breakdown

K = TypeVar("K", contravariant=True)


@frozen
class Goal:
    """A way to move something: where to, or what it passes. ``words`` are added to the order's text; ``note`` says what
    it takes or when it is there."""

    title: str
    words: str = ""
    note: str = ""
    rule: str = ""


@frozen
class Cargo:
    """Something that may be moved or sent. ``have`` of it, counted in ``unit``s (None: nobody counts them); ``pattern``
    is the order's text with ``{count}`` for how many, before the words of a goal; ``usual``: how many, if nobody says;
    ``note``: what is known of it beside its name."""

    id: str
    heading: str
    title: str
    have: int | None
    pattern: str
    goals: tuple[Goal, ...] = (Goal(""),)
    usual: int = 1
    unit: str = ""
    note: str = ""


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
