"""From older formats to the present one: a chain of functions on a file's plain data, each one format further.

A campaign of an older format is read through the chain; its next writer starts a new file in the present format. What
of a file is a game's own its ruleset makes anew (``Ruleset.former``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.ruleset import UnknownRuleset, find
from saves import format
from saves.errors import UnreadableFile

Data = dict[str, Any]


def _as_it_is(data: Data) -> Data:
    return data


#: By format: what makes a file of the next one of it, whatever the game; where only an opening is read, ``entry`` is
#: missing. Formats 1 and 2 had figures where the next has values; only games had such.
STEPS: dict[int, Callable[[Data], Data]] = {1: _as_it_is, 2: _as_it_is}


def to_present(data: Data, where: str) -> Data:
    """A turn's file or scenario in the present format. Raises UnreadableFile for a newer or an unknown one."""
    number = data.get("format")
    if type(number) is not int or number < 1:
        raise UnreadableFile(f"{where}: the key 'format' is missing or no number: this is no file of ours")
    if number > format.FORMAT:
        raise UnreadableFile(
            f"{where}: written in format {number} by a newer program; this one reads up to {format.FORMAT}"
        )
    while number < format.FORMAT:
        if number not in STEPS:
            raise UnreadableFile(f"{where}: format {number} can no longer be read")
        try:
            data = _of_the_game(data, number)(STEPS[number](data))
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            raise UnreadableFile(f"{where}: its format {number} is damaged ({fault})") from None
        number += 1
        data["format"] = number
    return data


def _of_the_game(data: Data, number: int) -> Callable[[Data], Data]:
    try:
        return find(str(data.get("ruleset", ""))).former.get(number, _as_it_is)
    except UnknownRuleset:
        # Whoever reads on says so.
        return _as_it_is
