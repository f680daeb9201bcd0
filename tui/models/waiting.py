"""What a step says when nothing is asked of this seat: for whom it waits, or why the campaign is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel import closed
from engine.kernel.outlook import Outlook
from engine.kernel.values import frozen
from tui import keys
from tui.frame_model import LedgerLine, called, ledger_lines, power_name
from tui.rows import clean
from tui.session import at_hand
from tui.words import and_list, turn_name

if TYPE_CHECKING:
    from saves.desk import Desk
    from tui.models.map_picture import Picture


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
        chair = clean(seat).capitalize() if seat and len(set(seats.values())) > 1 else ""
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
    """The end of a campaign: why, when, where the powers stand, and what is still to be said or done of it;
    ``drawn``: the map as it ended, in a game that has one."""

    reason: str
    title: str
    date: str
    turns: str
    powers: tuple[LedgerLine, ...]
    said: str
    drawn: Picture | None = None


def ending(desk: Desk, outlook: Outlook) -> Ending:
    """The campaign's end, from its last state."""
    from tui.models.map_picture import picture

    campaign, ruleset = desk.campaign, desk.ruleset
    return Ending(
        clean(outlook.over),
        called(desk),
        turn_name(ruleset.calendar.now(campaign)),
        f"{campaign.progress.turn} of {ruleset.calendar.last(campaign)}",
        ledger_lines(ruleset, campaign),
        _closing(desk),
        picture(ruleset, campaign, desk.entries()),
    )


def _closing(desk: Desk) -> str:
    """How a campaign that is over is closed, who has closed it, and what is open once all have."""
    campaign = desk.campaign
    kept = "The journal, the curves, the turn sheet and the story (warledger story) keep it."
    if closed.by_all(campaign):
        dice = "" if desk.keyboard_dice else "its dice are published ('warledger verify' checks each), and "
        return f"{kept} It is closed: {dice}nothing is taken back; a branch from the journal (j) plays on."
    left = closed.still_to_close(campaign)
    mine = next((power for power, seat in campaign.seats.items() if seat == desk.seat and seat in left), "")
    others = and_list([seat for seat in left if seat != desk.seat])
    how = f" '{mine} close' closes it for this seat." if mine else ""
    waits = f" Still to close it: {others}." if others else ""
    after = " Then its dice are published and nothing is taken back; until then undo takes back the last order."
    return f"{kept}{how}{waits}{after}"
