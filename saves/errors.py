"""What can go wrong with files, in words for people."""

from __future__ import annotations

import errno
from pathlib import Path


class SavesError(Exception):
    """A campaign, scenario or settings file that cannot be used as asked; the text is for people."""


class NotFound(SavesError):
    """There is no such campaign, scenario, turn or seat."""


class Exists(SavesError):
    """Something of that name is there already."""


class UnreadableFile(SavesError):
    """A file that is not what it should be; ``findings`` holds every fault found (see ``saves.checking``)."""

    def __init__(self, message: str, findings: tuple[object, ...] = ()) -> None:
        self.findings = findings
        super().__init__(message)


class Newer(UnreadableFile):
    """A file in a format of a newer program."""


class Torn(SavesError):
    """A file that was cut off in the middle of being written, before anything in it was acknowledged."""


class Edited(SavesError):
    """Entries were changed by hand; nothing is added to them before ``doctor --accept`` has made them a correction."""


class Rewritten(SavesError):
    """The journal is not the one that was known: an entry that stood in it is gone. Nothing is written before it is put
    back or the doctor has taken the journal as it stands."""


class Stale(SavesError):
    """Another writer came first and what the seat sees has changed: nothing was written, the desk now shows the new
    state.
    """


class Busy(SavesError):
    """Another process holds the campaign's lock."""


class Full(SavesError):
    """The disk (or the quota) is full; everything acknowledged before stays as it was."""


class Unsure(SavesError):
    """Writing failed, and so did taking it back: whether the orders were written only the next opening can tell."""


class ReadOnly(SavesError):
    """The folder may not be written to; everything acknowledged before stays as it was."""


class Unseated(SavesError):
    """The seat is no longer his who sits at it, or was never one that orders: nothing was written."""


class Misuse(SavesError):
    """Asked for in a way that cannot be: dice that the campaign does not use, options that do not exist."""


def from_os(fault: OSError, path: Path | str) -> SavesError:
    """The error for people that stands for one of the operating system."""
    where = str(path)
    if fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return Full(f"{where}: no room left to write; nothing was changed, everything acknowledged before is safe")
    if fault.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return ReadOnly(f"{where}: may not be written; nothing was changed, everything acknowledged before is safe")
    return SavesError(
        f"{where}: {fault.strerror or fault}; nothing was changed, everything acknowledged before is safe"
    )
