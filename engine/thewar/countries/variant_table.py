"""The six lists of variants, as printed, and how often each has been played (chapter 28)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.kernel.tables import table
from engine.thewar.world.state import TheWar
from engine.thewar.world.variants_played import OF_TURN as OF_TURN
from engine.thewar.world.variants_played import PLAYED as PLAYED
from engine.thewar.world.variants_played import played as played

LAST_PLAYED = "last-variant-"
"""With a variant's id, the fact of the turn in which one was last played that is played once a year."""
_TURN = "turn:"
"""How a need begins that names a turn."""


def rows() -> dict[str, dict[str, Any]]:
    """The 103 variants by id, as printed (see the table's own notes on its columns)."""
    printed: dict[str, dict[str, Any]] = table("thewar", "variants")["row"]
    return printed


@cache
def of(power: str) -> dict[str, dict[str, Any]]:
    """The variants of a power by id, in the order of its list."""
    return {name: row for name, row in rows().items() if row["power"] == power}


def turns(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The turns in which alone a row may be played, where its list names single ones; () where it names none."""
    named = [need.partition(":")[2] for alternative in row.get("needs", ()) for need in alternative if _TURN in need]
    return tuple(named) if len(named) == len(row.get("needs", ())) else ()


def first_played(campaign: TheWar, name: str) -> str:
    """Which of the variants that forbid each other's upgrades was played first, once ``name`` is."""
    mine = rows()[name]
    rivals = (other for other, row in of(mine["power"]).items() if row.get("prior") == mine["prior"] and other != name)
    return next((other for other in rivals if played(campaign, other)), name)
