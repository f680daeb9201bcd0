"""What each Spring gives or takes beside a power's level: prestige, Swedish ore, the Pact's payment, the Dutch East
Indies (16.5, 17.1, 20.1, 23.37); and the end of the ore in Fall 1944."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

PRESTIGE = ("suez", "gibraltar")
"""The places whose loss tells on Britain each Spring (17.1)."""
PRESTIGE_LOST, ORE, PACT, INDIES = 10, 20, 12, 10
"""NARFs: for each such place, for the ore, of the Pact's payment, from the Indies."""
INDIES_YEARS = (1940, 1941)
INDIES_MASTERS = ("france", "britain", "germany")
"""The powers whose Satellite the Netherlands may be so that its Indies pay (23.37)."""
ORE_ENDED = "swedish-ore-ended"
"""The fact that Sweden has stopped its ore for good."""
PACT_HOLDS = "nazi-soviet-pact"
"""The fact while the Pact holds (16.5)."""
WATERS_OPEN = "norwegian-waters-open"
"""The fact that nobody has mined Norwegian waters; the board closes it (23.38)."""


def lines(campaign: TheWar, power: str) -> Iterable[Line]:
    """The lines of a power's Spring income beside its level, in NARFs."""
    if power == "britain":
        yield from _prestige(campaign)
    if power == "germany" and (why := ore_lost(campaign)):
        yield Line(f"Swedish ore: {why}", -ORE, "20.1")
    if power in ("germany", "ussr") and pact_holds(campaign):
        yield Line("payment of the Pact", PACT if power == "germany" else -PACT, "16.5")
    if indies(campaign) == power:
        yield Line("Dutch East Indies", INDIES, "23.37")


def _prestige(campaign: TheWar) -> Iterable[Line]:
    for key in PRESTIGE:
        place = campaign.places.get(key)
        if place is not None and wars.hostile(campaign, place.holder, "britain"):
            yield Line(f"prestige: {place.name} in enemy hands", -PRESTIGE_LOST, "17.1")


def ore_lost(campaign: TheWar) -> str:
    """Why Germany goes without Swedish ore this year, '' where it comes, or has ended for good (20.1, ruling 245)."""
    if campaign.facts.get(ORE_ENDED, False):
        return ""
    sweden = campaign.countries.get("sweden")
    if sweden is not None and sweden.patron in ("britain", "ussr") and sweden.status not in ("neutral", "sympathizer"):
        whose = wars.named(campaign, sweden.patron)
        return f"Sweden is {sweden.status} of {whose}" if sweden.status != "conquered" else f"{whose} holds Sweden"
    narvik = campaign.places.get("narvik-box")
    if narvik is not None and narvik.holder in ("britain", "france", "us"):
        return f"{wars.named(campaign, narvik.holder)} holds Narvik"
    norway = campaign.countries.get("norway")
    lost = norway is not None and wars.axis_holds(campaign, "norway")
    if not campaign.facts.get(WATERS_OPEN, True) and not lost:
        return "Norwegian waters are mined"
    return ""


def pact_holds(campaign: TheWar) -> bool:
    """Whether the Soviets owe Germany the payment of the Pact (16.5)."""
    both = wars.standing(campaign, "germany") and wars.standing(campaign, "ussr")
    return both and bool(campaign.facts.get(PACT_HOLDS, False)) and not wars.at_war(campaign, "germany", "ussr")


def indies(campaign: TheWar) -> str:
    """The power that the Dutch East Indies pay this Spring, '' for none (23.37)."""
    land = campaign.countries.get("netherlands")
    if land is None or land.status != "satellite" or calendar.year(campaign) not in INDIES_YEARS:
        return ""
    return land.patron if land.patron in INDIES_MASTERS else ""


def ore_ends(campaign: TheWar) -> tuple[str, ...]:
    """Who loses the ore for good in its step: Germany, unless it holds Sweden (20.1)."""
    sweden = campaign.countries.get("sweden")
    held = sweden is not None and sweden.patron == "germany" and sweden.status in ("satellite", "conquered")
    over = held or bool(campaign.facts.get(ORE_ENDED, False)) or not wars.standing(campaign, "germany")
    return () if over else ("germany",)


@frozen
class OreEnds(PowerOrder[TheWar]):
    """Sweden stops the ore in Fall 1944: 20 NARFs off Germany's hand and base (20.1)."""

    verb: ClassVar[str] = "ore-ends"
    title: ClassVar[str] = "Sweden stops the ore"
    rule: ClassVar[str] = "20.1"
    account: ClassVar[str] = "lost"
    account_of_gains: ClassVar[str] = "gained"
    steps: ClassVar[tuple[str, ...]] = ("income.ore-ends",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in ore_ends(campaign):
            yield Refusal("20.1", "the ore does not end", "It does where Germany does not hold Sweden.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        for part in ("base", "narfs"):
            tx.add(f"powers.{self.power}.{part}", -ORE, "Sweden stops the ore", "20.1")
        tx.put(f"facts.{ORE_ENDED}", True, "Sweden stops the ore", "20.1")

    def sentence(self, campaign: TheWar) -> str:
        return "Sweden stops the ore"

    def told(self, before: TheWar, entry: Entry) -> str:
        return f"Sweden stops the ore: Germany has {ORE} NARFs less in hand and in its base"
