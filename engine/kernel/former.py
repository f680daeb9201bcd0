"""What a file of an older format becomes where figures under composed keys have become values: openings and the changes
of entries alike, so that what was written before is told, taken back and judged as ever. Which keys those are says a
game (see Ruleset.former); nothing but that takes a key apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]
"""A file's plain data, of a turn or a scenario."""
Move = Callable[[str, Any], tuple[str, str, Any] | None]
"""By the key and the figure of an older format the mapping, key and value of the next one; None for what stays."""


def pair(mapping: str, said: str) -> Move:
    """A figure that stood under two names, such as the turn of a war under ``germany+ussr``: a value of the two as
    ``one`` and ``other`` with the figure as ``said``."""

    def move(key: str, figure: Any) -> tuple[str, str, Any]:
        # The key stays as it was written: what nobody found under it then nobody finds today.
        one, _, other = key.partition("+")
        return mapping, key, {"one": one, "other": other, said: figure}

    return move


def pair_of_a_scenario(mapping: str, said: str) -> Move:
    """The same in a scenario. Who wrote it by hand meant the two, whichever he named first; no entry names it by its
    key."""
    as_written = pair(mapping, said)

    def move(key: str, figure: Any) -> tuple[str, str, Any] | None:
        one, _, other = key.partition("+")
        return as_written("+".join(sorted((one, other))) if one and other else key, figure)

    return move


def _as_it_is(order: str) -> str:
    return order


def moved(data: Data, moves: Mapping[str, Move], order: Callable[[str], str] = _as_it_is) -> Data:
    """A file with what stands in these mappings moved. ``order``: what an entry's text reads today, where it names what
    has moved."""
    made = {name: held for name, held in data.items() if name not in moves}
    for name in [name for name in data if name in moves]:
        if not isinstance(data[name], dict):
            # Whoever reads on says so.
            made[name] = data[name]
            continue
        for key, figure in data[name].items():
            mapping, now, value = moves[name](key, figure) or (name, key, figure)
            made.setdefault(mapping, {})[now] = value
    if isinstance(data.get("sources"), dict):
        made["sources"] = {_path(at, data, moves): source for at, source in data["sources"].items()}
    if "entry" in data:
        made["entry"] = [_entry(entry, moves, order) for entry in data["entry"]]
    return made


def _path(at: str, data: Data, moves: Mapping[str, Move]) -> str:
    """Where that stands today which an opening gives the source of."""
    name, _, key = at.partition(".")
    held = data.get(name) if name in moves else None
    goal = moves[name](key, held[key]) if isinstance(held, dict) and key in held else None
    return at if goal is None else f"{goal[0]}.{goal[1]}"


def _entry(entry: Data, moves: Mapping[str, Move], order: Callable[[str], str]) -> Data:
    made = dict(entry)
    if isinstance(entry.get("order"), str):
        made["order"] = order(entry["order"])
    if "changes" in entry:
        made["changes"] = [part for change in entry["changes"] for part in _changes(change, moves)]
    return made


def _changes(change: Data, moves: Mapping[str, Move]) -> list[Data]:
    """A change of an older format: one, or two where what stood there and what came stand apart today."""
    name, _, key = change["at"].partition(".")
    if name not in moves:
        return [change]
    made: dict[str, Data] = {}
    for side in ("was", "now"):
        if side in change:
            mapping, now, value = moves[name](key, change[side]) or (name, key, change[side])
            told = {word: said for word, said in change.items() if word not in ("at", "was", "now")}
            made.setdefault(at := f"{mapping}.{now}", {"at": at, **told})[side] = value
    return list(made.values()) or [change]
