"""Whose units a name means that a person types: the owner before or behind them, by id, adjective or name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.kernel import reading, ruleset
from engine.kernel.grammar import Unreadable
from engine.kernel.remembering import remembered
from engine.thewar.world import task_forces, traits
from engine.thewar.world.state import Country, Power, TheWar

_OF_OWNER = re.compile(r"(\d{1,3}x?-)?([a-z][a-z0-9-]*)-of-(?:the-)?([a-z][a-z-]*)\Z")
"""The owner behind, as people write it: ``2-inf-4-5-of-poland``."""
_OWN_FIRST = re.compile(r"([a-z][a-z-]*)-(\d{1,2})-([a-z][a-z0-9-]*)\Z")
"""The owner before the count, as in ``italian-2-inf``."""


def split_off(campaign: TheWar, text: str) -> tuple[str, str]:
    """The power or country that a group's name begins with, '' for none, and the rest."""
    parts = text.split("-")
    for at in range(len(parts) - 1, 0, -1):
        name, rest = "-".join(parts[:at]), "-".join(parts[at:])
        if name in campaign.powers or name in campaign.countries:
            return name, rest
        if name in (called := _called(campaign)):
            return called[name], rest
    head = parts[0]
    if len(parts) > 1 and len(head) >= 3 and head not in traits.kinds():
        try:
            return reading.power_named(ruleset.of(campaign), head), "-".join(parts[1:])
        except Unreadable:
            return "", text
    return "", text


@remembered
def _called(campaign: TheWar) -> Mapping[str, str]:
    """Powers and countries by their adjectives and other names, as one word: ``polish``, ``south-african``."""
    owners: dict[str, Country | Power] = {**campaign.countries, **campaign.powers}
    adjectives = {"-".join(owner.adjective.lower().split()): key for key, owner in owners.items() if owner.adjective}
    return {**adjectives, **ruleset.of(campaign).aliases}


def spelled(campaign: TheWar, name: str) -> str:
    """A name of units as ``meant`` reads it: a marker by its id, the count before the owner."""
    if name in campaign.units:
        return name
    if (of := _OF_OWNER.match(name)) is not None and (owner := _by_name(campaign, of.group(3))):
        return f"{of.group(1) or ''}{owner}-{of.group(2)}"
    match = _OWN_FIRST.match(name)
    if match is not None and split_off(campaign, f"{match.group(1)}-x")[1] == "x":
        return f"{match.group(2)}-{match.group(1)}-{match.group(3)}"
    return task_forces.marker(name)


def _by_name(campaign: TheWar, name: str) -> str:
    """The power or country with a name as one word (``soviet-union``), '' for none."""
    if split_off(campaign, f"{name}-x")[1] == "x":
        return split_off(campaign, f"{name}-x")[0]
    called = {"-".join(owner.name.lower().split()): key for key, owner in campaign.countries.items()}
    called |= {"-".join(owner.name.lower().split()): key for key, owner in campaign.powers.items()}
    return called.get(name, called.get(f"the-{name}", ""))
