"""Orders that meet what nobody may pass with ``done``, for players that only want to go on."""

from __future__ import annotations

from engine.thewar.rooms import HOUSE


def met(step: str) -> str:
    """The order that meets what a step demands. Raises KeyError where nothing is known."""
    return HOUSE.habits().meets[step.removeprefix("axis.").removeprefix("allied.")]
