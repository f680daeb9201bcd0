"""What a power does in the diplomatic step of a turn: it names targets, or spies, or tries for a variant; one of the
three (3.3, 16.1.3, 16.1.7.2 b)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.politics import stating
from engine.thewar.rolls import diplomacy
from engine.thewar.world import influence, tallies, wars
from engine.thewar.world.state import TheWar

NAMES, SPIES, VARIANT = tallies.NAMES, tallies.SPIES, tallies.VARIANT
"""What is counted of a power in a turn; it names as many targets as it likes, and does each of the others once."""
_RULES = {NAMES: "3.3, 16.1.3", SPIES: "3.3, 16.1.7.2", VARIANT: "3.3, 28.0"}
_DONE = {NAMES: "has named a target", SPIES: "has spied", VARIANT: "has tried for a variant"}


def made(campaign: TheWar, power: str, move: str) -> bool:
    """Whether a power has made such a move in this turn."""
    return tallies.used(campaign, power, move) > 0


def refused(campaign: TheWar, power: str, move: str) -> Iterable[Refusal]:
    """Why a power does not make a move in this turn: it has made another."""
    for other, words in _DONE.items():
        if made(campaign, power, other) and (other != move or move != NAMES):
            who = wars.named(campaign, power)
            hint = "Diplomacy or a variant roll in a turn, not both; spying is all the diplomacy that its power does."
            yield Refusal(_RULES[move], f"{who} {words} in this turn", hint)


def make(tx: Transaction[TheWar], power: str, move: str) -> None:
    """Record a power's move."""
    tallies.use(tx, power, move, 1, "diplomatic move of the turn", _RULES[move])


def _played(sort: str) -> str:
    return {"espionage": tallies.ESPIONAGE, "counter-espionage": tallies.COUNTER_ESPIONAGE}[sort]


def chit_played(campaign: TheWar, power: str, sort: str, target: str) -> bool:
    """Whether the alliance of a power has played such a chit on a target in this turn (16.1.7.3)."""
    ours = diplomacy.ALLIANCES[diplomacy.alliance(power)]
    return any(tallies.used(campaign, ally, _played(sort), target) for ally in ours)


def chit_refused(campaign: TheWar, power: str, sort: str, target: str) -> Iterable[Refusal]:
    """Why a power plays no chit on a target: its alliance has played one of the kind on it, or it has none."""
    if chit_played(campaign, power, sort, target):
        name = wars.named(campaign, target)
        reason = f"the alliance of {wars.named(campaign, power)} has played {sort.title()} on {name} in this turn"
        yield Refusal("16.1.7.3", reason, "One of a kind for each alliance and target.")
    if unread := tuple(stating.unreadable(campaign, power)):
        yield from unread
    elif not influence.stock(campaign, power, sort):
        reason = f"{wars.named(campaign, power)} has no {sort.title()} chit"
        yield Refusal("16.1.7.1", reason, "They are bought in Spring and Fall, one of each kind.")


def play_chit(tx: Transaction[TheWar], power: str, sort: str, target: str) -> None:
    """Record that a chit of the power's alliance was played on a target."""
    tallies.use(tx, power, _played(sort), 1, f"{sort.title()} chit played", "16.1.7.3", of=target)
