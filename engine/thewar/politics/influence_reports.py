"""The picture of a diplomatic roll: both sides' POPs, the cell of the table, every modifier, how the country stands
(16.1.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from engine.kernel.changes import Change
from engine.kernel.refusals import Breakdown
from engine.kernel.sheets.strengths import Share, Strength
from engine.thewar.politics import gathering
from engine.thewar.politics.attack_stages import RULE
from engine.thewar.politics.diplomatic_attack import DiplomaticAttack, level_words, stands_words
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.printed import read
from engine.thewar.world import wars
from engine.thewar.world.reports import Cast, Report, Said, Story, held, printed, told
from engine.thewar.world.state import TheWar, War


def of_attack(story: Story[DiplomaticAttack]) -> Report:
    """One diplomatic roll, also while its answers are awaited."""
    rolled = story.rolled("influence")
    attack, campaign = story.battle, story.campaign
    if rolled is not None and rolled.battle is not None:
        face = rolled.face("influence")
        attack = attrs.evolve(rolled.battle, guards=rolled.battle.guards[:1], face=face)
        campaign = rolled.campaign
    roll = attack.terms(campaign)
    target, by = wars.named(campaign, attack.target), wars.named(campaign, attack.by)
    against = gathering.NAMES.get(attack.against, "an alliance that is still to be picked")
    return told(
        story,
        kind="influence",
        alone=True,
        title=f"Diplomacy in {target}",
        forces=f"{by} against {against}",
        rule=RULE,
        casts=(_cast(campaign, attack, roll, against),),
        words=tuple(_words(story, campaign, attack, roll)),
    )


def _cast(campaign: TheWar, attack: DiplomaticAttack, roll: diplomacy.Influence, against: str) -> Cast:
    """The die with its table; before it only the odds as they stand."""
    ours = _strength(campaign, _side(campaign, attack.pops, attack.by), diplomacy.attack(roll))
    theirs = _strength(campaign, against, diplomacy.defence(roll))
    modifier, basic = diplomacy.modifier(roll), diplomacy.column(roll)
    return Cast(
        title="the diplomatic table",
        rule=RULE,
        faces=(attack.face,) if attack.face else (),
        net=modifier.total,
        **printed(diplomacy.TABLE),
        column=basic,
        across="odds",
        row=read(diplomacy.TABLE).row(attack.face + modifier.total) if attack.face else None,
        reckoned=held(attrs.evolve(line, label=_said(campaign, line.label)) for line in modifier.lines),
        words=(Said(level_words(diplomacy.levels(roll)), RULE),) if attack.face else (),
        strengths=(ours, theirs),
        basic=basic,
    )


def _side(campaign: TheWar, pops: Mapping[str, int], by: str) -> str:
    powers = dict.fromkeys((by, *(power for power, count in pops.items() if count)))
    return " and ".join(wars.named(campaign, power) for power in powers)


def _strength(campaign: TheWar, who: str, points: Breakdown) -> Strength:
    shares = tuple(Share(_said(campaign, line.label), line.value, "", line.rule, many=0) for line in points.lines)
    return Strength(who, points.total, "POP" if points.total == 1 else "POPs", shares)


def _said(campaign: TheWar, label: str) -> str:
    """A line of the pure core with the power's name in place of its id, which stands last."""
    before, space, power = label.rpartition(" ")
    return f"{before}{space}{wars.named(campaign, power)}" if power in campaign.powers else label


def _words(
    story: Story[DiplomaticAttack], campaign: TheWar, attack: DiplomaticAttack, roll: diplomacy.Influence
) -> Iterable[Said]:
    name = wars.named(campaign, attack.target)
    if story.open:
        yield Said(f"{name} is to be decided", RULE)
        return
    status, patron = roll.status, roll.holder
    for change in story.changes:
        if change.at == f"countries.{attack.target}.status":
            status = str(change.now)
        elif change.at == f"countries.{attack.target}.patron":
            patron = str(change.now)
    same = (status, patron) == (roll.status, roll.holder)
    yield Said(f"{name} {'stays' if same else 'is now'} {stands_words(campaign, status, patron)}", "16.1.3, 16.3")
    yield from _wars(campaign, attack.target, story.changes)


def _wars(campaign: TheWar, target: str, changes: Iterable[Change]) -> Iterable[Said]:
    """The wars that its new status brings a country."""
    begun = [change for change in changes if isinstance(change.now, War) and change.was is None]
    enemies = [wars.named(campaign, war.other if war.one == target else war.one) for war in (one.now for one in begun)]
    if enemies:
        name = wars.named(campaign, target)
        yield Said(f"{name} is at war with {', '.join(enemies)}", next(change.rule for change in begun))


TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {DiplomaticAttack: of_attack}
"""The function that makes the report of a diplomatic roll."""
