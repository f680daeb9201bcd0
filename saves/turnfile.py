"""One turn's file: its bytes to a campaign and entries by applying changes (never rules), and new entries to bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
import tomli

from engine.kernel.campaign import Campaign
from engine.kernel.changes import Change, Entry, Mismatch, replay
from engine.kernel.paths import UnknownPath
from engine.kernel.ruleset import Ruleset
from engine.kernel.values import frozen
from saves import format, journal, migration, seals, shapes
from saves.errors import Edited, Newer, Torn, UnreadableFile
from saves.format import Head
from saves.shapes import Fault

_NUMBER = re.compile(rb"^n = (\d+)$", re.MULTILINE)
_FORMAT = re.compile(rb"format = (\d{1,9})\n")
_BATCH = re.compile(rb"^batch = \[(\d+), (\d+)\]$", re.MULTILINE)


@frozen
class HandEdit:
    """Bytes that are not those that were sealed: entry ``n`` (0: the opening) and the hash of what was found."""

    n: int
    found: str

    def __str__(self) -> str:
        return f"entry {self.n}" if self.n else "the opening"


@frozen
class Loaded:
    """A turn's file as read. ``opening`` is the state it begins with, ``campaign`` the state after its ``entries``;
    ``seal`` the
    last seal; ``good`` how many bytes were written whole and acknowledged, ``size`` how many there are, ``torn`` why
    they differ;
    ``closed`` whether the last byte ends a line; ``edited`` what was changed by hand and not accepted."""

    path: Path
    head: Head
    opening: Campaign
    campaign: Campaign
    entries: tuple[Entry, ...]
    seal: str
    good: int
    size: int
    torn: str = ""
    closed: bool = True
    edited: tuple[HandEdit, ...] = ()
    corrections: tuple[journal.Correction, ...] = ()

    @property
    def last(self) -> int:
        """The highest entry number so far."""
        return self.entries[-1].n if self.entries else self.head.after

    @property
    def turn(self) -> int:
        """The running number of the turn that this file is for."""
        return self.opening.progress.turn

    def warning(self) -> str:
        """What a reader is told about the file, '' where all is well."""
        told = []
        if self.edited:
            told.append(
                f"{self.head.turn}: {name_edits(self.edited)} edited by hand; 'doctor --accept' makes it a correction"
            )
        if self.torn:
            told.append(
                f"{self.path.name}: {self.size - self.good} bytes at the end were never acknowledged ({self.torn}); "
                "the next order sets them aside"
            )
        return "; ".join(told)


def name_edits(edits: Sequence[HandEdit]) -> str:
    """The edits named, with the verb."""
    names = ", ".join(str(edit) for edit in edits)
    return f"{names} {'was' if len(edits) == 1 else 'were'}"


def load(
    path: Path, data: bytes, ruleset: Ruleset[Any], *, passing: bool = False, scan: seals.Scan | None = None
) -> Loaded:
    """Read a turn's file. ``passing``: it is one of many, and nobody stays at it; ``scan``: what its bytes were cut
    into, where somebody has looked already. Raises Torn (the opening was not written to its end), Edited (what was
    edited no longer fits together), UnreadableFile."""
    where = path.name
    if (written_in := _FORMAT.match(data)) and int(written_in.group(1)) > format.FORMAT:
        # Before anything else is said of it: a newer program may write otherwise in every way.
        raise Newer(
            f"{where}: written in format {int(written_in.group(1))} by a newer program; this one reads up to "
            f"{format.FORMAT}"
        )
    scan = seals.scan(data) if scan is None else scan
    if not scan.blocks and data.count(seals.MARK) <= 1:
        raise Torn(f"{where}: its opening was not written to its end")
    if not scan.blocks or scan.blocks[0].body != journal.OPENED:
        raise UnreadableFile(f"{where}: the entry 'opened', which seals the opening, is damaged")
    if not scan.blocks[0].whole and b"\0" in scan.opening and len(scan.blocks) == 1:
        raise Torn(f"{where}: its opening was not written to its end")
    blocks, good, torn = _finished(scan.blocks[1:], scan.good, scan.torn)
    corrected = corrections(blocks)
    edited = _edits(scan.blocks[0], blocks, corrected)
    entries: list[dict[str, Any]] = []
    if written_in and int(written_in.group(1)) == format.FORMAT:
        read = _present_opening if passing else _shared_opening
        head, opening = read(scan.opening, where, ruleset)
    else:
        raw = format.parse(scan.opening, where)
        written = raw.get("format")
        if migration.keeps_entries(written):
            raw = migration.to_present(raw, where)
        else:
            raw = migration.to_present(format.parse(data[:good], where), where)
            entries = raw.get("entry", [])[1 : 1 + len(blocks)]
        # The head keeps the format that the file was written in: only a file of the present one is added to.
        head, opening = _head_and_opening(raw, where, ruleset)
        head = attrs.evolve(head, format=written if isinstance(written, int) else head.format)
    seal = scan.blocks[len(blocks)].carries or scan.blocks[len(blocks)].due
    start = Loaded(
        path, head, opening, opening, (), seal, good, len(data), torn, _closed(data, good), edited, corrected
    )
    return _with_blocks(start, blocks, entries, ruleset)


def _present_opening(text: bytes, where: str, ruleset: Ruleset[Any]) -> tuple[Head, Any]:
    """The head and the campaign of an opening in the present format."""
    return _head_and_opening(migration.to_present(format.parse(text, where), where), where, ruleset)


_shared_opening = lru_cache(maxsize=2)(_present_opening)
"""The same, kept: a turn's opening never changes while its entries are added, so several desks at one campaign share
the reading of it, and all that is derived from it."""


def _head_and_opening(raw: dict[str, Any], where: str, ruleset: Ruleset[Any]) -> tuple[Head, Any]:
    """The head and the campaign of a file's plain data. Raises UnreadableFile with all that is wrong."""
    head = format.read_head(raw, where)
    faults: list[Fault] = []
    opening = format.read_opening(ruleset, raw, faults)
    if faults:
        first = faults[0]
        raise UnreadableFile(f"{where}: [{first.table}] {first.key}: {first.problem}", tuple(faults))
    return head, opening


