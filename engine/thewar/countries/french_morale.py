"""French morale: France attacks at even odds or better, alone or with others, and alone wins Paris back (18.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.thewar.rolls.printed import Amount
from engine.thewar.world import sides, wars
from engine.thewar.world.state import TheWar

RULE = "18.1"
FRANCE, PARIS = "france", "paris"


def outnumbered(powers: Iterable[str], attack: Amount, defence: Amount) -> Iterable[Refusal]:
    """Why these powers do not attack together: France is among them, and the factors, before any shift of columns, are
    fewer than the defenders'."""
    if FRANCE in powers and attack < defence:
        hint = "Add attackers, or leave the French out; shifts do not help."
        yield Refusal(RULE, f"France attacks at 1-1 or better, not {attack} to {defence}", hint)


def not_for_paris(campaign: TheWar, where: str, powers: Iterable[str]) -> Iterable[Refusal]:
    """Why units of others do not attack Paris in German hands: that is for the French, while France stands."""
    place = campaign.places.get(where)
    if where != PARIS or place is None or not wars.standing(campaign, FRANCE):
        return
    if place.holder == "germany" and (others := [power for power in powers if power != FRANCE]):
        names = ", ".join(wars.named(campaign, power) for power in others)
        if any(sides.side(campaign, power) == sides.ALLIED for power in others):
            yield Refusal(RULE, f"only French units take Paris back, not those of {names}", "Leave the others out.")
