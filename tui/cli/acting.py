"""``do``, ``undo`` and ``branch``: what writes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.calculate import rolls
from tui.cli.desks import acting_desk, campaign_arguments, open_desk, where, where_it_stands, who_is_awaited
from tui.cli.faults import Misuse

if TYPE_CHECKING:
    from engine.kernel.grammar import Unreadable as UnreadableLine
    from saves.desk import Desk, Done

_MOST_INPUT = 4 << 20


def do_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument(
        "--rolls", metavar="7,3", help="the faces you rolled, where the campaign has keyboard dice (0 is 10)"
    )
    parser.add_argument(
        "orders", metavar="ORDER", nargs="+", help="an order in quotes; '-' reads orders from stdin, one a line"
    )


def do(args: argparse.Namespace) -> int:
    """Give orders: all or none. Raises Misuse, Refused, NeedsDie, SavesError."""
    from engine.kernel.grammar import Unreadable

    lines: list[str] = []
    for order in args.orders:
        lines.extend(_from_stdin() if order == "-" else [order])
    if not lines:
        raise Misuse("no orders were given")
    desk = acting_desk(args.campaign, args.seat)
    faces = rolls(args.rolls)
    if faces is not None and not desk.keyboard_dice:
        raise Misuse("--rolls is for campaigns with keyboard dice; this one rolls by itself")
    try:
        done = desk.do(lines, faces or ())
    except Unreadable as fault:
        line = _unreadable(desk, lines, fault)
        raise Misuse(f"{line}\n{fault}" if line else str(fault)) from None
    _report(desk, done, args.json)
    return 0


def _from_stdin() -> list[str]:
    raw = sys.stdin.buffer.read(_MOST_INPUT + 1)
    if len(raw) > _MOST_INPUT:
        raise Misuse(f"more than {_MOST_INPUT} bytes of orders")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Misuse(f"stdin: no UTF-8 text (byte {fault.start})") from None
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def _unreadable(desk: Desk, lines: list[str], fault: UnreadableLine) -> str:
    """Which of several lines the fault speaks of, as it names only the column."""
    from engine.kernel.grammar import Unreadable

    for number, line in enumerate(lines, 1):
        try:
            desk.understand(line)
        except Unreadable as own:
            if str(own) == str(fault):
                return f"order {number}: {line if len(line) <= 100 else line[:97] + '...'}"
    return ""


def undo_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--to", metavar="ENTRY", type=int, help="the number of the entry that stays the last one")


def undo(args: argparse.Namespace) -> int:
    """Take back the last thing given, or everything after an entry. Raises NothingToUndo, SavesError."""
    desk = open_desk(args.campaign, args.seat)
    done = desk.undo(args.to)
    _report(desk, done, args.json)
    return 0


def _report(desk: Desk, done: Done, json: bool) -> None:
    from saves.desk import Record
    from tui.cli.journal import entry_document, entry_lines, told

    tellings = told([Record(done.entries, done.campaign)])
    if json:
        outlook = desk.outlook()
        output.document(
            {
                "entries": [entry_document(telling) for telling in tellings],
                "turn": desk.ruleset.calendar.now(desk.campaign),
                "step": desk.campaign.progress.step,
                "awaits": outlook.awaits,
                "over": outlook.over,
                "notes": done.notes,
            }
        )
        return
    for telling in tellings:
        for line in entry_lines(telling, brief=True):
            output.say(line)
    for note in done.notes:
        output.say(f"note: {note}")
    date, step = where_it_stands(desk)
    output.say()
    output.say(f"{date} - {step}")
    output.say(who_is_awaited(desk))


def branch_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("campaign", metavar="CAMPAIGN", help="a campaign's name or folder")
    parser.add_argument("turn", metavar="TURNFILE", help="a turn such as 1940-1-spring, or a turn's file")
    parser.add_argument("name", metavar="NAME", help="the new campaign's name")
    parser.add_argument("--at", metavar="DIR", help="where its folder is made; the user's data directory otherwise")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def branch(args: argparse.Namespace) -> int:
    """Start a new campaign from the opening of a turn, with new dice. Raises SavesError."""
    from saves import library

    folder = library.branch(where(args.campaign), args.turn, args.name, at=Path(args.at) if args.at else None)
    desk = open_desk(str(folder), "")
    if args.json:
        output.document({"name": desk.name, "folder": str(folder)})
        return 0
    date, step = where_it_stands(desk)
    output.say(f"{desk.name}: {date} - {step}")
    output.say(f"folder: {folder}")
    return 0
