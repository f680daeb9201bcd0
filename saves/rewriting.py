"""Single entries changed in a TOML text that people edit too: every other line, comments included, stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from os.path import commonpath
from typing import Any

import tomli

from saves import toml

_HEADER = re.compile(r"\s*\[(?P<name>[^\[\]]+)\]\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*(?P<key>"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*=""")
_NOT_COMMENT = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#])*""")


def spaced(item: Any) -> str:
    """A value on one line, inline tables with room in their braces, as the scenarios have them."""
    if isinstance(item, Mapping) and item:
        return "{ " + ", ".join(f"{toml.key(name)} = {spaced(part)}" for name, part in item.items()) + " }"
    return toml.value(item)


def _key_of(line: str) -> str | None:
    match = _KEY.match(line)
    if match is None:
        return None
    return match["key"][1:-1] if match["key"][0] in "\"'" else match["key"]


class Text:
    """A TOML text by its lines. An entry is known by its table and its key, whether it stands on a line of the table or
    as a table of its own (``[powers.germany]``)."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")

    @property
    def text(self) -> str:
        """The text as it stands now."""
        return "\n".join(self.lines)

    def set(self, table: str, key: str, values: Mapping[str, Any]) -> None:
        """Give fields of an entry these values; the entry is made where there is none."""
        section = self._section(f"{table}.{toml.key(key)}")
        if section is not None:
            for name, item in values.items():
                self.put(f"{table}.{toml.key(key)}", name, item)
            return
        at = self._line(table, key)
        old = self._value(at, key) if at is not None else {}
        self.put(table, key, {**(old if isinstance(old, dict) else {}), **values})

    def put(self, table: str, key: str, item: Any) -> None:
        """Write one line of a table ('' for the top), beside those whose keys are most like it where it is new."""
        line = f"{toml.key(key)} = {spaced(item)}"
        at = self._line(table, key)
        if at is not None:
            code = _NOT_COMMENT.match(self.lines[at])
            rest = self.lines[at][code.end() :] if code is not None else ""
            self.lines[at] = f"{line}  {rest}" if rest else line
            return
        section = self._section(table)
        if section is None:
            self._new_section(table, line)
            return
        first, end = section
        known = [(at, _key_of(self.lines[at]) or "") for at in range(first, end)]
        known = [(at, name) for at, name in known if name]
        alike = max((len(commonpath([name, key])) for _, name in known), default=0)
        best = [at for at, name in known if len(commonpath([name, key])) == alike]
        self.lines.insert(best[-1] + 1 if best else first, line)

    def drop(self, table: str, key: str) -> None:
        """Take an entry out."""
        section = self._section(f"{table}.{toml.key(key)}")
        if section is not None:
            del self.lines[section[0] - 1 : section[1]]
        elif (at := self._line(table, key)) is not None:
            del self.lines[at]

    def _section(self, table: str) -> tuple[int, int] | None:
        """The lines of a table, without its header; '' for those before the first."""
        first = 0 if not table else None
        for at, line in enumerate(self.lines):
            match = _HEADER.match(line)
            if match is None:
                continue
            if first is not None:
                return first, at
            if match["name"].strip() == table:
                first = at + 1
        return None if first is None else (first, len(self.lines))

    def _line(self, table: str, key: str) -> int | None:
        section = self._section(table)
        if section is None:
            return None
        return next((at for at in range(*section) if _key_of(self.lines[at]) == key), None)

    def _value(self, at: int, key: str) -> Any:
        try:
            return tomli.loads(self.lines[at]).get(key)
        except (ValueError, RecursionError):
            return None

    def _new_section(self, table: str, line: str) -> None:
        while self.lines and not self.lines[-1].strip():
            self.lines.pop()
        self.lines += ["", f"[{table}]", line, ""]
