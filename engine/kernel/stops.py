"""What nobody is led past: a game names for a step the rolls, duties and chances that whoever passes on shall see
first."""

from __future__ import annotations

from engine.kernel.values import frozen

MUST = "must"
"""The rules demand it, and an order of the program meets it: ``done`` is refused while it stands."""
ROLL = "roll"
"""It is rolled or done at the table: who passes on comes to rest at the step, and its own ``done`` says that it has
been seen to."""
CHANCE = "chance"
"""It may be left, and does not come again: a ``done`` passes it, but a screen asks for a second key."""
ONCE = "once"
"""It may be left and comes every turn: a screen asks for the second key once a turn."""
RESTS = (MUST, ROLL)
"""The weights at which a ``done through`` comes to rest."""


@frozen
class Stop:
    """One of them. ``weight``: one of the above; ``power``: whose it is; ``what``: what would be passed; ``hint``: the
    order that meets or takes it."""

    weight: str
    power: str
    what: str
    rule: str
    hint: str = ""
