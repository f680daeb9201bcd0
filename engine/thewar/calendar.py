"""The calendar: four seasons a year (2.5), turn labels such as ``1939-3-fall``, and the season's share (14.5)."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.thewar.state import TheWar

SEASONS = ("spring", "summer", "fall", "winter")
# 14.5: what a conquest is worth at once, in percent of its value.
SHARE = {"spring": 100, "summer": 75, "fall": 50, "winter": 25}
_LABEL = re.compile(r"(1\d{3})-([1-4])-(spring|summer|fall|winter)\Z")


class BadTurn(ValueError):
    """Text that is no turn."""


@lru_cache(maxsize=512)
def number(label: str) -> int:
    """The seasons from year 0 to this turn: turns can be compared and subtracted. Raises BadTurn."""
    match = _LABEL.match(label)
    if match is None or SEASONS[int(match.group(2)) - 1] != match.group(3):
        raise BadTurn(f"'{label}' is no turn; write 1940-1-spring")
    return int(match.group(1)) * 4 + int(match.group(2)) - 1


@lru_cache(maxsize=512)
def label(count: int) -> str:
    """The label of a turn by its count of seasons."""
    return f"{count // 4}-{count % 4 + 1}-{SEASONS[count % 4]}"


def now(campaign: TheWar) -> int:
    """The turn at hand, as a count of seasons."""
    return number(campaign.first) + campaign.progress.turn - 1


def turn(campaign: TheWar) -> str:
    """The label of the turn at hand."""
    return label(now(campaign))


def season(campaign: TheWar) -> str:
    """The season at hand."""
    return SEASONS[now(campaign) % 4]


def year(campaign: TheWar) -> int:
    """The year at hand."""
    return now(campaign) // 4


def spoken(turn_label: str) -> str:
    """A turn for people: 'Fall 1939'."""
    count = number(turn_label)
    return f"{SEASONS[count % 4].capitalize()} {count // 4}"
