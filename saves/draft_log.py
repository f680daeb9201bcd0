"""The changes of a scenario that has not been saved, in a file of their own beside it: ``.NAME.draft``.

A head says what file they were made in, by its SHA-256; then one line of JSON for each thing done. A line is flushed
before it is shown; one that was cut off is dropped; one that no kill can have left so (somebody edited the draft) is
set aside with what stands behind it. A line ``saved`` says that what
stands before it went into a file with that digest: it is written just before that file gets its name, and the draft is
removed after that, so whenever a kill comes the next one to open it knows which changes the file has.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.kernel.values import frozen
from saves import disk
from saves.draft_changes import Change
from saves.errors import SavesError, Stale, UnreadableFile

LIMIT = 4_000_000
"""The most bytes of a draft; a longer one is written anew as a single thing done."""
_VERSION = 1
_DONE, _UNDONE, _REDONE = "done", "undone", "redone"
MARKS = (_DONE, _UNDONE, _REDONE)


@frozen
class Deed:
    """One thing done to a draft: ``what`` it was in words, its changes, and whether it was ``done``, ``undone`` or
    ``redone``."""

    what: str
    changes: tuple[Change, ...]
    mark: str = _DONE


def digest(data: bytes) -> str:
    """What a file's bytes are known by."""
    return hashlib.sha256(data).hexdigest()


class DraftLog:
    """The draft of the scenario at a path. Nothing stands there before the first deed."""

    def __init__(self, scenario: Path) -> None:
        self.path = scenario.with_name(f".{scenario.name.removesuffix('.toml')}.draft")
        self._size = 0
        self._head = b""
        self.aside: Path | None = None
        """Where the lines were put that could not be read, None where there were none."""

    def read(self, data: bytes) -> tuple[list[Deed], bool]:
        """The deeds that a file with these bytes does not hold yet, and whether they were made in a file that another
        hand has changed since. Raises SavesError."""
        self._head = _line({"draft": _VERSION, "made_in": digest(data)})
        self._size, self.aside = 0, None
        if self.path.is_symlink():
            raise UnreadableFile(
                f"{self.path}: this is a link, and a draft is a file beside its scenario; put it aside"
            )
        if not self.path.exists():
            return [], False
        lines = disk.read(self.path, 2 * LIMIT).split(b"\n")[:-1]
        head = _object(lines[0]) if lines else None
        if head is None or head.get("draft") != _VERSION:
            raise UnreadableFile(f"{self.path}: this is no draft that this program knows; put it aside")
        deeds: list[Deed] = []
        fits = head.get("made_in") == digest(data)
        good = len(lines[0]) + 1
        for line in lines[1:]:
            found = _object(line)
            if found is None:
                break
            if isinstance(found.get("saved"), str):
                if found["saved"] == digest(data):
                    deeds, fits = [], True
            elif (deed := _deed(found)) is not None:
                deeds.append(deed)
            else:
                break
            good += len(line) + 1
        self._cut(good, spoilt=good < sum(map(len, lines)) + len(lines))
        return deeds, not fits

    def _cut(self, good: int, *, spoilt: bool) -> None:
        """Drop what a kill has cut off; what is ``spoilt`` otherwise is set aside. Where that cannot be done, the next
        deed tells."""
        self._size = good
        if spoilt:
            with suppress(SavesError):
                self.aside = disk.cut(self.path, good)
            return
        with suppress(OSError), self.path.open("r+b") as file:
            file.truncate(good)

    def write(self, deed: Deed) -> None:
        """Add a deed, flushed. Raises SavesError; then it is not there."""
        self._append(_written(deed))

    def saved(self, data: bytes) -> None:
        """Say that a file with these bytes is about to get the scenario's name. Raises SavesError."""
        if self._size:
            self._append(_line({"saved": digest(data)}))

    def begin(self, data: bytes, deeds: tuple[Deed, ...] = ()) -> None:
        """Begin anew on a file with these bytes, with what is left to be saved. Raises SavesError."""
        self._head = _line({"draft": _VERSION, "made_in": digest(data)})
        if deeds:
            self._anew(b"".join(map(_written, deeds)))
        else:
            self.remove()

    def done(self) -> None:
        """Nothing is left to be saved of what was read or written here; what another window wrote stays."""
        if self._size:
            self.remove()

    def remove(self) -> None:
        """Nothing is left to be saved."""
        self._size = 0
        with suppress(OSError):
            self.path.unlink()

    @property
    def full(self) -> bool:
        """Whether it is so long that it should be begun anew."""
        return self._size > LIMIT

    def _append(self, line: bytes) -> None:
        if not self._size and not self.path.exists():
            self._anew(line)
            return
        try:
            disk.append(self.path, line, self._size)
        except SavesError as fault:
            if not self.path.is_file() or self.path.stat().st_size != self._size:
                told = "is being changed in another window as well; leave this page and open it again"
                raise Stale(f"{self.path.name}: the scenario {told}") from fault
            raise
        self._size += len(line)

    def _anew(self, lines: bytes) -> None:
        aside = self.path.with_name(f"{self.path.name}.new")
        disk.write_new(aside, self._head + lines)
        disk.move(aside, self.path)
        self._size = len(self._head) + len(lines)


def _line(item: dict[str, Any]) -> bytes:
    return json.dumps(item, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _written(deed: Deed) -> bytes:
    changes = [[list(parts), value] for parts, value in deed.changes]
    return _line({"what": deed.what, "mark": deed.mark, "changes": changes})


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _deed(found: dict[str, Any]) -> Deed | None:
    """A deed from its line, None where the line is none."""
    what, mark, changes = found.get("what"), found.get("mark"), found.get("changes")
    if not isinstance(what, str) or mark not in MARKS or not isinstance(changes, list):
        return None
    read: list[Change] = []
    for change in changes:
        if not isinstance(change, list) or len(change) != 2 or not isinstance(change[0], list) or not change[0]:
            return None
        if not all(isinstance(part, str) for part in change[0]):
            return None
        read.append((tuple(change[0]), change[1]))
    return Deed(what, tuple(read), mark)
