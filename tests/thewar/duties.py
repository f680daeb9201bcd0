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
    whole = [key for key in able if not counters.is_breakdown(campaign.units[key])]
    # One ARM, as a Soviet SLE asks for, then infantry; Breakdown units last.
    armor = [key for key in whole if campaign.units[key].kind == "arm"][:1]
    rest = sorted(set(able) - {*armor}, key=lambda key: (key not in whole, campaign.units[key].kind != "inf", key))
    return f"germany attrition {','.join((*armor, *rest)[: eastern_attrition.owed(campaign)])}"
