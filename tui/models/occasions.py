"""Why a step comes up: the conditions of its row in the sequence of play, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.kernel.tables import UnknownTable, table
from tui.models.forms import name_of
from tui.rows import clean
from tui.words import and_list, turn_name

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.sequence import Step
    from saves.desk import Desk

# What the names of the conditions say of those that they name.
_SAID = {
    "war": "{} at war",
    "peace": "{} at peace",
    "belligerent": "{} at war",
    "neutral": "{} neutral",
    "conquered": "{} fallen",
    "standing": "{} not fallen",
    "option": "option {}",
    "effort": "an effort allows {}",
    "fact": "{}",
    "due": "{} due",
}


def occasions(desk: Desk, step: Step[Any]) -> tuple[str, ...]:
    """The season, dates and conditions under which a step comes up; none for one that always does."""
    row = _row(desk.ruleset.id, step.slug)
    found = []
    seasons = [str(season).capitalize() for season in row.get("seasons", ())]
    if seasons:
        found.append(and_list(seasons))
    if row.get("from"):
        found.append(f"from {turn_name(str(row['from']))}")
    if row.get("until"):
        found.append(f"until {turn_name(str(row['until']))}")
    found += [said(desk.campaign, str(text)) for text in row.get("when", ())]
    return tuple(found)


def _row(game: str, slug: str) -> Mapping[str, Any]:
    try:
        rows = table(game, "sequence").get("step", ())
    except UnknownTable:
        return {}
    return next((row for row in rows if row.get("id") == slug), {})


def said(campaign: Campaign, condition: str) -> str:
    """A condition in words: ``war:germany+ussr`` is ``Germany and the Soviet Union at war``."""
    name, _, argument = condition.partition(":")
    if name == "status":
        who, _, status = argument.partition("=")
        return f"{name_of(campaign, who)} {clean(status)}"
    if name in ("fact", "option", "effort", "due"):
        subject = clean(argument.replace("-", " "))
    else:
        subject = and_list([name_of(campaign, part) for part in argument.split("+")])
    return _SAID.get(name, f"{clean(name)}: {{}}").format(subject)
