"""The picture of an Automatic Victory that aircraft answered: its odds, and whether it was one in the end. What they
fought in the air has a picture of its own (9.8, 11.4, ruling 60)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.thewar.combat import battles
from engine.thewar.ground import assaults, ground_battle, overruns
from engine.thewar.ground.overruns import Overrunning
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls import printed as printing
from engine.thewar.world import titles
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Report, Said, Story, told
from engine.thewar.world.state import Engagement, TheWar


def of_overrun(story: Story[Overrunning]) -> Report:
    """The report of one Automatic Victory."""
    where, campaign = story.battle.where, story.campaign
    engagement = campaign.engagements.get(where)
    mine = titles.units(campaign, engagement.attackers) if engagement is not None else ""
    theirs = battles.opposed(campaign, engagement.defenders) if engagement is not None else ""
    return told(
        story,
        kind="overrun",
        alone=True,
        title=f"Automatic Victory at {titles.where(campaign, where)}",
        forces=f"{mine or 'attackers'} against {theirs or 'defenders'}",
        rule="9.8",
        words=_words(story, engagement) if engagement is not None else (),
    )


def _words(story: Story[Overrunning], engagement: Engagement) -> Iterator[Said]:
    """The odds with the aircraft that are left, and what came of them: no die is rolled."""
    campaign, where = story.campaign, story.battle.where
    yield from _odds(campaign, where, engagement)
    if story.open:
        return
    why = overruns.spoilt(campaign, where)
    if not why:
        yield Said("An Automatic Victory: every defender is eliminated without a die", "9.8")
    for refusal in why:
        yield Said(f"No Automatic Victory: {refusal.reason}", refusal.rule)
    if why:
        yield Said("Nobody is eliminated, and nobody has attacked", "9.8, ruling 442")


def _odds(campaign: TheWar, where: str, engagement: Engagement) -> Iterator[Said]:
    fight = ground_battle.battle(assaults.assault(campaign, where, engagement))
    column = printing.read(ground_combat.CRT).columns[fight.basic]
    yield Said(f"{fight.attack} to {fight.defence}: {column} before shifts", "9.8, 10.1.1")
    for line in fight.shifts:
        side = "right" if line.value > 0 else "left"
        yield Said(f"{counted(abs(line.value), 'column', 'columns')} to the {side}: {line.label}", line.rule)


TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {Overrunning: of_overrun}
"""The function that makes the report of an Automatic Victory."""
