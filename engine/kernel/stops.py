"""What nobody is led past: a game names for a step the rolls, duties and chances that whoever passes on shall see
first."""

from __future__ import annotations

from engine.kernel.values import frozen

MUST = "must"
"""The weight of what the rules demand and an order of the program meets: ``done`` is refused while it stands."""
ROLL = "roll"
"""The weight of what is rolled or done at the table: who passes on comes to rest at the step, whose own ``done`` says
that this has been seen to."""
CHANCE = "chance"
"""The weight of what may be left and does not come again: a ``done`` passes it, but a screen asks for a second key."""
ONCE = "once"
"""The weight of what may be left and comes every turn: a screen asks for the second key once a turn."""
PARTING = "parting"
"""The weight of what shows only as a step is left, such as money that nobody has spent: nothing is said of it on the
way in, and a screen asks whoever leaves for a second key once a turn."""
RESTS = (MUST, ROLL)
"""The weights at which a ``done through`` comes to rest."""


@frozen
class Stop:
    """Something that nobody is led past. ``weight``: one of the above; ``power``: whose it is; ``what``: what would be
    passed; ``hint``: the order that meets or takes it."""

    weight: str
    power: str
    what: str
    rule: str
    hint: str = ""
