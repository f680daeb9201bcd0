"""What a side brings to a roll of submarine warfare or bombing, group by group: the row of its table, and what is there
and rolls nothing (24.62, 25.17, 26.45, 26.46)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.sheets.strengths import Share, Strength
from engine.worldatwar.bombing import air_meetings
from engine.worldatwar.bombing.air_meetings import Left
from engine.worldatwar.oceans.submarine_attacks import defender
from engine.worldatwar.rolls import air, submarines
from engine.worldatwar.targets import targets
from engine.worldatwar.world import aftermath, groups, sides
from engine.worldatwar.world.state import Attack, Force, WorldAtWar

_FACTORS = "factors"
_GROUPS = {
    "interceptors": ("interceptor", "interceptors"),
    "escort-aaf": ("escorting AAF", "escorting AAF"),
    "jets": ("jet", "jets"),
    "bombing-aaf": ("bombing AAF", "bombing AAF"),
    "bombers": ("bomber", "bombers"),
}
"""The groups of a force in the air, one factor and several (26.43)."""


def of_submarines(before: WorldAtWar, attack: Attack, factors: int) -> Strength:
    """The submarines that roll together; those that hold back and advanced ones, which roll for themselves, beside
    them."""
    shares = [_group("submarine", factors)]
    ready = groups.standing(before, attack.power, "submarine", attack.box, ready=True)
    if ready > attack.submarines:
        shares.append(_idle("submarine", ready - attack.submarines, "hold back", "25.14"))
    if attack.advanced:
        shares.append(_idle("advanced-submarine", attack.advanced, "roll for themselves", "25.17"))
    return Strength(sides.named(before, attack.power), factors, _FACTORS, tuple(shares))


def of_advanced(before: WorldAtWar, attack: Attack) -> Strength:
    """Advanced submarines, each of which counts for several factors."""
    each = submarines.ADVANCED_FACTORS
    label, many = _called("advanced-submarine", attack.advanced), attack.advanced
    share = Share(label, many * each, f"{each} factors each", "25.17A", many)
    return Strength(sides.named(before, attack.power), share.value, _FACTORS, (share,))


def of_escorts(before: WorldAtWar, attack: Attack, factors: int) -> Strength:
    """The ASW of a box that roll, of whatever kind; those that were held back beside them."""
    enemy = defender(attack.power)
    there = {kind: groups.standing(before, enemy, kind, attack.box, ready=True) for kind in sides.ASW}
    shares, left = [], factors
    for kind, count in there.items():
        if rolling := min(count, left):
            shares.append(_group(kind, rolling))
            left -= rolling
        if count > rolling:
            shares.append(_idle(kind, count - rolling, "held back", "25.14"))
    return Strength(sides.named(before, enemy), factors, _FACTORS, tuple(shares))


def in_the_air(
    campaign: WorldAtWar, force: Force, left: Left, front: str, fight: air.AirCombat
) -> tuple[Strength, ...]:
    """Both sides of an air combat: of the force as many factors fight as meet it, those its player chose (26.451)."""
    mine, other = fight.strengths
    along = air_meetings.along(force, left, front)
    fighting = air_meetings.engaging(campaign, force, along, fight.defending)
    shares = list(_in_combat(fighting, escort=True))
    for name, count in along.items():
        if idle := count - fighting.get(name, 0):
            why = f"only {fight.engaged} factors are met"
            shares.append(Share(_word(name, idle), 0, why, "26.451B", idle, counts=False))
    ours = Strength(sides.named(campaign, force.power), mine, _FACTORS, tuple(shares))
    keys = air_meetings.keepers(campaign, force.target, front)
    powers = dict.fromkeys(campaign.guards[key].power for key in keys)
    theirs: list[Share] = []
    for power in powers:
        own = tuple(key for key in keys if campaign.guards[key].power == power)
        whose = f" of {sides.named(campaign, power)}" if len(powers) > 1 else ""
        theirs += _in_combat(air_meetings.together(campaign, own), whose)
    who = " and ".join(sides.named(campaign, power) for power in powers)
    return ours, Strength(who, other, _FACTORS, tuple(theirs))


def over_target(campaign: WorldAtWar, force: Force, left: Left) -> tuple[Strength, Strength]:
    """The bombers that reached their target, and what defends it."""
    reached = air_meetings.named(left)
    bombing = {name: reached[name] for name in (air_meetings.BOMBING, air_meetings.BOMBERS) if reached[name]}
    shares = tuple(
        Share(_word(name, count), count, "one factor each", "26.461", count) for name, count in bombing.items()
    )
    ours = Strength(sides.named(campaign, force.power), sum(bombing.values()), _FACTORS, shares)
    strength = targets.strength(campaign, force.target)
    lines = tuple(Share(line.label, line.value, "", line.rule, 0) for line in strength.lines)
    return ours, Strength(campaign.places[force.target].name, strength.total, "points", lines)


def _in_combat(fighting: Mapping[str, int], whose: str = "", *, escort: bool = False) -> Iterable[Share]:
    """The groups of a side that fight in the air; jets count several times (26.452). ``escort``: its AAF fly with
    bombers."""
    for name, count in fighting.items():
        if count:
            each = air.JET_STRENGTH if name == air_meetings.JETS else 1
            why = f"{each} factors each" if each > 1 else "one factor each"
            word = _word(name, count).removeprefix("" if escort else "escorting ")
            yield Share(f"{word}{whose}", count * each, why, "26.452", count)


def _group(kind: str, count: int) -> Share:
    return Share(_called(kind, count), count, "one factor each", "24.62", count)


def _idle(kind: str, count: int, why: str, rule: str) -> Share:
    return Share(_called(kind, count), 0, why, rule, count, counts=False)


def _called(kind: str, count: int) -> str:
    """The name of a kind for so many of it."""
    return aftermath.counted(count, kind).partition(" ")[2]


def _word(group: str, count: int) -> str:
    single, several = _GROUPS[group]
    return single if count == 1 else several
