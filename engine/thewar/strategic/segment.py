"""The Strategic Warfare Segment as the rules move it on: battles begin when the boxes are open, then it is settled
(5.0)."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.orders import Automatic
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import aftermath
from engine.thewar.countries import entry_level
from engine.thewar.rolls.submarines import NARFS_PER_SMP
from engine.thewar.strategic import (
    air_war,
    bomber_waves,
    city_battle,
    effects,
    simplified_war,
    strategic_losses,
    uboat_war,
)
from engine.thewar.strategic.ways import OneOf, Way
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

HARD_HIT = 20
"""NARFs lost by Britain in one turn that raise the U.S. Entry Level (22.8)."""


# Each option says itself when it applies and what it begins; the first that applies is fought.
AT_SEA = (simplified_war.AT_SEA_WAY, uboat_war.WAY)
OVER_BRITAIN = (bomber_waves.WAY, air_war.OVER_BRITAIN)
OVER_GERMANY = (simplified_war.IN_THE_AIR_WAY, city_battle.WAY, air_war.OVER_GERMANY)


@frozen
class UBoatsSail(OneOf):
    """The U-boat war of the turn begins (5.1.1)."""

    verb: ClassVar[str] = "u-boats-sail"
    title: ClassVar[str] = "U-boat war"
    rule: ClassVar[str] = "5.1.1"
    ways: ClassVar[tuple[Way, ...]] = AT_SEA

    def sentence(self, campaign: TheWar) -> str:
        return "The U-boat war begins"


@frozen
class GermansBomb(OneOf):
    """German bombers fly over Britain (5.2.4)."""

    verb: ClassVar[str] = "germans-bomb"
    title: ClassVar[str] = "German bombing"
    rule: ClassVar[str] = "5.2.4"
    ways: ClassVar[tuple[Way, ...]] = OVER_BRITAIN

    def sentence(self, campaign: TheWar) -> str:
        return "German bombers fly over Britain"


@frozen
class AlliesBomb(OneOf):
    """British bombers by night, American ones by day, each apart (5.2)."""

    verb: ClassVar[str] = "allies-bomb"
    title: ClassVar[str] = "bombing of Germany"
    rule: ClassVar[str] = "5.2"
    ways: ClassVar[tuple[Way, ...]] = OVER_GERMANY

    def sentence(self, campaign: TheWar) -> str:
        return "Allied bombers fly over Germany"


@frozen
class Settle(Automatic[TheWar]):
    """The segment is settled: SMPs for all NARFs lost, mandatory bombing, the U.S. Entry Level, boxes emptied."""

    verb: ClassVar[str] = "settle-strategic"
    title: ClassVar[str] = "strategic warfare settled"
    rule: ClassVar[str] = "5.0"
    account: ClassVar[str] = "penalties"
    account_of_gains: ClassVar[str] = "gained"

    def act(self, tx: Transaction[TheWar]) -> None:
        lost = {power: box.lost for power, box in tx.campaign.boxes.items()}
        for power in wars.enemies_of_germany(tx.campaign):
            smps = strategic_losses.allied_smps(lost.get(power, 0))
            effects.smps_lost(tx, power, smps, "NARFs lost to strategic warfare", "5.1.3, ruling 12")
        german = lost.get("germany", 0) // NARFS_PER_SMP
        effects.smps_lost(tx, "germany", german, "NARFs lost to strategic warfare", "5.2, ruling 12")
        for power, narfs, why in air_war.missed_raids(tx.campaign):
            tx.add(f"powers.{power}.narfs", -narfs, why, "5.2")
        if lost.get("britain", 0) >= HARD_HIT:
            entry_level.every_time(tx, "losses")
        _empty(tx)

    def sentence(self, campaign: TheWar) -> str:
        return f"Strategic warfare of {calendar.spoken(calendar.turn(campaign))} is settled"

    def told(self, before: TheWar, entry: Entry) -> str:
        return aftermath.sentence(self.sentence(before), *aftermath.figures(before, entry))


def fighting(campaign: TheWar) -> bool:
    """Whether Germany and a Western Ally fight in the boxes, or something stands in them that has to go."""
    at_it = wars.standing(campaign, "germany") and bool(wars.enemies_of_germany(campaign))
    return at_it or bool(campaign.boxes)


def _empty(tx: Transaction[TheWar]) -> None:
    """The segment ends: the boxes are emptied."""
    for power in list(tx.campaign.boxes):
        tx.remove(f"boxes.{power}", "strategic warfare ends", "5.0")
