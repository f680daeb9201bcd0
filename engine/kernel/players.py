"""How many players may share a campaign."""

from __future__ import annotations

MOST_PLAYERS = 5
COUNTS = tuple(map(str, range(1, MOST_PLAYERS + 1)))
"""The numbers of players for which a scenario may have seats, as its tables of them are called."""
