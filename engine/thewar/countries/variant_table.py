"""The variants that an order plays, as printed, and how often each has been played (chapter 28)."""

from __future__ import annotations

from typing import Any

from engine.kernel.tables import table
from engine.thewar.world.state import TheWar

PLAYED = "variant-"
"""With a variant's id, the fact of how often it has been played."""
OF_TURN = "-turn"
"""How the facts end that hold the turn in which a variant was played."""


def rows() -> dict[str, dict[str, Any]]:
    """The variants by id, as printed."""
    printed: dict[str, dict[str, Any]] = table("thewar", "strategic-variants")["row"]
    return printed


def played(campaign: TheWar, variant: str) -> int:
    """How often a variant has been played."""
    return int(campaign.facts.get(PLAYED + variant, 0))
