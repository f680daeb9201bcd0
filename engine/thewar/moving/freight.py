"""NARFs on their way, as they stand: whose, where they lie, when they arrive (14.8.2)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.thewar.moving import lend_lease
from engine.thewar.world import calendar, titles, wars
from engine.thewar.world.state import Shipment, TheWar


def of(campaign: TheWar, giver: str, *, sailing: bool) -> Mapping[str, Shipment]:
    """A power's shipments that sail this turn, or that wait."""
    return {key: one for key, one in campaign.shipments.items() if (one.giver, one.sailing) == (giver, sailing)}


def lies(campaign: TheWar, one: Shipment) -> str:
    """Where the leg of a shipment begins, for people."""
    start = lend_lease.legs(campaign, one.route, one.giver, one.to)[one.leg].start
    return titles.where(campaign, start) if start in campaign.places else wars.named(campaign, start)


def arrives(campaign: TheWar, one: Shipment) -> str:
    """The first turn in which a shipment may be there, for people."""
    ahead = len(lend_lease.legs(campaign, one.route, one.giver, one.to)) - one.leg
    return calendar.spoken(calendar.label(calendar.now(campaign) + ahead - 1))


def told_of(campaign: TheWar, one: Shipment) -> str:
    """A shipment in a few words: ``20 NARFs for the Soviet Union by Murmansk``."""
    return f"{one.narfs} NARFs for {wars.named(campaign, one.to)} {lend_lease.rows()[one.route]['name']}"
