"""What falls due this turn, so that nothing of the kind is forgotten at the board."""

from __future__ import annotations

from engine.kernel import ruleset
from engine.kernel.sheets.ledger import Duty
from engine.thewar.rooms import HOUSE
from engine.thewar.world.state import TheWar


def duties(campaign: TheWar) -> tuple[Duty, ...]:
    """The duties of the turn at hand, in the order of the sequence of play."""
    return tuple(HOUSE.duties(campaign, (step.slug for step in ruleset.of(campaign).sequence.steps)))