def follow(known: Loaded, data: bytes, ruleset: Ruleset[Any], *, since: int) -> Loaded | None:
    """A file that is ``known`` with what another writer has appended, of which only that is read. ``data``: its bytes
    since offset ``since``, which is ``known.good``, or 0 to see all its seals again. None where anything else than
    whole entries has come, or nothing: then the file is to be read anew. Raises UnreadableFile."""
    if known.torn or known.edited or not known.closed or known.head.format != format.FORMAT:
        return None
    scan = seals.scan(data, known.seal if since else "", since)
    if scan.torn or not all(block.whole for block in scan.blocks):
        return None
    before = [block for block in scan.blocks if block.at < known.good]
    blocks = scan.blocks[len(before) :]
    if before and (before[-1].carries, before[-1].end) != (known.seal, known.good):
        return None
    if not blocks or any(_corrects(block) for block in blocks) or _finished(blocks, scan.good, "")[2]:
        return None
    grown = _with_blocks(known, blocks, [], ruleset)
    return attrs.evolve(grown, seal=blocks[-1].carries, good=scan.good, size=scan.good)


def _closed(data: bytes, good: int) -> bool:
    return good == 0 or data[good - 1 : good] == b"\n"


def _finished(blocks: tuple[seals.Block, ...], good: int, torn: str) -> tuple[tuple[seals.Block, ...], int, str]:
    """The blocks without an unfinished batch at their end."""
    if not blocks:
        return blocks, good, torn
    match = _BATCH.search(blocks[-1].body)
    if match is None or match.group(1) == match.group(2):
        return blocks, good, torn
    kept = max(0, len(blocks) - int(match.group(1)))
    return blocks[:kept], blocks[kept].at, torn or "orders given together that were not all written"


def _corrects(block: seals.Block) -> bool:
    return block.whole and block.body.startswith(journal.CORRECTED)


def corrections(blocks: Iterable[seals.Block]) -> tuple[journal.Correction, ...]:
    """The corrections among a file's blocks. Raises UnreadableFile."""
    return tuple(journal.correction(block.body) for block in blocks if _corrects(block))


def unaccepted(blocks: Sequence[seals.Block]) -> tuple[HandEdit, ...]:
    """The hand edits in a file's blocks, the one that seals its opening first, that no correction takes. Raises
    UnreadableFile."""
    if not blocks:
        raise UnreadableFile("it holds no sealed entry")
    return _edits(blocks[0], blocks[1:], corrections(blocks[1:]))


