"""The orders that answer what a hunt for raiders awaits: their way and chit, who looks for them, and where (5.1.2.2,
7.8.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.grammar import FLAG, NAME, NAMES, keyed, number, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import under_way
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.strategic.raider_hunt import NONE, RaiderHunt
from engine.thewar.world import sea_areas, titles, wars
from engine.thewar.world.state import TheWar

_SAIL = "They sail in Spring and Fall: 'germany sea-box raiders=SHIPS'."


@frozen
class _Answer(PowerOrder[TheWar]):
    """An answer to a hunt for raiders that waits in one stage."""

    rule: ClassVar[str] = "5.1.2.2"
    stage: ClassVar[str] = ""

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        found = under_way(campaign, RaiderHunt, self.stage)
        asked = found[1].decision(campaign) if found is not None else None
        if asked is None:
            yield Refusal(self.rule, "no raiders are at sea that await this", _SAIL)
        elif self.text not in asked.answers:
            yield Refusal(self.rule, f"{wars.named(campaign, asked.power)} is asked: {asked.title}")

    def effect(self, tx: Transaction[TheWar]) -> None:
        found = under_way(tx.campaign, RaiderHunt, self.stage)
        if found is not None:
            self._answer(tx, *found)

    def _answer(self, tx: Transaction[TheWar], at: str, hunt: RaiderHunt) -> None:
        """What it does to the hunt at this path."""


@frozen
class RaidersSail(_Answer):
    """The way of raiders to the North Atlantic, and whether an Evasion chit goes with them (7.8.2)."""

    verb: ClassVar[str] = "raiders-sail"
    title: ClassVar[str] = "raiders sail"
    stage: ClassVar[str] = "sail"

    way: tuple[str, ...] = word(NAMES)
    evasion: bool = keyed(FLAG, False)

    def _answer(self, tx: Transaction[TheWar], at: str, hunt: RaiderHunt) -> None:
        hunt.sails(tx, at, self.way, evades=self.evasion)

    def sentence(self, campaign: TheWar) -> str:
        by = ", ".join(sea_areas.name(area) for area in self.way)
        return f"The raiders sail by {by}{' with an Evasion chit' if self.evasion else ''}"


@frozen
class SeekRaiders(_Answer):
    """The naval force of a port looks for raiders, once; or none of the power's does any more."""

    verb: ClassVar[str] = "seek-raiders"
    title: ClassVar[str] = "look for raiders"
    stage: ClassVar[str] = "seek"

    port: str = word(NAME)

    def _answer(self, tx: Transaction[TheWar], at: str, hunt: RaiderHunt) -> None:
        if self.port == NONE:
            hunt.passed(tx, at)
        else:
            hunt.sends(tx, at, self.port)

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        if self.port == NONE:
            return f"{who} sends nobody more after the raiders"
        return f"{who}: the ships of {titles.where(campaign, self.port)} look for the raiders"


@frozen
class RaiderSearch(_Answer):
    """In which Sea Area a force looks for raiders, and how many of its ships, Fleets before CV."""

    verb: ClassVar[str] = "raider-search"
    title: ClassVar[str] = "where raiders are looked for"
    stage: ClassVar[str] = "where"

    area: str = word(NAME)
    ships: int = word(number(1, 99))

    def _answer(self, tx: Transaction[TheWar], at: str, hunt: RaiderHunt) -> None:
        hunt.looks(tx, at, self.area, self.ships)

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        many = f"{self.ships} ship{'s' * (self.ships != 1)}"
        return f"{who} looks for the raiders in {sea_areas.name(self.area)} with {many}"
