"""NARFs on their way, as they stand: whose, where they lie, when they arrive (14.8.2)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.thewar.moving import lend_lease
from engine.thewar.world import calendar, titles, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Shipment, TheWar


def of(campaign: TheWar, giver: str, *, sailing: bool) -> Mapping[str, Shipment]:
    """A power's shipments that sail this turn, or that wait."""
    return {
        key: shipment
        for key, shipment in campaign.shipments.items()
        if (shipment.giver, shipment.sailing) == (giver, sailing)
    }


def lies(campaign: TheWar, shipment: Shipment) -> str:
    """The name of the place where the present leg of a shipment begins."""
    start = lend_lease.legs(campaign, shipment.route, shipment.giver, shipment.to)[shipment.leg].start
    return titles.where(campaign, start) if start in campaign.places else wars.named(campaign, start)


def arrives(campaign: TheWar, shipment: Shipment) -> str:
    """The first turn in which a shipment may arrive, in words."""
    ahead = len(lend_lease.legs(campaign, shipment.route, shipment.giver, shipment.to)) - shipment.leg
    return calendar.spoken(calendar.label(calendar.now(campaign) + ahead - 1))


def told_of(campaign: TheWar, shipment: Shipment) -> str:
    """A shipment in a few words: ``20 NARFs for the Soviet Union by Murmansk``."""
    cargo, way = counted(shipment.narfs, "NARF", "NARFs"), lend_lease.rows()[shipment.route]["name"]
    return f"{cargo} for {wars.named(campaign, shipment.to)} {way}"
