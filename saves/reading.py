"""Reading a file that anyone may have written: every fault by file, table and key, never an exception and never a
hang.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import tomli
from attrs import field

from engine.kernel.values import frozen
from saves.format import describe
from saves.placing import names, unended
from saves.shapes import Fault, shown

MOST_FAULTS = 200
LARGEST = 1_000_000_000
LONGEST = 4_000
DEEPEST = 12
_MOST_LINES = 10_000
"""Of a longer text the key of a line that has none is not looked for."""
_MOST_READ = 8_000_000
"""Characters that are read in vain before the search for further faults ends: a second's worth."""

_AT_END = " (at end of document)"
_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
# The parser needs the square of a key's parts; nothing of ours has more than a few.
_DEEP_KEY = re.compile(r"""(?<![\w."'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){16}""")
_DEEP_VALUE = re.compile(r"(?:[\[{][ \t\r\n]*+){16}")
_KEY = re.compile(r"""[ \t]*((?:[\w.+-]|"[^"]*"|'[^']*'|[ \t](?=[=.]))+?)[ \t]*=""")
_TABLE = re.compile(r"[ \t]*\[\[?[ \t]*([^\]]*?)[ \t]*\]")


@frozen
class Finding:
    """A fault of a file. ``nearest`` is the valid name that a mistyped one may be meant for, or ''; ``line`` where it
    stands, from 1, 0 where that was not looked for; a ``warning`` is of what an author may mean, and keeps nobody from
    playing."""

    file: str
    table: str
    key: str
    problem: str
    nearest: str = ""
    line: int = 0
    warning: bool = False

    def __str__(self) -> str:
        file = f"{self.file}:{self.line}" if self.line else self.file
        where = ": ".join(part for part in (file, f"[{self.table}]" if self.table else "", self.key) if part)
        said = f"{'warning: ' if self.warning else ''}{self.problem}"
        return f"{where}: {said}" + (f"; nearest is '{self.nearest}'" if self.nearest else "")


def findings_of(where: str, faults: Iterable[Fault]) -> list[Finding]:
    """Faults of shape as findings of a file."""
    return [Finding(where, fault.table, fault.key, fault.problem, fault.nearest) for fault in faults]


