"""Who is at war with whom (6.1 to 6.4)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.thewar.state import TheWar

POWERS = ("italy", "germany", "france", "britain", "us", "ussr")
"""The Major Powers in the order of 3.11, which settles ties inside an alliance."""


@lru_cache(maxsize=1024)
def pair(one: str, other: str) -> str:
    """The id of a war between two: both ids in alphabetical order."""
    return "+".join(sorted((one, other)))


def at_war(campaign: TheWar, one: str, other: str) -> bool:
    """Whether two are at war with each other."""
    return pair(one, other) in campaign.wars


def belligerent(campaign: TheWar, power: str) -> bool:
    """Whether a power is at war with anyone."""
    return any(power in key.split("+") for key in campaign.wars)


def enemies(campaign: TheWar, power: str) -> tuple[str, ...]:
    """All with whom a power is at war."""
    found = []
    for key in campaign.wars:
        one, _, other = key.partition("+")
        if power == one:
            found.append(other)
        elif power == other:
            found.append(one)
    return tuple(found)


def standing(campaign: TheWar, power: str) -> bool:
    """Whether a Major Power takes part and has not surrendered."""
    found = campaign.powers.get(power)
    return found is not None and not found.surrendered


def ascending(campaign: TheWar, powers: Iterable[str]) -> tuple[str, ...]:
    """Powers in the order in which they act where the lowest hand goes first, ties as in 3.11 (3.3, 3.8)."""
    return tuple(sorted(powers, key=lambda power: (campaign.powers[power].narfs, POWERS.index(power))))


def major(campaign: TheWar, who: str) -> bool:
    """Whether this is a Major Power (1.2)."""
    return who in campaign.powers


def named(campaign: TheWar, who: str) -> str:
    """The name of a power or country."""
    if who in campaign.powers:
        return campaign.powers[who].name
    if who in campaign.countries:
        return campaign.countries[who].name
    return who
