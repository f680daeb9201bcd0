"""The map turn by turn: the view of a campaign as each of its turns ended, read when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saves.errors import NotFound
from tui.models.map_picture import Picture, picture

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from saves.desk import Desk


def labels(desk: Desk) -> tuple[str, ...]:
    """The turns that have been played, by their labels, the one at hand last."""
    return tuple(dict.fromkeys(file.label for file in desk.turns()))


def state(desk: Desk, label: str) -> Campaign:
    """The campaign as the seat sees it at the end of a turn, or now. Raises SavesError."""
    if label == desk.ruleset.calendar.now(desk.campaign):
        return desk.campaign
    return desk.records(label)[-1].campaign


def drawn_at(desk: Desk, label: str) -> Picture:
    """The map at the end of a turn. Raises SavesError, NotFound in a game without a map."""
    drawn = picture(desk.ruleset, state(desk, label))
    if drawn is None:
        raise NotFound(f"{desk.ruleset.title} has no map here")
    return drawn
