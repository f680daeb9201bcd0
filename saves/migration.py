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
    found = data.get("format")
    if type(found) is not int or found < 1:
        raise UnreadableFile(f"{where}: the key 'format' is missing or no number: this is no file of ours")
    if found > format.FORMAT:
        raise UnreadableFile(
            f"{where}: written in format {found} by a newer program; this one reads up to {format.FORMAT}"
        )
    while found < format.FORMAT:
        if found not in STEPS:
            raise UnreadableFile(f"{where}: format {found} can no longer be read")
        try:
            data = _of_the_game(data, found)(STEPS[found](data))
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            raise UnreadableFile(f"{where}: its format {found} is damaged ({fault})") from None
        found += 1
        data["format"] = found
    return data


def _of_the_game(data: Data, found: int) -> Callable[[Data], Data]:
    try:
        return find(str(data.get("ruleset", ""))).former.get(found, _as_it_is)
    except UnknownRuleset:
        # Whoever reads on says so.
        return _as_it_is
