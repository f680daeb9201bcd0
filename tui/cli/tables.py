"""``warledger tables``: the printed tables of a ruleset."""

from __future__ import annotations

import argparse
from typing import Any

from tui.cli import output


def tables_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("ruleset", metavar="RULESET", help="a game, such as thewar")
    parser.add_argument("table", metavar="TABLE", nargs="?", help="one table's id; without it all are listed")
    parser.add_argument("--json", action="store_true", help="one JSON document: the table, or a list of all of them")


def tables(args: argparse.Namespace) -> int:
    """Print one table, or list them. Raises UnknownTable."""
    from engine.kernel.tables import printed, table_ids

    if args.table:
        found = printed(args.ruleset, args.table)
        if args.json:
            output.document(found)
        else:
            _print(found)
        return 0
    every = [printed(args.ruleset, name) for name in table_ids(args.ruleset)]
    if args.json:
        output.document(every)
    else:
        rows = [[one["id"], one["title"], one["rule"]] for one in every]
        output.say("\n".join(output.columns(rows, head=("table", "title", "rule"))))
    return 0


def _print(found: dict[str, Any]) -> None:
    output.say(f"{found['title']}{output.cited(found['rule'])}")
    output.say()
    rows = [
        [key, *(" ".join([cell["result"], *cell["marks"]]) for cell in cells)] for key, cells in found["rows"].items()
    ]
    numbers = [
        at
        for at in range(len(found["columns"]) + 1)
        if rows and all(row[at].lstrip("-").isdigit() or row[at] in ("", "-") for row in rows)
    ]
    output.say("\n".join(output.columns(rows, head=("", *found["columns"]), right=numbers)))
