"""A scenario that ``extends`` another gives only the differences. Here both become one: the merged plain data, and of
each table and key the file that said it.

Tables merge down to the fields of an entry (``units.germany-inf-4.place``); what a field holds is replaced whole.
``without`` names what is not taken over, an entry by its path or a table by its name: it goes before this file's own
entries come, so that one may be taken out and written anew. Of the head all is taken over but what a file says of
itself alone (``NOT_TAKEN_OVER``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.values import frozen
from saves import scenario_files, scenario_head, shapes
from saves.errors import SavesError
from saves.reading import MOST_FAULTS, Finding, Texts, parse, sane

MOST_FILES = 100
MOST_BYTES = 4_000_000
"""The longest chain, and the bytes of all its files."""
MOST_ENTRIES = 3_000
"""The most keys of a table: a boxed game has not so many counters."""
NOT_TAKEN_OVER = (*scenario_head.OWN, "author", "version", "based_on", "changes", "notes", "extends", "without")
"""What a file says of itself alone; ``leaves_out`` and all else of the head is the base's where it says nothing."""
_TEXTS = Texts(scenario_head.LINES, {"notes": scenario_head.NOTES})
Data = dict[str, Any]


@frozen
class Layer:
    """One file of a chain: where it lies, its text, and its own plain data in the present format."""

    where: str
    text: str
    raw: Mapping[str, Any]


@frozen
class Chain:
    """A scenario's files, its own first, and what they say together: ``raw`` is None where something of it cannot be
    read at all. ``findings`` are those of the single files and of how they hang together; ``older`` warns of files in
    an older format, for one of which faults are told that its author does not understand."""

    layers: tuple[Layer, ...]
    raw: Data | None
    findings: tuple[Finding, ...]
    older: tuple[Finding, ...] = ()

    def said(self, table: str, key: str) -> Layer:
        """The file that says what stands at a table's key: of those that say the most of the way to it, the first."""
        best, depth = self.layers[0], -1
        for layer in self.layers if len(self.layers) > 1 else ():
            deep = _depth(layer.raw, ".".join(part for part in (table, key) if part))
            if deep > depth:
                best, depth = layer, deep
        return best


def read(data: bytes, where: str) -> Chain:
    """A scenario with all that it extends. Never raises for what stands in it."""
    layers: list[Layer] = []
    findings: list[Finding] = []
    usable, size = True, 0
    while True:
        raw, found = parse(data, where)
        size += len(data)
        if raw is not None:
            found += sane(raw, where, _TEXTS)
            large = _too_large(raw, where)
            found, usable = [*found, *large], usable and not large
        findings += found
        layers.append(Layer(where, _text(data), raw if raw is not None else {}))
        usable = usable and raw is not None
        name = layers[-1].raw.get("extends", "")
        if not isinstance(name, str) or not name or len(name) > scenario_head.LINE or len(findings) > MOST_FAULTS:
            break
        problem = ""
        try:
            base = scenario_files.base_of(name, where)
            before = [os.path.realpath(layer.where) for layer in layers]
            if os.path.realpath(str(base)) in before:
                again = before.index(os.path.realpath(str(base)))
                chain = [str(layer.raw.get("id", layer.where)) for layer in layers[again:]]
                problem = f"goes round in a circle: {' extends '.join((*chain, chain[0]))}"
            elif len(layers) == MOST_FILES or size > MOST_BYTES:
                problem = f"{MOST_FILES} files of {MOST_BYTES} bytes together are the most"
            else:
                data, where = scenario_files.read_bytes(base), str(base)
        except (SavesError, OSError, ValueError) as fault:
            problem = str(fault)
        if problem:
            findings.append(Finding(where, "", "extends", problem))
            usable = False
            break
    if not usable:
        return Chain(tuple(layers), None, tuple(findings))
    return _merged(layers, findings)


def base(data: bytes, where: str) -> Data | None:
    """What a file takes over of the one that it extends, before it takes anything out; None where it extends none.
    Raises SavesError."""
    name = (parse(data, where)[0] or {}).get("extends", "")
    if not isinstance(name, str) or not name:
        return None
    extended = scenario_files.base_of(name, where)
    raw = read(scenario_files.read_bytes(extended), str(extended)).raw or {}
    return {key: item for key, item in raw.items() if key not in NOT_TAKEN_OVER}


def _too_large(raw: Mapping[str, Any], where: str) -> list[Finding]:
    """The tables, and the entries in them, that have more keys than any needs."""
    tables = [(name, "", item) for name, item in raw.items()]
    tables += [(name, key, part) for name, _, item in tables if isinstance(item, Mapping) for key, part in item.items()]
    large = [(at, key, len(item)) for at, key, item in tables if isinstance(item, Mapping) and len(item) > MOST_ENTRIES]
    large += [("", "", len(raw))] if len(raw) > MOST_ENTRIES else []
    return [
        Finding(where, at, key, f"{count} keys; {MOST_ENTRIES} are the most") for at, key, count in large[:MOST_FAULTS]
    ]


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig", errors="replace")


