"""The Strategic Warfare Segment as the rules move it on: battles begin when the boxes are open, then it is settled
(5.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.changes import Entry
from engine.kernel.orders import TableOrder
from engine.kernel.transaction import Transaction
from engine.thewar import (
    aftermath,
    air_war,
    bomber_waves,
    boxes,
    calendar,
    city_battle,
    city_raids,
    effects,
    simplified_war,
    strategic_losses,
    uboat_war,
    wars,
)
from engine.thewar.state import Box, TheWar
from engine.thewar.submarines import NARFS_PER_SMP

HARD_HIT = 20
"""NARFs lost by Britain in one turn that raise the U.S. Entry Level (22.8)."""


@frozen
class Opening(TableOrder[TheWar]):
    """A battle of the segment begins by itself."""

    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        tx.set("progress.done", (*tx.campaign.progress.done, self.verb), "begun", "5.0")
        self.begin(tx)

    def begin(self, tx: Transaction[TheWar]) -> None:
        """Put what begins on the stack."""


@frozen
class UBoatsSail(Opening):
    """The U-boat war of the turn begins (5.1.1)."""

    verb: ClassVar[str] = "u-boats-sail"
    title: ClassVar[str] = "U-boat war"
    rule: ClassVar[str] = "5.1.1"

    def begin(self, tx: Transaction[TheWar]) -> None:
        """See Opening."""
        if simplified_war.at_sea(tx.campaign):
            simplified_war.begin_sea(tx)
        else:
            uboat_war.begin_battle(tx)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return "The U-boat war begins"


@frozen
class GermansBomb(Opening):
    """German bombers fly over Britain (5.2.4)."""

    verb: ClassVar[str] = "germans-bomb"
    title: ClassVar[str] = "German bombing"
    rule: ClassVar[str] = "5.2.4"

    def begin(self, tx: Transaction[TheWar]) -> None:
        """See Opening."""
        if bomber_waves.divided(tx.campaign):
            bomber_waves.begin_raids(tx)
        else:
            air_war.begin_raids(tx, ("germany",), "britain")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return "German bombers fly over Britain"


@frozen
class AlliesBomb(Opening):
    """British bombers by night, American ones by day, each apart (5.2)."""

    verb: ClassVar[str] = "allies-bomb"
    title: ClassVar[str] = "bombing of Germany"
    rule: ClassVar[str] = "5.2"

    def begin(self, tx: Transaction[TheWar]) -> None:
        """See Opening."""
        if simplified_war.in_the_air(tx.campaign):
            simplified_war.begin_air(tx)
        else:
            allies = boxes.enemies_of_germany(tx.campaign)
            if city_raids.on(tx.campaign):
                city_battle.begin_raids(tx, allies)
            else:
                air_war.begin_raids(tx, allies, "germany")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return "Allied bombers fly over Germany"


@frozen
class Settle(Opening):
    """The segment is settled: SMPs for all NARFs lost, mandatory bombing, the U.S. Entry Level, boxes emptied."""

    verb: ClassVar[str] = "settle-strategic"
    title: ClassVar[str] = "strategic warfare settled"
    rule: ClassVar[str] = "5.0"

    def begin(self, tx: Transaction[TheWar]) -> None:
        """See Opening."""
        lost = {power: box.lost for power, box in tx.campaign.boxes.items()}
        for power in boxes.enemies_of_germany(tx.campaign):
            smps = strategic_losses.allied_smps(lost.get(power, 0))
            effects.smps_lost(tx, power, smps, "NARFs lost to strategic warfare", "5.1.3, ruling 12")
        german = lost.get("germany", 0) // NARFS_PER_SMP
        effects.smps_lost(tx, "germany", german, "NARFs lost to strategic warfare", "5.2, ruling 12")
        for power, narfs, why in air_war.missed_raids(tx.campaign):
            tx.add(f"powers.{power}.narfs", -narfs, why, "5.2")
        if lost.get("britain", 0) >= HARD_HIT:
            air_war.raise_entry(tx, "Britain hit hard")
        boxes.close(tx)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"Strategic warfare of {calendar.spoken(calendar.turn(campaign))} is settled"

    def told(self, before: TheWar, entry: Entry) -> str:
        """See Order."""
        return aftermath.sentence(self.sentence(before), *aftermath.figures(before, entry))


def fighting(campaign: TheWar) -> bool:
    """Whether Germany and a Western Ally fight in the boxes, or something stands in them that has to go."""
    at_it = wars.standing(campaign, "germany") and bool(boxes.enemies_of_germany(campaign))
    return at_it or bool(campaign.boxes)


def sails(campaign: TheWar) -> bool:
    """Whether anything was placed that makes the U-boat war happen, or the simplified one is fought (29.5)."""
    if simplified_war.at_sea(campaign):
        return simplified_war.sails(campaign)
    box = campaign.boxes.get("germany", Box())
    return bool(box.uboats or box.raiders)


def allies_bomb(campaign: TheWar) -> bool:
    """Whether Britain or the U.S. bombs Germany: from the boxes, or by the simplified rules (29.8)."""
    if simplified_war.in_the_air(campaign):
        return bool(simplified_war.bombing(campaign))
    return bombs(campaign, ("britain", "us"))


def bombs(campaign: TheWar, powers: Iterable[str]) -> bool:
    """Whether any of these powers placed bombers."""
    return any(campaign.boxes[power].sac + campaign.boxes[power].mdm for power in powers if power in campaign.boxes)
