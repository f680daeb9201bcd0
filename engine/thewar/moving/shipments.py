"""NARFs on their way: sent on, lost at sea, arriving (14.8.2 to 14.8.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy.spending import granted_to
from engine.thewar.moving import freight, lend_lease
from engine.thewar.moving.sailing import Sailing
from engine.thewar.world import tallies, wars
from engine.thewar.world.naming import POWER, SHIPMENT, counted
from engine.thewar.world.state import Shipment, TheWar

ARRIVALS = "stratmove.arrivals"
DEPLETED_LOSES = 2
"""A depleted Fleet loses one part in so many of its cargo, a sunk one all (14.8.5)."""


@frozen
class SendOn(PowerOrder[TheWar]):
    """Send waiting NARFs on their next leg, from Britain also by another route; see Sailing for ``carrier``, ``fleets``
    and ``pays`` (14.8.2, ruling 231)."""

    verb: ClassVar[str] = "send-on"
    title: ClassVar[str] = "send NARFs on"
    rule: ClassVar[str] = "14.8.2"
    steps: ClassVar[tuple[str, ...]] = (lend_lease.STEP,)

    shipment: str = word(SHIPMENT)
    route: str = keyed(NAME, "")
    carrier: str = keyed(POWER, "")
    fleets: int = keyed(number(0, 99), 0)
    pays: str = keyed(POWER, "", "who pays the SMPs")

    def sailing(self, campaign: TheWar) -> Sailing:
        """The shipment as it sets out on its next leg. Raises KeyError where there is no such shipment or route."""
        shipment = campaign.shipments[self.shipment]
        rerouted = attrs.evolve(shipment, route=self.route or shipment.route)
        return Sailing(rerouted, self.carrier, self.fleets, self.pays)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        shipment = campaign.shipments.get(self.shipment)
        if shipment is None or shipment.giver != self.power:
            mine = ", ".join(freight.of(campaign, self.power, sailing=False)) or "none"
            yield Refusal("14.8.2", f"'{self.shipment}' is no shipment of theirs", f"Waiting: {mine}.")
            return
        if shipment.sailing:
            yield Refusal("14.8.2", f"{self.shipment} is at sea this turn", "One leg a turn.")
            return
        if campaign.powers[self.power].effort == "pass":
            yield Refusal("4.5", f"{wars.named(campaign, self.power)} passes: nothing is moved", "Next turn.")
        if self.route and self.route != shipment.route and not self._may_turn(campaign, shipment):
            where = freight.lies(campaign, shipment)
            others = "In Britain: by Murmansk, Turkey or Persia."
            yield Refusal("14.8.2", f"from {where} it does not go by '{self.route}'", others)
            return
        yield from self.sailing(campaign).judge(campaign)

    def _may_turn(self, campaign: TheWar, shipment: Shipment) -> bool:
        start = lend_lease.legs(campaign, shipment.route, shipment.giver, shipment.to)[shipment.leg].start
        return start == "britain" and self.route in lend_lease.TO_THE_SOVIETS

    def effect(self, tx: Transaction[TheWar]) -> None:
        sailing = self.sailing(tx.campaign)
        fleets, carrier = sailing.spend(tx)
        at = f"shipments.{self.shipment}"
        tx.set(f"{at}.route", sailing.shipment.route, "sent on", "14.8.2")
        tx.set(f"{at}.fleets", fleets, "sent on", "14.8.2")
        tx.set(f"{at}.carrier", carrier, "sent on", "14.8.2")
        tx.set(f"{at}.sailing", True, "sent on", "14.8.2")

    def sentence(self, campaign: TheWar) -> str:
        shipment = campaign.shipments.get(self.shipment)
        if shipment is None or (self.route or shipment.route) not in lend_lease.rows():
            return self.text
        rerouted = attrs.evolve(shipment, route=self.route or shipment.route)
        return f"{freight.told_of(campaign, rerouted)} leave {freight.lies(campaign, shipment)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[SendOn]:
        """An order for each shipment that waits; for one in Britain an order for each route."""
        for key, shipment in freight.of(campaign, power, sailing=False).items():
            yield cls(power, key)
            for route in lend_lease.TO_THE_SOVIETS:
                order = cls(power, key, route=route)
                if route != shipment.route and order._may_turn(campaign, shipment):
                    yield order


@frozen
class CargoLost(PowerOrder[TheWar]):
    """What the enemy has done on the board to Fleets that carry NARFs: a sunk one loses all of its share, a depleted
    one half (14.8.5). The Fleets themselves are entered as losses."""

    verb: ClassVar[str] = "cargo-lost"
    title: ClassVar[str] = "NARFs lost at sea"
    rule: ClassVar[str] = "14.8.5"
    account: ClassVar[str] = "sunk"
    account_of_gains: ClassVar[str] = "received"
    standing: ClassVar[bool] = True

    shipment: str = word(SHIPMENT)
    sunk: int = keyed(number(0, 99), 0)
    depleted: int = keyed(number(0, 99), 0)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        shipment = campaign.shipments.get(self.shipment)
        if shipment is None or shipment.giver != self.power or not shipment.sailing:
            mine = ", ".join(freight.of(campaign, self.power, sailing=True)) or "none"
            yield Refusal("14.8.5", f"'{self.shipment}' of theirs is not at sea", f"At sea: {mine}.")
            return
        if min(self.sunk, self.depleted) < 0 or not 1 <= self.sunk + self.depleted <= shipment.fleets:
            hit = f"{self.sunk} Fleets sunk and {self.depleted} depleted"
            yield Refusal("14.8.5", hit, f"{shipment.fleets} carry it; together from 1 to {shipment.fleets}.")

    def lost(self, campaign: TheWar) -> int:
        """NARFs that go down: Fleets carry equal shares, a part counts as one (ruling 233)."""
        shipment = campaign.shipments[self.shipment]
        shares = DEPLETED_LOSES * self.sunk + self.depleted
        return -(-shipment.narfs * shares // (DEPLETED_LOSES * shipment.fleets))

    def effect(self, tx: Transaction[TheWar]) -> None:
        lost, at = self.lost(tx.campaign), f"shipments.{self.shipment}"
        shipment = tx.campaign.shipments[self.shipment]
        if lost >= shipment.narfs:
            tx.remove(at, "lost at sea", "14.8.5")
            return
        tx.add(f"{at}.narfs", -lost, "lost at sea", "14.8.5")
        tx.add(f"{at}.fleets", -self.sunk, "sunk", "14.8.5")

    def sentence(self, campaign: TheWar) -> str:
        shipment = campaign.shipments.get(self.shipment)
        if shipment is None or shipment.fleets < 1:
            return self.text
        return f"{self.lost(campaign)} of {freight.told_of(campaign, shipment)} are lost at sea"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        at_sea = freight.of(campaign, power, sailing=True)
        if not any(shipment.fleets for shipment in at_sea.values()):
            return None
        fields = (
            Field("shipment", "shipment", "14.8.5", choices=tuple(at_sea)),
            Field("sunk", "Fleets sunk", "14.8.5", default="0"),
            Field("depleted", "Fleets depleted", "14.8.5", default="0"),
        )
        pattern = power + " cargo-lost {shipment} sunk={sunk} depleted={depleted}"
        return Form(cls.verb, "NARFs lost at sea", pattern, fields, cls.rule)


@frozen
class Arrivals(PowerOrder[TheWar]):
    """What a power has sent this turn arrives: in the hand of who is to have it, or where its next leg begins."""

    verb: ClassVar[str] = "narfs-arrive"
    title: ClassVar[str] = "NARFs arrive"
    rule: ClassVar[str] = "14.8.2"
    account: ClassVar[str] = "received"
    steps: ClassVar[tuple[str, ...]] = (ARRIVALS,)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key, shipment in freight.of(tx.campaign, self.power, sailing=True).items():
            if shipment.leg + 1 >= len(lend_lease.legs(tx.campaign, shipment.route, shipment.giver, shipment.to)):
                tx.remove(f"shipments.{key}", "arrived", "14.8.2")
                granted_to(tx, shipment.to, shipment.narfs)
                narfs = shipment.narfs
                tallies.use(tx, shipment.giver, tallies.ARRIVED, narfs, "arrived", "ruling 351", of=shipment.to)
            else:
                tx.add(f"shipments.{key}.leg", 1, "arrived", "14.8.2")
                tx.set(f"shipments.{key}.sailing", False, "arrived", "14.8.2")

    def sentence(self, campaign: TheWar) -> str:
        return "; ".join(self._lines(campaign)) or f"NARFs of {wars.named(campaign, self.power)} arrive"

    def _lines(self, campaign: TheWar) -> Iterable[str]:
        for shipment in freight.of(campaign, self.power, sailing=True).values():
            giver = wars.named(campaign, shipment.of or shipment.giver)
            legs = lend_lease.legs(campaign, shipment.route, shipment.giver, shipment.to)
            if shipment.leg + 1 >= len(legs):
                cargo = counted(shipment.narfs, "NARF", "NARFs")
                reach = "reaches" if shipment.narfs == 1 else "reach"
                yield f"{cargo} of {giver} {reach} {wars.named(campaign, shipment.to)}"
            else:
                where = freight.lies(campaign, attrs.evolve(shipment, leg=shipment.leg + 1))
                yield f"{freight.told_of(campaign, shipment)} reach {where} and wait there"

    def told(self, before: TheWar, entry: Entry) -> str:
        return self.sentence(before)


def at_sea(campaign: TheWar) -> tuple[str, ...]:
    """The powers whose NARFs are at sea or on the road this turn."""
    givers = {shipment.giver for shipment in campaign.shipments.values() if shipment.sailing}
    return tuple(power for power in wars.POWERS if power in givers)
