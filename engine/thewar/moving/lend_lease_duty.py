"""Lend-Lease owed to the Soviet Union each Spring and Fall, and what it costs to send less (14.8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from engine.kernel.late import Asked
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.ledger import Duty
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

TEST = "stratmove.lend-lease-test"
SEASONS = ("spring", "fall")
TO = "ussr"
PERSIA_OPENS = "persia-opens"
"""The fact of the turn from which NARFs pass Persia."""
_given = Asked("engine.thewar", "moving.lend_lease:given")
_told_of = Asked("engine.thewar", "moving.freight:told_of")
_lies = Asked("engine.thewar", "moving.freight:lies")
"""The freight, which nobody loads who looks where nothing is owed."""


def terms(power: str) -> Mapping[str, Any]:
    """What a power owes and loses; empty for one that owes nothing."""
    rows: Mapping[str, Mapping[str, Any]] = table("thewar", "lend-lease")["mandatory"]
    return rows.get(power, {})


def due(campaign: TheWar, power: str) -> int:
    """NARFs that a power has to grant this turn, 0 where it has not to (14.8.2)."""
    row = terms(power)
    if not row or calendar.season(campaign) not in SEASONS or calendar.now(campaign) < calendar.number(row["from"]):
        return 0
    at_war = wars.at_war(campaign, "germany", TO) and wars.at_war(campaign, "germany", power)
    if not at_war or campaign.facts.get(wars.SOVIET_ATTACK, False):
        return 0
    standing = all(wars.standing(campaign, who) for who in (power, TO, "germany"))
    return int(row["narfs"]) if standing else 0


def warehoused(campaign: TheWar, power: str) -> int:
    """NARFs granted to the Soviets in an earlier turn that have not moved in this one (ruling 233)."""
    turn = calendar.turn(campaign)
    lying = [one for one in campaign.shipments.values() if one.giver == power and not one.sailing]
    return sum(shipment.narfs for shipment in lying if shipment.to == TO and shipment.granted != turn)


def missing(campaign: TheWar, power: str) -> int:
    """NARFs that a power has still to grant this turn: what it has granted counts, also if it was sunk since, less what
    it lets lie (14.8.2, ruling 233)."""
    if not (owed := due(campaign, power)):
        return 0
    return int(max(0, owed - max(0, _given(campaign, power, TO) - warehoused(campaign, power))))


def failing(campaign: TheWar) -> tuple[str, ...]:
    """The powers that have granted too little this turn."""
    return tuple(power for power in wars.POWERS if missing(campaign, power))


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What is still to be granted, what it costs not to, and what waits on the way."""
    for power in wars.POWERS:
        if not (short := missing(campaign, power)):
            continue
        row = terms(power)
        name = wars.named(campaign, power)
        loss = f"or loses {row['loses']} and {row['growth']} % of growth"
        more = "" if short == row["narfs"] else "more "
        yield Duty(
            f"{name} grants the Soviet Union {short} NARFs {more}{loss}", "14.8.2", order=f"{power} grant {short} ussr"
        )
        if lying := warehoused(campaign, power):
            yield Duty(f"{lying} NARFs of {name} lie still on the way and do not count", "14.8.2")
    for key, shipment in campaign.shipments.items():
        if not shipment.sailing:
            text = f"{_told_of(campaign, shipment)} wait in {_lies(campaign, shipment)}: send-on {key}"
            yield Duty(text, "14.8.2", order=f"{shipment.giver} send-on {key}")
    opens = str(campaign.facts.get(PERSIA_OPENS, ""))
    if opens and calendar.now(campaign) < calendar.number(opens):
        yield Duty(f"The Persian route opens in {calendar.spoken(opens)}", "14.8.4")


@frozen
class LendLeaseFailed(PowerOrder[TheWar]):
    """Too little was granted to the Soviets: NARFs at once and growth for good (14.8.2)."""

    verb: ClassVar[str] = "lend-lease-failed"
    title: ClassVar[str] = "too little Lend-Lease"
    rule: ClassVar[str] = "14.8.2"
    account: ClassVar[str] = "penalties"
    account_of_gains: ClassVar[str] = "gained"
    steps: ClassVar[tuple[str, ...]] = (TEST,)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not missing(campaign, self.power):
            yield Refusal("14.8.2", f"{wars.named(campaign, self.power)} has granted what it owes")

    def effect(self, tx: Transaction[TheWar]) -> None:
        """Take NARFs and growth; NARFs lost in this way are no deficit spending (ruling 146)."""
        row, power = terms(self.power), tx.campaign.powers[self.power]
        growth = min(int(row["growth"]), power.growth)
        tx.add(f"powers.{self.power}.narfs", -int(row["loses"]), "too little Lend-Lease", "14.8.2")
        tx.add(f"powers.{self.power}.growth", -growth, "too little Lend-Lease", "14.8.2")

    def sentence(self, campaign: TheWar) -> str:
        row = terms(self.power)
        lost = f"{row['loses']} NARFs and {row['growth']} % of growth"
        return f"{wars.named(campaign, self.power)} has sent the Soviet Union too little and loses {lost}"
