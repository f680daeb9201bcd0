"""Missions that cut an enemy's supply line over the sea (7.8.3, 12.1.2)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from engine.kernel.forecast import Distribution
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.rolls import interception
from engine.thewar.sea import sea_distances, sea_drafts, ship_ways, unescorted
from engine.thewar.sea.sea_battle import ATTACKER, DEFENDER
from engine.thewar.supply import interdiction, sea_lines
from engine.thewar.world.state import Engagement, TheWar

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


@frozen
class LineMet:
    """What may come of a search for a supply line: the ships find it (12.1.2)."""

    line_met: bool


def odds(size: int, net: int) -> Distribution[LineMet]:
    """The chance that ships find a supply line that counts as so many units, with a modifier (7.8, 12.1.2)."""
    faces = range(1, interception.FACES + 1)
    found = sum(interception.resolve(interception.Search(size, net, face)).intercept for face in faces)
    met = Fraction(found, interception.FACES)
    return Distribution(tuple((LineMet(finds), chance) for finds, chance in ((True, met), (False, 1 - met)) if chance))


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
    yield from sea_distances.too_near(campaign, mission.units, mission.where, mission.distance)


def goes_on(tx: Transaction[TheWar], engagement: Engagement, where: str) -> None:
    """Nobody fights a mission any more: it cuts the line for which it came, or has run supply, if whole units of it are
    left to do so. Without an escort a run is lost to whole units that have found it and are not met."""
    units = tx.campaign.units
    if unescorted.of(engagement):
        if unescorted.cut(tx.campaign, engagement):
            sea_lines.run_lost(tx, engagement.by, where)
    elif any(key in units and not units[key].depleted for key in engagement.attackers):
        interdiction.cuts(tx, engagement)
    elif SUPPLY in engagement.facts:
        sea_lines.run_lost(tx, engagement.by, where)


def left(tx: Transaction[TheWar], engagement: Engagement, where: str) -> None:
    """A mission that was announced is left to the table as its steps are over: one that nobody has met has done what it
    came for; a run that was met has supplied nobody, unless its owner says so at the next check (ruling 504)."""
    if not engagement.defenders or battles.gone(tx.campaign, where):
        goes_on(tx, engagement, where)
    elif SUPPLY in engagement.facts:
        sea_lines.run_lost(tx, engagement.by, where)


def settled(tx: Transaction[TheWar], engagement: Engagement, where: str, fled: int | None, *, back: bool) -> None:
    """What a battle at sea decides of supply: a line is cut by whole units that are left there; a run that is broken
    off, or has no whole unit left, has supplied nobody; whose ships alone are left has the Sea Area (7.8.4, 12.1.2,
    12.7.2, ruling 412). ``fled``: the side that broke off; ``back``: the mission turns back."""
    units = tx.campaign.units
    if unescorted.of(engagement):
        if fled != DEFENDER and unescorted.cut(tx.campaign, engagement, driven_off=fled == ATTACKER):
            sea_lines.run_lost(tx, engagement.by, where)
    elif not back and fled != ATTACKER:
        goes_on(tx, engagement, where)
    elif SUPPLY in engagement.facts:
        sea_lines.run_lost(tx, engagement.by, where)
    left = [
        [key for key in ship_ways.ships(tx.campaign, keys) if not units[key].depleted and fled != side]
        for side, keys in enumerate((engagement.attackers, engagement.defenders))
    ]
    if there := [keys for keys in left if keys]:
        interdiction.won(tx, units[there[0][0]].power if len(there) == 1 else "", where)
