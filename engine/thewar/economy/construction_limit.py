"""Half of the NARF base a turn at normal prices, everything beyond it twice (15.1.6.1, ruling 83)."""

from __future__ import annotations

from engine.kernel.refusals import Breakdown
from engine.kernel.transaction import Transaction
from engine.thewar.economy import income, logistics, spending
from engine.thewar.economy.spending import granted
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar

STEP = "build.units"
"""The step of the Build Segment in which everything is bought (3.7)."""
SINCE = "1940-1-spring"


def room(campaign: TheWar, power: str) -> int | None:
    """NARFs that may still be spent on units and repairs at normal prices this turn; None while there is no limit."""
    if calendar.now(campaign) < calendar.number(SINCE):
        return None
    buyer = campaign.powers[power]
    return max(0, income.limit(buyer.base) - buyer.spent)


def priced(campaign: TheWar, power: str, price: Breakdown) -> Breakdown:
    """A price of units or repairs with the part beyond the limit paid twice; what is paid counts (ruling 83)."""
    left = room(campaign, power)
    if left is None or price.total <= left:
        return price
    beyond = price.total - left
    return price.plus(f"{beyond} beyond half of the base: twice", beyond, "15.1.6.1")


def pay(tx: Transaction[TheWar], power: str, narfs: int, why: str, rule: str) -> None:
    """Pay for units or repairs: it counts against the limit, and first uses up what was granted under a Pass (4.5)."""
    left = granted(tx.campaign, power)
    spending.pay(tx, power, narfs, why, rule)
    tx.add(f"powers.{power}.spent", narfs, "counts against half of the base", "15.1.6.1")
    if left:
        tx.set(f"facts.{logistics.GRANTED}{power}", max(0, left - narfs), "built with grants under a Pass", "4.5")
