"""``verify``: every roll of a campaign checked against its published secret, without campaign or network.

It reads nothing but the document of ``dice_log``. Whatever stands in that may come from anybody: it is bounded and
checked in shape first.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import field

from engine.kernel.campaign import AS_BEFORE
from engine.kernel.dice import commitment, die_key, keyed_face
from engine.kernel.grammar import quote
from engine.kernel.values import frozen
from saves import dice_log, disk
from saves.errors import Misuse, UnreadableFile

LIMIT = 64_000_000
_TEXT, _MANY, _NUMBER = 4000, 1_000_000, 10**9
_OLD, _NEW = 5, 6
"""Parts of a die's key without the count of consents, and with it."""


@frozen
class Verdict:
    """What was found: ``problems`` by entry, in words; how many ``rolls`` were checked; ``since`` the entry from which
    on nobody can have steered a face by taking back (0: never), ``lines`` the seats that had a part in the dice."""

    problems: tuple[str, ...]
    rolls: int
    since: int
    seats: tuple[str, ...]
    lines: tuple[str, ...]


def of_file(path: Path) -> dict[str, Any]:
    """The document in a file. Raises SavesError."""
    data = disk.read(path, LIMIT)
    try:
        found = json.loads(data.decode())
    except (ValueError, RecursionError) as fault:
        raise UnreadableFile(f"{path}: this is no JSON document of dice ({_first_line(fault)})") from None
    if not isinstance(found, dict) or found.get("kind") != dice_log.KIND:
        raise UnreadableFile(f"{path}: this is no document of dice, such as 'log CAMPAIGN --dice --json' prints")
    if type(found.get("format")) is not int or found["format"] != dice_log.FORMAT:
        raise UnreadableFile(f"{path}: its format is not the one that this program reads, {dice_log.FORMAT}")
    return found


def verified(document: dict[str, Any], secret: bytes | None = None) -> Verdict:
    """What is wrong with a document. ``secret``: where the campaign's own was told otherwise than in it. Raises Misuse
    where there is nothing to check it against, UnreadableFile for one of another shape."""
    part = _Part(document, "the document")
    if part.text("dice") != "keyed":
        raise Misuse("the players of this campaign rolled their own dice: there is nothing to check them against")
    told = part.text("secret")
    if secret is None:
        if not told:
            raise Misuse(
                "the secret of these dice is not published: that comes when all seats have closed the ended campaign"
            )
        try:
            secret = bytes.fromhex(told)
        except ValueError:
            raise UnreadableFile("the document: its secret is not hexadecimal") from None
    check = _Check(part, secret)
    problems = tuple(check.problems())
    return Verdict(problems, check.rolls, check.since, tuple(check.seats), tuple(check.lines))


def _first_line(fault: Exception) -> str:
    return (str(fault).splitlines() or [type(fault).__name__])[0][:120]


@frozen
class _Part:
    """A table of the document, whose values are asked for by their kind. Raises UnreadableFile."""

    data: Any
    where: str

    def _of(self, name: str, kind: type, default: Any = None) -> Any:
        if not isinstance(self.data, dict):
            raise UnreadableFile(f"{self.where}: no table stands here")
        value = self.data.get(name, default)
        if type(value) is not kind:
            raise UnreadableFile(f"{self.where}: '{name}' is missing or of another kind")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        value: str = self._of(name, str, default)
        if len(value) > _TEXT or not value.isprintable():
            raise UnreadableFile(f"{self.where}: '{name}' is too long or cannot be shown")
        return value

    def number(self, name: str, low: int = 0, high: int = _NUMBER, default: int | None = None) -> int:
        value: int = self._of(name, int, default)
        if not low <= value <= high:
            raise UnreadableFile(f"{self.where}: '{name}' is not between {low} and {high}")
        return value

    def items(self, name: str, default: list[Any] | None = None) -> list[Any]:
        value: list[Any] = self._of(name, list, default)
        if len(value) > _MANY:
            raise UnreadableFile(f"{self.where}: '{name}' has more than {_MANY} items")
        return value

    def numbers(self, name: str) -> list[int]:
        """A list of entries' numbers."""
        items = self.items(name, [])
        if not all(type(one) is int and 0 < one <= _NUMBER for one in items):
            raise UnreadableFile(f"{self.where}: '{name}' holds something else than numbers of entries")
        return items

    def table(self, name: str) -> _Part:
        return _Part(self._of(name, dict), f"{self.where}, {name}")

    def texts(self, name: str) -> dict[str, str]:
        """A table of texts."""
        inner = self.table(name)
        return {key: inner.text(key) for key in inner.data}

    def has(self, name: str) -> bool:
        return isinstance(self.data, dict) and name in self.data


