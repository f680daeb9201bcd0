"""What follows from a declaration of war, and what a try for a variant may bring, for the form in which it is given and
for who asks what if (6.4, 28.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.orders import Order
from engine.kernel.refusals import Line
from engine.kernel.sheets.following import Following
from engine.thewar.combat import surprises
from engine.thewar.politics.consequences import foreseen
from engine.thewar.politics.declarations import Declare
from engine.thewar.politics.variant_attempts import Project, TryVariant
from engine.thewar.sheets import variant_chances
from engine.thewar.world.state import TheWar


class FollowingSheet(Following[TheWar]):
    """A declaration's consequences, with the surprise that is due (6.4.3); the chances of a try for a variant."""

    def follows(self, campaign: TheWar, order: Order[Any]) -> tuple[Line, ...]:
        if isinstance(order, TryVariant | Project):
            return tuple(variant_chances.told(campaign, order))
        if not isinstance(order, Declare):
            return ()
        lines, after = foreseen(campaign, order)
        return (*lines, *_surprises(campaign, after))


def _surprises(before: TheWar, after: TheWar) -> Iterator[Line]:
    """The surprise that a declaration makes possible, in this turn alone (6.4.3, 18.2, 21.4)."""
    if surprises.west_not(before) and not surprises.west_not(after):
        yield Line(
            "surprise in the West, if French or British units in France are attacked this turn", 0, "6.4.3, 18.2"
        )
    if surprises.east_not(before) and not surprises.east_not(after):
        yield Line("surprise in the East, this turn", 0, "6.4.3, 21.4")
