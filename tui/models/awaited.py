"""What waits for a player on a server: the steps and decisions in which one of his seats is awaited, and proposals to
which it is asked to consent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.kernel.values import frozen
from saves.errors import SavesError

if TYPE_CHECKING:
    from saves.desk import Desk
    from saves.library import Card
    from tui.access import Access

TURN, DECISION, PROPOSAL = "turn", "decision", "proposal"


@frozen
class Awaited:
    """``what`` waits (``turn``: the step at hand, ``decision``: something that is asked in it, ``proposal``: an answer
    to one, whose number ``entry`` is) for a ``seat`` of a
    ``campaign``, by its name; ``powers`` of the seat are awaited in the ``turn``, by its label; ``title`` of the step
    or the decision, and its ``rule``."""

    campaign: str
    seat: str
    what: str
    powers: tuple[str, ...]
    turn: str
    step: str
    title: str
    rule: str
    entry: int = 0


def awaited(access: Access, card: Card) -> list[Awaited]:
    """What waits for who is here in a campaign of his list, a line for each of his seats that is awaited. A campaign
    that cannot be read waits for nobody."""
    found = []
    for seat in access.stake(card).seats:
        # What the list knows is enough to leave out the others, whose campaigns need not be read.
        turn = any(card.powers.get(power) == seat for power in card.awaits)
        if seat and (turn or seat in card.asked):
            try:
                desk = access.open(card.name, seat)
                here = at(desk)
                found += [*([here] if here is not None else []), *asked(desk)]
            except SavesError:
                continue
    return found


def asked(desk: Desk) -> list[Awaited]:
    """The proposals to which the seat at a desk is asked to consent. Raises SavesError."""
    campaign = desk.campaign
    powers = tuple(power for power, seat in campaign.seats.items() if seat == desk.seat)
    turn, step = desk.ruleset.calendar.now(campaign), campaign.progress.step
    return [
        Awaited(
            desk.folder.name,
            desk.seat,
            PROPOSAL,
            powers,
            turn,
            step,
            f"proposal {found.n} of {found.player or found.seat}: {found.order.sentence(campaign)}",
            "",
            found.n,
        )
        for found in (desk.proposals if desk.waits_for_consent else ())
        if desk.seat in found.lacks(campaign)
    ]


def of_seat(desk: Desk, powers: Iterable[str]) -> tuple[str, ...]:
    """Those of these powers that the seat at a desk commands."""
    seats = desk.campaign.seats
    return tuple(power for power in powers if seats.get(power) == desk.seat)


def at(desk: Desk) -> Awaited | None:
    """What waits for the seat at a desk, None where nothing does."""
    outlook, seats = desk.outlook(), desk.campaign.seats
    asked = outlook.decision
    powers = of_seat(desk, outlook.awaits)
    if asked is not None and seats.get(asked.power) == desk.seat:
        what, title, rule, powers = DECISION, asked.title, asked.rule, (asked.power,)
    elif powers and asked is None:
        step = desk.ruleset.sequence[outlook.step]
        what, title, rule = TURN, step.title, step.rule
    else:
        return None
    turn = desk.ruleset.calendar.now(desk.campaign)
    return Awaited(desk.folder.name, desk.seat, what, powers, turn, outlook.step, title, rule)
