"""Whether the United States may still choose a hex for an atomic bomb in this turn (28.2.4 #6): what every look at a
campaign asks, and so stands apart from what the bomb does."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.thewar.world import calendar, variants_played
from engine.thewar.world.state import TheWar

VARIANT, NAMED, RULE = "atomic-research", "Atomic Research", "28.2.4 #6"
POWER, LAST = "us", "1945-2-summer"
USED = "atomic-turn"
"""The fact of the turn in which the last one fell."""


def open_now(campaign: TheWar) -> bool:
    """Whether a hex is still to be chosen in this turn."""
    able = variants_played.has_played(campaign, VARIANT) and calendar.now(campaign) <= calendar.number(LAST)
    return able and campaign.facts.get(USED) != calendar.turn(campaign)


def duties(campaign: TheWar) -> Iterable[Duty]:
    """That a hex may be chosen in this turn."""
    if open_now(campaign):
        yield Duty("The United States Depletes the Axis units of one hex in this turn", RULE, order="us atomic")
