"""What a file of an older format becomes: its plain data in the next one. Nothing but this takes old keys apart.

Format 2 kept a war as a turn under both its powers (``wars."germany+us" = "1941-4-winter"``). In format 3 it is a value
of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.former import Data, Move, moved, pair, pair_of_a_scenario

_IN_3: Mapping[str, Move] = {"wars": pair("wars", "since")}


def from_2(data: Data) -> Data:
    """A file of format 2, a turn's or a scenario's, in format 3."""
    moves = {**_IN_3, "wars": pair_of_a_scenario("wars", "since")} if data.get("kind") == "scenario" else _IN_3
    return moved(data, moves)


STEPS: Mapping[int, Callable[[Data], Data]] = {2: from_2}
"""From which formats this makes the next."""
