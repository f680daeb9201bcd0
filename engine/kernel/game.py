"""What a game derives its ruleset from: the rules of every game, with the orders that every game has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.kernel import closing, dice_lines, remarks, standing, umpire
from engine.kernel.campaign import C
from engine.kernel.orders import Order
from engine.kernel.ruleset import Ruleset

COMMON: tuple[type[Order[Any]], ...] = (
    *standing.ORDERS,
    *umpire.ORDERS,
    *dice_lines.ORDERS,
    *remarks.ORDERS,
    *closing.ORDERS,
)
"""The orders that every game has."""


class Game(Ruleset[C]):
    """A ruleset whose campaigns can be played. Orders ask for a campaign's ruleset, so those that every game has stand
    above the ruleset, and join the game's own here."""

    @cached_property
    def verbs(self) -> Mapping[str, type[Order[Any]]]:
        """Every order class by its verb. Raises TypeError where two have the same one."""
        by_verb: dict[str, type[Order[Any]]] = {}
        for cls in (*COMMON, *self.orders):
            if cls.verb in by_verb:
                raise TypeError(f"{cls.__name__} and {by_verb[cls.verb].__name__} are both called '{cls.verb}'")
            by_verb[cls.verb] = cls
        return by_verb
