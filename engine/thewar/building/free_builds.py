"""Units that a variant lets its power build for nothing: one aircraft, or some NARFs of infantry in the turn of its
play; and the Spanish unit that Spain pays for (28.1.1 #1, #12, 28.2.1 #6, 28.2.3 #16)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.world import minors
from engine.thewar.world.counters import SPAIN, SPANISH
from engine.thewar.world.state import Pool, TheWar
from engine.thewar.world.variants_played import FREE_AIR, FREE_INFANTRY

RULE = "28"
AIR = {"italy": ("ftr", "mdm", "tac"), "france": ("ftr", "tac")}
"""The kinds of the aircraft that costs nothing, by power."""
INFANTRY = ("inf", "sta")


def _aircraft(campaign: TheWar, power: str, pool: Pool) -> int:
    """How many aircraft of a pool a power still builds for nothing."""
    fits = pool.power == power and pool.kind in AIR.get(power, ())
    return int(campaign.facts.get(f"{FREE_AIR}{power}", 0)) if fits else 0


def _infantry(campaign: TheWar, power: str, pool: Pool) -> int:
    """How many NARFs of infantry it still does."""
    fits = pool.power == power and pool.kind in INFANTRY
    return int(campaign.facts.get(f"{FREE_INFANTRY}{power}", 0)) if fits else 0


def _spain_pays(campaign: TheWar, pool: Pool) -> bool:
    """Whether Spain bears a unit's price: the one that it has lent to Italy, while it has NARFs of its own."""
    return pool.tag == SPANISH and pool.power == "italy" and minors.own_track(campaign, SPAIN)


def refused(campaign: TheWar, pool: Pool, cost: Breakdown) -> Iterable[Refusal]:
    """Why units are not built that another pays for: Spain has too little. ``cost``: what they cost by the lists."""
    if _spain_pays(campaign, pool) and cost.total > (left := campaign.countries[SPAIN].narfs):
        yield Refusal("28.1.1", f"it costs {cost.total} NARFs, Spain has {left}", "It is rebuilt at Spain's expense.")


def priced(campaign: TheWar, power: str, pool: Pool, count: int, cost: Breakdown) -> Breakdown:
    """The price of so many units of a pool less what a variant bears of it."""
    if _spain_pays(campaign, pool):
        return cost.plus("at Spain's expense", -cost.total, "28.1.1")
    if free := min(count, _aircraft(campaign, power, pool)):
        return cost.plus(f"{free} by a variant, for nothing", -(cost.total * free // count), RULE)
    if narfs := min(cost.total, _infantry(campaign, power, pool)):
        return cost.plus("by a variant, for nothing", -narfs, RULE)
    return cost


def use(tx: Transaction[TheWar], power: str, pool: Pool, count: int, cost: Breakdown) -> None:
    """Write down what of it is used up. ``cost``: what the units cost without the variant."""
    if _spain_pays(tx.campaign, pool):
        tx.add(f"countries.{SPAIN}.narfs", -cost.total, "rebuilt for Italy", "28.1.1")
    elif free := min(count, _aircraft(tx.campaign, power, pool)):
        tx.add(f"facts.{FREE_AIR}{power}", -free, "built for nothing", RULE)
    elif narfs := min(cost.total, _infantry(tx.campaign, power, pool)):
        tx.add(f"facts.{FREE_INFANTRY}{power}", -narfs, "built for nothing", RULE)
