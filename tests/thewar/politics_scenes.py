"""Campaigns of The War in which POPs lie in targets of diplomacy, for tests of the sheet and of the screen."""

from __future__ import annotations

from typing import Any

import attrs

from engine.thewar.world.state import Influence, Named, Purchase, TheWar
from tests.panels.strategic import campaign

SPAIN = {("germany", "spain"): (2, 0), ("italy", "spain"): (1, 1), ("britain", "spain"): (1, 0)}
"""POPs placed and used up, by power and target: Germany has two left in Spain, Britain one."""


def with_points(
    points: dict[tuple[str, str], tuple[int, int]], step: str = "planning.effort", turn: int = 10, **changes: Any
) -> TheWar:
    """A campaign in Winter 1941 (or another turn) with POPs placed and used up."""
    lying = (
        Influence.made_of(power, country, placed=placed, used=used)
        for (power, country), (placed, used) in points.items()
    )
    return attrs.evolve(campaign(step, turn), influence={one.address: one for one in lying}, **changes)


def paid(power: str, turn: str, narfs: int, *, opened: bool = False) -> dict[str, Purchase]:
    """What a power has paid for POPs and chits, as everybody sees it."""
    made = Purchase.made_of(power, turn, narfs=narfs, opened=opened)
    return {made.address: made}


def named(alliance: str, country: str, turn: str) -> dict[str, Named]:
    """A target that an alliance has named."""
    made = Named.made_of(alliance, country, turn=turn)
    return {made.address: made}


def standing(campaign: TheWar, country: str, status: str, patron: str = "") -> TheWar:
    """The campaign with a country that stands otherwise."""
    land = attrs.evolve(campaign.countries[country], status=status, patron=patron)
    return attrs.evolve(campaign, countries={**campaign.countries, country: land})
