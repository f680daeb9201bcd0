"""Pilots and air crews (29.3, by option): the first air unit of a kind in a turn has its usual cadre, each further one
twice that of the one before it. A variant lifts how many have the usual one (28.1.1 #16 and its like)."""

from __future__ import annotations

from engine.kernel.refusals import Breakdown
from engine.thewar.world import counters, prices, variants_played
from engine.thewar.world.state import Pool, TheWar

OPTION = "air-crew-training"
KINDS = ("ftr", "mdm", "nac", "tac")
"""The kinds that are counted, each apart."""
RULE = "29.3, ruling 417"
SCHOOLS = {
    "italy": "italian-pilot-schools",
    "germany": "german-pilot-schools",
    "france": "french-pilot-schools",
    "britain": "british-pilot-schools",
    "ussr": "soviet-pilot-schools",
    "us": "us-pilot-schools",
}
"""The variants that train one more of each kind at the usual price."""


def at_first_price(campaign: TheWar, power: str) -> int:
    """How many units of a kind a power builds in a turn with the usual cadre."""
    return 1 + variants_played.played(campaign, SCHOOLS.get(power, ""))


def built(campaign: TheWar, power: str, kind: str) -> int:
    """The units of a kind that a power has built in this turn; what was repaired is none of them."""
    return sum(
        one.count for one in campaign.built.values() if one.power == power and counters.kind_of(one.what) == kind
    )


def priced(campaign: TheWar, power: str, pool: Pool, count: int, price: Breakdown) -> Breakdown:
    """The price of so many new units of a force pool with what their crews cost beyond the usual cadre."""
    if not campaign.options.get(OPTION) or pool.kind not in KINDS or pool.power != power:
        return price
    before, free = built(campaign, power, pool.kind), at_first_price(campaign, power)
    cadre = prices.cadre(power, pool.kind, pool.tag)
    more = sum(cadre * (2 ** max(0, nth - free) - 1) for nth in range(before + 1, before + count + 1))
    if not more:
        return price
    said = f"{before + count} {pool.kind.upper()} of this turn"
    return price.plus(f"crews for {said}, {free} at the usual cadre of {cadre}", more, RULE)
