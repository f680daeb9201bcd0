"""Where the United States stands on its road to war in a campaign: the Entry Level, from which turn on it may try to
enter (22.3, 22.8)."""

from __future__ import annotations

from engine.thewar.rolls import us_entry
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar

EARLY_OPTION = "early-us-entry"
"""The option by which the U.S. may try earlier, by what Spain is (22.3, ruling 129)."""
USEL, USEL_HIGHEST = "usel", "usel-highest"
"""The facts of the U.S. Entry Level: as it is, and the highest so far (22.8)."""


def level(campaign: TheWar) -> int:
    """The U.S. Entry Level (22.8)."""
    return int(campaign.facts.get(USEL, 0))


def highest(campaign: TheWar) -> int:
    """The highest U.S. Entry Level so far (22.8, ruling 149)."""
    return int(campaign.facts.get(USEL_HIGHEST, level(campaign)))


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
    too_early = any(us_entry.entry_refused(entry))
    return f"from {calendar.spoken(us_entry.attempts_from(entry))} on" if too_early else ""
