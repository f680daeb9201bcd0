"""A guide: short notes of a scenario's author for who plays it the first time, each for a step of the sequence.

They are read by no rule and stop nobody. Which one stands at a step hangs on the campaign alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from engine.kernel import seasons
from engine.kernel.campaign import Campaign
from engine.kernel.nearest import nearest
from engine.kernel.ranges import dated, out_of_range, written
from engine.kernel.ruleset import Fault, Ruleset
from engine.kernel.sequence import Step
from engine.kernel.values import frozen

MOST_NOTES, LONGEST = 200, 400
"""The most notes of a guide, and the most characters of one as it is written: with its keys put in, three lines of a
small terminal."""
OVER = "over"
"""Stands for a step in the note that is shown when the campaign is over."""


@frozen(kw_only=True)
class Note:
    """What is said at a ``step``: its id with or without the half, or OVER. ``text``: plain words, in which
    ``{key:WHERE.ACTION}`` stands for the key of an action, as docs/keys.md names it. ``power``: only while this power
    is the next to act, '' for whoever does; ``first_time``: only in the first turn in which the step may come up;
    ``since`` and ``until``: only in these turns ('' for no limit)."""

    step: str = written()
    text: str = written(LONGEST)
    power: str = written(default="")
    first_time: bool = False
    since: str = dated("")
    until: str = dated("")


def chosen(
    notes: Iterable[Note], ruleset: Ruleset[Any], campaign: Campaign, step: Step[Any], acting: Sequence[str]
) -> Note | None:
    """The first of the notes that fits where a campaign stands; ``acting``: the powers of who reads it that are awaited
    in the step, in their order."""
    now = ruleset.calendar.now(campaign)
    for note in notes:
        if note.step not in step.names or (note.power and note.power not in acting[:1]):
            continue
        if (note.since and now < note.since) or (note.until and now > note.until):
            continue
        if not (note.first_time and _came_before(campaign, step)):
            return note
    return None


def _came_before(campaign: Campaign, step: Step[Any]) -> bool:
    """Whether the step's seasons and dates have been before in this campaign."""
    occasion, progress = step.occasion, campaign.progress
    dates = (occasion.seasons, occasion.since, occasion.until)
    if not any(dates):
        return progress.turn > 1
    turns = (attrs.evolve(campaign, progress=attrs.evolve(progress, turn=turn)) for turn in range(1, progress.turn))
    return any(not seasons.in_time(earlier, *dates) for earlier in turns)


def faults(ruleset: Ruleset[Any], notes: Sequence[Note]) -> Iterator[Fault]:
    """What is wrong with a guide of the right shape: steps and powers that there are not, and too many notes."""
    steps = {name for step in ruleset.sequence.steps for name in step.names} | {OVER}
    if len(notes) > MOST_NOTES:
        yield Fault("guide", f"{len(notes)} notes; {MOST_NOTES} are the most")
    for note in notes[:MOST_NOTES]:
        if note.step not in steps:
            yield Fault("guide.step", _unknown("step", note.step, ruleset.sequence.nearest(note.step)))
        for odd in out_of_range(note):
            yield Fault(f"guide.{odd.field}", f"{odd.problem}; {odd.allowed}")
        if note.power and note.power not in ruleset.powers:
            yield Fault("guide.power", _unknown("power", note.power, nearest(note.power, ruleset.powers, 1)))


def _unknown(what: str, name: str, likely: Sequence[str]) -> str:
    return f"there is no {what} '{name[:60]}'" + (f"; nearest is '{likely[0]}'" if likely else "")
