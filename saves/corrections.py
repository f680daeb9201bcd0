"""A corrected scenario offered to a campaign that began with it: the figures that differ now, as rulings of the table.

A campaign keeps the version that it began with. A figure is offered where the scenario says another than the campaign
opened with, and the campaign has not changed it since; where play has changed it, or it is no figure that a ruling may
set (a counter more, a place that is gone), it is told and left to the table.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.kernel import schema
from engine.kernel.campaign import Campaign
from engine.kernel.paths import UnknownPath
from engine.kernel.paths import get as value_at
from engine.kernel.umpire import Ruling
from engine.kernel.values import frozen
from saves import comparing, library
from saves.comparing import told
from saves.draft_changes import differences
from saves.draft_values import State, path_of
from saves.errors import Misuse
from saves.shapes import plain
from saves.store import CampaignFolder


@frozen
class Corrections:
    """The ``rulings`` to be given, and what is ``left`` to the table, each with the reason. ``began`` and ``now`` are
    the versions of the scenario ('' where it says none)."""

    scenario: str
    began: str
    now: str
    rulings: tuple[str, ...]
    left: tuple[str, ...]


def of(where: str | Path, campaign: Campaign) -> Corrections:
    """What a campaign's scenario says today that the campaign, of which ``campaign`` is the present state, did not open
    with. Raises SavesError, Misuse where the scenario is of another game now."""
    folder = CampaignFolder(library.find(where))
    _, opened = library.believed(folder, folder.files()[0])
    scenario = comparing.state(opened.scenario)
    if scenario.campaign.ruleset != opened.ruleset:
        raise Misuse(f"the scenario '{opened.scenario}' is of {scenario.campaign.ruleset} now")
    version = str(scenario.campaign.scenario_version)
    because = f"{opened.scenario} {version} corrects it" if version else f"{opened.scenario} says so now"
    rulings: list[str] = []
    left: list[str] = []
    ruled = schema.ruled(type(opened))
    for parts, value in differences(State(opened, scenario.words), scenario):
        path = path_of(parts)
        if len(parts) < 2 or parts[0] not in ruled or _at(campaign, path) == _at(scenario.campaign, path):
            continue
        why = _left(campaign, opened, scenario.campaign, parts, value)
        if not why:
            order = Ruling(at=path, value=_written(_at(scenario.campaign, path)), because=because)
            refused = next(iter((*order.shape(campaign), *order.judge(campaign))), None)
            if refused is None:
                rulings.append(order.text)
                continue
            why = refused.reason
        now = "gone" if value is None and len(parts) == 2 else told(plain(_at(scenario.campaign, path)))
        left.append(f"{path} {now}: {why}")
    return Corrections(opened.scenario, opened.scenario_version, version, tuple(rulings), tuple(left))


def _left(campaign: Campaign, opened: Campaign, scenario: Campaign, parts: tuple[str, ...], value: Any) -> str:
    """Why a figure is no ruling, '' where it may be one."""
    path = path_of(parts)
    if len(parts) == 2 and not isinstance(value, str | int | bool):
        return "a ruling sets a figure; it makes nothing and takes nothing away"
    was, now = _at(opened, path), _at(campaign, path)
    if was != now:
        return f"play has made it {told(now)}; it was {told(was)} at the beginning"
    if not isinstance(_at(scenario, path), str | int | bool):
        return "that is not a single figure"
    return ""


def _at(campaign: Campaign, path: str) -> Any:
    try:
        return value_at(campaign, path)
    except UnknownPath:
        return None


def _written(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
