"""The six lists of variants, as printed, and how often each has been played (chapter 28)."""

from __future__ import annotations

from typing import Any

from engine.kernel.tables import table
from engine.thewar.world.variants_played import PLAYED as PLAYED
from engine.thewar.world.variants_played import played as played

LAST_PLAYED = "last-variant-"
"""With a variant's id, the fact of the turn in which one was last played that is played once a year."""
OF_TURN = "-turn"
"""How the facts end that hold the turn in which a variant was played."""


def rows() -> dict[str, dict[str, Any]]:
    """The 103 variants by id, as printed (see the table's own notes on its columns)."""
    printed: dict[str, dict[str, Any]] = table("thewar", "variants")["row"]
    return printed


def of(power: str) -> dict[str, dict[str, Any]]:
    """The variants of a power by id, in the order of its list."""
    return {name: row for name, row in rows().items() if row["power"] == power}
