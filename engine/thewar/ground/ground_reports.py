"""The picture of a ground battle: its column with every shift, its die with every modifier, what the result asked and
what it cost (10.1.1, 10.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import attrs

from engine.kernel.sheets.strengths import Share, together
from engine.thewar.air.air_strengths import Named
from engine.thewar.combat import battles, circumstances
from engine.thewar.ground import assaults, ground_battle, ground_losses, ground_strengths
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ground.ground_fight import GroundFight, rolled
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls import printed as printing
from engine.thewar.world import titles, wars
from engine.thewar.world.reports import Cast, Reckoned, Report, Said, Story, held, printed, told
from engine.thewar.world.state import Engagement, TheWar

_NOTHING: Mapping[str, str] = MappingProxyType({})

RESULTS = {
    "DE": ("every defender is eliminated", "10.2.2"),
    "1/2 DE": ("half of the defenders is eliminated, the others retreat", "10.2.2, ruling 62"),
    "DR": ("the defenders retreat", "10.4"),
    "DD": ("one defender is Depleted, all retreat", "10.2.2, ruling 64"),
    "DD2": ("two defenders are Depleted, all retreat", "10.2.2, ruling 64"),
    "DD3": ("three defenders are Depleted, all retreat", "10.2.2, ruling 64"),
    "AE": ("every attacker is eliminated", "10.2.2"),
    "1/2 AE": ("half of the attackers is eliminated", "10.2.2, ruling 62"),
    "1/2 EX": ("the defenders are eliminated, the attacker pays half of them", "10.3.2, ruling 61"),
    "EX": ("the weaker side is eliminated, the other pays as much", "10.3.2, ruling 63"),
    "EX/PV": ("the weaker side is eliminated, the other pays one and a half times as much", "10.3.2, ruling 63"),
    "2xEX": ("the weaker side is eliminated, the other pays twice as much", "10.3.2, ruling 63"),
}
"""What the results of the ground table mean, in words, each with its rule."""


def of_battle(story: Story[GroundFight]) -> Report:
    """The report of one battle on the ground."""
    first = story.moments[0].campaign if story.moments else story.campaign
    # The order that begins it stands before its engagement is gone.
    announced = first.engagements.get(story.battle.where)
    mine = titles.units(first, announced.attackers) if announced is not None else "attackers"
    theirs = battles.opposed(first, announced.defenders) if announced is not None else "defenders"
    return told(
        story,
        kind="ground",
        alone=True,
        title=f"Battle at {titles.where(story.campaign, story.battle.where)}",
        forces=f"{mine} against {theirs}",
        rule="10.0",
        casts=_casts(story),
        words=_words(story),
    )


def _casts(story: Story[GroundFight]) -> Iterator[Cast]:
    for moment in story.moments:
        if moment.battle is not None and (face := moment.face("ground")):
            yield _rolled(moment.campaign, story, moment.battle, face)
    if story.open and story.battle.stage == "roll":
        yield _rolled(story.campaign, story, story.battle, 0)


def _rolled(campaign: TheWar, story: Story[GroundFight], fight: GroundFight, face: int) -> Cast:
    """The roll with the aircraft that have not come through to it, as they were announced."""
    engagement = fight.engagement(campaign)
    drawn = of_engagement(campaign, fight.where, engagement, face)
    first = story.moments[0].campaign if story.moments else campaign
    announced = first.engagements.get(fight.where, engagement)
    there = {*engagement.air, *engagement.facing}
    stayed = tuple(
        Reckoned(titles.unit(first, key), 0, False, _NOT_THROUGH[key in campaign.units], "11.3.1, 11.4.1, 11.9")
        for key in (*announced.air, *announced.facing)
        if key not in there and key in first.units
    )
    return attrs.evolve(drawn, shifts=(*drawn.shifts, *stayed))


_NOT_THROUGH = {True: "broke off in the air, and flew home", False: "lost in the air before the battle"}
"""Why an aircraft that was announced supports no battle, by whether it is left."""


def of_engagement(campaign: TheWar, where: str, engagement: Engagement, face: int = 0) -> Cast:
    """The roll of a battle that is announced, or would be, with all that the campaign knows of it."""
    assault = assaults.assault(campaign, where, engagement)
    known = circumstances.known(campaign, where, engagement)
    drawn = cast(assault, face, known=known, named=partial(wars.named, campaign))
    supporting = {unit.name for unit in (*assault.oas, *assault.das)}
    escorts = tuple(
        Reckoned(titles.unit(campaign, key), 0, False, "fights in the air alone", "11.3, 11.4")
        for key in (*engagement.air, *engagement.facing)
        if key in campaign.units and key not in supporting
    )
    attackers, defenders = drawn.strengths
    later = together(
        Share(titles.units(campaign, (key,)), 0, "in the second wave: it lands after the battle", "7.7.1", counts=False)
        for key in engagement.wave
        if key in campaign.units
    )
    attackers = attrs.evolve(attackers, shares=(*attackers.shares, *later))
    idle = tuple(_named_for_nothing(campaign, where, engagement, assault))
    defenders = attrs.evolve(defenders, shares=(*defenders.shares, *idle))
    return attrs.evolve(drawn, shifts=(*drawn.shifts, *escorts), strengths=(attackers, defenders))


def _named_for_nothing(campaign: TheWar, where: str, engagement: Engagement, assault: Assault) -> Iterator[Share]:
    """Ground that was named and does not count: what is frozen over, a city where the campaign knows of none."""
    sky = circumstances.conditions(campaign, where, engagement)
    for name in dict.fromkeys(engagement.terrain):
        if name in assault.terrain:
            continue
        frozen = sky.frozen_over and name in ("river", "swamp")
        why, rule = ("frozen over", sky.rule) if frozen else ("the campaign knows what lies there", "10.6.8")
        yield Share(name.replace("-", " "), 0, why, rule, many=0, counts=False)


def overrun(campaign: TheWar, where: str, engagement: Engagement) -> Cast:
    """The odds of an Automatic Victory, for which no die is rolled (9.8)."""
    assault = assaults.assault(campaign, where, engagement)
    drawn = of_engagement(campaign, where, engagement)
    known = circumstances.known(campaign, where, engagement)
    moved = ground_strengths.shifts(assault, known, rolls=False)
    escorts = tuple(one for one in drawn.shifts if not one.value)
    column = drawn.columns[ground_battle.battle(assault).shifted]
    return attrs.evolve(
        drawn,
        rule="9.8, 10.1.1",
        net=0,
        rows=(),
        table="",
        column=column,
        reckoned=(),
        words=(),
        shifts=(*moved, *escorts),
    )


def cast(assault: Assault, face: int, *, known: Mapping[str, str] = _NOTHING, named: Named = str) -> Cast:
    """The roll of an assault with its printed table; before the die where ``face`` is 0. ``known``: what the campaign
    knows of its circumstances, each with why it does not hold."""
    fight = ground_battle.battle(assault)
    read = printing.read(ground_combat.CRT)
    net = sum(line.value for line in fight.lines)
    return Cast(
        title=f"{fight.attack} to {fight.defence}: {read.columns[fight.basic]}",
        rule="10.1.1",
        faces=(face,) if face else (),
        net=net,
        **printed(ground_combat.CRT),
        column=read.columns[fight.place],
        across="odds",
        row=read.row(face + net) if face else None,
        reckoned=(*held(fight.lines), *_absent(assault, known)),
        words=tuple(_meant(assault, face) if face else _not_made(assault)),
        strengths=ground_strengths.sides(assault, named),
        basic=read.columns[fight.basic],
        shifts=ground_strengths.shifts(assault, known),
    )


def _absent(assault: Assault, known: Mapping[str, str]) -> Iterator[Reckoned]:
    for name, why in ground_battle.modifiers(assault):
        if why:
            modifier = ground_combat.BY_ID[name]
            yield Reckoned(modifier.label, modifier.value, False, known.get(name) or why, modifier.rule)


def _not_made(assault: Assault) -> Iterator[Said]:
    """Why nothing will be rolled as it stands (10.0, 7.7.2)."""
    if assault.outflown:
        yield Said("The defenders have as many factors in the air or more: nobody lands", "7.7.2, ruling 296")
    elif not ground_battle.made(assault):
        yield Said("The odds are worse than 1-4: the attack is not made", "10.0, ruling 251")


def _meant(assault: Assault, face: int) -> Iterator[Said]:
    asked = ground_losses.demands(rolled(assault, face))
    text, rule = RESULTS[asked.result.result]
    yield Said(f"{asked.result.result}: {text}", rule)
    if asked.attacker and not asked.attacker_all:
        yield Said(f"The attacker removes {asked.attacker} factors at least, in whole units", "rulings 61 to 63")
    if asked.defender and not asked.defender_all:
        yield Said(f"The defender removes {asked.defender} factors at least, terrain counted", "rulings 62, 63")
    if asked.attrition:
        yield Said("Omega: one Axis attacker is Depleted", "10.3.6")


def _words(story: Story[GroundFight]) -> Iterator[Said]:
    if story.battle.result == "not allowed":
        if any(change.rule == "7.7.2" for change in story.changes):
            yield Said("The defenders have as many factors in the air or more: nobody lands", "7.7.2, ruling 296")
        else:
            yield Said("Reserves made the odds worse than 1-4: the attack is not made", "10.0, ruling 251")
    for moment in story.moments:
        if moment.battle is not None and moment.battle.stage == "accept":
            worse = dict(moment.battle.results(moment.campaign))
            rolled_as = worse.get(0, "")
            if rolled_as and story.battle.result not in ("", rolled_as):
                yield Said(f"The attacker takes {story.battle.result} for {rolled_as}", "10.2.2")
    captured = any(change.at == f"places.{story.battle.where}.holder" for change in story.changes)
    if captured:
        yield Said(f"{titles.where(story.campaign, story.battle.where)} is taken", "10.5")


TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {GroundFight: of_battle}
