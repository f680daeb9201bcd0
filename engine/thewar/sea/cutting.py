"""Missions that cut an enemy's supply line over the sea (7.8.3, 12.1.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.kernel.refusals import Refusal
from engine.thewar.sea import sea_drafts
from engine.thewar.supply import interdiction
from engine.thewar.world.state import TheWar

SUPPLY, ENEMY_SUPPLY = "supply", "enemy-supply"
"""The facts of a mission that runs supply, and of one that meets the other side's."""


class Cutter(Protocol):
    """What is asked of a mission: ``cuts``: the port whose line it cuts, '' for none."""

    @property
    def power(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def units(self) -> tuple[str, ...]: ...
    @property
    def cargo(self) -> tuple[str, ...]: ...
    @property
    def against(self) -> tuple[str, ...]: ...
    @property
    def facts(self) -> tuple[str, ...]: ...
    @property
    def distance(self) -> int: ...
    @property
    def cuts(self) -> str: ...
    @property
    def chits(self) -> tuple[str, ...]: ...


def facts(mission: Cutter) -> tuple[str, ...]:
    """What is kept of the supply line that a mission cuts."""
    if not mission.cuts:
        return ()
    said = () if ENEMY_SUPPLY in mission.facts else (ENEMY_SUPPLY,)
    return (*said, interdiction.fact(mission.cuts))


def wrong(campaign: TheWar, mission: Cutter) -> Iterable[Refusal]:
    """Why a mission cuts no supply line: one that was not named, or goes elsewhere; aircraft that are not next to it
    (7.8.3, 12.1.2)."""
    yield from interdiction.wrong(campaign, mission.power, mission.cuts, mission.where)
    if mission.against or mission.cargo or SUPPLY in mission.facts:
        yield Refusal("7.0, 12.1.2", "a mission that cuts supply does nothing else", "A mission for each.")
    yield from sea_drafts.wrong_seekers(
        campaign, mission.where, mission.power, mission.units, mission.distance, mission.chits, cuts=True
    )
