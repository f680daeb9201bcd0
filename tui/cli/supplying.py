"""``sources``: where each power's units trace supply to, full, limited or not at all, and why."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine.kernel.sheets.ledger import ledger_of
from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk

if TYPE_CHECKING:
    from tui.models.supply_sources import Group


def sources_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--power", metavar="POWER", help="one power; without it all of them")


def sources(args: argparse.Namespace) -> int:
    """Print the sources of supply. Raises Misuse, SavesError."""
    from tui.cli.faults import Misuse
    from tui.models.supply_sources import as_text, groups

    desk = open_desk(args.campaign, args.seat)
    every = groups(desk)
    if not every:
        raise Misuse(f"{desk.ruleset.title} knows no sources of supply")
    power = desk.ruleset.aliases.get(args.power, args.power)
    powers = ledger_of(desk.ruleset).powers(desk.campaign)
    if power and power not in powers:
        raise Misuse(f"no power '{args.power}'; there are: {', '.join(powers)}")
    if power and power not in {group.spot for group in every}:
        raise Misuse(f"{powers[power]} has fallen: it has no sources")
    if args.json:
        wanted = [group for group in every if power in (None, group.spot)]
        output.document({"name": desk.name, "powers": [_document(group) for group in wanted]})
        return 0
    for line in as_text(every, power or ""):
        output.say(line)
    return 0


def _document(group: Group) -> dict[str, object]:
    """A power's sources as JSON."""
    sources = [
        {"name": line.name, "path": line.path, "level": line.level, "why": line.why, "rule": line.rule}
        for line in group.lines
    ]
    return {"power": group.spot, "name": group.title, "sources": sources}
