"""What differs between two scenarios of one game, table by table, in words with both figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.kernel import path_words
from engine.kernel.campaign import Campaign
from engine.kernel.paths import get as value_at
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets.setup import Setup
from engine.kernel.values import frozen
from saves import scenario_files, scenarios
from saves.draft_changes import differences
from saves.draft_files import state_of
from saves.draft_values import HEAD, OPTIONS, SEATING, SOURCES, State, path_of
from saves.errors import Misuse, UnreadableFile
from saves.shapes import plain

_LONGEST = 160
_ORDER = {HEAD: 0, SEATING: 1, OPTIONS: 2, SOURCES: 4}


@frozen
class Difference:
    """One thing that differs: its ``table`` ('head' for what a scenario says of itself), its ``path``, what it is in
    ``words``, and the plain data that stands in the ``first`` and in the ``second``, None where nothing does."""

    table: str
    path: str
    words: str
    first: Any
    second: Any


def state(scenario: str) -> State:
    """A scenario by its id or path, as it opens. Raises SavesError."""
    source = scenario_files.source_of(scenario)
    data = scenarios.read_bytes(source)
    found = state_of(data, str(source))
    if found is None:
        scenarios.read(scenario)
        raise UnreadableFile(f"{source}: this gives no opening; 'warledger check' says why")
    return found


def whole_scenario(ruleset: Ruleset[Any]) -> Campaign | None:
    """The scenario, one that came with the program, in which all countries and powers of a game stand; None where none
    is named. Raises SavesError."""
    setup = ruleset.sheet(Setup)
    name = next((page.known_in for page in setup.pages if page.known_in), "") if setup is not None else ""
    return state(f"{ruleset.id}/{name}").campaign if name else None


def compared(one: State, other: State) -> tuple[Difference, ...]:
    """What the other has that the first has not, and the other way round. Raises Misuse for two games."""
    if one.campaign.ruleset != other.campaign.ruleset:
        raise Misuse(f"one is of {one.campaign.ruleset}, the other of {other.campaign.ruleset}")
    back = dict(differences(other, one))
    found = []
    for parts, second in differences(one, other):
        table = parts[0] if len(parts) > 1 else HEAD
        first = back.pop(parts, None)
        words = parts[-1] if table in (HEAD, OPTIONS) else _words(one.campaign, other.campaign, parts)
        if len(parts) > 2 and table != SEATING:
            # Also what stands there by default is a figure.
            path = path_of(parts)
            first, second = plain(value_at(one.campaign, path)), plain(value_at(other.campaign, path))
        found.append(Difference(table, path_of(parts), words, first, second))
    return tuple(sorted(found, key=lambda one: _ORDER.get(one.table, 3)))


def alike(found: Iterable[Difference]) -> Iterator[tuple[Difference, int]]:
    """The differences, those that say the same of several counters of a kind once, with how many they are."""
    counted: dict[str, tuple[Difference, int]] = {}
    for one in found:
        said = f"{one.table} {one.words} {one.first} {one.second}"
        first, number = counted.get(said, (one, 0))
        counted[said] = (first, number + 1)
    yield from counted.values()


def _words(one: Campaign, other: Campaign, parts: tuple[str, ...]) -> str:
    if parts[0] == SEATING:
        return " ".join((f"{parts[1]} players", *parts[2:]))
    if parts[0] == SOURCES:
        return f"source of {parts[1]}"
    campaign = other if parts[1] in getattr(other, parts[0]) else one
    return path_words.figure(campaign, path_of(parts))


def told(item: Any) -> str:
    """A value for people: yes and no, what a new entry is made of in one line, '-' for nothing."""
    if item is None or item == "":
        return "-"
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, Mapping):
        return ", ".join(f"{name} {told(part)}" for name, part in item.items())
    if isinstance(item, (list, tuple)):
        return ", ".join(map(told, item)) or "-"
    text = str(item).replace("\n", " ")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
