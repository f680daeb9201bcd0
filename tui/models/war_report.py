"""The Strategic Warfare Segment as a whole, and the war turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from engine.kernel.sheets.reports import Chronicle
from engine.kernel.undoing import live
from tui.models.battles import Counted, counted
from tui.words import turn_name

if TYPE_CHECKING:
    from saves.desk import Desk

SEGMENT = "strategic-warfare."


@frozen
class TurnOfWar:
    """One turn: NARFs lost at sea, in Britain, in Germany, by Italy and the Soviet Union; U-boats and ASW lost."""

    turn: str
    at_sea: int
    over_britain: int
    over_germany: int
    uboats: int
    asw: int
    in_italy: int
    in_ussr: int


@frozen
class SegmentReport:
    """The segment as a whole: what it changed for the powers this turn, and every turn of the war."""

    turn: str
    changes: tuple[Counted, ...]
    turns: tuple[TurnOfWar, ...]
    chronicles: tuple[Chronicle, ...] = ()


def segment_report(desk: Desk) -> SegmentReport:
    """What the segment of this turn changed, and the war turn by turn; reads every turn's file."""
    campaign = desk.campaign
    ask = getattr(desk.ruleset, "tonnage", None)
    every = desk.entries(turn="all")
    turns = ask(campaign, every) if ask is not None else ()
    changes = [change for entry in live(desk.entries()) if entry.step.startswith(SEGMENT) for change in entry.changes]
    return SegmentReport(
        turn=turn_name(desk.ruleset.label(campaign)),
        changes=counted(campaign, changes),
        chronicles=desk.ruleset.chronicles(campaign, every) if ask is None else (),
        turns=tuple(
            TurnOfWar(
                turn_name(one.turn),
                one.at_sea,
                one.over_britain,
                one.over_germany,
                one.uboats,
                one.asw,
                one.in_italy,
                one.in_ussr,
            )
            for one in turns
        ),
    )
