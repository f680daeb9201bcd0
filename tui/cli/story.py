"""``story``: the campaign turn by turn, with curves and dice, to read and to post."""

from __future__ import annotations

import argparse

from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk


def story_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--md", action="store_true", help="as Markdown, to post")


def story(args: argparse.Namespace) -> int:
    """Print the story as the seat sees it. Raises SavesError."""
    from tui.models.story import story as told_by
    from tui.models.story_text import as_markdown, as_plain

    told = told_by(open_desk(args.campaign, args.seat))
    if args.json:
        output.document(told)
    else:
        output.say((as_markdown(told) if args.md else as_plain(told)).rstrip("\n"))
    return 0
