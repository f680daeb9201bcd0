"""Scorched earth: the Soviets slow the Axis by what they have moved away (21.7.6); and the Stalin Line, which is gone
by the end of 1939 (21.7.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.orders import Automatic, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy.spending import short, take
from engine.thewar.world import calendar, installed, wars
from engine.thewar.world.state import TheWar

SOVIETS = "ussr"
PRICE = 10
DECLARED = "scorched-earth"
"""The fact of the turn for which it was declared."""
MOVED_AT_ONCE = "moved-in-the-turn-of-attack"
"""The fact of how many cities' industry went to the Urals in the turn of the German declaration."""
STALIN_LINE = ("1939-3-fall", "1939-4-winter")
"""The turns in which the Soviets' free fortifications of the set-up stand."""


def turn_of_attack(campaign: TheWar) -> str:
    """The turn in which Germany declared war on the Soviet Union, '' while it has not."""
    return wars.begun(campaign, "germany", SOVIETS) if wars.germany_attacked_east(campaign) else ""


def moved(tx: Transaction[TheWar]) -> None:
    """Count a city whose industry has been moved in the turn of the German attack."""
    if turn_of_attack(tx.campaign) == calendar.turn(tx.campaign):
        count = int(tx.campaign.facts.get(MOVED_AT_ONCE, 0)) + 1
        tx.put(f"facts.{MOVED_AT_ONCE}", count, "moved in the turn of the attack", "21.7.6")


def slower(campaign: TheWar) -> int:
    """Movement points that Axis ground units have less in the Second Impulse inside the 1939 Soviet Union this turn."""
    if campaign.facts.get(DECLARED, "") != calendar.turn(campaign):
        return 0
    return int(campaign.facts.get(MOVED_AT_ONCE, 0))


def duties(campaign: TheWar) -> Iterable[Duty]:
    """How many movement points the declaration of scorched earth takes this turn."""
    if points := slower(campaign):
        yield Duty(f"Scorched earth: Axis Second Impulse -{points} MP in the 1939 Soviet Union", "21.7.6")


@frozen
class ScorchedEarth(PowerOrder[TheWar]):
    """Once, in the turn after the German declaration: for 10 NARFs each city whose industry was moved in the turn of
    the attack takes 1 MP of the Axis Second Impulse in the 1939 Soviet Union, for this turn."""

    verb: ClassVar[str] = "scorched-earth"
    title: ClassVar[str] = "scorched earth"
    rule: ClassVar[str] = "21.7.6"
    account: ClassVar[str] = "industry"
    standing: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != SOVIETS:
            yield Refusal("21.7.6", "only the Soviet Union declares it")
            return
        attacked = turn_of_attack(campaign)
        if not attacked or calendar.now(campaign) != calendar.number(attacked) + 1:
            yield Refusal("21.7.6", "it is not the turn after the German declaration of war", "In that turn only.")
        if campaign.facts.get(DECLARED, ""):
            yield Refusal("21.7.6", "it was declared already", "Once in the game.")
        yield from short(campaign, self.power, PRICE, "21.7.6")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        return Breakdown((Line("scorched earth", PRICE, "21.7.6"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        take(tx, self.power, PRICE, "scorched earth", "21.7.6")
        tx.put(f"facts.{DECLARED}", calendar.turn(tx.campaign), "scorched earth", "21.7.6")

    def sentence(self, campaign: TheWar) -> str:
        return f"Scorched earth: {int(campaign.facts.get(MOVED_AT_ONCE, 0))} MP less for the Axis Second Impulse"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[ScorchedEarth]:
        """In its turn, where it takes anything."""
        order = cls(power)
        if power == SOVIETS and campaign.facts.get(MOVED_AT_ONCE, 0) and not any(True for _ in order.judge(campaign)):
            yield order


def line_stands(campaign: TheWar) -> tuple[str, ...]:
    """The free fortifications of the set-up that are to go at the turn's end, by id (21.7.4)."""
    if calendar.now(campaign) < calendar.number(STALIN_LINE[1]):
        return ()
    return tuple(
        key
        for key in installed.of(campaign, SOVIETS, installed.FORTIFICATION)
        if campaign.installations[key].since == STALIN_LINE[0]
    )


@frozen
class LineAbandoned(Automatic[TheWar]):
    """The Stalin Line is given up with the end of Winter 1939 (21.7.4)."""

    verb: ClassVar[str] = "stalin-line-goes"
    title: ClassVar[str] = "Stalin Line"
    rule: ClassVar[str] = "21.7.4"
    steps: ClassVar[tuple[str, ...]] = ("end.stalin-line",)

    def act(self, tx: Transaction[TheWar]) -> None:
        for key in line_stands(tx.campaign):
            tx.remove(f"installations.{key}", "the Stalin Line is given up", "21.7.4")

    def sentence(self, campaign: TheWar) -> str:
        return "The Soviet fortifications of 1939 are taken down"
