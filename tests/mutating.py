"""Scenario files that somebody has spoilt, by seed: bytes flipped, keys renamed, figures grown, words exchanged, tables
swapped, nesting, signs of all scripts, truncation, chains of files that extend each other. Each is accepted by
``check``, and then opened and played three turns at random; or it is refused with a fault that names the table that was
spoilt. Nothing may end in a traceback, and nothing may take two seconds of the processor's time.
"""

from __future__ import annotations

import random
import re
import time
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import attrs

from saves import checking, library, scenarios, trial
from saves.placing import names
from saves.reading import Finding, errors

SCENARIOS = ("1939-campaign", "1940-spring", "battle-of-the-atlantic", "global-war", "strategic-bombing")
SECONDS = 2.0
PLAYED = 30.0
"""Seconds for three turns: a hang would be longer."""
_NUMBER = re.compile(r"(?<![\w\"'.-])-?\d+(?![\w\"'.-])")
_WORD = re.compile(r'"[^"\n]*"')
_KEY = re.compile(r"(?:(?<=[{,] )|^)[a-z][a-z0-9_-]*(?= =)", re.MULTILINE)
_SAID = re.compile(r"\b([a-z_]+) = (\"[^\"\n]*\"|true|false)")
_HEADER = re.compile(r"^\[[^\]\n]+\]$", re.MULTILINE)
_FIGURES: tuple[str, ...] = ("0", "-1", "1", "2", "9", "99", "100", "999", "1945", "9999", "10000", "-999", "999999999")
_FIGURES += (
    "9" * 14,
    "9" * 30,
    "9" * 5000,
    "1.5",
    "1e9",
    "nan",
    "-inf",
    "0x7f",
    "true",
    '"1"',
    "1939-09-01",
    "[]",
    "{}",
)
_SIGNS = (
    "\u202e",
    "\u200b",
    "\ufeff",
    "é",
    "ß",
    "漢字",
    "👨‍👩‍👧",
    "a\u0301",
    "\t",
    "\\u0000",
    "\\ud800",
    "\\n",
    "\u2028",
    "Ⅳ",
    "\x7f",
)
Spoilt = tuple[bytes, tuple[int, ...]]
"""A spoilt file, and the offsets where it was."""


@attrs.define
class Found:
    """What came of some files: how many there were, were accepted, were opened and played; what failed, with the file's
    seed; the slowest check in seconds of the processor's time."""

    files: int = 0
    accepted: int = 0
    faults: list[str] = attrs.field(factory=list)
    slowest: float = 0.0
    slowest_seed: int = 0


@cache
def text_of(scenario: str) -> str:
    """A packaged scenario's text."""
    return scenarios.read_bytes(scenarios.source_of(scenario)).decode()


