"""Whether turn files that are not the newest may be believed: every seal, and the link to the file after each.

The newest file is checked whenever it is read. An older one could be changed and sealed anew from its first byte on;
only the file after it, which names its last seal, shows that. So an older file is as good as the chain of seals from
the newest one down to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.kernel.values import frozen
from saves import disk, journal, seals, turnfile
from saves.errors import SavesError

_NAMES = re.compile(rb'^previous_seal = "([0-9a-f]{64})"$', re.MULTILINE)


def last_seals(blocks: Sequence[seals.Block]) -> frozenset[str]:
    """The last seal of a file, and those before it that only corrections follow: a correction may be appended to a file
    long after the next one was begun."""
    last = set()
    for block in reversed(blocks):
        last.add(block.carries or block.due)
        if not block.body.startswith(journal.CORRECTED):
            break
    return frozenset(last)


def names(data: bytes) -> str:
    """The last seal of the file before it that a file's bytes name in their head, '' where they name none."""
    found = _NAMES.search(data.partition(seals.MARK)[0])
    return found.group(1).decode() if found else ""


@frozen
class _Witness:
    """What a file says of the one before it: its last seal, and whether the file itself may be believed in that."""

    path: Path
    seal: str
    credible: bool


def doubts(files: Sequence[Path], limit: int) -> dict[Path, str]:
    """Why files are not to be believed, by file; those that may be are left out. ``files``: from the oldest that is
    asked for up to the newest; ``limit``: how many bytes a file may have.

    A file that cannot be read at all ends the chain: it and all below it are in doubt."""
    return {one.path: one.doubt for one in judged(files, limit) if one.doubt}


@frozen
class Judged:
    """A turn file as it was looked at: why it is not to be believed, '' where it is; its bytes, and what they are cut
    into. ``scan`` is None where it cannot be read at all."""

    path: Path
    doubt: str
    data: bytes
    scan: seals.Scan | None


def judged(files: Sequence[Path], limit: int) -> Iterator[Judged]:
    """The files one after the other, from the newest back. Each is looked at when it is asked for."""
    after: _Witness | None = None
    for path in reversed(files):
        doubt = ""
        if after is not None and not after.credible:
            doubt = f"{path.name}: nothing vouches for it, as {after.path.name} is not as it was sealed"
        try:
            data = disk.read(path, limit)
            scan = seals.scan(data)
            edits = turnfile.unaccepted(scan.blocks)
        except SavesError as fault:
            yield Judged(path, str(fault), b"", None)
            after = _Witness(path, "", False)
            continue
        linked = after is None or after.seal in last_seals(scan.blocks)
        if edits:
            named = turnfile.name_edits(edits)
            doubt = f"{path.name}: {named} edited by hand; 'doctor --accept' makes it a correction"
        elif after is not None and after.credible and not linked:
            doubt = f"{path.name}: its last seal is not the one that {after.path.name} names: not what was played"
        credible = linked and all(edit.n for edit in edits) and (after is None or after.credible)
        after = _Witness(path, names(scan.opening), credible)
        yield Judged(path, doubt, data, scan)
        # Nothing of a file is held while the one before it is read.
        del data, scan
