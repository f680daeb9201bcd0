"""Why a step comes up: the conditions of its row in the sequence of play, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernel import ruleset as rulesets
from engine.kernel.sheets.titles import titles_of
from tui.models.forms import name_of
from tui.rows import clean
from tui.words import and_list, turn_name

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.sequence import Step
    from saves.desk import Desk


def occasions(desk: Desk, step: Step[Any]) -> tuple[str, ...]:
    """The season, dates and conditions under which a step comes up; none for one that always does."""
    when, parts = step.occasion, []
    if when.seasons:
        parts.append(and_list([season.capitalize() for season in when.seasons]))
    if when.since:
        parts.append(f"from {turn_name(when.since)}")
    if when.until:
        parts.append(f"until {turn_name(when.until)}")
    parts += [said(desk.campaign, text) for text in when.conditions]
    return tuple(parts)


def said(campaign: Campaign, condition: str) -> str:
    """A condition in words: ``war:germany+ussr`` is ``Germany and the Soviet Union at war``."""
    titled = titles_of(rulesets.of(campaign)).condition(condition)
    if titled is None:
        return clean(condition.replace(":", ": "))
    return clean(titled.says.format(and_list([name_of(campaign, value) for value in titled.of])))
