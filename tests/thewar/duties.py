"""Orders that meet what nobody may pass with ``done``, for players that only want to go on."""

from __future__ import annotations

_MEETS = {
    "declarations.us-entry": "us enter deficit=yes",
    "end.vichy": "french-colonies",
    "weather.frostbite": "germany frostbite none fewer=yes",
    "end.second-frostbite": "germany frostbite none fewer=yes",
}


def met(step: str) -> str:
    """The order that meets what a step demands. Raises KeyError where nothing is known."""
    return _MEETS[step.removeprefix("axis.").removeprefix("allied.")]
