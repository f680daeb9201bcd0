"""The map turn by turn: the view of a campaign as each of its turns ended, read when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saves.errors import NotFound
from tui.models.map_picture import Picture, picture

if TYPE_CHECKING:
    from saves.desk import Desk


def labels(desk: Desk) -> tuple[str, ...]:
    """The turns that have been played, by their labels, the one at hand last."""
    return tuple(dict.fromkeys(file.label for file in desk.turns()))


def drawn_at(desk: Desk, label: str) -> Picture:
    """The map as a seat sees it at the end of a turn, or now, with what was fought in it. Raises SavesError, NotFound
    in a game without a map."""
    records = desk.records(label)
    campaign = records[-1].campaign if records else desk.campaign
    drawn = picture(desk.ruleset, campaign, [entry for record in records for entry in record.entries])
    if drawn is None:
        raise NotFound(f"{desk.ruleset.title} has no map here")
    return drawn
