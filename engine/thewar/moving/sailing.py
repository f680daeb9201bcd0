"""One leg of a grant: Fleets that carry it, SMPs, what is on its way (14.8, 14.8.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import capacity
from engine.thewar.moving import lend_lease, stratmoves
from engine.thewar.moving.lend_lease import Leg
from engine.thewar.world import tallies, wars
from engine.thewar.world.state import Shipment, TheWar


@frozen
class Sailing:
    """A shipment that sets out on the leg at hand. ``carrier``: whose Fleets carry it, '' for the usual; ``fleets``:
    naval units that sail, 0 for as many as it takes, more are an escort; ``pays``: whose SMPs move the cargo, '' for
    the giver's."""

    shipment: Shipment
    carrier: str = ""
    fleets: int = 0
    pays: str = ""

    def leg(self, campaign: TheWar) -> Leg:
        """The leg that it sets out on."""
        shipment = self.shipment
        return lend_lease.legs(campaign, shipment.route, shipment.giver, shipment.to)[shipment.leg]

    def needed(self, campaign: TheWar) -> int:
        """The number of Fleets that carry the shipment on this leg."""
        return self.leg(campaign).carriers(self.shipment.narfs, self._in_a_fleet(campaign))

    def _in_a_fleet(self, campaign: TheWar) -> int:
        """NARFs that each Fleet carries."""
        return lend_lease.in_a_fleet(campaign, self.whose(campaign))

    def whose(self, campaign: TheWar) -> str:
        """The power whose Fleets carry the shipment: before its entry the U.S. has those of the other side of the
        Atlantic (14.8.2)."""
        giver, to = self.shipment.giver, self.shipment.to
        if self.carrier or not self.leg(campaign).fleets:
            return self.carrier
        if giver == "us" and not campaign.powers["us"].entered:
            return "france" if to == "france" else "britain"
        return giver

    def smps(self, campaign: TheWar) -> capacity.Charges:
        """What the sailing takes, in halves of an SMP: 1 for each 20 NARFs, 1 for each Fleet and escort (ruling 230);
        the cargo of a Satellite its own (8.6)."""
        leg, carrier = self.leg(campaign), self.whose(campaign)
        pays = capacity.purse(self.pays or self.shipment.giver, crossing=leg.crossing)
        if self.shipment.of:
            pays = capacity.Purse(self.shipment.giver, self.shipment.of)
        charges = {pays: capacity.HALVES * lend_lease.increments(self.shipment.narfs)}
        if naval := max(self.fleets, self.needed(campaign)):
            escort = capacity.purse(carrier, crossing=leg.crossing)
            charges[escort] = charges.get(escort, 0) + capacity.HALVES * naval
        return charges

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """Every reason why the shipment cannot set out."""
        shipment, leg, carrier = self.shipment, self.leg(campaign), self.whose(campaign)
        unknown = [who for who in (carrier, self.pays) if who and who not in campaign.powers]
        if unknown:
            yield Refusal("14.8", f"'{unknown[0]}' is no Major Power", f"Powers: {', '.join(campaign.powers)}.")
            return
        if self.pays and shipment.of:
            yield Refusal("8.6", "a Satellite's NARFs move with its own SMPs", "Without pays=.")
        elif self.pays:
            yield from capacity.not_shared(campaign, shipment.giver, self.pays)
        if shipment.route in lend_lease.TO_THE_SOVIETS:
            if leg.last:
                yield from lend_lease.closed(campaign, shipment.route)
            elif shipment.route == "persia" and lend_lease.PERSIA_OPENS not in campaign.facts:
                yield lend_lease.unpaid()
        if leg.fleets:
            yield from self._carried(campaign, leg, carrier)
        elif self.fleets or self.carrier:
            yield Refusal(leg.rule, "nothing sails by land", "Without Fleets.")
        yield from capacity.lacking(campaign, self.smps(campaign))

    def _carried(self, campaign: TheWar, leg: Leg, carrier: str) -> Iterable[Refusal]:
        name = wars.named(campaign, carrier)
        needed = self.needed(campaign)
        if self.fleets < 0 or 0 < self.fleets < needed:
            rule = "14.8.5" if self.shipment.route == "murmansk" else leg.rule
            fleets = f"{self.fleets} Fleet{'s' * (self.fleets != 1)}"
            reason = f"{fleets} for {self.shipment.narfs} NARFs, {self._in_a_fleet(campaign)} in each"
            yield Refusal(rule, f"{reason}: it takes {needed}", "fleets= as many, more as an escort.")
        if campaign.powers[carrier].side != campaign.powers[self.shipment.giver].side or carrier == "ussr":
            yield Refusal("14.8.2", f"Fleets of {name} do not carry it", "Those of an ally.")
        if carrier == "us" and not campaign.powers["us"].entered:
            yield Refusal("14.8.2", "before its entry no American Fleet carries Lend-Lease", "carrier=britain.")
        yield from stratmoves.no_fleets(campaign, carrier, needed, leg.rule, whole=leg.whole)

    def spend(self, tx: Transaction[TheWar]) -> tuple[int, str]:
        """Take the SMPs and Fleets of this turn; how many Fleets carry it, and whose."""
        carrier, needed = self.whose(tx.campaign), self.needed(tx.campaign)
        rule = self.leg(tx.campaign).rule
        capacity.spend(tx, self.smps(tx.campaign), "NARF grant", rule)
        if needed:
            tallies.use(tx, carrier, tallies.CARRYING, needed, "Fleets that carry", rule)
        return needed, carrier
