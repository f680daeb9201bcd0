"""Entries as text, and text as entries: a fast reading for what our own writer wrote, a careful one for the rest."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from sys import intern
from typing import Any

import tomli

from engine.kernel.changes import Change, Entry, Roll
from engine.kernel.paths import UnknownPath, leaf_type
from engine.kernel.values import frozen
from saves import toml
from saves.errors import UnreadableFile
from saves.shapes import SCALARS, Fault, Kinds, plain, structure

OPENED = b'order = "opened"\n'
CORRECTED = b'order = "correction"\n'

_STRING = r'"(?:[^"\\]|\\.)*+"'
_ARRAY = rf'\[(?:[^\[\]{{}}"]++|{_STRING})*+\]'
_PLAIN = rf"(?:-?\d+|true|false|{_STRING}|{_ARRAY})"
# A value that is a flat inline table, such as a deed; in a deeper one nobody looks for a way around the parser.
_PART = rf"[A-Za-z0-9_-]++ = {_PLAIN}"
_VALUE = rf"(?:{_PLAIN}|\{{{_PART}(?:, {_PART})*+\}})"
_PARTS = re.compile(rf"([A-Za-z0-9_-]++) = ({_PLAIN})")
_CHANGE = re.compile(
    rf"\{{at = ({_STRING})(?:, was = ({_VALUE}))?(?:, now = ({_VALUE}))?, "
    rf"why = ({_STRING})(?:, rule = ({_STRING}))?(?:, account = ({_STRING}))?\}},?\Z"
)
_CHANGE_KEYS = frozenset(("at", "was", "now", "why", "rule", "account"))
_KEYS = frozenset(("n", "seat", "step", "order", "late", "overruled", "because", "undoes", "again", "agreed")) | {
    "player",
    "batch",
    "rolls",
    "changes",
    "seal",
}


def body(entry: Entry) -> bytes:
    """An entry's lines between its mark and its seal; empty ones are left out."""
    lines = [
        f"n = {entry.n}\n",
        toml.line("seat", entry.seat),
        toml.line("step", entry.step),
        toml.line("order", entry.order),
    ]
    if entry.late:
        lines.append(toml.line("late", entry.late))
    if entry.overruled:
        lines.append(toml.line("overruled", entry.overruled))
    if entry.because:
        lines.append(toml.line("because", entry.because))
    if entry.undoes:
        lines.append(toml.line("undoes", entry.undoes))
    if entry.again:
        lines.append(f"again = {entry.again}\n")
    if entry.agreed:
        lines.append(f"agreed = {entry.agreed}\n")
    if entry.player:
        lines.append(toml.line("player", entry.player))
    if entry.batch != (1, 1):
        lines.append(toml.line("batch", entry.batch))
    if entry.rolls:
        lines.append(toml.line("rolls", [_roll(roll) for roll in entry.rolls]))
    if entry.changes:
        lines.append("changes = [\n")
        lines.extend(_change(change) for change in entry.changes)
        lines.append("]\n")
    return "".join(lines).encode()


def _roll(roll: Roll) -> tuple[Any, ...]:
    return (roll.key, roll.face, roll.sides, roll.rule) if roll.rule else (roll.key, roll.face, roll.sides)


def _change(change: Change) -> str:
    was = "" if change.was is None else f", was = {_item(change.was)}"
    now = "" if change.now is None else f", now = {_item(change.now)}"
    rule = f", rule = {toml.scalar(change.rule)}" if change.rule else ""
    account = f", account = {toml.scalar(change.account)}" if change.account else ""
    return f"{{at = {toml.scalar(change.at)}{was}{now}, why = {toml.scalar(change.why)}{rule}{account}}},\n"


def _item(item: Any) -> str:
    return toml.value(item if type(item) in SCALARS else plain(item))


def quick(text: str) -> dict[str, Any]:
    """The plain data of an entry that our own writer wrote. Raises ValueError for anything else; strings and arrays
    of that
    writer are JSON too, whose reader is many times faster."""
    fields: dict[str, Any] = {}
    lines = iter(text.split("\n"))
    for line in lines:
        name, sign, rest = line.partition(" = ")
        if not sign:
            if line:
                raise ValueError(line)
            continue
        if name == "changes" and rest == "[":
            fields[name] = [_quick_change(change) for change in iter(lambda: next(lines, "]"), "]")]
        else:
            value = json.loads(rest)
            fields[name] = intern(value) if type(value) is str else value
    return fields


def _quick_change(line: str) -> Any:
    match = _CHANGE.match(line)
    if match is None:
        return tomli.loads(f"change = {line.removesuffix(',')}")["change"]
    at, was, now, why, rule, account = match.groups()
    return (
        _once(at),
        None if was is None else _quick_value(was),
        None if now is None else _quick_value(now),
        _once(why),
        "" if rule is None else _once(rule),
        "" if account is None else _once(account),
    )


def _once(quoted: str) -> Any:
    """A text of a change, kept once however many changes say it: a war has thousands, in few words."""
    return intern(quoted[1:-1]) if "\\" not in quoted else json.loads(quoted)


def _quick_value(text: str) -> Any:
    if text[0] == "{":
        return {name: _with_words_once(json.loads(part)) for name, part in _PARTS.findall(text)}
    return _with_words_once(json.loads(text))


