"""What a game derives its ruleset from: the rules of every game, with the orders that every game has."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.kernel import standing, umpire
from engine.kernel.campaign import C
from engine.kernel.orders import Order
from engine.kernel.ruleset import Ruleset


class Game(Ruleset[C]):
    """A ruleset whose campaigns can be played. Orders ask for a campaign's ruleset, so those that every game has stand
    above the ruleset, and are given to it here."""

    common: ClassVar[tuple[type[Order[Any]], ...]] = (*standing.ORDERS, *umpire.ORDERS)
