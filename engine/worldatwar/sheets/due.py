"""What falls due in a turn: what a player beside the board forgets (24.631A, 25.37, 26.664, 26.71B, 26.74, 26.85)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.worldatwar.moving import deployment
from engine.worldatwar.targets import facilities, firestorms
from engine.worldatwar.world import bases, editions, flights, sides
from engine.worldatwar.world.state import WorldAtWar


def duties(campaign: WorldAtWar) -> tuple[Duty, ...]:
    """Everything that is due."""
    return (*_transports(campaign), *_limits(campaign), *_oil(campaign), *_fires(campaign), *_inverted(campaign))


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
    most, told = editions.of(campaign).repairs, set()
    for key in sides.standing(campaign):
        places = facilities.repairable(campaign, key)
        # Where a faction shares its capacity, one of its powers is told.
        if places and (places not in told):
            told.add(places)
            damaged = sum(campaign.places[place].damage for place in places)
            name = sides.named(campaign, key)
            yield Duty(
                f"{name}: {damaged} damage markers on oil, {most} a turn may be removed",
                "26.74",
                order=f"{key} repair-oil",
            )


def _fires(campaign: WorldAtWar) -> Iterable[Duty]:
    told: set[tuple[str, ...]] = set()
    for key in sides.standing(campaign):
        places = firestorms.removable(campaign, key)
        if places and places not in told:
            told.add(places)
            names = ", ".join(campaign.places[place].name for place in places)
            said = f"{sides.named(campaign, key)}: one firestorm marker may be removed ({names})"
            yield Duty(said, "26.85A", order=f"{key} clear-firestorm {places[0]}")


def _inverted(campaign: WorldAtWar) -> Iterable[Duty]:
    """AAF and jets that met flying bombs are inverted in their owner's next player turn (26.664)."""
    for one in campaign.flown.values():
        if one.deed in (flights.AAF, flights.JETS):
            kind = "AAF" if one.deed == flights.AAF else "jets"
            name = sides.named(campaign, one.power)
            yield Duty(
                f"{name}: {one.count} {kind} that met flying bombs are inverted in its next player turn", "26.664"
            )
