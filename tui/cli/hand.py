"""``hand``: the cards of the seat that looks, which of them it may play now, and what all know of the others'."""

from __future__ import annotations

import argparse

from engine.kernel.sheets.ledger import ledger_of
from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk


def hand_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--power", metavar="POWER", help="one power; without it all of them")


def hand(args: argparse.Namespace) -> int:
    """Print the hands. Raises Misuse, SavesError."""
    from tui.cli.faults import Misuse
    from tui.models.hands import as_text, document, groups, known

    desk = open_desk(args.campaign, args.seat)
    if not known(desk):
        raise Misuse(f"{desk.ruleset.title} knows no cards in hand")
    power = desk.ruleset.aliases.get(args.power, args.power)
    powers = ledger_of(desk.ruleset).powers(desk.campaign)
    if power and power not in powers:
        raise Misuse(f"no power '{args.power}'; there are: {', '.join(powers)}")
    wanted = tuple(group for group in groups(desk) if power in (None, group.spot))
    if args.json:
        output.document({"name": desk.name, "powers": [document(group) for group in wanted]})
        return 0
    for line in as_text(wanted):
        output.say(line)
    if not wanted:
        output.say("nobody has tried for a card")
    return 0
