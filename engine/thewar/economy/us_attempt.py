"""How an American attempt to enter the war stands in a campaign: from which turn on, by which level (22.3)."""

from __future__ import annotations

from engine.thewar.rolls import us_entry
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar

EARLY_OPTION = "early-us-entry"
"""The option by which the U.S. may try earlier, by what Spain is (22.3, ruling 129)."""
USEL = "usel"
"""The fact of the U.S. Entry Level."""


def level(campaign: TheWar) -> int:
    """The U.S. Entry Level (22.8)."""
    return int(campaign.facts.get(USEL, 0))


def _spain(campaign: TheWar) -> str:
    """What Spain is to the Axis: an Associate, a Satellite (or conquest), or neither."""
    spain = campaign.countries.get("spain")
    if spain is None or spain.patron not in ("germany", "italy"):
        return "neutral"
    return {"associate": "associate", "satellite": "satellite", "conquered": "satellite"}.get(spain.status, "neutral")


def standing_at(campaign: TheWar, face: int = 0) -> us_entry.Entry:
    """The United States in this turn, before its die or with it."""
    early = bool(campaign.options.get(EARLY_OPTION))
    return us_entry.Entry(calendar.turn(campaign), level(campaign), early=early, spain=_spain(campaign), face=face)


def not_yet(campaign: TheWar, side: str) -> str:
    """From when on it may try, '' once it may."""
    entry = standing_at(campaign)
    first = us_entry.attempts_from(entry)
    late = entry.automatic or calendar.number(entry.turn) >= calendar.number(first)
    return "" if late else f"from {calendar.spoken(first)} on"
