"""A player's notes on entries and turns: one file for each seat, beside the journal and no part of it.

A note changes nothing and is judged by nobody, so it is not sealed; it is the seat's own (mode 600). An entry's number
is never given again and a turn's label neither, so a note keeps its place whatever is undone. A file that cannot be
read is told and hides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from engine.kernel.grammar import ID
from engine.kernel.values import frozen
from saves import disk, toml
from saves.errors import Misuse, SavesError, UnreadableFile
from saves.format import parse
from saves.reading import Finding

NOTES = "notes"
SIGNS, LINES = 1_000, 12
"""The most signs and lines of one note."""
_FORMAT = 1
_LIMIT = 1_000_000
_MODE = 0o600
_SHOWN = 60

Address = int | str
"""What a note stands on: an entry by its number, or a turn by its label (``1940-1-spring``)."""


@frozen
class Notes:
    """A seat's notes. ``problem`` says why its file could not be read, '' where it could."""

    entries: Mapping[int, str] = attrs.field(factory=dict)
    turns: Mapping[str, str] = attrs.field(factory=dict)
    problem: str = ""

    def on(self, address: Address) -> str:
        """The note there, '' where there is none."""
        return self.turns.get(address, "") if isinstance(address, str) else self.entries.get(address, "")

    def changed(self, address: Address, text: str) -> Notes:
        """The notes with this one written, changed, or, with no text, gone."""
        if isinstance(address, str):
            return Notes(self.entries, _with(self.turns, address, text))
        return Notes(_with(self.entries, address, text), self.turns)

    @property
    def text(self) -> str:
        """The tables of the file."""
        parts = []
        entries = {str(n): self.entries[n] for n in sorted(self.entries)}
        for name, table in (("turns", self.turns), ("entries", entries)):
            if table:
                parts.append(f"\n[{name}]\n" + "".join(toml.line(key, said) for key, said in table.items()))
        return "".join(parts)


def _with(table: Mapping[Any, str], key: Address, text: str) -> dict[Any, str]:
    kept = {at: said for at, said in table.items() if at != key}
    return {**kept, key: text} if text else kept


def tidied(text: str) -> str:
    """A note as it is kept: no control characters, no white space at the ends of lines, no empty lines around it."""
    lines = [
        "".join(sign for sign in line.replace("\t", " ") if sign.isprintable()).rstrip() for line in text.splitlines()
    ]
    return "\n".join(lines).strip("\n")


def too_much(text: str) -> str:
    """Why a tidied note is too long, '' where it is not."""
    lines = text.count("\n") + 1
    if len(text) <= SIGNS and lines <= LINES:
        return ""
    return (
        f"a note has at most {SIGNS:,} signs and {LINES} lines, this one has {len(text):,} and {lines:,}: shorten it; "
        "nothing was written"
    )


def file_of(folder: Path, seat: str) -> Path:
    """Where a seat's notes lie. Raises Misuse for a name that is none."""
    if not ID.match(seat):
        raise Misuse("notes are a seat's own: say whose they are")
    return folder / NOTES / f"{seat}.toml"


def read(folder: Path, seat: str) -> Notes:
    """A seat's notes; with a file that cannot be read none, and what is wrong with it."""
    try:
        path = file_of(folder, seat)
        return _read(path) if path.exists() else Notes()
    except (SavesError, OSError) as fault:
        where = f"{NOTES}/{seat}.toml"
        told = str(fault).rpartition(f"{seat}.toml: ")[2]
        return Notes(problem=f"{where} cannot be read ({told}): mend it, or write a note and it is set aside")


