"""The calendar of The War: four seasons a year (2.5), and the season's share of a conquest (14.5)."""

from __future__ import annotations

from engine.kernel.seasons import SEASONS, BadTurn, label, now, number, season, season_of, spoken, turn, year

__all__ = ["SEASONS", "SHARE", "BadTurn", "label", "now", "number", "season", "season_of", "spoken", "turn", "year"]

STRATEGIC_WARFARE = ("spring", "fall")
"""The seasons in which strategic warfare is fought (5.0)."""

# 14.5: what a conquest is worth at once, in percent of its value.
SHARE = {"spring": 100, "summer": 75, "fall": 50, "winter": 25}
