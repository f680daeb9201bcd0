"""A game's calendar: what its turns are called and how many there are. Turns by season, as both rulebooks have them:
four a year, each with a label such as ``1939-3-fall``."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from functools import lru_cache

from engine.kernel.campaign import Campaign

SEASONS = ("spring", "summer", "fall", "winter")
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


def now(campaign: Campaign) -> int:
    """The turn at hand, as a count of seasons."""
    return number(campaign.first) + campaign.progress.turn - 1


def turn(campaign: Campaign) -> str:
    """The label of the turn at hand."""
    return label(now(campaign))


def season(campaign: Campaign) -> str:
    """The season at hand."""
    return SEASONS[now(campaign) % 4]


def season_of(label: str) -> str:
    """The season of a turn by its label: 'fall'. Raises BadTurn."""
    return SEASONS[number(label) % 4]


def year(campaign: Campaign) -> int:
    """The year at hand."""
    return now(campaign) // 4


def spoken(turn_label: str) -> str:
    """A turn for people: 'Fall 1939'."""
    count = number(turn_label)
    return f"{SEASONS[count % 4].capitalize()} {count // 4}"


def in_time(campaign: Campaign, seasons: tuple[str, ...], first: str, last: str) -> str:
    """Why something is out of its seasons (all where none are named) or its dates, or ''."""
    if seasons and season(campaign) not in seasons:
        named = [name.capitalize() for name in seasons]
        return f"{' and '.join([', '.join(named[:-1]), named[-1]] if len(named) > 1 else named)} only"
    current = now(campaign)
    if first and current < number(first):
        return f"from {spoken(first)} on"
    if last and current > number(last):
        return f"until {spoken(last)}"
    return ""


class Calendar(ABC):
    """How a game counts and names its turns."""

    @abstractmethod
    def label(self, campaign: Campaign, turn: int) -> str:
        """The label of a turn by its running number."""

    @abstractmethod
    def last(self, campaign: Campaign) -> int:
        """The running number of the last turn."""

    def now(self, campaign: Campaign) -> str:
        """The label of the turn at hand."""
        return self.label(campaign, campaign.progress.turn)


class Seasons(Calendar):
    """Four turns a year, from the campaign's first to its last one."""

    def label(self, campaign: Campaign, turn: int) -> str:
        return label(number(campaign.first) + turn - 1)

    def last(self, campaign: Campaign) -> int:
        return number(campaign.last) - number(campaign.first) + 1