def _at(rng: random.Random, pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """A match of a pattern, each table as likely as any other: most lines are counters."""
    parts = list(_HEADER.finditer(text))
    start = rng.choice([0, *(part.end() for part in parts)])
    after = next((part.start() for part in parts if part.start() > start), len(text))
    inside = list(pattern.finditer(text, start, after)) or list(pattern.finditer(text))
    return rng.choice(inside) if inside else None


def _put(text: str, match: re.Match[str] | None, new: str) -> Spoilt:
    if match is None:
        return text.encode(), (0,)
    return (text[: match.start()] + new + text[match.end() :]).encode("utf-8", "replace"), (match.start(),)


def _flipped(rng: random.Random, text: str) -> Spoilt:
    data = bytearray(text.encode())
    at = rng.randrange(len(data))
    for nth in range(rng.choice((1, 1, 1, 2, 8))):
        data[min(len(data) - 1, at + nth)] ^= 1 << rng.randrange(8)
    return bytes(data), (at,)


def _renamed(rng: random.Random, text: str) -> Spoilt:
    match = _at(rng, _KEY, text)
    old = match[0] if match else "x"
    at = rng.randrange(len(old))
    new = rng.choice(
        (old[:at] + rng.choice("abcxyz-_0") + old[at + 1 :], old + rng.choice("s-x1"), old[:-1], old.upper())
    )
    return _put(text, match, new)


def _grown(rng: random.Random, text: str) -> Spoilt:
    return _put(text, _at(rng, _NUMBER, text), rng.choice(_FIGURES))


def _reworded(rng: random.Random, text: str) -> Spoilt:
    words = [match[0] for match in _WORD.finditer(text)] or ['""']
    return _put(
        text, _at(rng, _WORD, text), rng.choice((rng.choice(words), rng.choice(words), '""', '"none"', '"board"'))
    )


def _nudged(rng: random.Random, text: str) -> Spoilt:
    match = _at(rng, _NUMBER, text)
    old = int(match[0]) if match else 0
    return _put(text, match, str(rng.choice((old + 1, old - 1, old * 2, old // 2))))


def _traded(rng: random.Random, text: str) -> Spoilt:
    """A word in the place of another of the same key: somebody else's counter, another place, another turn."""
    match = _at(rng, _SAID, text)
    alike = [one[2] for one in _SAID.finditer(text) if match is not None and one[1] == match[1]]
    return _put(text, match, f"{match[1]} = {rng.choice(alike)}" if match else "")


def _signed(rng: random.Random, text: str) -> Spoilt:
    match = _at(rng, rng.choice((_WORD, _KEY)), text)
    old = match[0] if match else '""'
    at = rng.randrange(1, len(old)) if len(old) > 1 else 0
    return _put(text, match, old[:at] + rng.choice(_SIGNS) + old[at:])


def _nested(rng: random.Random, text: str) -> Spoilt:
    match = _at(rng, rng.choice((_WORD, _NUMBER)), text)
    old, deep = match[0] if match else "1", rng.choice((1, 2, 5, 14, 40, 5000))
    return _put(text, match, rng.choice(("[" * deep + old + "]" * deep, "{ a = " * deep + old + " }" * deep)))


def _lines(rng: random.Random, text: str) -> Spoilt:
    """A line left out, doubled, or exchanged with another of its table or any."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    other = rng.choice((rng.randrange(len(lines)), min(len(lines) - 1, at + rng.randrange(1, 9))))
    offsets = tuple(sum(len(line) + 1 for line in lines[:one]) for one in (at, other))
    kind = rng.randrange(4)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    else:
        lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines).encode(), offsets


def _swapped(rng: random.Random, text: str) -> Spoilt:
    """Two tables under each other's names, or one table gone."""
    headers = [match[0] for match in _HEADER.finditer(text)]
    if not headers:
        return text.encode(), (0,)
    one, other = rng.choice(headers), rng.choice(headers)
    at = text.index(f"\n{one}\n")
    both = (at + 1, text.index(f"\n{other}\n") + 1)
    if rng.random() < 0.3:
        end = next((match.start() for match in _HEADER.finditer(text, at + 3)), len(text))
        return (text[: at + 1] + text[end:]).encode(), both
    changed = (
        text.replace(f"\n{one}\n", "\n[%]\n").replace(f"\n{other}\n", f"\n{one}\n").replace("\n[%]\n", f"\n{other}\n")
    )
    return changed.encode(), both


def _cut(rng: random.Random, text: str) -> Spoilt:
    at = rng.randrange(len(text))
    # All that stood behind it is missed.
    lost = (match.start() for match in _HEADER.finditer(text, at))
    return text[:at].encode(), (at, *lost)


WAYS: tuple[Callable[[random.Random, str], Spoilt], ...] = (
    _flipped,
    _renamed,
    _grown,
    _nudged,
    _nudged,
    _nudged,
    _reworded,
    _traded,
    _traded,
    _traded,
    _signed,
    _nested,
    _lines,
    _swapped,
    _cut,
)


def run(seed: int, count: int, folder: Path) -> Found:
    """So many spoilt files from a seed on, in a folder that is for nothing else."""
    found = Found()
    for nth in range(seed, seed + count):
        rng = random.Random(nth)
        try:
            _one(rng, nth, folder, found)
        except Exception:
            found.faults.append(f"{nth}: {traceback.format_exc(limit=-4)}")
        found.files += 1
    return found


def _one(rng: random.Random, seed: int, folder: Path, found: Found) -> None:
    scenario = SCENARIOS[seed % len(SCENARIOS)]
    text = text_of(scenario)
    lines: set[int] = set()
    if rng.random() < 0.2:
        path, tables = _chain(rng, scenario, text, folder)
    else:
        spoilt, data, tables = text, text.encode(), set()
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            data, offsets = rng.choice(WAYS)(rng, spoilt)
            for at in offsets:
                lines.add(data.count(b"\n", 0, at) + 1)
                tables |= _tables(spoilt, at) | _tables(data.decode(errors="replace"), at)
            try:
                spoilt = data.decode()
            except UnicodeDecodeError:
                break
        path = folder / f"{scenario}.toml"
        path.write_bytes(data)
    before = time.process_time()
    findings = checking.check(path)
    took = time.process_time() - before
    if took > found.slowest:
        found.slowest, found.slowest_seed = took, seed
    if took > SECONDS:
        found.faults.append(f"{seed}: check took {took:.1f} s")
    wrong = errors(findings)
    if wrong:
        if not _names_one(findings, tables) and not lines & {one.line for one in wrong}:
            found.faults.append(f"{seed}: spoilt in {sorted(tables)}, and told is {[str(one) for one in wrong[:3]]}")
        return
    found.accepted += 1
    _played(rng, path, seed, folder, found)


def _played(rng: random.Random, path: Path, seed: int, folder: Path, found: Found) -> None:
    seatings = scenarios.read(str(path))[1]["seating"]
    seats = int(rng.choice(list(seatings)))
    busy = rng.choice((0.0, 0.5))
    # By the processor's time: on a busy machine a clock on the wall says nothing of the program.
    clock = time.process_time
    tried = trial.of_scenario(str(path), seats=seats, seed=seed, busy=busy, seconds=PLAYED, clock=clock)
    if not tried.holds or tried.ended == trial.LATE:
        found.faults.append(f"{seed}: {tried.ended} in {tried.step}: {tried.fault} after {tried.led[-2:]}")
    if seed % 10 == 0:
        made = scenarios.new(str(path), at=folder / "campaigns", seats=seats, name=f"spoilt-{seed}")
        if problem := library.card(made).problem:
            found.faults.append(f"{seed}: {problem}")


def _names_one(wrong: Sequence[Finding], tables: set[str]) -> bool:
    """Whether a fault names one of the tables (or, at the top, keys) that were spoilt."""
    return any(
        table == (one.table or one.key).split(".")[0] or (not table and not one.table) or f"{table}" in str(one)
        for one in wrong
        for table in tables
    )


def _tables(text: str, at: int) -> set[str]:
    """The first part of the path that stands at an offset of a file: a table, or at the top a key."""
    line = text.count("\n", 0, at) + 1
    last = ""
    for name, number in names(text):
        if number > line:
            break
        last = name
    return {last.split(".")[0]}


def _chain(rng: random.Random, scenario: str, text: str, folder: Path) -> tuple[Path, set[str]]:
    """Some files that extend each other, the last of them a scenario; each takes some entries out and changes some."""
    lines = text.split("\n")
    entries = [name for name, _ in names(text) if name.count(".") == 1 and not name.startswith(("seating", "options"))]
    tables: set[str] = {"", "without", "extends"}
    depth = rng.choice((1, 1, 2, 5))
    ids = [f"spoilt-{nth}" for nth in range(depth)]
    for nth, own_id in enumerate(ids):
        base = (
            ids[nth + 1] if nth + 1 < depth else rng.choice((scenario, scenario, scenario, ids[0], "none", "thewar/x"))
        )
        out = rng.sample(entries, rng.choice((0, 1, 1, 3, 20)))
        tables |= {name.split(".")[0] for name in out}
        changed: list[str] = []
        for _ in range(rng.choice((0, 1, 3))):
            at = rng.randrange(len(lines))
            table = next((line for line in reversed(lines[: at + 1]) if line.startswith("[")), "")
            if table and lines[at] and not lines[at].startswith(("[", "#")) and table not in changed:
                data, _ = rng.choice(WAYS[:11])(rng, f"{lines[at]}\n")
                changed += [table, data.decode(errors="replace").strip("\n")]
                tables |= {table[1:-1].split(".")[0]}
        head = ["format = 4", 'kind = "scenario"', f'id = "{own_id}"', f'title = "{own_id}"', f'extends = "{base}"']
        body = "\n".join([*head, f"without = {out}", *changed, ""])
        (folder / f"{own_id}.toml").write_text(body, encoding="utf-8", errors="replace")
    return folder / f"{ids[0]}.toml", tables
