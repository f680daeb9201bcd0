"""How a game is played at random: what a seeded player needs to know of it beside the choices and forms on offer.

Without this sheet he plays too (see kernel.random_play): every form is as likely as another then, and a box that no
choices, counters or figures fill is filled wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.chooser import Chooser
from engine.kernel.values import frozen

Fill = Callable[[Any, Chooser], str]
"""What may stand in a box, of a campaign as the player sees it."""
USUAL = 1
"""How often a form is taken up of which nothing is said, beside the others' figures."""


@frozen
class Habits:
    """What rooms say of orders given at random; a room says it of its own.

    ``tries``: how often the form of an order is taken up beside its step, by its verb, in proportion; 0 for never.
    ``fills``: what fills a box, by ``verb.box``. ``meets``: the order that meets what a step demands whose end is not
    on offer before, by the step's slug. ``rules_on``: the figures of powers on which he asks for rulings; () for all
    that have a range. ``forms``: the part of what he does in a step, by its slug, for which he fills in one of its
    forms: where what it asks for is on offer nowhere else."""

    tries: Mapping[str, int] = {}
    fills: Mapping[str, Fill] = {}
    meets: Mapping[str, str] = {}
    rules_on: tuple[str, ...] = ()
    forms: Mapping[str, float] = {}
