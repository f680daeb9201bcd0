"""``accounts``: the powers' years as statements, read from the journal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from engine.kernel.sheets.accounts import Bookkeeping
from engine.kernel.sheets.ledger import ledger_of
from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk

if TYPE_CHECKING:
    from tui.models.accounts import PowerYear


def accounts_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--year", type=int, metavar="1940", help="one year; without it all of them")
    parser.add_argument("--power", metavar="POWER", help="one power; without it all of them")


def accounts(args: argparse.Namespace) -> int:
    """Print the accounts. Raises Misuse, SavesError."""
    from tui.cli.faults import Misuse
    from tui.models.accounts import accounts as accounts_of
    from tui.models.accounts import as_text

    desk = open_desk(args.campaign, args.seat)
    if desk.ruleset.sheet(Bookkeeping) is None:
        raise Misuse(f"{desk.ruleset.title} keeps no accounts")
    power = desk.ruleset.aliases.get(args.power, args.power)
    powers = ledger_of(desk.ruleset).powers(desk.campaign)
    if power and power not in powers:
        raise Misuse(f"no power '{args.power}'; there are: {', '.join(powers)}")
    pages = [page for page in accounts_of(desk).pages if not page.expected]
    wanted = [page for page in pages if args.year in (None, page.year)]
    if not wanted:
        raise Misuse(f"nothing was played in {args.year}; there are: {', '.join(page.title for page in pages)}")
    if args.json:
        years = [
            {
                "year": page.year,
                "statements": [
                    _document(power_year) for power_year in page.powers if power in (None, power_year.power)
                ],
            }
            for page in wanted
        ]
        output.document({"name": desk.name, "unit": ledger_of(desk.ruleset).money, "years": years})
        return 0
    for at, page in enumerate(wanted):
        if at:
            output.say()
        output.say(as_text(page, (power,) if power else ()).rstrip("\n"))
    return 0


def _document(power_year: PowerYear) -> dict[str, Any]:
    """A power's year as JSON."""
    statement = power_year.statement
    return {
        "power": power_year.power,
        "name": power_year.name,
        "since": statement.since,
        "until": statement.until,
        "open": statement.open,
        "figures": [
            {
                "figure": sheet.figure.field,
                "opening": sheet.opening,
                "accounts": [
                    {
                        "account": section.account.id,
                        "title": section.account.title,
                        "total": section.total,
                        "lines": section.items,
                    }
                    for section in sheet.sections
                ],
                "closing": sheet.closing,
            }
            for sheet in statement.sheets
        ],
        "units": statement.notes,
    }
