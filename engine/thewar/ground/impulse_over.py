"""The end of missions and of an impulse: what was announced and not fought here was fought at the table (3.6, 10.2)."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.orders import Automatic
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles, circumstances
from engine.thewar.ground import ahead_of_supply, landings
from engine.thewar.sea import cutting
from engine.thewar.supply import sea_lines
from engine.thewar.world import titles
from engine.thewar.world.state import TheWar


@frozen
class LeftToTheTable(Automatic[TheWar]):
    """Battles that were announced in an impulse that is over leave the list; their losses come in one line each."""

    verb: ClassVar[str] = "left-to-the-table"
    title: ClassVar[str] = "battles left to the table"
    rule: ClassVar[str] = "10.2"

    def act(self, tx: Transaction[TheWar]) -> None:
        for where, engagement in list(tx.campaign.engagements.items()):
            landings.released(tx, engagement.wave, "left to the table")
            if engagement.kind == battles.SEA:
                cutting.left(tx, engagement, where)
            if engagement.kind == battles.GROUND:
                circumstances.used(tx, where, engagement)
                ahead_of_supply.fought(tx, engagement)
            tx.remove(f"engagements.{where}", "left to the table", self.rule)

    def sentence(self, campaign: TheWar) -> str:
        named = ", ".join(titles.where(campaign, where) for where in campaign.engagements)
        return f"Announced and not fought here: {named}. Losses at the table come in one line each"

    def told(self, before: TheWar, entry: Entry) -> str:
        again = sea_lines.out_again(before, entry.changes)
        said = self.sentence(before)
        if not again:
            return said
        return f"{said}. A supply run was met and not fought here, out of supply again: {again}"


def left(campaign: TheWar) -> bool:
    """Whether a battle is announced that has not been fought."""
    return bool(campaign.engagements)
