"""What a game tells a screen of a battle before its dice, whatever its kind: the first roll, chances, what both sides
lose on the average."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol, TypeVar

import attrs

from engine.kernel.orders import Order
from engine.kernel.sheets.reports import Cast
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class Toll:
    """What one side loses on the average: units gone and Depleted, their factors (None where nobody counts them), and
    ``narfs``: the money that builds
    them anew."""

    who: str
    units: Fraction
    depleted: Fraction
    narfs: Fraction
    factors: Fraction | None = None


@frozen
class Expected:
    """The chances of a battle. ``title``: what the ``bars`` are of, each with its chance; ``chances``: of single
    things, the one that matters most first; ``assumed``: what owners are taken to choose;
    ``error``: how far a sampled chance may be off (95 %)."""

    title: str
    bars: tuple[tuple[str, Fraction], ...]
    chances: tuple[tuple[str, Fraction], ...]
    tolls: tuple[Toll, ...]
    exact: bool
    assumed: tuple[str, ...]
    error: float = 0.0


@frozen
class Preview:
    """A battle before its dice: ``title``, ``forces``; ``cast``: the roll that decides it, with all that it is made of,
    as its report shows it after the die, None where nothing is known of it; ``leading``: rolls before it, as they would
    be now; ``automatic``: why it is no Automatic Victory, ('',) where it is one, () where nobody asks;
    ``first``: what is fought before; ``later``: counts the chances where no key may wait; then
    they are known."""

    title: str
    forces: tuple[str, str]
    cast: Cast | None
    odds: Expected | None
    automatic: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    later: Callable[[], object] | None = attrs.field(default=None, eq=False)
    leading: tuple[Cast, ...] = ()


@frozen
class Announced:
    """A battle that is announced: where, its preview, and the orders that a power may give about it, by what they do:
    'fight' or 'call-off', 'weigh' for a fight that comes later and can only be thought over; ``powers``: who has units
    in it, or would meet it where nobody does yet; ``over``: one of its sides has left play, so that it can only come
    off the list."""

    where: str
    by: str
    preview: Preview
    orders: tuple[tuple[str, str], ...]
    powers: tuple[str, ...] = ()
    over: bool = False


class Previews(Protocol[K]):
    """The sheet of battles before their dice."""

    def preview(self, campaign: K, order: Order[Any]) -> Preview | None:
        """What comes of a battle on the board once an order is given; None for an order about none."""

    def announced(self, campaign: K, power: str) -> tuple[Announced, ...]:
        """The battles that are announced, with what a power may do about each ('' for nobody: nothing)."""
