"""What air units did in this player turn and the one before, and what they may not do because of it (26.431, 26.443,
26.66)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.worldatwar.world import fronts, groups, sides, turns
from engine.worldatwar.world.state import Flown, WorldAtWar

DEFENDED, ESCORTED, BOMBS, AAF, JETS = "defended", "escorted", "bombs", "aaf", "jets"
"""What air units can have done: see Flown."""


def key_of(power: str, deed: str, front: str) -> str:
    """The id under which a deed of a power's units is kept; ``front`` is '' where the deed belongs to no front."""
    return "-".join(part for part in (power, deed, front) if part)


def before(campaign: WorldAtWar, power: str, deed: str, front: str = "") -> int:
    """How many factors of a power did something (``deed``) in the player turn before the one at hand."""
    flown = campaign.flown.get(key_of(power, deed, front))
    return flown.count if flown is not None and flown.player_turn == turns.player_turn(campaign) - 1 else 0


def note(tx: Transaction[WorldAtWar], power: str, deed: str, count: int, front: str = "", rule: str = "") -> None:
    """Record that factors of a power do something in this player turn; they add to those recorded already."""
    if not count:
        return
    at, here = key_of(power, deed, front), turns.player_turn(tx.campaign)
    was = tx.campaign.flown.get(at)
    more = was.count if was is not None and was.player_turn == here else 0
    fresh = Flown(power=power, deed=deed, front=front, player_turn=here, count=count + more)
    tx.put(f"flown.{at}", fresh, "flown", rule)


def forget(tx: Transaction[WorldAtWar], side: str) -> None:
    """As a player turn ends, deeds of the one before it are forgotten (26.431)."""
    for key, flown in list(tx.campaign.flown.items()):
        if flown.player_turn < turns.player_turn(tx.campaign):
            tx.remove(f"flown.{key}", "player turn over", "26.431")


def bomber_kind(power: str, front: str) -> str:
    """The kind of a power's strategic bombers on a front: American bombers for the Pacific have a force pool of their
    own."""
    pacific = fronts.theater(front) == fronts.PACIFIC
    return fronts.PACIFIC_BOMBER if power == "us" and pacific else fronts.BOMBER


def bombers_left(campaign: WorldAtWar, power: str, front: str) -> int:
    """Uninverted bombers of a front, in factors, that fly in no force yet."""
    there = groups.standing(campaign, power, bomber_kind(power, front), front, ready=True)
    return there - sum(
        force.bombers for force in campaign.forces.values() if (force.power, force.front) == (power, front)
    )


def escorts_left(campaign: WorldAtWar, power: str, front: str) -> int:
    """Uninverted interceptors of a front, in factors, that escort no force yet."""
    there = groups.standing(campaign, power, fronts.INTERCEPTOR, front, ready=True)
    return there - sum(
        force.interceptors for force in campaign.forces.values() if (force.power, force.escort) == (power, front)
    )


def guards_left(campaign: WorldAtWar, power: str, front: str) -> int:
    """Uninverted interceptors of a front, in factors, that defend no target yet."""
    there = groups.standing(campaign, power, fronts.INTERCEPTOR, front, ready=True)
    return there - sum(
        guard.interceptors for guard in campaign.guards.values() if (guard.power, guard.home) == (power, front)
    )


def duties(campaign: WorldAtWar) -> Iterable[Duty]:
    """AAF and jets that met flying bombs: they are inverted in their owner's next player turn (26.664)."""
    for flown in campaign.flown.values():
        if flown.deed in (AAF, JETS):
            kind = "AAF" if flown.deed == AAF else "jets"
            name = sides.named(campaign, flown.power)
            yield Duty(
                f"{name}: {flown.count} {kind} that met flying bombs are inverted in its next player turn", "26.664"
            )
