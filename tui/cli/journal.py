"""``log``: the journal, in sentences made from a view."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk
from tui.words import turn_name

if TYPE_CHECKING:
    from engine.kernel.changes import Entry
    from saves.desk import Desk

_MOST_PUT_BACK = 12
# Where play stands and what is sealed or under way is told by the sentences themselves.
_QUIET = ("progress.", "sealed.", "pending.")


def log_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--turn", metavar="1940-1-spring", help="one turn; without it the whole journal")


def log(args: argparse.Namespace) -> int:
    """Print the journal. Raises SavesError, Misuse."""
    desk = open_desk(args.campaign, args.seat)
    sections = [(file.label, desk.entries(file.label)) for file in _wanted(desk, args.turn)]
    undone = {n: entry.n for _, entries in sections for entry in entries for n in entry.undoes}
    if args.json:
        found = [
            {"turn": label, **entry_document(desk, entry), "undone_by": undone.get(entry.n)}
            for label, entries in sections
            for entry in entries
        ]
        output.document({"name": desk.name, "seat": desk.seat, "entries": found})
        return 0
    for at, (label, entries) in enumerate(sections):
        if at:
            output.say()
        output.say(f"{turn_name(label)}  [{label}]")
        for line in _section(desk, entries, undone):
            output.say(line)
    return 0


def _section(desk: Desk, entries: Sequence[Entry], undone: Mapping[int, int]) -> Iterator[str]:
    """A turn's entries as text; the rules' own that only move the game on take one line together."""
    for (moving, by), group in groupby(entries, lambda entry: (_moves_on(entry), undone.get(entry.n))):
        every = list(group)
        if moving:
            yield _moved(desk, every, by)
            continue
        for entry in every:
            yield from entry_lines(desk, entry, undone_by=by)


def _moves_on(entry: Entry) -> bool:
    """Whether the rules gave it and nothing came of it but another step."""
    quiet = all(change.at.startswith("progress.") for change in entry.changes)
    return entry.seat == "rules" and quiet and not entry.rolls and not entry.undoes


def _moved(desk: Desk, entries: Sequence[Entry], undone_by: int | None) -> str:
    arrived = [change.now for entry in entries for change in entry.changes if change.at == "progress.step"]
    sequence = desk.ruleset.sequence
    step = str(arrived[-1]) if arrived else ""
    said = f"step: {sequence[step].title} [{step}]" if step in sequence else sentence(desk, entries[-1])
    passed = f", {len(entries) - 1} passed on the way" if len(entries) > 1 else ""
    mark, tail = ("x", f"  [taken back by {undone_by}]") if undone_by else (" ", "")
    return f"{entries[-1].n:>5} {mark} {said}{passed}{tail}"


def _wanted(desk: Desk, turn: str | None) -> list[Any]:
    from tui.cli.faults import Misuse

    files: dict[str, Any] = {file.label: file for file in desk.turns()}
    if turn is None:
        return list(files.values())
    if turn not in files:
        raise Misuse(f"no turn '{turn}' in this campaign; there are: {', '.join(files)}")
    return [files[turn]]


def sentence(desk: Desk, entry: Entry) -> str:
    """What an entry says, from the desk's view."""
    from tui.telling import sentence as told

    said = told(desk.ruleset, desk.campaign, entry)
    return said[:1].upper() + said[1:]


def entry_document(desk: Desk, entry: Entry) -> dict[str, Any]:
    """An entry as JSON."""
    return {
        "n": entry.n,
        "seat": entry.seat,
        "step": entry.step,
        "order": entry.order,
        "sentence": sentence(desk, entry),
        "rolls": [
            {"key": roll.key, "purpose": roll.purpose, "face": roll.face, "sides": roll.sides, "rule": roll.rule}
            for roll in entry.rolls
        ],
        "changes": [
            {"at": change.at, "was": change.was, "now": change.now, "why": change.why, "rule": change.rule}
            for change in entry.changes
        ],
        "rules": entry.rules,
        "batch": entry.batch,
        "undoes": entry.undoes,
        "late": entry.late,
        "overruled": entry.overruled,
        "because": entry.because,
    }


def entry_lines(desk: Desk, entry: Entry, *, undone_by: int | None = None, brief: bool = False) -> list[str]:
    """An entry as text: number, sentence, seat, its rolls and changes. ``brief``: not what only moves the game on."""
    changes = [change for change in entry.changes if not change.at.startswith(_QUIET)]
    if brief and _moves_on(entry):
        return []
    mark = "x" if undone_by else " "
    tail = [entry.step] if entry.step else []
    tail.append(entry.seat)
    if undone_by:
        tail.append(f"taken back by {undone_by}")
    if entry.late:
        tail.append(f"late, as of {entry.late}")
    if entry.overruled:
        tail.append(f"overruled {', '.join(entry.overruled)}")
    lines = [f"{entry.n:>5} {mark} {sentence(desk, entry)}  [{', '.join(tail)}]"]
    if undone_by:
        return lines
    if entry.undoes:
        return lines + _put_back(entry)
    for roll in entry.rolls:
        lines.append(f"          rolled {roll.face} of {roll.sides} for {roll.purpose}{output.cited(roll.rule)}")
    rows = [[change.at, _was_now(change.was, change.now), change.why + output.cited(change.rule)] for change in changes]
    lines.extend(output.columns(rows, indent="          "))
    return lines


def _put_back(entry: Entry) -> list[str]:
    """What an undo has put back, each figure once."""
    from tui.telling import loud

    changes = loud(entry.changes)
    rows = [[change.at, _was_now(change.was, change.now)] for change in changes[:_MOST_PUT_BACK]]
    more = len(changes) - _MOST_PUT_BACK
    return output.columns(rows, indent="          ") + ([f"          and {more} more"] if more > 0 else [])


def _was_now(was: Any, now: Any) -> str:
    if was is None:
        return f"new: {output.figure(now)}"
    if now is None:
        return f"gone: {output.figure(was)}"
    return f"{output.figure(was)} -> {output.figure(now)}"
