"""Aircraft that meet raiders at sea, and those that come to the raiders' help: they find without a die, next to their
base, when the ships have looked (5.1.2.2, 7.8, 7.8.3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.thewar.combat import battles
from engine.thewar.sea import sea_drafts
from engine.thewar.world import sea_areas, seas, sides
from engine.thewar.world.state import TheWar

RULE = "7.8.3"
_STRIKE, _IN_STRAITS = ("tac", "mdm"), ("tac", "mdm", "ftr")
"""Kinds that attack ships: FTR do so in straits Sea Areas alone (7.9.2)."""


def answers(campaign: TheWar, power: str, areas: Sequence[str]) -> tuple[str, ...]:
    """What a power may send where, as the words after its verb: in each Sea Area those that are based next to it; of
    those whose base only the board knows one of a kind, where its side has a port. More may be named."""
    offers = []
    for area in areas:
        kinds = _IN_STRAITS if sea_areas.STRAIT in sea_areas.facts(area) else _STRIKE
        based, loose = _free(campaign, power, area, kinds)
        if based:
            offers.append(f"{area} units={','.join(based)}")
        elif _friendly(campaign, power, area):
            offers += [f"{area} units={key}" for key in loose]
    return tuple(offers)


def _free(campaign: TheWar, power: str, area: str, kinds: Sequence[str]) -> tuple[list[str], list[str]]:
    """A power's whole aircraft that have not flown: those based next to a Sea Area, and the first of each kind of those
    of which only the board knows where."""
    based: list[str] = []
    loose: dict[str, str] = {}
    for key, unit in campaign.units.items():
        if unit.power != power or unit.kind not in kinds or unit.depleted or unit.immobile:
            continue
        if any(True for _ in battles.idle(campaign, (key,), sea_drafts.AIRCRAFT, "", RULE)):
            continue
        if unit.place not in campaign.places:
            loose.setdefault(unit.kind, key)
        elif seas.of_port(campaign, unit.place) and not _away(campaign, area, power, (key,)):
            based.append(key)
    return based, list(loose.values())


def _away(campaign: TheWar, area: str, power: str, keys: Sequence[str]) -> bool:
    return any(True for _ in sea_drafts.far_bases(campaign, area, power, keys, 0))


def _friendly(campaign: TheWar, power: str, area: str) -> bool:
    """Whether a power's side holds a place of the campaign next to a Sea Area."""
    mine = sides.side(campaign, power)
    return any(
        sides.side(campaign, place.holder) == mine
        for key, place in campaign.places.items()
        if place.holder and area in seas.of_port(campaign, key) and key not in sea_areas.OVERSEAS
    )
