"""``do``, ``undo``, ``redo``, ``note`` and ``branch``: what writes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
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
        "--after", metavar="N", type=int, help="only where no later entry than this one stands in the journal"
    )
    parser.add_argument(
        "orders", metavar="ORDER", nargs="+", help="an order in quotes; '-' reads orders from stdin, one a line"
    )


def do(args: argparse.Namespace) -> int:
    """Give orders, all or none, on whatever stands there when they are written; ``--after`` says what may stand there.
    Raises Misuse, Refused, NeedsDie, SavesError."""
    lines: list[str] = []
    for order in args.orders:
        lines.extend(_from_stdin() if order == "-" else [order])
    if not lines:
        raise Misuse("no orders were given")
    desk = acting_desk(args.campaign, args.seat)
    faces = rolls(args.rolls)
    if faces is not None and not desk.keyboard_dice:
        raise Misuse("--rolls is for campaigns with keyboard dice; this one rolls by itself")
    return give(desk, lines, args.json, faces or (), args.after)


def give(desk: Desk, lines: list[str], json: bool, faces: Sequence[int] = (), after: int | None = None) -> int:
    """Give orders on the newest state and tell what came of them. Raises as ``do``."""
    from engine.kernel.grammar import Unreadable

    try:
        done = desk.do(lines, faces, newest=True, after=after)
    except Unreadable as fault:
        line = _unreadable(desk, lines, fault)
        raise Misuse(f"{line}\n{fault}" if line else str(fault)) from None
    _report(desk, done, json)
    return 0


def _from_stdin(all_of_it: bool = False) -> list[str]:
    """The lines typed or piped in: orders, without empty lines and remarks, or ``all_of_it``."""
    raw = sys.stdin.buffer.read(_MOST_INPUT + 1)
    if len(raw) > _MOST_INPUT:
        raise Misuse(f"more than {_MOST_INPUT} bytes of orders")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Misuse(f"stdin: no UTF-8 text (byte {fault.start})") from None
    if all_of_it:
        return text.splitlines()
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


def redo_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument(
        "--most", metavar="N", type=int, help="only the first N of the orders, where a later one is refused now"
    )


def redo(args: argparse.Namespace) -> int:
    """Give again what the latest undo took back: all of it as one batch, or nothing. Raises NothingToRedo, Refused,
    Misuse, SavesError."""
    from engine.kernel.refusals import RefusedAgain

    if args.most is not None and args.most < 1:
        raise Misuse("--most wants a number from 1 on")
    desk = open_desk(args.campaign, args.seat)
    try:
        done = desk.redo(args.most)
    except RefusedAgain as refused:
        if not args.json:
            may = f"; --most {refused.before} gives those before it" if refused.before else ""
            output.complain(f"entry {refused.n} is refused now, so nothing was given{may}")
        raise
    _report(desk, done, args.json)
    return 0


def note_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    on = parser.add_mutually_exclusive_group()
    on.add_argument("--entry", metavar="N", type=int, help="the entry that the note is on")
    on.add_argument("--turn", metavar="TURN", help="the turn that it is on, such as 1940-1-spring")
    parser.add_argument("--empty", action="store_true", help="take the note away")
    parser.add_argument(
        "text", metavar="TEXT", nargs="?", help="the note, '-' reads it from stdin; without it notes are printed"
    )


def note(args: argparse.Namespace) -> int:
    """Write, change, empty or print a seat's notes. Raises Misuse, SavesError."""
    desk = acting_desk(args.campaign, args.seat)
    address = args.turn if args.entry is None else args.entry
    if args.text is None and not args.empty:
        return _print_notes(desk, address, args.json)
    if address is None:
        raise Misuse("say what the note is on: --entry N or --turn 1940-1-spring")
    if args.empty and args.text is not None:
        raise Misuse("--empty takes the note away: it goes without a text")
    text = "\n".join(_from_stdin(all_of_it=True)) if args.text == "-" else args.text or ""
    told = desk.note(address, text)
    if told:
        output.complain(told)
    return _print_notes(desk, address, args.json)


def _print_notes(desk: Desk, address: int | str | None, json: bool) -> int:
    notes = desk.notes
    if notes.problem:
        raise Misuse(notes.problem)
    turns = {label: said for label, said in notes.turns.items() if address in (None, label)}
    entries = {n: notes.entries[n] for n in sorted(notes.entries) if address in (None, n)}
    if json:
        output.document({"name": desk.name, "seat": desk.seat, "turns": turns, "entries": entries})
        return 0
    for on, said in (*turns.items(), *((f"entry {n}", said) for n, said in entries.items())):
        output.say(f"{on}:")
        for line in said.split("\n"):
            output.say(f"    {line}")
    if not turns and not entries:
        output.say("no note" if address is not None else "no notes")
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
                "last": desk.last_number,
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
    parser.add_argument(
        "turn", metavar="TURN", help="a turn such as 1940-1-spring, a turn's file, or an entry such as @41"
    )
    parser.add_argument("name", metavar="NAME", help="the new campaign's name")
    parser.add_argument("--at", metavar="DIR", help="where its folder is made; the user's data directory otherwise")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def branch(args: argparse.Namespace) -> int:
    """Start a new campaign from the opening of a turn, or as it stood after an entry, with new dice. Raises
    SavesError."""
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
