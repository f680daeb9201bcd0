"""Air combat where a bombing force meets defending air units: who fights, what the core of air combat is given, and
losses as they are written (26.45)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.transaction import Transaction
from engine.worldatwar.bombing import raid_limits
from engine.worldatwar.bombing.raid_words import SHOT_DOWN
from engine.worldatwar.rolls import air
from engine.worldatwar.targets import targets
from engine.worldatwar.world import editions, flights, fronts, groups, sides
from engine.worldatwar.world.state import Force, Guard, WorldAtWar

INTERCEPTORS, ESCORTS, JETS, BOMBING, BOMBERS = air.GROUPS
TURNING_BACK = (INTERCEPTORS, JETS)
"""The groups of a force that may fly along only a part of the way (26.43)."""
DEFENDING = (INTERCEPTORS, ESCORTS, JETS)
"""The groups that defend, in the order in which a guard's ``resting`` counts them."""
PARTS = {INTERCEPTORS: "interceptors", ESCORTS: "aaf", JETS: "jets"}
"""The field of a guard that counts the factors of each group."""
FIGHT_FIRST = (JETS, INTERCEPTORS, ESCORTS, BOMBING, BOMBERS)
"""The order in which the attacker's groups fight unless he has said otherwise: jets count three times, and interceptors
have the better DRM."""
INTERCEPTOR_DRM = 1
"""By how much interceptors are better than their power's Air Nationality DRM (26.453)."""
Left = tuple[int, ...]
"""Factors of a force that fly on, group by group in the order of ``air.GROUPS``."""


def opening(force: Force) -> Left:
    """The factors of a force as it takes off. A third of its AAF bomb, rounded down; the rest escort (26.13)."""
    bombing = force.aaf // raid_limits.AAF_PER_BOMBER
    return (force.interceptors, force.aaf - bombing, force.jets, bombing, force.bombers)


def named(left: Left) -> dict[str, int]:
    """The factors of a force by group."""
    return dict(zip(air.GROUPS, left, strict=True))


def reaching(left: Left) -> tuple[int, int]:
    """Of the factors that fly on, those that bomb: bombing AAF and strategic bombers."""
    return left[3], left[4]


def along(force: Force, left: Left, front: str) -> dict[str, int]:
    """The groups, with their factors, that are still with a force on a front."""
    covered = not force.cover or front in force.cover
    return {name: count for name, count in named(left).items() if count and (covered or name not in TURNING_BACK)}


def keepers(campaign: WorldAtWar, target: str, front: str) -> tuple[str, ...]:
    """The ids of the guards of a target that can still engage on a front."""
    here = targets.hex_of(campaign, target)
    return tuple(
        key
        for key, guard in campaign.guards.items()
        if (guard.target, guard.front) == (here, front) and any(factors(guard).values())
    )


def factors(guard: Guard) -> dict[str, int]:
    """A guard's factors that can still engage, by group."""
    return {INTERCEPTORS: guard.interceptors, ESCORTS: guard.aaf, JETS: guard.jets}


def together(campaign: WorldAtWar, keys: tuple[str, ...]) -> dict[str, int]:
    """The factors of several guards added up, by group."""
    factors_together = dict.fromkeys(DEFENDING, 0)
    for key in keys:
        for name, count in factors(campaign.guards[key]).items():
            factors_together[name] += count
    return factors_together


def fight_in(campaign: WorldAtWar, force: Force, left: Left, front: str) -> air.AirCombat | None:
    """The air combat that a force has on a front, None where nobody meets it (26.442, 26.451)."""
    keys = keepers(campaign, force.target, front)
    if not keys:
        return None
    powers = {campaign.guards[key].power: factors(campaign.guards[key]) for key in keys}
    return between(campaign, force, along(force, left, front), powers)


