"""``propose``, ``accept``, ``decline`` and ``message``: what seats say to each other in the journal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine.kernel.grammar import quote
from engine.kernel.remarks import Accept, Decline
from tui.cli.acting import give
from tui.cli.calculate import rolls
from tui.cli.desks import acting_desk, campaign_arguments, open_desk
from tui.cli.faults import Misuse
from tui.words import bare

if TYPE_CHECKING:
    from engine.kernel.consent import Proposal
    from saves.desk import Desk


def propose_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("order", metavar="ORDER", help='an order that takes consent, such as "undo to=12"')


def propose(args: argparse.Namespace) -> int:
    """Propose an order that takes the others' consent. Raises Misuse, Refused, SavesError."""
    return give(acting_desk(args.campaign, args.seat), [f"propose {args.order}"], args.json)


def message_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("text", metavar="TEXT", help="what all are to read")


def message(args: argparse.Namespace) -> int:
    """Say something to all. Raises Misuse, Refused, SavesError."""
    said = " ".join(args.text.split())
    return give(acting_desk(args.campaign, args.seat), [f"message {quote(said)}"], args.json)


def accept_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    decline_arguments(parser)
    parser.add_argument("--rolls", metavar="7,3", help="the faces you rolled for it, with keyboard dice (0 is 10)")


def accept(args: argparse.Namespace) -> int:
    """Consent to a proposal; with the last consent it is carried out. Raises Misuse, Refused, NeedsDie, SavesError."""
    desk = _answering(args)
    return give(desk, [Accept(_meant(desk, args.entry), args.instead).text], args.json, rolls(args.rolls) or ())


def decline_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("entry", metavar="ENTRY", nargs="?", type=int, help="the proposal's entry, where several stand")
    parser.add_argument(
        "--for", metavar="SEAT", dest="instead", default="", help="the seat without a player for which a host answers"
    )


def decline(args: argparse.Namespace) -> int:
    """Decline a proposal, or withdraw one's own. Raises Misuse, Refused, SavesError."""
    desk = _answering(args)
    return give(desk, [Decline(_meant(desk, args.entry), args.instead).text], args.json)


def _answering(args: argparse.Namespace) -> Desk:
    """The campaign as the seat that answers; a host who answers for a seat that nobody has needs none of his own."""
    return open_desk(args.campaign, args.seat) if args.instead else acting_desk(args.campaign, args.seat)


def _meant(desk: Desk, entry: int | None) -> int:
    """The proposal that is answered: the one named, or the only one. Raises Misuse."""
    if entry is not None:
        return entry
    standing = desk.proposals
    if len(standing) == 1:
        return standing[0].n
    numbers = ", ".join(str(one.n) for one in standing)
    raise Misuse(f"say which proposal: {numbers}" if standing else "no proposal stands")


def proposal_lines(desk: Desk) -> list[str]:
    """The proposals that stand, for who looks: whose, what, and who is still asked."""
    return [proposal_line(desk, found) for found in desk.proposals]


def proposal_line(desk: Desk, found: Proposal) -> str:
    """One proposal in words, with what this seat may do about it."""
    asked = found.lacks(desk.campaign)
    what = bare(found.order.sentence(desk.campaign))
    line = f"Proposal {found.n} of {found.player or found.seat}: {what}. Asked: {', '.join(asked)}."
    if desk.seat in asked:
        return f"{line} accept {found.n} or decline {found.n}."
    return f"{line} decline {found.n} withdraws it." if desk.seat == found.seat else line
