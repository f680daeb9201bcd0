"""British Espionage chits in strategic warfare: on the U-boat roll (Ultra, 5.1.3.5), or for sub hunters (29.16).

Two questions are kept apart: whether Britain is asked at all (``not_asked``), which hangs on what everybody knows, and
whether it can play one (``refusal``), which hangs on the chits that it has.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.campaign import several_eyes
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.politics import stating
from engine.thewar.world import calendar, card_matrices, influence, wars
from engine.thewar.world.influence import COUNTER_ESPIONAGE, ESPIONAGE
from engine.thewar.world.state import TheWar

PLAYER, CANCELS = "britain", "germany"
CANCELLED = "ultra-cancelled"
"""The fact that Germany has cancelled Ultra, which it may do once a game (5.1.3.5)."""
BOUGHT = "Bought in Spring and Fall: 'britain points none espionage=yes'."


@frozen
class Purpose:
    """What a chit is played for. ``fact`` names the turn in which one was last played for it; ``name`` is its cause in
    the journal."""

    fact: str
    name: str
    rule: str


ULTRA = Purpose("ultra-played", "Ultra", "5.1.3.5")
HUNT = Purpose("hunters-chit-played", "sub hunters", "29.16")


def not_asked(campaign: TheWar, purpose: Purpose) -> Refusal | None:
    """Why Britain is not asked whether it plays a chit for this purpose, None where it is: cards are played with, it
    has done so in the last turn (ruling 186), it has passed chits, or it cannot hold one."""
    if barred := next(iter(_barred(campaign, purpose)), None):
        return barred
    if several_eyes(campaign) and stating.has_passed(campaign, PLAYER):
        reason = f"{wars.named(campaign, PLAYER)} has passed chits in this segment"
        return Refusal(f"{purpose.rule}, ruling 433", reason)
    if not stating.may_be_asked(campaign, PLAYER, ESPIONAGE):
        return _without(campaign, purpose)
    return None


def refusal(campaign: TheWar, purpose: Purpose) -> Refusal | None:
    """Why Britain cannot play a chit for this purpose, None where it can: not twice running, nor without a chit."""
    if barred := next(iter(_barred(campaign, purpose)), None):
        return barred
    if unread := next(iter(stating.unreadable(campaign, PLAYER)), None):
        return unread
    return None if influence.stock(campaign, PLAYER, ESPIONAGE) else _without(campaign, purpose)


def _without(campaign: TheWar, purpose: Purpose) -> Refusal:
    return Refusal(purpose.rule, f"{wars.named(campaign, PLAYER)} has no Espionage chit", BOUGHT)


def _barred(campaign: TheWar, purpose: Purpose) -> Iterable[Refusal]:
    """What bars a chit for this purpose, whoever holds how many."""
    if card_matrices.on(campaign, "u-boats"):
        reason = "U-boat and ASW cards are played with: no chit helps here"
        hint = "'britain play-chit espionage on=u-boat-cards' has Germany show two of its cards."
        yield Refusal(f"16.1.7.2, {purpose.rule}", reason, hint)
    last = campaign.facts.get(purpose.fact, "")
    if last and calendar.now(campaign) - calendar.number(str(last)) <= 2:
        reason = f"one was played in {calendar.spoken(str(last))}: not in two strategic warfare turns running"
        yield Refusal(purpose.rule, reason, "In the next Spring or Fall turn but one.")


def may_cancel(campaign: TheWar) -> bool:
    """Whether Germany is asked if it cancels Ultra: once a game, and only where it might hold a chit (5.1.3.5)."""
    never = not campaign.facts.get(CANCELLED, False)
    return never and stating.may_be_asked(campaign, CANCELS, COUNTER_ESPIONAGE)


def cancelling_refused(campaign: TheWar) -> Iterable[Refusal]:
    """Why Germany does not cancel Ultra: it has no chit."""
    if unread := tuple(stating.unreadable(campaign, CANCELS)):
        yield from unread
    elif not influence.stock(campaign, CANCELS, COUNTER_ESPIONAGE):
        reason = f"{wars.named(campaign, CANCELS)} has no Counter-Espionage chit"
        yield Refusal(ULTRA.rule, reason, "'germany cancel-ultra no' lets it stand.")


def played_now(campaign: TheWar, purpose: Purpose) -> bool:
    """Whether a chit was played for this purpose this turn, which has no more than one (ruling 186)."""
    return campaign.facts.get(purpose.fact, "") == calendar.turn(campaign)


def play(tx: Transaction[TheWar], purpose: Purpose) -> None:
    """Spend a chit; it counts as played even if Germany then cancels it (5.1.3.5)."""
    influence.play(tx, PLAYER, ESPIONAGE, f"Espionage chit played: {purpose.name}", purpose.rule)
    tx.put(f"facts.{purpose.fact}", calendar.turn(tx.campaign), f"Espionage chit played: {purpose.name}", purpose.rule)


def cancel(tx: Transaction[TheWar]) -> None:
    """Germany spends its chit against Ultra, the only time in the game."""
    influence.play(tx, CANCELS, COUNTER_ESPIONAGE, "Counter-Espionage chit played", ULTRA.rule)
    tx.put(f"facts.{CANCELLED}", True, "Ultra cancelled", ULTRA.rule)
