"""From older formats to the present one: a chain of functions on a file's plain data, each one format further.

A campaign of an older format is read through the chain; its next writer starts a new file in the present format.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from saves import format
from saves.errors import UnreadableFile

Data = dict[str, Any]

#: By format: what makes a turn's file of the next one of it; where only an opening is read, ``entry`` is missing.
STEPS: dict[int, Callable[[Data], Data]] = {}


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
        data = STEPS[found](data)
        found += 1
        data["format"] = found
    return data
