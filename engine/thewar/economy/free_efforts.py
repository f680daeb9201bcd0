"""The Regional Effort that a neutral has for nothing in the turn in which it is invaded (4.2)."""

from __future__ import annotations

from engine.thewar.world import calendar, wars
from engine.thewar.world.state import Country, TheWar

KIND = "rle"
"""The kind of effort that an invaded neutral has for nothing."""


def of(campaign: TheWar) -> tuple[str, ...]:
    """The minor countries that move with one free RLE this turn (4.2): neutral till somebody declared war on them this
    turn, and not conquered. A Satellite is none: its master pays."""
    turn = calendar.turn(campaign)
    countries = []
    for key, land in campaign.countries.items():
        enemies = wars.enemies(campaign, key)
        if not enemies or any(wars.begun(campaign, key, enemy) != turn for enemy in enemies):
            continue
        if land.status == "conquered" or (land.status == "satellite" and not _attacked(campaign, land, enemies, turn)):
            continue
        countries.append(key)
    return tuple(countries)


def _attacked(campaign: TheWar, land: Country, enemies: tuple[str, ...], turn: str) -> bool:
    """Whether a Satellite is one since this turn because it was attacked, not because it follows its master to war."""
    followed = any(wars.begun(campaign, land.patron, enemy) == turn for enemy in enemies)
    return land.since == turn and not followed
