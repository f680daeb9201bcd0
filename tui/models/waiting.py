"""What a step says when nothing is asked of this seat: for whom it waits, or why the campaign is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from engine.kernel.outlook import Outlook
from tui import keys
from tui.frame_model import LedgerLine, called, ledger_lines, power_name
from tui.rows import clean
from tui.session import at_hand
from tui.words import and_list, turn_name

if TYPE_CHECKING:
    from saves.desk import Desk


@frozen
class Waiting:
    """``for_whom``: powers with their seats; ``lines`` what can be done meanwhile; ``another``: it is another seat that
    is awaited."""

    for_whom: str
    lines: tuple[str, ...]
    another: bool = False


def waiting(desk: Desk, outlook: Outlook) -> Waiting:
    """Whom the step waits for, as this seat sees it."""
    seats = desk.campaign.seats
    names = []
    for power in outlook.awaits:
        seat = seats.get(power, "")
        named = power_name(desk.campaign, power)
        who = and_list([clean(name) for name in at_hand().access.sitting(desk, seat)])
        chair = clean(seat) if seat and len(set(seats.values())) > 1 else ""
        told = ": ".join(part for part in (chair, who) if part)
        names.append(f"{named} ({told})" if told else named)
    others = {seats.get(power, "") for power in outlook.awaits} - {desk.seat, ""}
    # Over the line nobody else sits down at this terminal.
    others = others if keys.exists(keys.CAMPAIGN, "seat") else set()
    here = ("Who plays at this screen as well: Enter hands over, behind a curtain.",) if others else ()
    if desk.watches:
        key = keys.shown_of
        here = (f"You may plan: {key('orders')} and {key('order')} show what an order would come to. None is given.",)
    return Waiting(
        and_list(names) or "nobody",
        (*here, "Forces, journal, tables and curves stand open meanwhile; what others do appears by itself."),
        bool(others),
    )


@frozen
class Ending:
    """The end of a campaign: why, when, and where the powers stand."""

    reason: str
    title: str
    date: str
    turns: str
    powers: tuple[LedgerLine, ...]


def ending(desk: Desk, outlook: Outlook) -> Ending:
    """The campaign's end, from its last state."""
    campaign, ruleset = desk.campaign, desk.ruleset
    return Ending(
        clean(outlook.over),
        called(desk),
        turn_name(ruleset.calendar.now(campaign)),
        f"{campaign.progress.turn} of {ruleset.calendar.last(campaign)}",
        ledger_lines(ruleset, campaign),
    )
