"""What a game tells a screen of what follows from an order besides the figures that it changes, before it is given."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from engine.kernel.orders import Order
from engine.kernel.refusals import Line

K = TypeVar("K", contravariant=True)


class Following(Protocol[K]):
    """The sheet of what follows."""

    def follows(self, campaign: K, order: Order[Any]) -> tuple[Line, ...]:
        """What follows from an order that may be given, a line each with its figure (0 for none) and rule; () for an
        order of which the figures that it changes tell all."""
