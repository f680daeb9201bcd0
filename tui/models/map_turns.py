"""The map turn by turn: the view of a campaign as each of its turns ended, read when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel.campaign import view
from saves.errors import NotFound
from tui.models.map_picture import Picture, picture

if TYPE_CHECKING:
    from saves.desk import Desk


def labels(desk: Desk) -> tuple[str, ...]:
    """The turns that have been played, by their labels, the one at hand last."""
    return tuple(dict.fromkeys(label for label, _ in desk.openings()))


def drawn_at(desk: Desk, label: str) -> Picture:
    """The map as a seat sees it at the end of a turn, or now, with what was fought in it. Raises SavesError, NotFound
    in a game without a map."""
    records = desk.records(label)
    campaign = desk.with_own(records[-1].campaign) if records else desk.campaign
    drawn = picture(desk.ruleset, campaign, [entry for record in records for entry in record.entries], turn=label)
    if drawn is None:
        raise NotFound(f"{desk.ruleset.title} has no map here")
    return drawn


def sketched_at(desk: Desk, label: str) -> Picture:
    """The same without what was fought, for who looks through the war: a turn's end is what the file after it opens
    with, so none of its entries is read. Raises as ``drawn_at``."""
    from saves.library import read_turn

    files = desk.openings()
    last = max((at for at, (name, _) in enumerate(files) if name == label), default=-1)
    if not 0 <= last < len(files) - 1:
        return drawn_at(desk, label)
    _, whole = read_turn(files[last + 1][1])
    drawn = picture(desk.ruleset, desk.with_own(view(whole, desk.seat)), turn=label)
    return drawn if drawn is not None else drawn_at(desk, label)
