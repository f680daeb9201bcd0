"""What a file of an older format becomes: its plain data in the next one. Nothing but this takes old keys apart.

Format 2 kept a war as a turn under both its powers (``wars."germany+us" = "1941-4-winter"``). In format 3 it is a value
of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.former import Data, Move, moved


def _war(key: str, since: Any) -> tuple[str, str, Any]:
    # The key stays as it was written: what nobody found under it then nobody finds today.
    one, _, other = key.partition("+")
    return "wars", key, {"one": one, "other": other, "since": since}


def _war_of_a_scenario(key: str, since: Any) -> tuple[str, str, Any]:
    # Who wrote it by hand meant a war, whomever he named first; no entry names it by its key.
    one, _, other = key.partition("+")
    return _war("+".join(sorted((one, other))) if one and other else key, since)


_IN_3: Mapping[str, Move] = {"wars": _war}


def from_2(data: Data) -> Data:
    """A file of format 2, a turn's or a scenario's, in format 3."""
    moves = {**_IN_3, "wars": _war_of_a_scenario} if data.get("kind") == "scenario" else _IN_3
    return moved(data, moves)


STEPS: Mapping[int, Callable[[Data], Data]] = {2: from_2}
"""From which formats this makes the next."""
