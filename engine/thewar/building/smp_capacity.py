"""Raising a power's SMP capacity: one a year from 1941 (8.4.1, 8.4.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, keyed
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import capacity, construction_limit, oil, spending
from engine.thewar.economy.spending import short
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

FROM_YEAR = 1941
"""The first year in which capacity is bought (ruling 94)."""
BOUGHT = "smp-year-"
"""With a power's id, the fact of the last year in which it raised its capacity."""


def price(power: str, *, at_war: bool = True) -> Breakdown:
    """NARFs for one SMP more a turn; the U.S. pays twice before its entry (8.4.1)."""
    each = int(capacity.row(power)["price"])
    cost = Breakdown((Line("one SMP a turn", each, "8.4.1"),))
    return cost if power != "us" or at_war else cost.plus("before the entry into the war: twice", each, "8.4.1")


@frozen
class SmpCapacity(PowerOrder[TheWar]):
    """Raise the SMP capacity by one for good; the U.S. in each of its halves. Railmoves stay as they are (8.4.2)."""

    verb: ClassVar[str] = "smp-capacity"
    title: ClassVar[str] = "SMP capacity"
    rule: ClassVar[str] = "8.4.1"
    account: ClassVar[str] = "movement"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    deficit: bool = keyed(FLAG, False, "deficit spending")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        name, year = wars.named(campaign, self.power), calendar.year(campaign)
        if year < FROM_YEAR:
            yield Refusal("8.4.1, ruling 94", f"capacity is raised from {FROM_YEAR} on", f"In Spring {FROM_YEAR}.")
        if campaign.facts.get(f"{BOUGHT}{self.power}", 0) == year:
            yield Refusal("8.4.1", f"{name} has raised its capacity in {year}", "One a year.")
        moscow = capacity.MOSCOW in campaign.places and oil.holder(campaign, capacity.MOSCOW)
        if self.power == "ussr" and moscow == "germany":
            yield Refusal("8.4.1", "Moscow is German", "Not until it is retaken.")
        yield from short(campaign, self.power, self.cost(campaign).total, "8.4.1", deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs; it does not count against half of the base."""
        return price(self.power, at_war=bool(campaign.powers[self.power].entered))

    def effect(self, tx: Transaction[TheWar]) -> None:
        spending.pay(tx, self.power, self.cost(tx.campaign).total, "SMP capacity", "8.4.1")
        tx.add(f"powers.{self.power}.smp", capacity.parts(self.power), "SMP capacity", "8.4.1, 8.5.5")
        tx.put(f"facts.{BOUGHT}{self.power}", calendar.year(tx.campaign), "SMP capacity", "8.4.1")

    def sentence(self, campaign: TheWar) -> str:
        more = "one SMP to Europe and one on the board" if self.power == "us" else "one SMP"
        return f"{wars.named(campaign, self.power)} raises its capacity by {more} a turn"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[SmpCapacity]:
        if calendar.year(campaign) >= FROM_YEAR:
            yield cls(power)