def _with_words_once(value: Any) -> Any:
    if type(value) is list:
        return [intern(part) if type(part) is str else part for part in value]
    return intern(value) if type(value) is str else value


class Unfit(Exception):
    """A value whose type depends on what earlier entries created: apply those first."""


class Reader:
    """Turns plain data into entries, typed by the campaign's own classes. ``campaign`` is the state that paths are
    looked up in.
    """

    def __init__(self, campaign: Any, kinds: Kinds) -> None:
        self.campaign, self.kinds = campaign, kinds

    def entry(self, data: Mapping[str, Any], *, careful: bool = False) -> Entry:
        """The entry. Raises UnreadableFile for a wrong shape, Unfit (see there)."""
        try:
            changes = tuple(self._change(raw, careful) for raw in data.get("changes", ()))
            rolls = tuple(Roll(raw[0], raw[1], raw[2], raw[3] if len(raw) > 3 else "") for raw in data.get("rolls", ()))
            batch = data.get("batch")
            entry = Entry(
                n=data["n"],
                seat=data["seat"],
                step=data["step"],
                order=data["order"],
                rolls=rolls,
                changes=changes,
                batch=(batch[0], batch[1]) if batch else (1, 1),
                undoes=tuple(data.get("undoes", ())),
                late=data.get("late", ""),
                overruled=tuple(data.get("overruled", ())),
                because=data.get("because", ""),
                again=data.get("again", 0),
                agreed=data.get("agreed", 0),
                player=data.get("player", ""),
            )
        except KeyError as fault:
            raise UnreadableFile(f"the key {fault} is missing") from None
        except (TypeError, IndexError, AttributeError) as fault:
            raise UnreadableFile(f"the entry has another shape ({fault})") from None
        if careful:
            self._look_over(data, entry)
        return entry

    def _look_over(self, data: Mapping[str, Any], entry: Entry) -> None:
        unknown = [name for name in data if name not in _KEYS]
        if unknown:
            raise UnreadableFile(f"there is no key '{unknown[0]}' in an entry")
        texts = (entry.seat, entry.step, entry.order, entry.late, entry.because, entry.player, *entry.overruled)
        texts += tuple(
            part for change in entry.changes for part in (change.at, change.why, change.rule, change.account)
        )
        texts += tuple(part for roll in entry.rolls for part in (roll.key, roll.rule))
        numbers = (
            entry.n,
            entry.again,
            entry.agreed,
            *entry.batch,
            *entry.undoes,
            *(part for roll in entry.rolls for part in (roll.face, roll.sides)),
        )
        if not all(isinstance(text, str) for text in texts) or not all(type(number) is int for number in numbers):
            raise UnreadableFile("a value of the entry has another type")

    def _change(self, raw: Any, careful: bool) -> Change:
        if type(raw) is tuple:
            at, was, now, why, rule, account = raw
        elif isinstance(raw, dict):
            at, was, now = raw["at"], raw.get("was"), raw.get("now")
            why, rule, account = raw.get("why", ""), raw.get("rule", ""), raw.get("account", "")
            if careful and (odd := [name for name in raw if name not in _CHANGE_KEYS]):
                raise UnreadableFile(f"there is no key '{odd[0]}' in a change")
        else:
            raise UnreadableFile("a change is no table")
        return Change(at, self._value(at, was, careful), self._value(at, now, careful), why, rule, account)

    def _value(self, at: str, item: Any, careful: bool) -> Any:
        if item is None or (type(item) in SCALARS and not careful):
            return item
        if type(item) is list and not careful and all(type(part) in SCALARS for part in item):
            return tuple(item)
        try:
            kind = leaf_type(self.campaign, at)
        except UnknownPath as fault:
            raise Unfit(str(fault)) from None
        faults: list[Fault] = []
        value = structure(kind, item, faults, table=at, kinds=self.kinds)
        if faults:
            raise UnreadableFile(f"{faults[0].table}: {faults[0].problem}")
        return value


@frozen
class Correction:
    """Hand edits taken as they were found: why, and pairs of entry number (0: the opening) and hash of the bytes. It
    has no number of its own, for it may stand in the file of a turn long past. ``lost``: entries that were known and
    stand in the journal no more, by number and seal, without which it is taken."""

    because: str
    accepts: tuple[tuple[int, str], ...]
    lost: tuple[tuple[int, str], ...] = ()

    @property
    def body(self) -> bytes:
        """The correction's lines between mark and seal."""
        lines = toml.line("because", self.because) + toml.line("accepts", self.accepts)
        if self.lost:
            lines += toml.line("lost", self.lost)
        return CORRECTED + lines.encode()


def correction(body: bytes) -> Correction:
    """The correction that an entry's lines hold. Raises UnreadableFile."""
    try:
        raw = tomli.loads(body.decode())
        accepts, lost = (
            tuple((int(pair[0]), str(pair[1])) for pair in pairs) for pairs in (raw["accepts"], raw.get("lost", ()))
        )
        return Correction(str(raw["because"]), accepts, lost)
    except (ValueError, KeyError, TypeError, IndexError) as fault:
        raise UnreadableFile(f"a correction cannot be read: {fault}") from None
