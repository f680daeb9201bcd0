"""What falls due in a turn: what a player beside the board forgets (24.631A, 25.37, 26.71B, 26.74)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.ledger import Duty
from engine.worldatwar import bases, deployment, editions, sides
from engine.worldatwar.state import WorldAtWar


def duties(campaign: WorldAtWar) -> tuple[Duty, ...]:
    """Everything that is due."""
    return (*_transports(campaign), *_limits(campaign), *_oil(campaign))


def _transports(campaign: WorldAtWar) -> Iterable[Duty]:
    for side in sides.HALVES:
        for owner, _, box, count in deployment.ashore(campaign, side):
            yield Duty(f"{count} transports of {sides.named(campaign, owner)} return to {bases.name(box)}", "25.37")


def _limits(campaign: WorldAtWar) -> Iterable[Duty]:
    for key, power in campaign.powers.items():
        if power.limit_change or power.limit_now:
            change = power.limit_change + power.limit_now
            yield Duty(f"{sides.named(campaign, key)}: construction limit {change:+d}", "26.653, 26.71B")


def _oil(campaign: WorldAtWar) -> Iterable[Duty]:
    most = editions.of(campaign).repairs
    for key in sides.standing(campaign):
        damaged = sum(place.damage for place in campaign.places.values() if place.holder == key and not place.destroyed)
        if damaged:
            name = sides.named(campaign, key)
            yield Duty(f"{name}: {damaged} damage markers on oil, {most} a turn may be removed", "26.74")
