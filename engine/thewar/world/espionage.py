"""British Espionage chits in strategic warfare: on the U-boat roll (5.1.3.5), or for sub hunters (29.16)."""

from __future__ import annotations

from attrs import frozen

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar

CHITS = "espionage-britain"
"""The fact of how many Espionage chits Britain has."""


@frozen
class Purpose:
    """What a chit is played for. ``fact`` names the turn in which one was last played for it; ``name`` is its cause in
    the journal."""

    fact: str
    name: str
    rule: str


ULTRA = Purpose("ultra-played", "Ultra", "5.1.3.5")
HUNT = Purpose("hunters-chit-played", "sub hunters", "29.16")


def refusal(campaign: TheWar, purpose: Purpose) -> Refusal | None:
    """Why Britain cannot play a chit for this purpose, None where it can: not twice running (ruling 186)."""
    if not campaign.facts.get(CHITS, 0):
        return Refusal(purpose.rule, "Britain has no Espionage chit", "Bought in Planning.")
    last = campaign.facts.get(purpose.fact, "")
    if last and calendar.now(campaign) - calendar.number(str(last)) <= 2:
        return Refusal(purpose.rule, "not in two strategic warfare turns running")
    return None


def played_now(campaign: TheWar, purpose: Purpose) -> bool:
    """Whether a chit was played for this purpose this turn, which has no more than one (ruling 186)."""
    return campaign.facts.get(purpose.fact, "") == calendar.turn(campaign)


def play(tx: Transaction[TheWar], purpose: Purpose) -> None:
    """Spend a chit; it counts as played even if Germany then cancels it (5.1.3.5)."""
    tx.add(f"facts.{CHITS}", -1, "Espionage chit played", purpose.rule)
    tx.put(f"facts.{purpose.fact}", calendar.turn(tx.campaign), f"Espionage chit played: {purpose.name}", purpose.rule)
