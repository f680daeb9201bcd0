"""The picture of a bombing raid, from the journal: each air combat on its table, bombers and flak on the strategic
warfare table, what they come to and what was lost (26.45, 26.46)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from engine.kernel import seasons
from engine.kernel.sheets import reports
from engine.kernel.sheets.reports import Cast, Reckoned, Report, Said, Story, held
from engine.worldatwar.bombing import air_meetings, over_target, raid_words
from engine.worldatwar.bombing.bombing_war import Raiding
from engine.worldatwar.rolls import bombing, combat_table
from engine.worldatwar.sheets import roll_strengths
from engine.worldatwar.targets import targets
from engine.worldatwar.world import aftermath, fronts, sides
from engine.worldatwar.world.state import Force, WorldAtWar

RaidStory = Story[WorldAtWar, Raiding]
Faces = dict[str, tuple[int, ...]]
AIR, GROUND = "air-combat", "sw-combat"


def of_raid(story: RaidStory) -> Report:
    """The report of a bombing force, as far as it has come."""
    fought = story.battle
    before = next((moment.campaign for moment in story.moments if moment.battle is not None), story.campaign)
    force = before.forces[fought.force]
    adjective = before.powers[force.power].adjective
    casts, words = _casts(story, force)
    return Report(
        kind="raid",
        title=f"{adjective} raid on {before.places[force.target].name}",
        turn=seasons.turn(before),
        forces=_forces(before, force),
        rule="26.4",
        casts=casts,
        words=words,
        lost=tuple(_lost(story)),
        changes=story.changes,
        open=story.open,
    )


def _forces(before: WorldAtWar, force: Force) -> str:
    """The units of the force and the strength of its target, in words."""
    kinds = ((force.bombers, "bomber"), (force.interceptors, "interceptor"))
    parts = [aftermath.counted(count, kind) for count, kind in kinds if count]
    parts += [f"{count} {name}" for count, name in ((force.aaf, "AAF"), (force.jets, "jets")) if count]
    strength = targets.strength(before, force.target).total
    return f"{sides.named(before, force.power)}: {', '.join(parts)} against a target strength of {strength}"


def _casts(story: RaidStory, force: Force) -> tuple[tuple[Cast, ...], tuple[Said, ...]]:
    """Every throw of the raid on its table."""
    casts: list[Cast] = []
    words: tuple[Said, ...] = ()
    faces: Faces = {}
    for moment in story.moments:
        for roll in moment.entry.rolls:
            purpose = roll.purpose.partition(":")[0]
            faces[purpose] = moment.faces(purpose)
        fought = moment.battle
        if fought is not None and fought.stage == "losses":
            casts += _in_the_air(moment.campaign, force, fought, faces)
        elif fought is not None and fought.stage == "effect":
            raid = over_target.raid_of(moment.campaign, force, fought.left)
            raid = attrs.evolve(raid, attack=fought.rolled, defence=fought.answered)
            casts += _over_target(moment.campaign, force, fought.left, raid, faces)
            words = tuple(_words(force, raid))
    return tuple(casts), words


def _in_the_air(campaign: WorldAtWar, force: Force, fought: Raiding, faces: Faces) -> Iterator[Cast]:
    """The throws of one air combat."""
    front = force.route[fought.at]
    meeting = air_meetings.fight_in(campaign, force, fought.left, front)
    if meeting is None:
        return
    fight = attrs.evolve(meeting, attack=fought.rolled, defence=fought.answered)
    net = sum(line.value for line in fight.modifiers)
    ours, theirs = fight.results
    mine, other = fight.strengths
    both = roll_strengths.in_the_air(campaign, force, fought.left, front, fight)
    where = fronts.name(front)
    says = Said(f"{ours}: defenders lost / aborted", "26.454")
    rolled = faces.get("bombing-force", ())
    cast = _cast(f"In the air, {where}: the attackers", "26.45", AIR, rolled, net, mine, fight.attack, says)
    yield attrs.evolve(cast, reckoned=held(fight.modifiers), strengths=both[:1])
    says = Said(f"{theirs}: attackers lost / aborted", "26.454")
    answer = faces.get("interception", ())
    cast = _cast(f"In the air, {where}: the defenders", "26.45", AIR, answer, -net, other, fight.defence, says)
    yield attrs.evolve(cast, reckoned=_opposite(net, "26.45"), strengths=both[1:])


def _over_target(
    campaign: WorldAtWar, force: Force, left: air_meetings.Left, raid: bombing.Raid, faces: Faces
) -> Iterator[Cast]:
    """The throws over the target, of the factors that are ``left`` of the force."""
    bombers, defences = roll_strengths.over_target(campaign, force, left)
    met = bombing.met(raid)
    reckoned = held(over_target.modifier(campaign, force).lines)
    says = Said(f"{met.attack}: what the bombers hit", "26.463")
    rolled = faces.get("bombing", ())
    title, net = "Over the target: the bombers", raid.modifier
    cast = _cast(title, "26.461", GROUND, rolled, net, raid.bombers, raid.attack, says)
    yield attrs.evolve(cast, reckoned=reckoned, strengths=(bombers,))
    if raid.defence:
        says = Said(f"{met.defence}: bombers lost / aborted", "26.464")
        title, answer = "Over the target: the flak", faces.get("flak", ())
        cast = _cast(title, "26.461", GROUND, answer, -net, raid.strength, raid.defence, says)
        yield attrs.evolve(cast, reckoned=_opposite(net, "26.461"), strengths=(defences,))


def _opposite(net: int, rule: str) -> tuple[Reckoned, ...]:
    """What modifies the answer to a throw, () for nothing."""
    if not net:
        return ()
    return (Reckoned("the opposite of the other side's sum", -net, True, "", rule),)


def _cast(
    title: str, rule: str, table: str, faces: tuple[int, ...], net: int, factors: int, total: int, says: Said
) -> Cast:
    """One throw on a table, with the row and column where its result stands."""
    printed = reports.printed("worldatwar", table)
    largest = max(number for number, _ in printed["rows"])
    known = bool(total and factors)
    return Cast(
        title=title,
        rule=rule,
        faces=faces if known else (),
        net=net,
        **printed,
        column=str(combat_table.clamped(total + net)) if known else "",
        row=min(factors, largest) if known else None,
        words=(says,) if known else (),
    )


def _words(force: Force, raid: bombing.Raid) -> Iterable[Said]:
    """What the bombers did, with its causes."""
    if force.ship:
        yield Said(f"{bombing.on_ships(raid)} on the ships of the yard", "26.76")
        return
    result = bombing.resolve(raid)
    for line in result.breakdown.lines:
        if line.value:
            yield Said(line.label, line.rule, line.value)
    yield Said(f"{result.brps} BRPs of damage, before any cap of the turn", "26.463")


def _lost(story: RaidStory) -> Iterable[Said]:
    """What each side lost."""
    factors: dict[tuple[str, str], int] = {}
    for moment in story.moments:
        causes = (raid_words.SHOT_DOWN, over_target.SHOT_DOWN)
        for key, count in aftermath.lost(moment.campaign, moment.entry, *causes).items():
            factors[key] = factors.get(key, 0) + count
    for (owner, kind), count in factors.items():
        yield Said(f"{sides.named(story.campaign, owner)}: {aftermath.counted(count, kind)} lost", "26.454, 26.464")


TELLERS: Mapping[type[Any], Callable[[Story[WorldAtWar, Any]], Report]] = {Raiding: of_raid}
"""The function that makes the report of each kind of procedure."""
