"""The guide of a scenario: its author's notes for who plays it the first time, read from the scenario's own file.

A campaign keeps no copy of it: no rule reads it, and a note that was made better is read in campaigns under way. Where
the file is gone or broken there is no guide.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.guide import MOST_NOTES, Note
from saves import scenario_files, shapes
from saves.errors import SavesError
from saves.reading import parse

TABLE, EXTENDS = "guide", "extends"
_MOST_FILES = 20
"""So many files are followed from one that extends another."""


def notes_of(scenario_id: str) -> tuple[Note, ...]:
    """The notes of a scenario, or of the nearest that it extends; none where it has no guide that can be read."""
    try:
        source = scenario_files.source_of(scenario_id)
        for _ in range(_MOST_FILES):
            data = scenario_files.read_bytes(source)
            # Most scenarios have neither word anywhere, and need no reading.
            if TABLE.encode() not in data and EXTENDS.encode() not in data:
                break
            raw, findings = parse(data, str(source))
            if raw is None or findings:
                break
            if TABLE in raw:
                return _notes(raw[TABLE])
            base = raw.get(EXTENDS)
            if not isinstance(base, str) or not base:
                break
            source = scenario_files.base_of(base, str(source))
    except (SavesError, OSError):
        pass
    return ()


def _notes(raw: Any) -> tuple[Note, ...]:
    faults: list[Any] = []
    notes = shapes.structure(tuple[Note, ...], raw, faults, key=TABLE)
    return () if faults else tuple(notes[:MOST_NOTES])
