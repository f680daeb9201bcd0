"""A place that is cut off is so with all in it: as the first check comes up, whoever has come into it, or is in
grace no longer, is marked with the others (12.6.2, ruling 404)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.orders import Automatic
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.supply_checks import marks
from engine.thewar.world import sides, supply, titles
from engine.thewar.world.state import TheWar


@frozen
class StillThere(Automatic[TheWar]):
    """Who stands in a place of the phasing side that was named before has its mark too."""

    verb: ClassVar[str] = "supply-still"
    title: ClassVar[str] = "who is in a place that is cut off"
    rule: ClassVar[str] = "12.6.2, ruling 404"

    def act(self, tx: Transaction[TheWar]) -> None:
        side = sides.phasing(tx.campaign)
        for place, keys in list(_unmarked(tx.campaign, side)):
            mark = tx.campaign.supply_places[place]
            new = marks.new(tx.campaign, side, mark.level, mark.by)
            for key in keys:
                tx.put(f"supply_marks.{key}", new, "with all in its place", self.rule)

    def sentence(self, campaign: TheWar) -> str:
        found = _unmarked(campaign, sides.phasing(campaign))
        said = "; ".join(f"{titles.where(campaign, place)}: {titles.units(campaign, keys)}" for place, keys in found)
        return f"Cut off with the place where they stand: {said}"

    def told(self, before: TheWar, entry: Entry) -> str:
        return self.sentence(before)


def found(campaign: TheWar, half: str) -> bool:
    """Whether somebody of the phasing side stands in a place that is cut off, and has no mark."""
    return any(True for _ in _unmarked(campaign, half))


def _unmarked(campaign: TheWar, side: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for place, mark in marks.of_places(campaign, side).items():
        if marks.fortress_of(campaign, place):
            continue
        keys = tuple(key for key in marks.within(campaign, place, side) if not _marked(campaign, key, mark.level))
        if keys:
            yield place, keys


def _marked(campaign: TheWar, key: str, level: str) -> bool:
    """Whether a unit has a mark of its own that says as much as its place's: who was on a limited source before is out
    with all in it."""
    mark = campaign.supply_marks.get(key)
    return mark is not None and supply.stands(campaign, mark) and mark.level in (level, supply.OUT)
