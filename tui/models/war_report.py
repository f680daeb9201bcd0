"""The Strategic Warfare Segment as a whole, and the war turn by turn."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from attrs import evolve

from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.sheets.reports import Chronicle, Losses, Reports
from engine.kernel.undoing import live, live_backward
from engine.kernel.values import frozen
from tui.models.battles import Counted, counted
from tui.words import turn_name

if TYPE_CHECKING:
    from saves.desk import Desk

SEGMENT = "strategic-warfare."


@frozen
class SegmentReport:
    """The segment as a whole: what it changed for the powers this turn, and every turn of the war in the game's
    ``money``: its losses, or where it tells none the chronicles."""

    turn: str
    money: str
    changes: tuple[Counted, ...]
    losses: Losses | None
    chronicles: tuple[Chronicle, ...] = ()


def segment_report(desk: Desk) -> SegmentReport:
    """What the segment of this turn changed, and the war turn by turn; reads every turn's file."""
    campaign = desk.campaign
    sheet = desk.ruleset.sheet(Reports)
    war = sheet.war_count(campaign) if sheet is not None else None
    if war is not None:
        for entry in chain.from_iterable(live_backward(desk.entries_backward())):
            war.take(entry)
    losses = war.losses() if war is not None else None
    changes = [change for entry in live(desk.entries()) if entry.step.startswith(SEGMENT) for change in entry.changes]
    return SegmentReport(
        turn=turn_name(desk.ruleset.calendar.now(campaign)),
        money=ledger_of(desk.ruleset).money,
        changes=counted(campaign, changes),
        losses=None if losses is None else _spoken(losses),
        chronicles=war.chronicles() if war is not None and losses is None else (),
    )


def _spoken(losses: Losses) -> Losses:
    """Losses with the turns as people say them."""
    return evolve(losses, turns=tuple(evolve(turn, turn=turn_name(turn.turn)) for turn in losses.turns))
