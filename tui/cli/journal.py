"""``log``: the journal, in sentences made from a view."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.kernel import ruleset
from engine.kernel.telling import backwards, sentence, steps_back, with_what_went
from engine.kernel.values import frozen
from saves.errors import Misuse
from tui import glyphs
from tui.cli import output
from tui.cli.desks import campaign_arguments, open_desk
from tui.cli.verifying import print_dice
from tui.models.journal import Corrected
from tui.words import turn_name

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
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
    parser.add_argument("--dice", action="store_true", help="every roll with its key; with --json what 'verify' reads")


def log(args: argparse.Namespace) -> int:
    """Print the journal. Raises SavesError, Misuse."""
    desk = open_desk(args.campaign, args.seat)
    if args.dice:
        if args.turn:
            raise Misuse("--dice is of the whole campaign: a die is counted after all before it")
        return print_dice(desk.folder, json=args.json)
    records = {file.label: desk.records(file.label) for file in _wanted(desk, args.turn)}
    sections = [(label, told(every, figures=not args.json)) for label, every in records.items()]
    corrected = {label: [one for record in every for one in record.corrections] for label, every in records.items()}
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
        accepted = [
            {
                "turn": label,
                "because": one.because,
                "edited": [n for n, _ in one.accepts],
                "lost": [n for n, _ in one.lost],
            }
            for label, every in corrected.items()
            for one in every
        ]
        document = {"name": desk.name, "seat": desk.seat, "entries": documents, "turn_notes": written}
        output.document({**document, "corrections": accepted})
        return 0
    for at, (label, every) in enumerate(sections):
        if at:
            output.say()
        output.say(f"{turn_name(label)}  [{label}]")
        for line in (*_noted(notes.on(label)), *_section(desk, every, undone, notes)):
            output.say(line)
        for correction in corrected[label]:
            output.say(f"      ! {Corrected.of(correction).text}")
    return 0


@frozen
class Telling:
    """An entry, its sentence, and each of its changes that is told, as the app words it."""

    entry: Entry
    sentence: str
    changes: tuple[tuple[str, str], ...] = ()
    dice: tuple[str, ...] = ()


def told(records: Iterable[Record], *, figures: bool = True) -> list[Telling]:
    """The entries of these records, each with its sentence from the view of its time; with ``figures``, its changes in
    words too."""
    tellings: list[Telling] = []
    for record in records:
        if not figures:
            plain = [Telling(entry, said) for entry, said in backwards(record.campaign, record.entries)]
            tellings.extend(reversed(plain))
            continue
        latest_first = [
            _telling(record.campaign, entry, before, after)
            for entry, before, after in steps_back(record.campaign, record.entries)
        ]
        tellings.extend(reversed(latest_first))
    return tellings


def _telling(campaign: Campaign, entry: Entry, before: Campaign, after: Campaign) -> Telling:
    """An entry in the words of the app's journal; what it took away is called by its name."""
    from tui.telling import changed, loud, rolled_for, speaking

    rules, named = ruleset.of(campaign), with_what_went(after, entry.changes)
    told = loud(entry.changes) if entry.undoes else [one for one in entry.changes if not one.at.startswith(_QUIET)]
    lines = tuple(
        (_flat(changed(named, change)), change.why + output.cited(change.rule)) for change in speaking(named, told)
    )
    rolls = (
        f"rolled {roll.face} of {roll.sides} for {rolled_for(rules, named, roll.purpose)}{output.cited(roll.rule)}"
        for roll in entry.rolls
    )
    return Telling(entry, sentence(before, entry), lines, tuple(rolls))


def _flat(text: str) -> str:
    """A change for any terminal: ``170 -> 162``."""
    return glyphs.flat(text.replace(glyphs.sign("to"), "->"))


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
        return lines + _put_back(told)
    lines.extend(f"          {rolled}" for rolled in told.dice)
    lines.extend(output.columns([list(change) for change in told.changes], indent="          "))
    return lines


def _put_back(told: Telling) -> list[str]:
    """What an undo has put back, each figure once."""
    every = list(dict.fromkeys(said for said, _ in told.changes))
    more = len(every) - _MOST_PUT_BACK
    shown = [f"          {said}" for said in every[:_MOST_PUT_BACK]]
    return shown + ([f"          and {more} more"] if more > 0 else [])
