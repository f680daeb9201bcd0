"""What a game tells a screen about the logistical efforts on offer: their names, how many, and what each allows."""

from __future__ import annotations

from typing import Any, Protocol

from engine.kernel.orders import Order
from engine.kernel.values import frozen


@frozen
class Allowed:
    """One activity under an effort. ``answer``: yes, no, or a limit in a few words."""

    activity: str
    answer: str
    rule: str


@frozen
class Effort:
    """An effort on offer: its ``kind`` (an id), its printed name, the ``most`` that one order may buy, 0 where there
    is nothing to count."""

    kind: str
    name: str
    most: int
    allowed: tuple[Allowed, ...]


class Efforts(Protocol):
    """The sheet of the purchase of efforts."""

    def effort(self, order: Order[Any]) -> Effort | None:
        """What an order on offer buys, None for one that buys no effort."""

    def counted(self, order: Order[Any], many: int) -> Order[Any]:
        """The order for so many of its effort; the order itself where there is nothing to count."""
