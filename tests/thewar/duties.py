"""Orders that meet what nobody may pass with ``done``, for players that only want to go on."""

from __future__ import annotations

from engine.thewar.ground import eastern_attrition
from engine.thewar.world import counters
from engine.thewar.world.state import TheWar

_MEETS = {
    "declarations.us-entry": "us enter deficit=yes",
    "end.vichy": "french-colonies",
    "weather.frostbite": "germany frostbite none fewer=yes",
    "end.second-frostbite": "germany frostbite none fewer=yes",
}


def met(campaign: TheWar) -> str:
    """The order that meets what the step at hand demands, '' where nothing is known."""
    slug = campaign.progress.step.removeprefix("axis.").removeprefix("allied.")
    if slug != eastern_attrition.STEP:
        return _MEETS.get(slug, "")
    able = eastern_attrition.open_to(campaign)
    # An ARM first, as an SLE asks for one; Breakdown units last.
    first = sorted(
        able, key=lambda key: (counters.is_breakdown(campaign.units[key]), campaign.units[key].kind != "arm")
    )
    return f"germany attrition {','.join(first[: eastern_attrition.owed(campaign)])}"