@frozen
class _Bound:
    """What a seat was bound to and how it was opened (see dice_log)."""

    n: int
    seat: str
    digest: str
    opened: int
    salt: str
    text: str
    line: str


@frozen(slots=False)
class _State:
    """What has been counted so far. ``counted``: dice by their kind; ``live``: of entries that stand, the kinds of the
    dice in them; ``dead``: entries taken back."""

    counted: dict[str, int] = field(factory=dict)
    live: dict[int, list[str]] = field(factory=dict)
    dead: set[int] = field(factory=set)


class _Check:
    """One document gone through from its first event to its last."""

    def __init__(self, document: _Part, secret: bytes) -> None:
        self.document, self.secret = document, secret
        self.seats = [str(seat) for seat in document.items("seats")]
        begins = document.table("begins")
        self.again = begins.number("again", AS_BEFORE)
        self.lines = self._by_seat(begins.texts("lines"))
        self.since = 0 if self.again == AS_BEFORE else 1
        self.rolls = 0
        self._state = _State()
        turn, counted = begins.text("turn"), begins.table("counted")
        for counter in counted.data:
            self._state.counted[f"{turn}/{counter}"] = counted.number(counter)
        self._bound = [self._binding(one, at) for at, one in enumerate(document.items("bound"), 1)]
        self._key = die_key(secret, self.lines)

    def _by_seat(self, lines: dict[str, str]) -> dict[str, str]:
        """Lines in the order of the seats."""
        if strange := [seat for seat in lines if seat not in self.seats]:
            raise UnreadableFile(f"the document: a line is said to be of '{strange[0]}', which is no seat")
        return {seat: lines[seat] for seat in self.seats if seat in lines}

    def _binding(self, raw: Any, at: int) -> _Bound:
        part = _Part(raw, f"line {at} of 'bound'")
        texts = {name: part.text(name) for name in ("seat", "digest", "salt", "text", "line")}
        return _Bound(n=part.number("n"), opened=part.number("opened"), **texts)

    def problems(self) -> Iterator[str]:
        """Everything that is wrong, in the order of the entries."""
        if commitment(self.secret) != self.document.text("commitment"):
            yield "the secret is not the one that the campaign was bound to from its start"
        for one in self._bound:
            yield from self._opened_rightly(one)
        last = 0
        for at, raw in enumerate(self.document.items("events"), 1):
            event = _Part(raw, f"event {at}")
            n = event.number("n", 1)
            if n <= last:
                yield f"entry {n} comes after entry {last}"
            last = max(last, n)
            if event.has("undoes"):
                yield from self._taken_back(event, n)
            yield from self._fallen(event, n)
            yield from self._mixed(event, n)
        if (said := self.document.number("rolls")) != self.rolls:
            yield f"{said} dice are said to have fallen; {self.rolls} stand here: some were left out or added"
        if last > (entries := self.document.number("entries")):
            yield f"the campaign is said to have {entries} entries; one with the number {last} stands here"

    def _opened_rightly(self, one: _Bound) -> Iterator[str]:
        if hashlib.sha256((one.salt + one.text).encode()).hexdigest() != one.digest:
            yield f"entry {one.opened}: the line of '{one.seat}' is not what it was bound to in entry {one.n}"
        elif one.line != one.text and not one.text.endswith(f" {quote(one.line)}"):
            yield f"entry {one.opened}: the line of '{one.seat}' does not stand in what was opened"
        if one.opened <= one.n:
            yield f"entry {one.opened}: the line of '{one.seat}' was opened before it was bound"

    def _taken_back(self, event: _Part, n: int) -> Iterator[str]:
        state, dice = self._state, False
        for taken in event.numbers("undoes"):
            if taken >= n:
                yield f"entry {n} takes back entry {taken}, which comes after it"
            elif taken in state.dead:
                yield f"entry {n} takes back entry {taken}, which was taken back before"
            state.dead.add(taken)
            for kind in state.live.pop(taken, ()):
                state.counted[kind] -= 1
                dice = True
        if dice and len(self.seats) > 1 and not event.has("again") and self.again != AS_BEFORE:
            yield f"entry {n} takes back dice, and no consent is counted"

    def _fallen(self, event: _Part, n: int) -> Iterator[str]:
        for at, raw in enumerate(event.items("rolls", []), 1):
            roll = _Part(raw, f"entry {n}, die {at}")
            key, face, sides = roll.text("key"), roll.number("face"), roll.number("sides", 1, 1000)
            self.rolls += 1
            parts = key.split("/")
            if len(parts) not in (_OLD, _NEW) or not all(_is_count(part) for part in parts[4:]):
                yield f"entry {n}: '{key}' is no key of a die"
                continue
            yield from self._counted_rightly(n, key, parts)
            if (due := keyed_face(self._key, key, sides)) != face:
                yield f"entry {n}: the die {key} is recorded as {face}; the secret gives {due}"

    def _counted_rightly(self, n: int, key: str, parts: list[str]) -> Iterator[str]:
        """Whether the key counts the consents so far, and its die comes after the last of its kind."""
        if len(parts) == _NEW and int(parts[4]) != self.again:
            consents = "is spelt as before format 4" if self.again == AS_BEFORE else f"had {self.again} consents"
            yield f"entry {n}: the die {key} counts {parts[4]} consents, where the campaign {consents}"
        elif len(parts) == _OLD and self.again != AS_BEFORE:
            yield f"entry {n}: the die {key} counts no consents, where the campaign had {self.again}"
        what = "/".join(parts[1:4]).replace(".", "-")
        kind = f"{parts[0]}/{what}"
        due, nth = self._state.counted.get(kind, 0) + 1, int(parts[-1])
        if nth != due:
            wrong = "a die was skipped" if nth > due else "a die was repeated"
            yield f"entry {n}: the die {key} is number {nth} of its kind, where number {due} was due: {wrong}"
        self._state.counted[kind] = nth
        self._state.live.setdefault(n, []).append(kind)

    def _mixed(self, event: _Part, n: int) -> Iterator[str]:
        """What an entry changed of all later keys."""
        if event.has("again"):
            again = event.number("again", AS_BEFORE)
            if not self._may_become(again, undone=event.has("undoes"), failed=event.has("failed")):
                yield f"entry {n}: the count of consents goes from {self.again} to {again}"
            if again == AS_BEFORE:
                self.since = 0
            elif self.again == AS_BEFORE:
                self.since = n
            self.again = again
        if event.has("lines"):
            lines = self._by_seat(event.texts("lines"))
            yield from self._agreed(lines, n)
            self.lines, self._key = lines, die_key(self.secret, lines)

    def _may_become(self, again: int, *, undone: bool, failed: bool) -> bool:
        """One more by an undo that all consented to, or by what they agreed to and what failed after its die; or a
        campaign changes over to counting with a new turn, and one seat alone takes that turn back."""
        if undone:
            return again == self.again + 1 if len(self.seats) > 1 else again == AS_BEFORE
        if failed:
            return again == self.again + 1 and len(self.seats) > 1
        return (self.again, again) == (AS_BEFORE, 0)

    def _agreed(self, lines: dict[str, str], n: int) -> Iterator[str]:
        """Whether each line that counts from here on was bound before any was opened."""
        found = []
        for seat, line in lines.items():
            mine = [one for one in self._bound if (one.seat, one.line) == (seat, line) and one.opened <= n]
            if not mine:
                yield f"entry {n}: the line of '{seat}' was never bound"
            found += mine[-1:]
        if found and max(one.n for one in found) > min(one.opened for one in found):
            yield f"entry {n}: a line was bound after another had been opened"
        if lines and self._state.live:
            yield f"entry {n}: dice had fallen before the lines were open"


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9
