"""What falls due this turn, so that nothing of the kind is forgotten at the board."""

from __future__ import annotations

from engine.kernel import ruleset
from engine.kernel.sheets.ledger import Duties, Duty
from engine.worldatwar.rooms import HOUSE
from engine.worldatwar.world.state import WorldAtWar


class DutySheet(Duties[WorldAtWar]):
    """The duties of the turn at hand, room by room."""

    def due(self, campaign: WorldAtWar) -> tuple[Duty, ...]:
        sequence = ruleset.of(campaign).sequence
        return tuple(HOUSE.duties(campaign, (step.slug for step in sequence.steps), sequence.left_out(campaign)))
