"""Where in the text of a TOML file something stands: its line, by table and key."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Possessive throughout: a hostile line is read once.
_ONE = r"""(?:"(?:\\.|[^"\\])*+"|'[^']*+'|[^"'=#\[\]{}\s.]++)"""
_NAME = rf"(?P<name>{_ONE}(?:[ \t]*+\.[ \t]*+{_ONE})*+)"
_HEADER = re.compile(rf"[ \t]*+\[\[?[ \t]*+{_NAME}[ \t]*+\]")
_KEY = re.compile(rf"[ \t]*+{_NAME}[ \t]*+=")
_PART = re.compile(r"\"(?P<basic>(?:\\.|[^\"\\])*)\"|'(?P<literal>[^']*)'|(?P<bare>[^\"'.\s]+)")
_TOKEN = re.compile(r"\"\"\"|'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*|[\[\]{}]")
_OPENS, _CLOSES = "[{", "]}"


class Lines:
    """The lines of a text at which its tables and keys stand, read through once when the first is asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at: dict[str, int] | None = None

    def of(self, table: str, key: str) -> int:
        """The line, from 1, of a table's key; of what it stands in where it has no line of its own, and 1 for what is
        nowhere."""
        if self._at is None:
            self._at = {}
            for name, number in names(self._text):
                self._at.setdefault(name, number)
        wanted = ".".join(part for part in (table, key) if part)
        while wanted:
            if wanted in self._at:
                return self._at[wanted]
            wanted = wanted.rpartition(".")[0]
        return 1


def names(text: str) -> Iterator[tuple[str, int]]:
    """The tables and the keys of a TOML text, each as its path with dots and its line; not those inside of a value."""
    return ((name, number) for name, number, _ in _read(text) if name)


def unended(text: str) -> int:
    """The line of the key whose text, list or table has no end to the end of the file, 0 where all have one."""
    last, goes_on = 0, False
    for name, number, unclosed in _read(text):
        last, goes_on = number if name else last, unclosed
    return last if goes_on else 0


def _read(text: str) -> Iterator[tuple[str, int, bool]]:
    """Each line: the path of the table or key that stands there, '' for none; its number; and whether a value goes on
    behind it."""
    table, depth, ends = "", 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        at, name = 0, ""
        if not ends and not depth:
            if header := _HEADER.match(line):
                table = _dotted(header["name"])
                yield table, number, False
                continue
            if key := _KEY.match(line):
                name, at = _dotted(key["name"]), key.end()
        depth, ends = _after(line, at, depth, ends)
        yield f"{table}.{name}" if table and name else name, number, bool(ends or depth)


def _after(line: str, at: int, depth: int, ends: str) -> tuple[int, str]:
    """How deep in arrays and inline tables a line ends, and what would end the text of several lines that it is in."""
    while at < len(line):
        if ends:
            end = line.find(ends, at)
            while ends == '"""' and end > 0 and _escaped(line, end):
                end = line.find(ends, end + 1)
            if end < 0:
                return depth, ends
            at, ends = end + 3, ""
            continue
        token = _TOKEN.search(line, at)
        if token is None:
            break
        at = token.end()
        if token[0] in ('"""', "'''"):
            ends = token[0]
        elif token[0] in _OPENS:
            depth += 1
        elif token[0] in _CLOSES:
            depth = max(0, depth - 1)
    return depth, ends


def _escaped(line: str, at: int) -> bool:
    return (at - len(line[:at].rstrip("\\"))) % 2 == 1


def _dotted(name: str) -> str:
    parts = (match["basic"] or match["literal"] or match["bare"] or "" for match in _PART.finditer(name))
    return ".".join(parts)
