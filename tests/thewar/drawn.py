"""Variants that powers have obtained, for tests of what playing them does."""

from __future__ import annotations

import re

import attrs

from engine.thewar.countries.variant_table import rows
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar, VariantTry

_PLAYS = re.compile(r"(?P<power>[a-z]+) variant (?P<name>[a-z0-9-]+)")
_FIRST = calendar.number("1939-3-fall")


def drawn(campaign: TheWar, text: str) -> TheWar:
    """The campaign as it is, but that whoever plays a variant in an order of this text has obtained it once more."""
    played = _PLAYS.match(text)
    row = rows().get(played["name"]) if played is not None else None
    if played is None or row is None or row["power"] != played["power"]:
        return campaign
    taken = [calendar.number(one.turn) for one in campaign.variant_tries.values() if one.power == played["power"]]
    turn = calendar.label(max([_FIRST - 1, *taken]) + 1)
    won = VariantTry(
        power=played["power"], turn=turn, goal="roll", first=10, won=True, second=10, got=True, project=row["number"]
    )
    return attrs.evolve(campaign, variant_tries={**campaign.variant_tries, won.address: won})
