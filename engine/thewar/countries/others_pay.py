"""Trust No One: Britain or the United States pays for one POP and a chit of each sort of the next Soviet purchase
(28.2.3 #15, rulings 399, 583)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.kernel.late import Asked
from engine.kernel.refusals import Breakdown
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.thewar.economy.spending import take
from engine.thewar.world import variants_played, wars
from engine.thewar.world.state import TheWar

if TYPE_CHECKING:
    from engine.thewar.rolls.political_points import Purse

PAYER = "trust-no-one-payer"
"""The fact of who pays, from the play to the purchase; '' for nobody."""
_narfs = Asked("engine.thewar", "rolls.political_points:narfs")
BUYER, NAME, RULE = "ussr", "Trust No One", "28.2.3 #15, ruling 583"
COUNTER = {"britain": "british-counter-intelligence", "us": "us-counter-intelligence"}
"""Who may have to pay, and the variant by which he does not (28.2.2 #12, 28.2.4 #16)."""


def guarded(campaign: TheWar, power: str) -> bool:
    """Whether a power has played its Counter-intelligence, which voids it."""
    return variants_played.has_played(campaign, COUNTER[power])


def payer(campaign: TheWar, buyer: str = BUYER) -> str:
    """Who pays for a part of a power's next purchase, '' for nobody."""
    power = str(campaign.facts.get(PAYER, ""))
    able = buyer == BUYER and power in COUNTER and wars.standing(campaign, power)
    return power if able and not guarded(campaign, power) else ""


def price(terms: Purse) -> Breakdown:
    """What is paid, at Soviet prices: one POP and a chit of each sort, whatever of it is bought."""
    paid: Breakdown = _narfs(terms, 1, 1, 1)
    return paid


def part(terms: Purse, pops: int, espionage: int, counter_espionage: int) -> int:
    """What of a purchase another pays, in NARFs: of each thing the first."""
    return int(_narfs(terms, *(min(1, count) for count in (pops, espionage, counter_espionage))).total)


def charge(tx: Transaction[TheWar], power: str, terms: Purse) -> None:
    """The power pays, on credit if it has to, and for this once."""
    take(tx, power, int(price(terms).total), NAME, RULE, account="diplomacy")
    tx.put(f"facts.{PAYER}", "", NAME, RULE)


def duties(campaign: TheWar) -> Iterable[Duty]:
    """Who pays for a part of the next Soviet purchase."""
    if power := payer(campaign):
        whose = wars.named(campaign, BUYER)
        said = f"{wars.named(campaign, power)} pays for 1 POP and 1 chit of each sort of {whose}'s next purchase"
        yield Duty(said, RULE)
