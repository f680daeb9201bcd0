"""The picture of a Soviet attempt to declare war on Germany: its die against what it needed (16.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.thewar.countries import soviet_attempt
from engine.thewar.countries.soviet_attempt import SovietAttempt
from engine.thewar.rolls.soviet_attempt import PRICE, RULE
from engine.thewar.world import wars
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Cast, Report, Said, Story, told


def of_attempt(story: Story[SovietAttempt]) -> Report:
    """One attempt: the garrison that Germany has named, the die, peace or war."""
    attempt, campaign = story.battle, story.campaign
    face, on = story.face("attempt"), wars.named(story.campaign, story.battle.on)
    named = attempt.stage != "garrison"
    garrison = counted(attempt.increments, "increment", "increments") if named else "a garrison still to be named"
    words, casts = [], []
    if face:
        casts.append(_cast(story, face))
        won = soviet_attempt.against(campaign, attempt.increments, face).declared
        words.append(Said(f"The Soviet Union declares war on {on}" if won else "It stays at peace", RULE))
    elif not story.open:
        words.append(Said("The German garrison forbids the attempt: no die, and nothing is paid", RULE))
    else:
        words.append(Said(f"The attempt costs {PRICE} NARFs beside the declaration", RULE))
    return told(
        story,
        kind="soviet-attempt",
        alone=True,
        title=f"Soviet attempt to declare war on {on}",
        forces=f"German units in the East: {garrison}",
        rule=RULE,
        casts=casts,
        words=words,
    )


def _cast(story: Story[SovietAttempt], face: int) -> Cast:
    """The die: what it needs is the sum of lines, no modifier changes the die itself."""
    need = soviet_attempt.odds(story.campaign, story.battle.increments)
    lines = (Said(f"{line.label}: {line.value:+d}".replace("-", "−"), line.rule) for line in need.lines)
    return Cast("the attempt", RULE, faces=(face,), words=(Said(f"{need.total} or less was needed", RULE), *lines))


TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {SovietAttempt: of_attempt}
"""The function that makes the report of a Soviet attempt."""