def errors(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that keep a file from being used: those that are no warnings."""
    return [finding for finding in findings if not finding.warning]


def parse(data: bytes, where: str) -> tuple[dict[str, Any] | None, list[Finding]]:
    """A file's plain data with everything that is wrong in its text; None where nothing can be made of it.

    Each line that the parser stops at is reported and left out, so that the faults behind it are found as well.
    """
    try:
        # Some editors put a byte order mark in front.
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        number = data.count(b"\n", 0, fault.start)
        place = _place(data.decode(errors="replace").split("\n"), number)
        return None, [Finding(where, *place, describe(fault), line=number + 1)]
    lines = text.split("\n")
    for pattern in (_DEEP_KEY, _DEEP_VALUE):
        deep = pattern.search(text)
        if deep:
            number = text.count("\n", 0, deep.start())
            table, key = _place(lines, number)
            return None, [Finding(where, table, key, "nested too deeply", line=number + 1)]
    findings: list[Finding] = []
    usable = True
    while len(findings) < MOST_FAULTS and len(findings) * len(text) < _MOST_READ:
        try:
            raw = tomli.loads("\n".join(lines))
        except (ValueError, RecursionError) as fault:
            match = _LINE.search(str(fault))
            if match is None:
                number = _culprit(lines, fault)
                table, key = _place(lines, number) if number >= 0 else ("", "")
                problem = describe(fault).replace(_AT_END, ", and here the file ends")
                findings.append(Finding(where, table, key, problem, line=number + 1))
                if number < 0 or _AT_END in str(fault):
                    return None, findings
                lines[number] = ""
                continue
            number = min(int(match.group(1)), len(lines)) - 1
            problem = describe(fault).replace(match.group(0), "").strip()
            findings.append(Finding(where, *_place(lines, number), problem, line=number + 1))
            if not lines[number].strip():
                return None, findings
            usable = usable and not lines[number].lstrip().startswith("[")
            lines[number] = ""
        else:
            return (raw if usable else None), findings
    return None, findings


def _culprit(lines: list[str], fault: Exception) -> int:
    """The line that a fault without a place comes from, from 0, -1 for none: the last where a text or table has no end,
    the one with the most brackets, or a number with too many digits."""
    if _AT_END in str(fault):
        if begun := unended("\n".join(lines)):
            return begun - 1
        # A key whose quotation mark has no other is read on to the end as well.
        single = (number for number, line in enumerate(lines) if line[:1] in ("'", '"') and line.count(line[0]) == 1)
        if (quoted := next(single, -1)) >= 0:
            return quoted
        return max((number for number, line in enumerate(lines) if line.strip()), default=-1)
    if isinstance(fault, RecursionError):
        return max(range(len(lines)), key=lambda number: lines[number].count("[") + lines[number].count("{"))
    wide = (number for number, line in enumerate(lines) if re.search(r"\d{4000}", line.replace("_", "")))
    return next(wide, -1)


def _place(lines: list[str], number: int) -> tuple[str, str]:
    """The table and the key of a line, or of the text that goes on there."""
    table = ""
    for line in reversed(lines[: number + 1]):
        match = _TABLE.match(line)
        if match and not _KEY.match(line):
            table = match.group(1)[:80]
            break
    match = _KEY.match(lines[number][:500])
    key = match.group(1)[:80] if match else ""
    if not key and not _TABLE.match(lines[number]) and len(lines) < _MOST_LINES:
        before = [name for name, at in names("\n".join(lines[: number + 1])) if at <= number]
        key = before[-1].removeprefix(f"{table}.")[:80] if before and before[-1] != table else ""
    return table, key


@frozen
class Texts:
    """What texts may be in a kind of file: in those of which keys lines may end (None: in all), and how long a key's
    texts may be where that is not ``LONGEST``."""

    lines: frozenset[str] | None = None
    longest: Mapping[str, int] = field(factory=dict)


ANY_TEXTS = Texts()


def sane(raw: Mapping[str, Any], where: str, texts: Texts = ANY_TEXTS) -> list[Finding]:
    """Values that no file of ours may hold: control characters, numbers out of range or no numbers at all, endless
    texts, and ends of lines where a text stands on one.
    """
    findings: list[Finding] = []
    _look(raw, "", "", where, texts, findings, 0)
    return findings


def _look(item: Any, table: str, key: str, where: str, texts: Texts, findings: list[Finding], depth: int) -> None:
    problem = _problem(item, key if not table else "", texts)
    if problem:
        findings.append(Finding(where, table, key, problem))
    elif len(findings) >= MOST_FAULTS:
        return
    elif depth > DEEPEST:
        findings.append(Finding(where, table, key, "nested too deeply"))
    elif isinstance(item, dict):
        inside = f"{table}.{key}" if table and key else table or key
        for name, part in item.items():
            if not name or not name.isprintable() or len(name) > 200:
                findings.append(
                    Finding(where, inside, shown(name), "this is no key: 1 to 200 printable characters are")
                )
            else:
                _look(part, inside, name, where, texts, findings, depth + 1)
    elif isinstance(item, list):
        for part in item:
            _look(part, table, key, where, texts, findings, depth + 1)


def _problem(item: Any, top: str, texts: Texts) -> str:
    """What is wrong with a value, '' for nothing; ``top``: its key at the top of the file, '' in a table."""
    kind = type(item)
    if kind is str:
        most = texts.longest.get(top, LONGEST) if top else LONGEST
        if len(item) > most:
            return f"a text of {len(item)} characters; {most} are the most"
        if not item.isprintable():
            if bad := [sign for sign in item if sign != "\n" and not sign.isprintable()]:
                return f"the character U+{ord(bad[0]):04X} cannot stand in a text"
            if texts.lines is not None and top not in texts.lines:
                return "a line ends in it; here a text stands on one line"
    elif kind is int:
        if abs(item) > LARGEST:
            return f"a number beyond {LARGEST}"
    elif kind is not bool and kind not in (dict, list):
        return f"{_KINDS.get(kind.__name__, 'this')} stands here; texts, whole numbers and true or false are known"
    return ""


_KINDS = {"float": "a number with a fraction (or nan)", "datetime": "a date", "date": "a date", "time": "a time of day"}
