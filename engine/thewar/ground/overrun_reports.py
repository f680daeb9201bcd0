"""The picture of an Automatic Victory that aircraft answered: its odds, and whether it was one in the end. What they
fought in the air has a picture of its own (9.8, 11.4, ruling 60)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.thewar.combat import battles
from engine.thewar.ground import ground_reports, overruns
from engine.thewar.ground.overruns import Overrunning
from engine.thewar.world import titles
from engine.thewar.world.reports import Report, Said, Story, told


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
        casts=(ground_reports.overrun(campaign, where, engagement),) if engagement is not None else (),
        words=_words(story) if engagement is not None else (),
    )


def _words(story: Story[Overrunning]) -> Iterator[Said]:
    """What came of the odds with the aircraft that are left: no die is rolled."""
    campaign, where = story.campaign, story.battle.where
    if story.open:
        return
    why = overruns.spoilt(campaign, where)
    if not why:
        yield Said("An Automatic Victory: every defender is eliminated without a die", "9.8")
    for refusal in why:
        yield Said(f"No Automatic Victory: {refusal.reason}", refusal.rule)
    if why:
        yield Said("Nobody is eliminated, and nobody has attacked", "9.8, ruling 442")


TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {Overrunning: of_overrun}
"""The function that makes the report of an Automatic Victory."""
