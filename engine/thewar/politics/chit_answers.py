"""A chit is played on something, and the enemy is asked whether he cancels it with Counter-Espionage: what every such
procedure shares, and the one answer to all of them (16.1.7.2, rulings 307, 310, 433).

A procedure that asks is a ``Countered``: a chit for Reserves or surprise, a search at sea. A diplomatic roll and spying
have questions of their own, since these are asked together with POPs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from engine.kernel.answers import Answer
from engine.kernel.campaign import several_eyes
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, word
from engine.kernel.procedures import Decision, Procedure
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.politics import stating
from engine.thewar.world import influence, wars
from engine.thewar.world.influence import COUNTER_ESPIONAGE
from engine.thewar.world.state import TheWar

RULE = "16.1.7.2"
COUNTER = "counter"
"""The stage in which the enemy is asked."""
ANSWER = "counter-chit"
"""The verb of the answer."""


def refused(campaign: TheWar, power: str, sort: str) -> Iterable[Refusal]:
    """Why a power plays no chit of a sort in this turn, whatever for: it is no turn for chits, or it has none."""
    name = wars.named(campaign, power)
    if not stating.in_season(campaign):
        yield Refusal(RULE, "chits are played in Spring and Fall only", "In the next of these turns.")
    if unread := tuple(stating.unreadable(campaign, power)):
        yield from unread
    elif not influence.stock(campaign, power, sort):
        hint = "They are bought in Spring and Fall, one of each kind."
        yield Refusal("16.1.7, 16.1.7.1", f"{name} has no {sort.title()} chit", hint)


def opponents(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The powers that may cancel a chit of a power, or play one against what it does: those at war with it that have
    not fallen."""
    return tuple(
        other for other in wars.POWERS if wars.standing(campaign, other) and wars.at_war(campaign, power, other)
    )


def asked(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The powers asked for Counter-Espionage against a power: whoever might hold a chit, in Spring and Fall."""
    may = (other for other in opponents(campaign, power) if stating.asked_for_chit(campaign, other, COUNTER_ESPIONAGE))
    return tuple(may)


def for_the_enemy(campaign: TheWar, power: str, counter: str) -> Iterable[Refusal]:
    """Why nobody says for an enemy that he plays Counter-Espionage: he is asked himself, is no enemy, or has none."""
    if several_eyes(campaign):
        yield Refusal(RULE, "the other side is asked itself", "Without naming who cancels it.")
    elif counter not in opponents(campaign, power):
        reason = f"{wars.named(campaign, counter)} is not at war with {wars.named(campaign, power)}"
        yield Refusal(RULE, reason, "An enemy cancels it.")
    else:
        yield from refused(campaign, counter, COUNTER_ESPIONAGE)


def spend(tx: Transaction[TheWar], power: str, sort: str, why: str) -> None:
    """A power plays a chit: it is spent whatever comes of it (ruling 310)."""
    influence.play(tx, power, sort, f"{sort.title()} chit played: {why}", RULE)


@frozen
class Countered(Procedure[TheWar]):
    """A procedure whose enemy may be asked for Counter-Espionage, in a stage 'counter'. Subclasses keep who has
    ``answered`` and who plays it (``guards``), of several the first one's chit counts (16.1.7.3)."""

    def whose(self) -> str:
        """The power against which Counter-Espionage is played."""
        raise TypeError(f"{type(self).__name__} names nobody")

    def replied(self, power: str, *, plays: bool) -> Self:
        """The procedure once a power has answered."""
        raise TypeError(f"{type(self).__name__} takes no answer")

    def question(self, campaign: TheWar, power: str) -> tuple[str, tuple[str, ...]]:
        """What a power is asked, and what it has to know for it."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def odds(self, campaign: TheWar) -> Distribution[Any] | None:
        """What may come of it by what has been said so far, None where no die tells."""
        return None

    def awaits(self, campaign: TheWar, answered: tuple[str, ...]) -> tuple[Decision, ...]:
        """The questions to all who are asked and have not answered; with the chit in the answers where this view knows
        of one."""
        waiting = (power for power in asked(campaign, self.whose()) if power not in answered)
        return tuple(self._ask(campaign, power) for power in waiting)

    def _ask(self, campaign: TheWar, power: str) -> Decision:
        answers = [f"{power} {ANSWER} no"]
        if influence.known(campaign, power) and influence.stock(campaign, power, COUNTER_ESPIONAGE):
            answers.append(f"{power} {ANSWER} yes")
        title, notes = self.question(campaign, power)
        return Decision(power, title, tuple(answers), answers[0], RULE, notes)


@frozen
class CounterChit(Answer[TheWar, Countered]):
    """A power plays Counter-Espionage against what an enemy does, or does not (16.1.7.2)."""

    verb: ClassVar[str] = ANSWER
    title: ClassVar[str] = "Counter-Espionage"
    rule: ClassVar[str] = RULE
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (Countered,)
    stages: ClassVar[tuple[str, ...]] = (COUNTER,)
    unasked: ClassVar[str] = "nobody has played a chit that this would cancel"
    when: ClassVar[str] = "It is asked as an enemy plays one, or looks for ships at sea, in Spring and Fall."
    open: ClassVar[bool] = True
    covert: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    plays: bool = word(FLAG)

    def wrong(self, campaign: TheWar, under_way: Countered) -> Iterable[Refusal]:
        if self.plays:
            yield from refused(campaign, self.power, COUNTER_ESPIONAGE)

    def after(self, campaign: TheWar, under_way: Countered) -> Countered:
        return under_way.replied(self.power, plays=self.plays)

    def expected(self, campaign: TheWar, under_way: Countered) -> Distribution[Any] | None:
        return self.after(campaign, under_way).odds(campaign)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} plays {'' if self.plays else 'no '}Counter-Espionage"
