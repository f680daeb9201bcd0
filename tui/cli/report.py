"""``report``: a turn, or what happened since an entry, on one page by power."""

from __future__ import annotations

import argparse

from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk


def report_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--since", metavar="ENTRY", type=int, help="everything after this entry")
    which.add_argument("--turn", metavar="1940-1-spring", help="one turn; without either the turn that ended last")
    parser.add_argument("--width", type=int, default=78, choices=range(40, 201), metavar="40..200", help="columns (78)")


def report(args: argparse.Namespace) -> int:
    """Print the report. Raises SavesError."""
    from tui.models.turn_report import as_text, labels, page_of_turn, page_since

    desk = open_desk(args.campaign, args.seat)
    if args.since is not None:
        page = page_since(desk, max(0, args.since))
    else:
        ended = labels(desk)[-2:]
        page = page_of_turn(desk, args.turn if args.turn is not None else ended[0])
    if args.json:
        output.document({"name": desk.name, "title": page.title, "parts": page.parts, "quiet": page.quiet})
        return 0
    for line in as_text(page, args.width):
        output.say(line)
    return 0
