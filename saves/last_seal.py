"""The last seal that somebody knew of a campaign, and whether it still stands in the journal.

A file that was cut at an entry's boundary, or edited and sealed anew from there on, has nothing but seals that fit:
only who knew a seal that stood in it can tell. Every open campaign remembers the last one that it saw (``Seated``), and
a server keeps one of each campaign in a folder of its own, apart from the campaigns (``KeptSeals``). Where it is gone,
nothing is written any more until the file is put back, or the doctor has taken the journal as it stands: the correction
that says so names what is given up, for good and for everybody to read.

Whoever notices leaves a note in the campaign's folder, so that the doctor knows what is missed. The note decides
nothing: without it the doctor finds nothing to accept.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import tomli

from engine.kernel.values import frozen
from saves import disk, seals, toml, trust, turnfile
from saves.errors import SavesError, UnreadableFile, from_os
from saves.format import TURN_FILE, describe
from saves.journal import Correction

MISSED = ".missed.toml"
"""The note in a campaign's folder."""
ASIDE = ".new"
_SEAL = re.compile(r"[0-9a-f]{64}\Z")
_NAME = re.compile(r"[a-z0-9-]{1,64}\Z")
_LIMIT = 10_000
_MODE = 0o600


@frozen
class Known:
    """An entry that stood in the journal: its number ``n``, its ``seal``, the name of the turn ``file`` it stood in."""

    n: int
    seal: str
    file: str

    @property
    def text(self) -> str:
        """It as a file's text."""
        return toml.line("n", self.n) + toml.line("seal", self.seal) + toml.line("file", self.file)


def _known(data: bytes) -> Known:
    try:
        raw: dict[str, Any] = tomli.loads(data.decode())
    except (ValueError, RecursionError) as fault:
        raise UnreadableFile(describe(fault)) from None
    match raw:
        case {"n": int(n), "seal": str(seal), "file": str(file)}:
            if n >= 0 and _SEAL.match(seal) and TURN_FILE.match(file):
                return Known(n, seal, file)
    raise UnreadableFile("it holds no seal of an entry")


def stands(files: Sequence[Path], known: Known, limit: int) -> bool:
    """Whether an entry still stands in a campaign's turn ``files`` (from the oldest on; ``limit``: the bytes that one
    may have), and the file after its own goes on from there. A hand edit leaves its seal where it is, and is told
    otherwise."""
    at = next((at for at, path in enumerate(files) if path.name.removesuffix(ASIDE) == known.file), None)
    if at is None:
        return False
    with suppress(SavesError):
        blocks = seals.scan(disk.read(files[at], limit)).blocks
        if any(block.carries == known.seal for block in blocks):
            after = trust.names(disk.read(files[at + 1], limit)) if at + 1 < len(files) else ""
            return not after or after in trust.last_seals(blocks)
    return False


def given_up(files: Sequence[Path], known: Known, limit: int) -> Correction | None:
    """The correction by which the doctor took the journal without an entry that was known, None where he has not."""
    for path in reversed(files):
        with suppress(SavesError):
            blocks = seals.scan(disk.read(path, limit)).blocks
            for correction in turnfile.corrections(blocks):
                if any(n >= known.n for n, _ in correction.lost):
                    return correction
    return None


def told(known: Known) -> str:
    """What is said of an entry that stands in the journal no more."""
    return (
        f"entry {known.n}, which was known here, is not in the journal any more: {known.file} was cut off, or changed "
        "and sealed anew. Nothing is written before it is put back, or 'doctor --accept REASON' takes the journal as "
        "it stands"
    )


# --- the note in the campaign's folder


def note(folder: Path, known: Known) -> None:
    """Leave a note for the doctor; one of a later entry stays. It is no fault if that cannot be done."""
    before = noted(folder)
    if before is None or before.n < known.n:
        disk.jot(folder / MISSED, known.text)


def noted(folder: Path) -> Known | None:
    """The entry of which a note says that it is missed, None where there is none that can be read."""
    try:
        return _known(disk.read(folder / MISSED, _LIMIT))
    except SavesError:
        return None


def forget(folder: Path) -> None:
    """Take the note away."""
    with suppress(OSError):
        (folder / MISSED).unlink()


# --- what a server keeps


@frozen
class KeptSeals:
    """A ``folder`` apart from the campaigns, with a file for each of them: the last entry that was acknowledged."""

    folder: Path

    def _path(self, campaign: str) -> Path:
        # The id stands in a file that anyone may have written.
        name = campaign if _NAME.match(campaign) else hashlib.sha256(campaign.encode()).hexdigest()
        return self.folder / f"{name}.toml"

    def read(self, campaign: str) -> Known | None:
        """The last entry of a campaign (its id), None where none is kept. Raises SavesError for a file that cannot be
        read."""
        path = self._path(campaign)
        if not path.exists():
            return None
        try:
            return _known(disk.read(path, _LIMIT))
        except UnreadableFile as fault:
            raise UnreadableFile(f"{path.name}: {fault}") from None

    def keep(self, campaign: str, known: Known) -> None:
        """Keep the last entry of a campaign: written aside, flushed, renamed. Raises SavesError; then the one before is
        kept, which the journal holds as well."""
        path = self._path(campaign)
        aside = path.with_name(path.name + ASIDE)
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            disk.write_new(aside, known.text.encode(), _MODE)
            aside.replace(path)
        except OSError as fault:
            raise from_os(fault, path) from fault
