"""The Soviet Union attempts to declare war on Germany: 5 NARFs and a die, which German units in the East make harder
(16.5, rulings 111 and 322 to 324)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.grammar import number, word
from engine.kernel.procedures import Decision, Procedure, begin, under_way
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import war_begins
from engine.thewar.economy.spending import take
from engine.thewar.rolls import soviet_attempt as attempts
from engine.thewar.rolls.soviet_attempt import FACTORS, PRICE, RULE
from engine.thewar.world import calendar, counters, traits, wars
from engine.thewar.world.state import TheWar, Unit

_AIR = ("tac", "ftr", "mdm")
_LANDS = ("poland", "eastern-poland", "romania", "bessarabia")
_MOST = 20
_TRIED = "soviet-attempt"
"""The fact of the turn in which the Soviet Union has tried last."""


def refused(campaign: TheWar) -> Iterable[Refusal]:
    """Why no attempt is made now, as far as the campaign knows."""
    if campaign.facts.get(_TRIED) == calendar.turn(campaign):
        yield Refusal(RULE, "the Soviet Union has tried in this turn", "One attempt a turn.")
    if under_way(campaign, SovietAttempt) is not None:
        yield Refusal(RULE, "an attempt is under way", "Germany first says what it has in the East.")
    yield from attempts.refusals(against(campaign, recorded(campaign)))


def against(campaign: TheWar, increments: int, face: int = 0) -> attempts.Attempt:
    """The single roll of an attempt against so many German increments."""
    return attempts.against(calendar.turn(campaign), increments, face)


def early(campaign: TheWar) -> bool:
    """Whether a German garrison forbids the attempt: before Winter 1940."""
    return attempts.early(calendar.turn(campaign))


def _increments(units: Iterable[Unit]) -> int:
    """Pairs of 12 ground factors and one TAC, FTR or MDM (ruling 111)."""
    ours = list(units)
    ground = sum(counters.factors(unit).combat for unit in ours if traits.category(unit) == "ground")
    return attempts.increments(ground, sum(unit.kind in _AIR for unit in ours))


def recorded(campaign: TheWar) -> int:
    """The increments of German units that are recorded in Poland, Romania and, but for the ban before Winter 1940, East
    Prussia (16.5, ruling 322)."""
    eastern = {
        key
        for key, place in campaign.places.items()
        if place.country in _LANDS or (place.tags.get("east-prussia") and not early(campaign))
    }
    return _increments(unit for unit in campaign.units.values() if unit.power == "germany" and unit.place in eastern)


def most(campaign: TheWar) -> int:
    """As many increments as all German units together make."""
    return min(_MOST, _increments(unit for unit in campaign.units.values() if unit.power == "germany"))


def odds(campaign: TheWar, increments: int) -> Breakdown:
    """The highest die on which an attempt succeeds, with its causes (16.5, rulings 111 and 322)."""
    return attempts.odds(calendar.turn(campaign), increments)


def begun(tx: Transaction[TheWar], on: str, price: int) -> None:
    """The attempt begins; Germany says what it has in the East."""
    tx.put(f"facts.{_TRIED}", calendar.turn(tx.campaign), "Soviet attempt", RULE)
    begin(tx, SovietAttempt("garrison", on, price), "Soviet attempt against Germany", RULE)


@frozen
class SovietAttempt(Procedure[TheWar]):
    """One attempt. Stages: garrison, while Germany is asked for its ``increments``; roll. ``on``: the power that war is
    declared on, ``price``: NARFs of that declaration."""

    kind: ClassVar[str] = "soviet-attempt"

    on: str = "germany"
    price: int = 15
    increments: int = 0

    @property
    def power(self) -> str:
        return "ussr"

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage != "garrison":
            return None
        least, top = recorded(campaign), max(most(campaign), recorded(campaign))
        answers = tuple(f"germany {EasternGarrison.verb} {count}" for count in range(least, top + 1))
        where = "Poland and Romania" if early(campaign) else "East Prussia, Poland and Romania"
        title = f"How many times {FACTORS} ground factors with an air unit stand in {where}?"
        notes = ("Romania counts where it is German: conquered, Associate or Satellite.",)
        return Decision("germany", title, answers, answers[0], RULE, notes)

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        tx.remove(at, "Soviet attempt", RULE)
        if any(attempts.refusals(against(tx.campaign, self.increments))):
            return
        take(tx, "ussr", PRICE, "attempt to declare war", RULE)
        face = tx.roll("attempt", self.on, power="ussr", rule=RULE)
        if against(tx.campaign, self.increments, face).declared:
            take(tx, "ussr", self.price, "declaration of war", "6.4.2")
            war_begins.go_to_war(tx, "ussr", self.on)

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return "The German garrison in the East forbids a Soviet declaration of war"
        tried = against(before, self.increments, entry.rolls[0].face)
        on = wars.named(before, self.on)
        came = f"the Soviet Union declares war on {on}" if tried.declared else "it stays at peace"
        need = odds(before, self.increments).total
        return f"Soviet attempt: die {tried.face}, {need} or less was needed: {came}"


@frozen
class EasternGarrison(Answer[TheWar, SovietAttempt]):
    """Germany says how many times 12 ground factors with an air unit it has in East Prussia, Poland and Romania as the
    Soviet Union tries to declare war."""

    verb: ClassVar[str] = "eastern-garrison"
    title: ClassVar[str] = "garrison in the East"
    rule: ClassVar[str] = RULE
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (SovietAttempt,)
    stages: ClassVar[tuple[str, ...]] = ("garrison",)
    unasked: ClassVar[str] = "nobody asks for the garrison"
    when: ClassVar[str] = "Germany is asked as the Soviet Union tries."

    increments: int = word(number(0, 20))

    def wrong(self, campaign: TheWar, attempt: SovietAttempt) -> Iterable[Refusal]:
        least, top = recorded(campaign), max(most(campaign), recorded(campaign))
        if not least <= self.increments <= top:
            reason = f"{self.increments} increments: {least} are recorded there, all German units make {top}"
            yield Refusal(RULE, reason, f"From {least} to {top}.")

    def answer(self, tx: Transaction[TheWar], at: str, attempt: SovietAttempt) -> None:
        tx.set(f"{at}.increments", self.increments, "German garrison", RULE)
        tx.set(f"{at}.stage", "roll", "German garrison", RULE)

    def sentence(self, campaign: TheWar) -> str:
        return f"Germany has {self.increments} x {FACTORS} factors with an air unit in the East"
