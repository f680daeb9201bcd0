"""``warledger tables``: the printed tables of a ruleset."""

from __future__ import annotations

import argparse
from typing import Any

from tui.cli import output
from tui.cli.faults import Misuse


def tables_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("ruleset", metavar="RULESET", help="a game, such as thewar")
    parser.add_argument("table", metavar="TABLE", nargs="?", help="one table's id; without it all are listed")
    parser.add_argument(
        "--edition",
        metavar="EDITION",
        nargs="?",
        const="",
        help="where the editions of the rulebook differ; with an edition, what holds in it",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document: the table, or a list of all of them")


def tables(args: argparse.Namespace) -> int:
    """Print one table, or list them. Raises UnknownTable, Misuse."""
    from engine.kernel.tables import printed, table_ids

    if args.edition is not None:
        return _editions(args)
    if args.table:
        table = printed(args.ruleset, args.table)
        if args.json:
            output.document(table)
        else:
            _print(table)
        return 0
    every = [printed(args.ruleset, name) for name in table_ids(args.ruleset)]
    if args.json:
        output.document(every)
    else:
        rows = [[table["id"], table["title"], table["rule"]] for table in every]
        output.say("\n".join(output.columns(rows, head=("table", "title", "rule"))))
    return 0


def _editions(args: argparse.Namespace) -> int:
    """Print where the editions differ, or what holds in one of them."""
    from engine.kernel.editions import editions
    from engine.kernel.ruleset import find
    from engine.kernel.tables import printed, table_ids

    table_ids(args.ruleset)
    ruleset = find(args.ruleset)
    compared = editions(ruleset)
    if compared is None:
        raise Misuse(f"{ruleset.title} has one edition only")
    if args.table:
        raise Misuse("--edition is asked of the game, not of one table")
    if args.edition and args.edition not in compared.names:
        raise Misuse(f"no edition '{args.edition}'; there are {', '.join(compared.names)}")
    whole = printed(args.ruleset, compared.table)
    shown = (args.edition,) if args.edition else compared.names
    if args.json:
        rows = {
            f"{row.rule} {row.what}": [
                {"result": compared.holds(row, name) if args.edition else row.says[name], "marks": []} for name in shown
            ]
            for row in compared.rows
        }
        output.document({**whole, "columns": shown, "rows": rows})
        return 0
    output.say(f"{whole['title']}{output.cited(whole['rule'])}")
    for row in compared.rows:
        output.say()
        output.say(f"{row.rule}  {row.what}")
        lines = [[name, compared.holds(row, name) if args.edition else row.says[name]] for name in shown]
        if args.edition and compared.alone(row, args.edition):
            # What is not as in the default edition stands beside that one's.
            lines.append([compared.names[0], compared.holds(row, compared.names[0])])
        output.say("\n".join(output.columns(lines, indent="    ")))
    return 0


def _print(table: dict[str, Any]) -> None:
    output.say(f"{table['title']}{output.cited(table['rule'])}")
    output.say()
    rows = [
        [key, *(" ".join([cell["result"], *cell["marks"]]) for cell in cells)] for key, cells in table["rows"].items()
    ]
    numbers = [
        at
        for at in range(len(table["columns"]) + 1)
        if rows and all(row[at].lstrip("-").isdigit() or row[at] in ("", "-") for row in rows)
    ]
    output.say("\n".join(output.columns(rows, head=("", *table["columns"]), right=numbers)))
