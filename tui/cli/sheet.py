"""``sheet``: the turn on one page, as text to print or to keep."""

from __future__ import annotations

import argparse

from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk


def sheet_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--width", type=int, default=78, choices=range(40, 201), metavar="40..200", help="columns (78)")


def sheet(args: argparse.Namespace) -> int:
    """Print the turn sheet. Raises SavesError."""
    from tui.models.sheet import as_text, heading
    from tui.models.sheet import sheet as parts

    desk = open_desk(args.campaign, args.seat)
    if args.json:
        texts = {part.title: part.lines for part in parts(desk, args.width)}
        output.document({"name": desk.name, "heading": heading(desk), "parts": texts})
    else:
        output.say(as_text(desk, args.width).rstrip("\n"))
    return 0