def _merged(layers: list[Layer], findings: list[Finding]) -> Chain:
    whole: Data = {}
    present: list[Layer] = []
    for layer in reversed(layers):
        raw, found = _in_present_format(layer, whole)
        findings += found
        present.insert(0, Layer(layer.where, layer.text, raw))
        if layer is layers[-1]:
            whole = raw
            continue
        if whole.get("kind") != "scenario":
            findings.append(Finding(layer.where, "", "extends", "that file is no scenario"))
        base = {name: item for name, item in whole.items() if name not in NOT_TAKEN_OVER}
        if "ruleset" in raw and raw["ruleset"] != base.get("ruleset", raw["ruleset"]):
            told = f"{shapes.shown(raw['ruleset'])} is not the game of what it extends, {shapes.shown(base['ruleset'])}"
            findings.append(Finding(layer.where, "", "ruleset", told))
        base, found = _less(base, raw.get("without", ()), layer.where)
        findings += found
        whole = merged(base, raw)
    if len(layers) > 1 and (large := _too_large(whole, layers[0].where)):
        return Chain(tuple(present), None, (*findings, *large))
    older = tuple(_older(layer) for layer, now in zip(layers, present, strict=True) if layer.raw != now.raw)
    return Chain(tuple(present), whole, tuple(findings), older)


def _older(layer: Layer) -> Finding:
    said = f"is read as format {shapes.shown(layer.raw.get('format'))}, as it says; what is wrong may be that"
    return Finding(layer.where, "", "format", said, warning=True)


def _less(base: Data, without: Any, where: str) -> tuple[Data, list[Finding]]:
    """What is left of a base, and what cannot be taken out of it because it is not there."""
    findings: list[Finding] = []
    named = without[: scenario_head.WITHOUT] if isinstance(without, list) else []
    base = _copied(base) if named else base
    for path in named:
        if not isinstance(path, str) or len(path) > scenario_head.LINE or _take_out(base, path):
            continue
        if len(findings) < MOST_FAULTS:
            table, _, name = path.partition(".")
            there = base.get(table)
            near = shapes.near(name, there) if isinstance(there, Mapping) else shapes.near(table, base)
            told = f"there is no {shapes.shown(path)} in what it extends"
            nearest = f"{table}.{near}" if near and isinstance(there, Mapping) else near
            findings.append(Finding(where, "", "without", told, nearest))
    return base, findings


def _in_present_format(layer: Layer, base: Mapping[str, Any]) -> tuple[Data, list[Finding]]:
    from saves import format, migration

    raw = dict(layer.raw)
    number = raw.get("format")
    if type(number) is not int or not 0 < number < format.FORMAT:
        return raw, []
    try:
        named = raw if "ruleset" in raw or "ruleset" not in base else {**raw, "ruleset": base["ruleset"]}
        return migration.to_present(named, layer.where), []
    except SavesError as fault:
        return raw, [Finding(layer.where, "", "format", str(fault).removeprefix(f"{layer.where}: "))]


def merged(base: Mapping[str, Any], own: Mapping[str, Any], depth: int = 3) -> Data:
    """Two files' plain data as one: of tables each key, of their entries each field."""
    whole = dict(base)
    for name, item in own.items():
        there = whole.get(name)
        if depth > 1 and isinstance(item, Mapping) and isinstance(there, Mapping):
            whole[name] = merged(there, item, depth - 1)
        else:
            whole[name] = item
    return whole


def taken_out(data: Mapping[str, Any], path: str) -> Data | None:
    """Plain data without what stands at a path, None where nothing does. Keys may have dots in them."""
    left = _copied(data)
    return left if _take_out(left, path) else None


def _copied(item: Mapping[str, Any]) -> Data:
    """Plain data with tables of its own, so that entries may be taken out of them."""
    return {name: _copied(part) if isinstance(part, Mapping) else part for name, part in item.items()}


def _take_out(data: Data, path: str) -> bool:
    """Take out what stands at a path; False where nothing does."""
    for name, rest in _steps(data, path):
        if not rest:
            del data[name]
            return True
        if isinstance(data[name], dict) and _take_out(data[name], rest):
            return True
    return False


def _steps(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    """The keys of a table that a path may begin with, the longest first, each with the rest of the path."""
    if path in data:
        yield path, ""
    at = path.rfind(".")
    while at > 0:
        if path[:at] in data:
            yield path[:at], path[at + 1 :]
        at = path.rfind(".", 0, at)


def _depth(data: Mapping[str, Any], path: str) -> int:
    """How many characters of a path lead into plain data."""
    deep = 0
    for name, rest in _steps(data, path):
        inner = _depth(data[name], rest) if rest and isinstance(data[name], Mapping) else 0
        deep = max(deep, len(name) + (1 + inner if inner else 0))
    return deep
