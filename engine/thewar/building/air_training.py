"""Pilots and air crews (29.3, by option): the first air unit of a kind in a turn has its usual cadre, each further one
twice that of the one before it. A variant lifts how many have the usual one (28.1.1 #16 and its like)."""

from __future__ import annotations

from engine.kernel.refusals import Breakdown
from engine.kernel.transaction import Transaction
from engine.thewar.world import counters, prices, tallies, variants_played
from engine.thewar.world.state import Pool, TheWar

OPTION = "air-crew-training"
KINDS = ("ftr", "mdm", "nac", "tac")
"""The kinds that are counted, each apart."""
RULE = "29.3, rulings 417, 614"
SCHOOLS = {
    "italy": "italian-pilot-schools",
    "germany": "german-pilot-schools",
    "france": "french-pilot-schools",
    "britain": "british-pilot-schools",
    "ussr": "soviet-pilot-schools",
    "us": "us-pilot-schools",
}
"""The variants that train more at the usual price."""
OF_EACH_KIND = ("germany",)
"""Whose schools train one more of each kind; those of all others one more unit in a turn (ruling 614)."""
SCHOOLED = "schooled"
"""What of a turn's limits is used: units of a kind beyond its first whose crews a school has trained."""


def at_first_price(campaign: TheWar, power: str, kind: str) -> int:
    """How many units of a kind a power builds in a turn with the usual cadre."""
    trained = variants_played.played(campaign, SCHOOLS.get(power, ""))
    if power in OF_EACH_KIND:
        return 1 + trained
    elsewhere = sum(tallies.used(campaign, power, SCHOOLED, other) for other in KINDS if other != kind)
    return 1 + max(0, trained - elsewhere)


def built(campaign: TheWar, power: str, kind: str) -> int:
    """The units of a kind that a power has built in this turn; what was repaired is none of them."""
    return sum(
        one.count for one in campaign.built.values() if one.power == power and counters.kind_of(one.what) == kind
    )


def priced(campaign: TheWar, power: str, pool: Pool, count: int, price: Breakdown) -> Breakdown:
    """The price of so many new units of a force pool with what their crews cost beyond the usual cadre."""
    if not campaign.options.get(OPTION) or pool.kind not in KINDS or pool.power != power:
        return price
    before, free = built(campaign, power, pool.kind), at_first_price(campaign, power, pool.kind)
    cadre = prices.cadre(power, pool.kind, pool.tag)
    more = sum(cadre * (2 ** max(0, nth - free) - 1) for nth in range(before + 1, before + count + 1))
    if not more:
        return price
    said = f"{before + count} {pool.kind.upper()} of this turn"
    return price.plus(f"crews for {said}, {free} at the usual cadre of {cadre}", more, RULE)


def train(tx: Transaction[TheWar], power: str, kind: str, count: int) -> None:
    """So many units of a kind are built: which of them a school has trained is remembered for the turn, before they
    are counted as built."""
    if not tx.campaign.options.get(OPTION) or kind not in KINDS or power in OF_EACH_KIND:
        return
    before, free = built(tx.campaign, power, kind), at_first_price(tx.campaign, power, kind)
    more = min(before + count, free) - max(before, 1)
    if more > 0:
        tallies.use(tx, power, SCHOOLED, more, "crews of the pilot schools", RULE, of=kind)
