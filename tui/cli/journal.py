"""``log``: the journal, in sentences made from a view."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import frozen

from engine.kernel.telling import backwards
from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk
from tui.words import turn_name

if TYPE_CHECKING:
    from engine.kernel.changes import Entry
    from saves.desk import Desk, Record, TurnFile
    from saves.notes import Notes

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
    sections = [(file.label, told(desk.records(file.label))) for file in _wanted(desk, args.turn)]
    undone = {n: telling.entry.n for _, every in sections for telling in every for n in telling.entry.undoes}
    notes = desk.notes
    if notes.problem:
        output.complain(notes.problem)
    if args.json:
        documents = [
            {
                "turn": label,
                **entry_document(telling),
                "undone_by": undone.get(telling.entry.n),
                "note": notes.on(telling.entry.n),
            }
            for label, every in sections
            for telling in every
        ]
        written = {label: notes.on(label) for label, _ in sections if notes.on(label)}
        output.document({"name": desk.name, "seat": desk.seat, "entries": documents, "turn_notes": written})
        return 0
    for at, (label, every) in enumerate(sections):
        if at:
            output.say()
        output.say(f"{turn_name(label)}  [{label}]")
        for line in (*_noted(notes.on(label)), *_section(desk, every, undone, notes)):
            output.say(line)
    return 0


@frozen
class Telling:
    """An entry and its sentence."""

    entry: Entry
    sentence: str


def told(records: Iterable[Record]) -> list[Telling]:
    """The entries of these records, each with its sentence from the view of its time."""
    tellings: list[Telling] = []
    for record in records:
        latest_first = [Telling(entry, said) for entry, said in backwards(record.campaign, record.entries)]
        tellings.extend(reversed(latest_first))
    return tellings


def _noted(text: str) -> list[str]:
    """A note of the reader's own, its lines."""
    return [f"        {'# ' if at == 0 else '  '}{line}" for at, line in enumerate(text.split("\n"))] if text else []


def _section(desk: Desk, tellings: Sequence[Telling], undone: Mapping[int, int], notes: Notes) -> Iterator[str]:
    """A turn's entries as text with the notes on them; the rules' own that only move the game on take one line
    together."""
    for (moving, by), group in groupby(
        tellings,
        lambda telling: (_moves_on(telling.entry) and not notes.on(telling.entry.n), undone.get(telling.entry.n)),
    ):
        every = list(group)
        if moving:
            yield _moved(desk, every, by)
            continue
        for telling in every:
            yield from entry_lines(telling, undone_by=by)
            yield from _noted(notes.on(telling.entry.n))


def _moves_on(entry: Entry) -> bool:
    """Whether the rules gave the entry and nothing came of it but another step."""
    quiet = all(change.at.startswith("progress.") for change in entry.changes)
    return entry.seat == "rules" and quiet and not entry.rolls and not entry.undoes


def _moved(desk: Desk, tellings: Sequence[Telling], undone_by: int | None) -> str:
    arrived = [change.now for telling in tellings for change in telling.entry.changes if change.at == "progress.step"]
    sequence = desk.ruleset.sequence
    step = str(arrived[-1]) if arrived else ""
    said = f"step: {sequence[step].title} [{step}]" if step in sequence else tellings[-1].sentence
    passed = f", {len(tellings) - 1} passed on the way" if len(tellings) > 1 else ""
    mark, tail = ("x", f"  [taken back by {undone_by}]") if undone_by else (" ", "")
    return f"{tellings[-1].entry.n:>5} {mark} {said}{passed}{tail}"


def _wanted(desk: Desk, turn: str | None) -> list[TurnFile]:
    from tui.cli.faults import Misuse

    files: dict[str, TurnFile] = {file.label: file for file in desk.turns()}
    if turn is None:
        return list(files.values())
    if turn not in files:
        raise Misuse(f"no turn '{turn}' in this campaign; there are: {', '.join(files)}")
    return [files[turn]]


def entry_document(told: Telling) -> dict[str, Any]:
    """An entry as JSON."""
    entry = told.entry
    return {
        "n": entry.n,
        "seat": entry.seat,
        "step": entry.step,
        "order": entry.order,
        "sentence": told.sentence,
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
        "again": entry.again,
    }


def entry_lines(told: Telling, *, undone_by: int | None = None, brief: bool = False) -> list[str]:
    """An entry as text: number, sentence, seat, its rolls and changes. ``brief``: not what only moves the game on."""
    entry = told.entry
    changes = [change for change in entry.changes if not change.at.startswith(_QUIET)]
    if brief and _moves_on(entry):
        return []
    mark = "x" if undone_by else " "
    tail = [entry.step] if entry.step else []
    tail.append(entry.seat)
    if undone_by:
        tail.append(f"taken back by {undone_by}")
    if entry.again:
        tail.append(f"gives {entry.again} again")
    if entry.late:
        tail.append(f"late, as of {entry.late}")
    if entry.overruled:
        tail.append(f"overruled {', '.join(entry.overruled)}")
    lines = [f"{entry.n:>5} {mark} {told.sentence}  [{', '.join(tail)}]"]
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


def _was_now(was: object, now: object) -> str:
    if was is None:
        return f"new: {output.figure(now)}"
    if now is None:
        return f"gone: {output.figure(was)}"
    return f"{output.figure(was)} -> {output.figure(now)}"