def _edits(
    opened: seals.Block, blocks: Iterable[seals.Block], corrected: tuple[journal.Correction, ...]
) -> tuple[HandEdit, ...]:
    edits = []
    taken = {pair for correction in corrected for pair in correction.accepts}
    if not opened.whole:
        edits.append(HandEdit(0, opened.due))
    for block in blocks:
        if not block.whole:
            match = _NUMBER.search(block.body)
            edits.append(HandEdit(int(match.group(1)[:9]) if match else -1, block.due))
    return tuple(edit for edit in edits if (edit.n, edit.found) not in taken)


def _with_blocks(
    start: Loaded, blocks: tuple[seals.Block, ...], raws: list[dict[str, Any]], ruleset: Ruleset[Any]
) -> Loaded:
    """The file with its blocks applied to the campaign of ``start``."""
    reader = journal.Reader(start.campaign, ruleset.kinds)
    campaign: Any = start.campaign
    entries: list[Entry] = []
    waiting: list[Change] = []
    first = 0
    last = start.last
    try:
        for at, block in enumerate(blocks):
            if _corrects(block):
                continue
            careful = not block.whole
            raw = raws[at] if raws else _raw(block, careful)
            try:
                entry = reader.entry(raw, careful=careful)
            except journal.Unfit:
                campaign = _apply(campaign, waiting, entries[first:])
                reader.campaign, waiting, first = campaign, [], len(entries)
                try:
                    entry = reader.entry(raw, careful=careful)
                except journal.Unfit as fault:
                    raise UnreadableFile(f"entry {raw.get('n')}: {fault}") from None
            except UnreadableFile as fault:
                raise UnreadableFile(f"entry {raw.get('n')}: {fault}") from None
            if entry.n <= last:
                raise UnreadableFile(f"entry {entry.n} comes after entry {last}")
            last = entry.n
            entries.append(entry)
            waiting.extend(entry.changes)
        campaign = _apply(campaign, waiting, entries[first:])
    except UnreadableFile as fault:
        where = f"{start.path.name} ({start.head.turn})"
        if start.edited:
            raise Edited(
                f"{where}: {name_edits(start.edited)} edited by hand, and the journal no longer fits together: "
                f"{fault}; put back what was there, or mend the later entries too"
            ) from None
        raise UnreadableFile(f"{where}: {fault}") from None
    if (step := campaign.progress.step) and step not in ruleset.sequence:
        near = ruleset.sequence.nearest(step)
        hint = f"; nearest is '{near[0]}'" if near else ""
        raise UnreadableFile(f"{start.path.name}: [progress] step: there is no step {shapes.shown(step)}{hint}")
    return attrs.evolve(start, campaign=campaign, entries=start.entries + tuple(entries))


def _raw(block: seals.Block, careful: bool) -> dict[str, Any]:
    try:
        text = block.body.decode()
        if not careful:
            try:
                return journal.quick(text)
            except ValueError:
                pass
        return tomli.loads(text)
    except (ValueError, RecursionError) as fault:
        match = _NUMBER.search(block.body)
        number = match.group(1).decode()[:9] if match else "without a number"
        raise UnreadableFile(f"entry {number}: {format.describe(fault)}") from None


def _apply(campaign: Any, changes: list[Change], entries: Sequence[Entry]) -> Any:
    try:
        return replay(campaign, changes)
    except (Mismatch, UnknownPath):
        # Only now is it worth knowing which entry it was.
        for entry in entries:
            try:
                campaign = replay(campaign, entry.changes)
            except (Mismatch, UnknownPath) as fault:
                raise UnreadableFile(f"entry {entry.n}: {fault}") from None
        raise


def opening_bytes(head: Head, campaign: Campaign) -> tuple[bytes, str]:
    """The bytes of a new file up to and with its entry ``opened``, and that entry's seal."""
    above = format.opening_text(head, campaign).encode()
    block, seal = seals.sealed("", journal.OPENED, above)
    return above + block, seal


def entry_bytes(entries: Iterable[Entry], seal: str) -> tuple[bytes, str]:
    """The bytes of entries after a seal, and the last one's seal."""
    parts = []
    for entry in entries:
        block, seal = seals.sealed(seal, journal.body(entry))
        parts.append(block)
    return b"".join(parts), seal
