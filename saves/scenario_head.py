"""The head of a scenario's file: what it says of itself before the tables of its state, key by key. Of most of it no
rule reads a word; what a campaign keeps of it is said in ``saves.checking.campaign_of``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from engine.kernel.grammar import ID
from engine.kernel.guide import MOST_NOTES, Note
from engine.kernel.paths import field_types
from engine.kernel.players import MOST_PLAYERS
from engine.kernel.ranges import RANGE, TOLD, Bounds, Length, OneOf, Range, Told, TurnLabel
from engine.kernel.values import frozen
from saves import format, shapes
from saves.shapes import Fault, Faults

ID_LENGTH, TITLE, LINE, DESCRIPTION, NOTES, CHANGES = 60, 100, 200, 4_000, 20_000, 200
"""The most characters of an id (a campaign's folder is called by it), of a title, of any other line, of a description
and of designer's notes; the most changes, of which each may be five lines long."""
WITHOUT = 2_000
"""The most entries that a file takes out of what it extends."""
LINES = frozenset(("description", "notes", "changes"))
"""The keys in whose texts lines may end; nowhere else in a scenario do they."""
OWN = ("format", "kind", "id", "title")
"""What every file says itself, also one that extends another."""
ID_FORM = "an id is lower-case letters and digits with hyphens between"


def _said(about: str, bounds: Bounds | None = None, default: Any = attrs.NOTHING) -> Any:
    metadata: dict[str, Any] = {TOLD: Told(about=about)}
    if bounds is not None:
        metadata[RANGE] = bounds
    if default == {}:
        return attrs.field(factory=dict, metadata=metadata)
    return attrs.field(default=default, metadata=metadata)


@frozen(kw_only=True)
class ScenarioHead:
    """What stands in front of a scenario's file. ``seating`` gives for a number of players each power's seat;
    ``extends`` names the scenario of which this file gives only the differences, ``without`` what it takes out of it,
    both as ``saves.extending`` reads them."""

    format: int = _said("the number of the format", Range(format.FORMAT, format.FORMAT))
    kind: str = _said("what kind of file it is", OneOf(("scenario",)))
    id: str = _said(
        "its short name, which is also the file's: lower-case letters and digits with hyphens between",
        Length(ID_LENGTH),
    )
    ruleset: str = _said("the game that it is a scenario of", Length(LINE))
    title: str = _said("what it is called in lists, one line", Length(TITLE))
    description: str = _said("what is played, shown where it is chosen", Length(DESCRIPTION))
    first: str = _said("the first turn", TurnLabel(empty=False))
    last: str = _said("the last turn", TurnLabel(empty=False))
    author: str = _said("who made it", Length(LINE), "")
    version: str = _said("which version of it this is; a campaign keeps the one it began with", Length(LINE), "")
    based_on: str = _said("the scenario or book that it was made from", Length(LINE), "")
    changes: tuple[str, ...] = _said("what is new, version by version", Length(CHANGES, LINE * 5), ())
    notes: str = _said("the designer's notes: why the figures are what they are", Length(NOTES), "")
    extends: str = _said("the scenario (GAME/ID) of which this file gives only the differences", Length(LINE), "")
    without: tuple[str, ...] = _said(
        "the paths of entries of that scenario that are not in this one", Length(WITHOUT, LINE), ()
    )
    seating: Mapping[str, Mapping[str, str]] = _said(
        f"for 1 to {MOST_PLAYERS} players, the seat that commands each power"
    )
    options: Mapping[str, str | int | bool] = _said("the options with what holds where nobody chooses", default={})
    guide: tuple[Note, ...] = _said(
        "the guide's notes for who plays it the first time; {key:WHERE.ACTION} in one stands for a key of docs/keys.md",
        Length(MOST_NOTES),
        (),
    )


KEYS: tuple[str, ...] = tuple(field.name for field in attrs.fields(ScenarioHead))
TEXTS: tuple[str, ...] = tuple(name for name in KEYS if name not in ("seating", "options", "guide"))
"""The keys that are no table."""
REQUIRED = ("format", "kind", "id", "ruleset", "title", "description", "first", "last")


def faults(raw: Mapping[str, Any]) -> Faults:
    """What is wrong with the head of a scenario's plain data; seating and options are looked at elsewhere."""
    found = [Fault("", name, "is missing") for name in REQUIRED if name not in raw]
    types = field_types(ScenarioHead)
    for field in attrs.fields(ScenarioHead):
        name = field.name
        if name not in raw or name not in TEXTS:
            continue
        shaped: Faults = []
        value = shapes.structure(types[name], raw[name], shaped, key=name)
        problem = "" if shaped else _wrong(name, field.metadata[RANGE], value)
        found += shaped or ([Fault("", name, problem)] if problem else [])
    return found


def _wrong(name: str, bounds: Bounds, value: Any) -> str:
    """What is wrong with a value that has the right type, '' for nothing."""
    if name == "format":
        return "" if value == format.FORMAT else f"format {shapes.shown(value)}; this program reads {format.FORMAT}"
    if name == "kind":
        return "" if value == "scenario" else f"{shapes.shown(value)} stands where 'scenario' is wanted"
    if name == "id" and not ID.match(value):
        return ID_FORM
    if name == "title" and not value.strip():
        return "is empty"
    if name in ("first", "last"):
        # Each game counts its own turns: its calendar is asked when the whole has the right shape.
        return ""
    problem = bounds.wrong(value)
    return f"{problem}; {bounds}" if problem else ""
