"""From older formats to the present one: a chain of functions on a file's plain data, each one format further.

A campaign of an older format is read through the chain; its next writer starts a new file in the present format. What
of a file is a game's own its ruleset makes anew (``Ruleset.former``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.campaign import AS_BEFORE
from engine.kernel.ruleset import UnknownRuleset, find
from saves import format
from saves.errors import UnreadableFile

Data = dict[str, Any]


def _as_it_is(data: Data) -> Data:
    return data


def _keyed_as_before(data: Data) -> Data:
    """A campaign under way spells the keys of its dice as it did until its next turn; a scenario has none yet."""
    if data.get("kind") != "turn":
        return data
    return {**data, "progress": {**data.get("progress", {}), "again": AS_BEFORE}}


#: By format: what makes a file of the next one of it, whatever the game; where only an opening is read, ``entry`` is
#: missing. Formats 1 and 2 had figures where the next has values; only games had such. Format 3 keyed its dice without
#: the count of consents, and by words that players typed.
STEPS: dict[int, Callable[[Data], Data]] = {1: _as_it_is, 2: _as_it_is, 3: _keyed_as_before}


_ENTRIES_STAY = frozenset({3})
"""The formats whose entries are as in the next one, so that of a file only its opening is made anew."""


def keeps_entries(number: Any) -> bool:
    """Whether the entries of a file in this format are as in one of the present format."""
    return type(number) is int and number > 0 and all(one in _ENTRIES_STAY for one in range(number, format.FORMAT))


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