def _read(path: Path) -> Notes:
    raw = parse(disk.read(path, _LIMIT), path.name)
    entries, turns = raw.get("entries", {}), raw.get("turns", {})
    if raw.get("kind") != "notes" or not isinstance(entries, dict) or not isinstance(turns, dict):
        raise UnreadableFile(f"{path.name}: it holds no notes")
    if type(raw.get("format")) is not int or raw["format"] > _FORMAT:
        raise UnreadableFile(f"{path.name}: written in a newer format")
    odd = [key for key in entries if not key.isascii() or not key.isdigit() or len(key) > 9]
    odd += [key for key, said in (*entries.items(), *turns.items()) if not isinstance(said, str)]
    if odd:
        raise UnreadableFile(f"{path.name}: '{odd[0][:_SHOWN]}' is no entry with a text")
    on_turns = {label: tidied(said) for label, said in turns.items()}
    return Notes({int(n): tidied(said) for n, said in entries.items()}, on_turns)


def write(folder: Path, seat: str, address: Address, text: str) -> tuple[Notes, str]:
    """Write a note, change it, or take it away with no text; its campaign must be locked. The notes as they now stand,
    and what else the player should know. Raises Misuse for a note that is too long, SavesError."""
    said = tidied(text)
    if fault := too_much(said):
        raise Misuse(fault)
    path = file_of(folder, seat)
    told = ""
    try:
        before = _read(path) if path.exists() else Notes()
    except SavesError as fault_found:
        aside = disk.free_name(path, "broken")
        disk.move(path, aside)
        before, told = Notes(), f"{fault_found}; it is set aside as {NOTES}/{aside.name}"
    after = before.changed(address, said)
    data = _file(seat, after)
    if len(data) > _LIMIT:
        raise Misuse(f"the notes of '{seat}' are full ({_LIMIT:,} bytes): empty one first; nothing was written")
    _put(path, data)
    return after, told


def _file(seat: str, notes: Notes) -> bytes:
    head = toml.line("format", _FORMAT) + toml.line("kind", "notes") + toml.line("seat", seat)
    return (head + notes.text).encode()


def _put(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
    except OSError as fault:
        raise SavesError(f"{path.parent}: {fault.strerror}; nothing was written") from fault
    aside = path.with_name(path.name + ".new")
    disk.write_new(aside, data, _MODE)
    disk.move(aside, path)


def carried(folder: Path, seats: Iterable[str], turn: str) -> dict[str, bytes]:
    """What a branch that begins in a turn takes along, by path in its folder: each seat's note on that turn. The
    entries that the other notes stand on are not in its journal."""
    files = {}
    for seat in dict.fromkeys(seats):
        if said := read(folder, seat).on(turn):
            files[f"{NOTES}/{seat}.toml"] = _file(seat, Notes(turns={turn: said}))
    return files


def faults(folder: Path, last: int, turns: Iterable[str]) -> list[Finding]:
    """What is wrong with a campaign's notes: files that cannot be read, notes on what there is not. ``last``: the
    number of its last entry."""
    found: list[Finding] = []
    known = frozenset(turns)
    for path in sorted((folder / NOTES).glob("*.toml")):
        where = f"{NOTES}/{path.name}"
        wrong = check(path, where)
        found += wrong
        if wrong:
            continue
        notes = _read(path)
        found += [
            Finding(where, "entries", str(n), "there is no such entry in the journal")
            for n in notes.entries
            if not 0 < n <= last
        ]
        found += [
            Finding(where, "turns", label[:_SHOWN], "no such turn has been played")
            for label in notes.turns
            if label not in known
        ]
    return found


def check(path: Path, where: str = "") -> list[Finding]:
    """What is wrong with a file of notes by itself. ``where``: what it is called, its path unless told."""
    name = where or str(path)
    try:
        notes = _read(path)
    except SavesError as fault:
        return [Finding(name, "", "", str(fault).rpartition(f"{path.name}: ")[2])]
    tables = (("turns", notes.turns), ("entries", notes.entries))
    return [
        Finding(name, table, str(on)[:_SHOWN], told.partition(":")[0])
        for table, said in tables
        for on, text in said.items()
        if (told := too_much(text))
    ]
