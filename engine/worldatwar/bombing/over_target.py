"""Bombers over their target: what the core of bombing is given, and the damage and losses as they are written (26.46,
26.47)."""

from __future__ import annotations

from engine.kernel.refusals import Breakdown
from engine.kernel.transaction import Transaction
from engine.worldatwar.bombing import air_meetings
from engine.worldatwar.bombing.air_meetings import BOMBERS, BOMBING, Left
from engine.worldatwar.rolls import air, bombing
from engine.worldatwar.rolls.combat_table import Result
from engine.worldatwar.targets import targets
from engine.worldatwar.world import editions, flights, fronts, groups, ranges, sides
from engine.worldatwar.world.state import Damage, Force, WorldAtWar

BY_BOMBERS, BY_BOMBS, BY_ROCKETS = MEANS = ("bombers", "bombs", "rockets")
"""The means by which a hex is damaged, in the order in which they use up its value (26.64, 26.71A)."""
SHOT_DOWN = "shot down over the target"


def causes(campaign: WorldAtWar, force: Force) -> tuple[bombing.Cause, ...]:
    """Everything that may modify the rolls over the target (26.461B). China has no part in the research of the Western
    Allies (26.53)."""
    place = targets.hex_place(campaign, force.target)
    # Another force may have sunk the ship on its way (26.761D).
    ship = campaign.ships.get(force.ship)
    owner = ship.owner if ship is not None else place.holder
    defence = 0 if owner == "china" else sides.results(campaign, owner, "air-defense")
    pacific = targets.theater(campaign, force.power, force.target) == fronts.PACIFIC
    return bombing.causes(
        editions.of(campaign),
        sides.results(campaign, force.power, "strategic-bombers"),
        defence,
        excess=excess(campaign, force),
        pacific=pacific,
        american=force.power == "us" and force.bombers > 0,
    )


def modifier(campaign: WorldAtWar, force: Force) -> Breakdown:
    """The net modifier over the target, above 0 in favour of the bombers (26.461B)."""
    return bombing.net(causes(campaign, force))


def excess(campaign: WorldAtWar, force: Force) -> int:
    """By how many hexes the bombers' range exceeds the distance to the target; 0 where the distance was not told
    (26.422, 26.461B)."""
    if not force.hexes:
        return 0
    most, _ = ranges.reach(campaign, force.power, ranges.BOMBERS, force.front)
    return max(0, most - force.hexes)


def raid_of(campaign: WorldAtWar, force: Force, left: Left) -> bombing.Raid:
    """The attack of those bombers that reached the target, as the core takes it."""
    return bombing.Raid(
        edition=editions.of(campaign),
        bombers=sum(air_meetings.reaching(left)),
        strength=targets.strength(campaign, force.target).total,
        modifier=modifier(campaign, force).total,
    )


def shared(left: Left, hit: Result) -> air.Losses:
    """How the defender's result falls on bombing AAF and strategic bombers (26.464)."""
    bombing_aaf, strategic = air_meetings.reaching(left)
    return air.share({BOMBING: bombing_aaf, BOMBERS: strategic}, hit.first, hit.second)


def bombers_lose(tx: Transaction[WorldAtWar], force: Force, losses: air.Losses) -> None:
    """Write the strategic bombers shot down over the target: they go back to the force pool."""
    if count := losses.lost[BOMBERS]:
        kind = flights.bomber_kind(force.power, force.front)
        groups.lose(tx, force.power, kind, force.front, count, SHOT_DOWN, "26.464")


def damage(tx: Transaction[WorldAtWar], hex_id: str, power: str, means: str, brps: int, rule: str) -> None:
    """Add to the damage that a power has done to a hex by one means in this combat phase, in BRPs (26.71)."""
    if not brps:
        return
    key = f"{hex_id}-{power}-{means}"
    if key in tx.campaign.bombed:
        tx.add(f"bombed.{key}.brps", brps, "bombed", rule)
    else:
        tx.create(f"bombed.{key}", Damage(hex=hex_id, power=power, means=means, brps=brps), "bombed", rule)


def whole(campaign: WorldAtWar, hex_id: str) -> int:
    """All damage to a hex in this combat phase, in BRPs before any cap (26.71, ruling 212)."""
    return sum(damage_done.brps for damage_done in campaign.bombed.values() if damage_done.hex == hex_id)