def between(
    campaign: WorldAtWar, force: Force, attackers: dict[str, int], defenders: Mapping[str, Mapping[str, int]]
) -> air.AirCombat | None:
    """The air combat between the groups of a force and those of each defending power; None where either side has no
    factors."""
    whole = dict.fromkeys(DEFENDING, 0)
    for groups_of in defenders.values():
        for name, count in groups_of.items():
            whole[name] += count
    defending = sum(whole.values())
    if not defending or not attackers:
        return None
    fighting = engaging(campaign, force, attackers, defending)
    ours = _drm(campaign, force.power, fighting)
    theirs = min(_drm(campaign, power, groups_of) for power, groups_of in defenders.items() if any(groups_of.values()))
    radar = max(sides.results(campaign, power, "radar") for power in defenders)
    return air.AirCombat(
        attackers=tuple((name, count) for name, count in attackers.items()),
        defenders=tuple((name, count) for name, count in whole.items() if count),
        jets=fighting.get(JETS, 0),
        nationality=ours - theirs,
        radar=radar,
    )


def engaging(campaign: WorldAtWar, force: Force, attackers: dict[str, int], defending: int) -> dict[str, int]:
    """The factors of a force that fight, by group: as many as the defender has (26.451B), in the groups that the
    attacker chooses."""
    whole = sum(attackers.values())
    if whole <= defending and not editions.of(campaign).always_chosen:
        return attackers
    fighting: dict[str, int] = {}
    left = air.engaged(whole, defending)
    for name in dict.fromkeys((*force.engage, *FIGHT_FIRST)):
        part = min(left, attackers.get(name, 0))
        if part:
            fighting[name] = part
            left -= part
    return fighting


def _drm(campaign: WorldAtWar, power: str, fighting: Mapping[str, int]) -> int:
    """The Air Nationality DRM of the units of a power that fight: the lowest among them (ruling 211)."""
    only = all(name == INTERCEPTORS for name, count in fighting.items() if count)
    return campaign.powers[power].air + (INTERCEPTOR_DRM if only else 0)


def attackers_lose(tx: Transaction[WorldAtWar], force: Force, lost: Mapping[str, int]) -> None:
    """Write the bombers and interceptors of a force that are shot down. AAF and jets stand on the board, where the
    players take them off (26.454)."""
    if count := lost.get(BOMBERS, 0):
        kind = flights.bomber_kind(force.power, force.front)
        groups.lose(tx, force.power, kind, force.front, count, SHOT_DOWN, "26.454")
    if count := lost.get(INTERCEPTORS, 0):
        groups.lose(tx, force.power, fronts.INTERCEPTOR, force.escort, count, SHOT_DOWN, "26.454")


def defenders_lose(tx: Transaction[WorldAtWar], keys: tuple[str, ...], losses: air.Losses) -> None:
    """Write losses and aborts of the defenders, each from the guard that has most factors of the group. Units that
    aborted may engage the next force, in the editions that let them (26.451)."""
    again = editions.of(tx.campaign).aborted_again
    for place, name in enumerate(DEFENDING):
        for key, count in _spread(tx.campaign, keys, name, losses.lost.get(name, 0)):
            tx.add(f"guards.{key}.{PARTS[name]}", -count, SHOT_DOWN, "26.454")
            if name == INTERCEPTORS:
                guard = tx.campaign.guards[key]
                groups.lose(tx, guard.power, fronts.INTERCEPTOR, guard.home, count, SHOT_DOWN, "26.454")
        for key, count in _spread(tx.campaign, keys, name, 0 if again else losses.aborted.get(name, 0)):
            tx.add(f"guards.{key}.{PARTS[name]}", -count, "aborted", "26.451")
            resting = list(tx.campaign.guards[key].resting)
            resting[place] += count
            tx.set(f"guards.{key}.resting", tuple(resting), "aborted", "26.451")


def _spread(campaign: WorldAtWar, keys: tuple[str, ...], name: str, count: int) -> list[tuple[str, int]]:
    """How many factors of a group each guard gives up: one after the other is taken from the guard
    that has most left."""
    left = {key: factors(campaign.guards[key])[name] for key in keys}
    taken = dict.fromkeys(keys, 0)
    for _ in range(count):
        key = max(keys, key=lambda guard: left[guard])
        left[key] -= 1
        taken[key] += 1
    return [(key, lost) for key, lost in taken.items() if lost]
