"""American shipyards before the war and at its beginning: by Entry Level, two more a year at most (22.7.1, 22.8)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar

LEVELS = (4, 6, 7)
"""U.S. Entry Levels that add a yard to the U.S. Box (22.8); what they have not added the entry does."""
A_YEAR = 2
"""Yards that are added in a year at most; what comes beyond it comes in the next (22.7.1)."""
REACHED = "usel-yard-"
"""With a level, the fact of the year in which it was reached."""


def reached(tx: Transaction[TheWar], level: int) -> None:
    """Record that a level is reached for the first time, so that its yard falls due this year."""
    if level in LEVELS:
        tx.put(f"facts.{REACHED}{level}", calendar.year(tx.campaign), "U.S. shipyard falls due", "22.7.1, 22.8")


def years(campaign: TheWar, level: int) -> tuple[int, ...]:
    """The year in which each yard beyond the first comes, 0 for before the campaign. ``level``: the highest so far."""
    entered = campaign.powers["us"].entered
    due = []
    for due_level in LEVELS:
        if year := int(campaign.facts.get(f"{REACHED}{due_level}", 0)):
            due.append(year)
        elif level >= due_level:
            due.append(0)
        elif entered:
            due.append(calendar.number(entered) // 4)
    spread: list[int] = []
    for year in sorted(due):
        while year and spread.count(year) >= A_YEAR:
            year += 1
        spread.append(year)
    return tuple(spread)


def grown(campaign: TheWar, level: int) -> int:
    """Yards of the U.S. Box beyond the first, those added by production apart."""
    return sum(year <= calendar.year(campaign) for year in years(campaign, level))


def this_year(campaign: TheWar, level: int) -> int:
    """How many yards of the U.S. Box beyond the first have come this year."""
    return years(campaign, level).count(calendar.year(campaign))
