"""The picture of a ground battle: its column with every shift, its die with every modifier, what the result asked and
what it cost (10.1.1, 10.2.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.kernel.refusals import Line
from engine.thewar.combat import battles
from engine.thewar.ground import ground_battle, ground_losses
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ground.ground_fight import GroundFight, rolled
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls import printed as printing
from engine.thewar.world import titles
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Cast, Reckoned, Report, Said, Story, held, printed, told

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
            yield cast(moment.battle.assault(moment.campaign), face)
    if story.open and story.battle.stage == "roll":
        yield cast(story.battle.assault(story.campaign), 0)


def cast(assault: Assault, face: int) -> Cast:
    """The roll of an assault with its printed table; before the die where ``face`` is 0."""
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
        reckoned=(*held(fight.lines), *_absent(assault)),
        words=(
            *(() if face else _strengths(assault)),
            *map(_shift, _shifts(assault, fight)),
            *(_meant(assault, face) if face else ()),
        ),
    )


def _absent(assault: Assault) -> Iterator[Reckoned]:
    for name, why in ground_battle.modifiers(assault):
        if why:
            modifier = ground_combat.BY_ID[name]
            yield Reckoned(modifier.label, modifier.value, False, why, modifier.rule)


def _shifts(assault: Assault, fight: ground_combat.Battle) -> tuple[Line, ...]:
    """The column shifts; those that are no support each by its own name."""
    support = (line for line in fight.shifts if line.label != ground_combat.OTHER)
    return (*support, *ground_battle.other_columns(assault).lines)


def _strengths(assault: Assault) -> Iterator[Said]:
    """What the factors of both sides come from, equal units together."""
    sides = (("Attackers", ground_battle.attack(assault)), ("Defenders", ground_battle.defended(assault)))
    for who, strength in sides:
        many = Counter((line.label, line.value, line.rule) for line in strength.lines)
        parts = [
            f"{value * times} {label}{f' ({times} x {value})' * (times > 1)}"
            for (label, value, _), times in many.items()
        ]
        if parts:
            yield Said(f"{who} {strength.total}: {', '.join(parts)}", ", ".join(strength.rules))


def _shift(line: Line) -> Said:
    side = "right" if line.value > 0 else "left"
    return Said(f"{counted(abs(line.value), 'column', 'columns')} to the {side}: {line.label}", line.rule)


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
