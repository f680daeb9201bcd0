"""NARFs on their way: sent on, lost at sea, arriving (14.8.2 to 14.8.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs
from attrs import frozen

from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.economy.spending import granted_to
from engine.thewar.moving import freight, lend_lease
from engine.thewar.moving.sailing import Sailing
from engine.thewar.world import wars
from engine.thewar.world.naming import POWER, SHIPMENT
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
    pays: str = keyed(POWER, "")

    def sailing(self, campaign: TheWar) -> Sailing:
        """How it sets out. Raises KeyError where there is no such shipment or route."""
        one = campaign.shipments[self.shipment]
        rerouted = attrs.evolve(one, route=self.route or one.route)
        return Sailing(rerouted, self.carrier, self.fleets, self.pays)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        one = campaign.shipments.get(self.shipment)
        if one is None or one.giver != self.power:
            mine = ", ".join(freight.of(campaign, self.power, sailing=False)) or "none"
            yield Refusal("14.8.2", f"'{self.shipment}' is no shipment of theirs", f"Waiting: {mine}.")
            return
        if one.sailing:
            yield Refusal("14.8.2", f"{self.shipment} is at sea this turn", "One leg a turn.")
            return
        if campaign.powers[self.power].effort == "pass":
            yield Refusal("4.5", f"{wars.named(campaign, self.power)} passes: nothing is moved", "Next turn.")
        if self.route and self.route != one.route and not self._may_turn(campaign, one):
            where = freight.lies(campaign, one)
            others = "In Britain: by Murmansk, Turkey or Persia."
            yield Refusal("14.8.2", f"from {where} it does not go by '{self.route}'", others)
            return
        yield from self.sailing(campaign).judge(campaign)

    def _may_turn(self, campaign: TheWar, one: Shipment) -> bool:
        start = lend_lease.legs(campaign, one.route, one.giver, one.to)[one.leg].start
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
        one = campaign.shipments.get(self.shipment)
        if one is None or (self.route or one.route) not in lend_lease.rows():
            return self.text
        rerouted = attrs.evolve(one, route=self.route or one.route)
        return f"{freight.told_of(campaign, rerouted)} leave {freight.lies(campaign, one)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[SendOn]:
        """All that wait; those in Britain by each route."""
        for key, one in freight.of(campaign, power, sailing=False).items():
            yield cls(power, key)
            for route in lend_lease.TO_THE_SOVIETS:
                other = cls(power, key, route=route)
                if route != one.route and other._may_turn(campaign, one):
                    yield other


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
        one = campaign.shipments.get(self.shipment)
        if one is None or one.giver != self.power or not one.sailing:
            mine = ", ".join(freight.of(campaign, self.power, sailing=True)) or "none"
            yield Refusal("14.8.5", f"'{self.shipment}' of theirs is not at sea", f"At sea: {mine}.")
            return
        if min(self.sunk, self.depleted) < 0 or not 1 <= self.sunk + self.depleted <= one.fleets:
            hit = f"{self.sunk} Fleets sunk and {self.depleted} depleted"
            yield Refusal("14.8.5", hit, f"{one.fleets} carry it; together from 1 to {one.fleets}.")

    def lost(self, campaign: TheWar) -> int:
        """NARFs that go down: Fleets carry equal shares, a part counts as one (ruling 233)."""
        one = campaign.shipments[self.shipment]
        shares = DEPLETED_LOSES * self.sunk + self.depleted
        return -(-one.narfs * shares // (DEPLETED_LOSES * one.fleets))

    def effect(self, tx: Transaction[TheWar]) -> None:
        lost, at = self.lost(tx.campaign), f"shipments.{self.shipment}"
        one = tx.campaign.shipments[self.shipment]
        if lost >= one.narfs:
            tx.remove(at, "lost at sea", "14.8.5")
            return
        tx.add(f"{at}.narfs", -lost, "lost at sea", "14.8.5")
        tx.add(f"{at}.fleets", -self.sunk, "sunk", "14.8.5")

    def sentence(self, campaign: TheWar) -> str:
        one = campaign.shipments.get(self.shipment)
        if one is None or one.fleets < 1:
            return self.text
        return f"{self.lost(campaign)} of {freight.told_of(campaign, one)} are lost at sea"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        at_sea = freight.of(campaign, power, sailing=True)
        if not any(one.fleets for one in at_sea.values()):
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
        for key, one in freight.of(tx.campaign, self.power, sailing=True).items():
            if one.leg + 1 >= len(lend_lease.legs(tx.campaign, one.route, one.giver, one.to)):
                tx.remove(f"shipments.{key}", "arrived", "14.8.2")
                granted_to(tx, one.to, one.narfs)
            else:
                tx.add(f"shipments.{key}.leg", 1, "arrived", "14.8.2")
                tx.set(f"shipments.{key}.sailing", False, "arrived", "14.8.2")

    def sentence(self, campaign: TheWar) -> str:
        return "; ".join(self._lines(campaign)) or f"NARFs of {wars.named(campaign, self.power)} arrive"

    def _lines(self, campaign: TheWar) -> Iterable[str]:
        for one in freight.of(campaign, self.power, sailing=True).values():
            giver = wars.named(campaign, one.of or one.giver)
            legs = lend_lease.legs(campaign, one.route, one.giver, one.to)
            if one.leg + 1 >= len(legs):
                yield f"{one.narfs} NARFs of {giver} reach {wars.named(campaign, one.to)}"
            else:
                where = freight.lies(campaign, attrs.evolve(one, leg=one.leg + 1))
                yield f"{freight.told_of(campaign, one)} reach {where} and wait there"

    def told(self, before: TheWar, entry: Entry) -> str:
        return self.sentence(before)


def at_sea(campaign: TheWar) -> tuple[str, ...]:
    """The powers whose NARFs are at sea or on the road this turn."""
    givers = {one.giver for one in campaign.shipments.values() if one.sailing}
    return tuple(power for power in wars.POWERS if power in givers)
