"""The guide of a scenario: its author's notes for who plays it the first time, read from the scenario's own file.

A campaign keeps no copy of it: no rule reads it, and a note that was made better is read in campaigns under way. Where
the file is gone or broken there is no guide.
"""

from __future__ import annotations

import re
from typing import Any

import tomli

from engine.kernel.guide import MOST_NOTES, Note
from saves import scenario_files, shapes
from saves.errors import SavesError

TABLE = "[[guide]]"
_EXTENDS = re.compile(rb'^extends = "([^"\n]{1,200})"', re.MULTILINE)
_MOST_FILES = 20
"""So many files are followed from one that extends another."""


def notes_of(scenario_id: str) -> tuple[Note, ...]:
    """The notes of a scenario, or of the nearest that it extends; none where it has no guide that can be read."""
    try:
        source = scenario_files.source_of(scenario_id)
        for _ in range(_MOST_FILES):
            data = scenario_files.read_bytes(source)
            if TABLE.encode() in data:
                return _read(data)
            found = _EXTENDS.search(data)
            if found is None:
                break
            source = scenario_files.base_of(found.group(1).decode(errors="replace"), str(source))
    except (SavesError, OSError):
        pass
    return ()


def _read(data: bytes) -> tuple[Note, ...]:
    """The notes in a scenario's bytes: its other tables, which are long, are not parsed."""
    kept: list[str] = []
    inside = False
    try:
        for line in data.decode().splitlines():
            if line.startswith("["):
                inside = line.strip() == TABLE
            if inside:
                kept.append(line)
        raw = tomli.loads("\n".join(kept)).get("guide", [])
    except (ValueError, RecursionError):
        return ()
    faults: list[Any] = []
    notes = shapes.structure(tuple[Note, ...], raw, faults, key="guide")
    return () if faults else tuple(notes[:MOST_NOTES])
