"""The chain of seals: an entry's seal is SHA-256 over the previous seal and the entry's exact bytes without its seal
line.
"""

from __future__ import annotations

import hashlib
import re

from engine.kernel.values import frozen

MARK = b"\n[[entry]]\n"
_LINE = re.compile(rb'seal = "([0-9a-f]{64})"\n?\Z')
_INSIDE = re.compile(rb'^seal = "([0-9a-f]{64})"\n', re.MULTILINE)
_BATCH = re.compile(rb"^batch = \[(\d{1,6}), \d{1,6}\]$", re.MULTILINE)
_LENGTH = len(b'seal = ""\n') + 64


def seal(previous: str, content: bytes) -> str:
    """The seal over content that comes after another seal ('' for a file's first)."""
    return hashlib.sha256(previous.encode() + content).hexdigest()


def line(value: str) -> bytes:
    """The line that holds a seal: the last of its entry."""
    return f'seal = "{value}"\n'.encode()


def sealed(previous: str, body: bytes, above: bytes = b"") -> tuple[bytes, str]:
    """An entry's whole bytes and its seal; ``above`` are bytes before it that it seals as well (a file's opening)."""
    value = seal(previous, above + MARK + body)
    return MARK + body + line(value), value


@frozen
class Block:
    """One entry's bytes in a file: where it begins, its body without mark and seal line, the seal it carries ('' for
    none),
    and the seal that it should carry."""

    at: int
    body: bytes
    carries: str
    due: str
    end: int

    @property
    def whole(self) -> bool:
        """Whether the bytes are those that were sealed."""
        return self.carries == self.due


@frozen
class Scan:
    """A file cut into its blocks. ``good`` is where what was written whole ends; ``torn`` says why something
    follows, or ''.
    """

    opening: bytes
    blocks: tuple[Block, ...]
    good: int
    torn: str


def scan(data: bytes, previous: str = "", offset: int = 0) -> Scan:
    """Cut a file, or what was appended to it at ``offset`` after the seal ``previous``, into blocks; never raises."""
    pieces = data.split(MARK)
    opening = pieces[0]
    first = offset == 0
    if not first and opening:
        return Scan(b"", (), offset, "bytes that belong to no entry")
    at = offset + len(opening)
    above = opening if first else b""
    blocks: list[Block] = []
    last = len(pieces) - 1
    for index in range(1, len(pieces)):
        piece = pieces[index]
        end = at + len(MARK) + len(piece)
        match = _LINE.search(piece, max(0, len(piece) - _LENGTH))
        if match is None:
            inner = _whole_before(piece, previous, above)
            if inner is not None:
                body, carries, length = inner
                stop = at + len(MARK) + length
                blocks.append(Block(at, body, carries, carries, stop))
                if index == last:
                    return Scan(opening, tuple(blocks), stop, "bytes that belong to no entry")
                # Something was written between two entries: the next seal shows no fault, so this block must.
                blocks[-1] = Block(at, piece, "", carries, end)
                previous, above, at = carries, b"", end
                continue
            if index == last or _hole(pieces, index):
                return Scan(opening, tuple(blocks), at, "an entry that was not written to its end")
            inside = _INSIDE.search(piece)
            carries = inside.group(1).decode() if inside else ""
            due = seal(previous, above + MARK + piece)
            blocks.append(Block(at, piece, "", due, end))
            previous = carries or due
        else:
            body = piece[: match.start()]
            carries = match.group(1).decode()
            due = seal(previous, above + MARK + body)
            if carries != due and _hole(pieces, index):
                return Scan(opening, tuple(blocks), at, "an entry with a hole in it")
            blocks.append(Block(at, body, carries, due, end))
            previous = carries
        above, at = b"", end
    return Scan(opening, tuple(blocks), at, "")


def _hole(pieces: list[bytes], index: int) -> bool:
    """Whether a piece with zeros in it lies in the last append, of which power failed to bring all blocks to the
    disk.
    """
    if b"\0" not in pieces[index]:
        return False
    match = _BATCH.search(pieces[-1])
    together = int(match.group(1)) if match else 1
    return len(pieces) - index <= together


def _whole_before(piece: bytes, previous: str, above: bytes) -> tuple[bytes, str, int] | None:
    """The entry that stands whole at the beginning of a piece with something else behind it."""
    for match in _INSIDE.finditer(piece):
        body = piece[: match.start()]
        carries = match.group(1).decode()
        if seal(previous, above + MARK + body) == carries:
            return body, carries, match.end()
    return None
