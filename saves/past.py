"""What a desk knows of the journal behind it: the newest file's entries, and earlier files as far as somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.kernel import undoing
from engine.kernel.campaign import Campaign
from engine.kernel.changes import RULES, Entry, Mismatch, replay
from engine.kernel.sequence import Sequence as Places
from engine.kernel.undoing import NothingToUndo
from saves.errors import Edited
from saves.format import TURN_FILE
from saves.store import CampaignFolder
from saves.turnfile import Loaded

if TYPE_CHECKING:
    from engine.kernel.redoing import Redo


class Past:
    """The entries from some file on up to the last, and those of them that no undo has taken back (``live``)."""

    def __init__(self, files: CampaignFolder, head: Loaded) -> None:
        self._files = files
        self._since: Path = head.path
        self.known: list[Entry] = list(head.entries)
        self.live: list[Entry] = undoing.live(head.entries)

    def wrote(self, entries: Sequence[Entry]) -> None:
        """Entries came, in this process."""
        self.known.extend(entries)
        if any(entry.undoes for entry in entries):
            self.live = undoing.live(self.known)
        else:
            self.live.extend(entry for entry in entries if not entry.remark)

    def _earlier(self) -> bool:
        """Read the file before those known; False where there is none. Raises SavesError, Edited where it is not to be
        believed."""
        files = self._files.files()
        at = files.index(self._since) if self._since in files else 0
        if at == 0:
            return False
        before = files[at - 1]
        if doubt := self._files.doubts(before).get(before):
            raise Edited(f"{doubt}; nothing that stands in it is put back before that is mended")
        self.known[:0] = self._files.read(before).entries
        self._since = before
        self.live = undoing.live(self.known)
        return True

    def _back_until(self, enough: Callable[[], bool]) -> None:
        while not enough() and self._earlier():
            pass

    def to_take(self, to: int | None) -> list[Entry]:
        """The live entries that an undo takes back: the last thing given, or all after entry ``to``.

        What the rules did before the first order of all stays: without it there is no first step. Raises NothingToUndo,
        SavesError.
        """
        if to is None:
            self._back_until(lambda: undoing.last_given(self.live) >= 0)
            first = undoing.last_given(self.live)
        else:
            self._back_until(lambda: _holds(self.live, to))
            first = next((at for at, entry in enumerate(self.live) if entry.n > to), len(self.live))
            begun = next((at for at, entry in enumerate(self.live) if entry.seat != RULES), len(self.live))
            first = max(first, begun)
        taken = list(self.live[first:]) if first >= 0 else []
        if not taken:
            raise NothingToUndo("there is nothing to take back" + (f" after entry {to}" if to is not None else ""))
        return taken

    def latest_of_the_war(self) -> Entry | None:
        """The last entry that did anything to the war, None where there is none. Raises SavesError."""
        self._back_until(lambda: any(entry.of_the_war for entry in self.known))
        return next((entry for entry in reversed(self.known) if entry.of_the_war), None)

    def with_what_was_said(self) -> list[Entry]:
        """The entries known, back to the last that is no remark. Raises SavesError."""
        self._back_until(lambda: any(not entry.remark for entry in self.known))
        return self.known

    def reaches(self, places: Places[Any], turn: int, turns: int) -> tuple[undoing.Reach, ...]:
        """How far an undo may go, the nearest first, up to the beginnings of so many turns (see ``undoing.reaches``).
        Raises SavesError."""
        self._back_until(lambda: undoing.last_given(self.live) >= 0)
        if undoing.last_given(self.live) < 0:
            return ()
        self._back_until(lambda: undoing.turns_known(self.live, turn, self._begins_its_turn()) >= turns)
        return undoing.reaches(places, self.live, turn, turns)

    def _begins_its_turn(self) -> bool:
        """Whether the file that the known entries begin with was begun with its turn, not by an undo or in a newer
        format."""
        files = self._files.files()
        at = files.index(self._since) if self._since in files else 0
        first = self.known[0] if self.known else None
        if first is not None and first.undoes and not first.changes:
            return False
        return at == 0 or _label(files[at - 1]) != _label(files[at])

    def before(self, n: int) -> Campaign | None:
        """How things stood before an entry was written; None where that cannot be told. Raises SavesError."""
        for path in reversed(self._files.files()):
            loaded = self._files.read(path)
            if loaded.head.after < n:
                with suppress(Mismatch):
                    earlier = (entry for entry in loaded.entries if entry.n < n)
                    state: Campaign = replay(loaded.opening, [change for entry in earlier for change in entry.changes])
                    return state
                break
        return None

    def redo(self) -> Redo:
        """What a redo gives again next. Raises NothingToRedo, SavesError."""
        from engine.kernel import redoing

        while (found := redoing.next_redo(self.known, whole=self._since == self._files.files()[0])) is None:
            if not self._earlier():
                raise redoing.NothingToRedo("the entries that were taken back are not there any more")
        return found


def _label(path: Path) -> str:
    match = TURN_FILE.match(path.name.removesuffix(".new"))
    return match.group(2) if match else path.name


def _holds(live: Sequence[Entry], to: int) -> bool:
    return bool(live) and live[0].n <= to and any(entry.seat != RULES for entry in live if entry.n <= to)
