"""Fortifications without a garrison: after a full turn they are gone (10.6.4).

Who stands in a hex the board shows: the players say at the end of their turn which one they found empty. Where a
garrison is recorded at the place, the campaign knows better.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import calendar, installed, sides, titles, wars
from engine.thewar.world.state import Installation, TheWar

RULE = "10.6.4"
KINDS = ("inf", "mot", "sta", "para")
"""The kinds of units that keep a fortification up."""


def garrison(campaign: TheWar, fort: Installation) -> tuple[str, ...]:
    """The units recorded in a fortification that keep it up."""
    if fort.place == installed.BOARD:
        return ()
    side = sides.side(campaign, fort.power)
    return tuple(
        key
        for key, unit in campaign.units.items()
        if unit.place == fort.place and unit.kind in KINDS and sides.side(campaign, unit.power) == side
    )


def fallen(campaign: TheWar, side: str) -> tuple[str, ...]:
    """The fortifications of a side that were found empty in an earlier turn and have stayed so, by id."""
    now = calendar.now(campaign)
    return tuple(
        key
        for key, fort in campaign.installations.items()
        if fort.idle
        and sides.side(campaign, fort.power) == side
        and calendar.number(fort.idle) < now
        and not garrison(campaign, fort)
    )


def _own(campaign: TheWar, power: str) -> tuple[str, ...]:
    return installed.of(campaign, power, installed.FORTIFICATION)


@frozen
class Unoccupied(PowerOrder[TheWar]):
    """A fortification has no INF, MOT, STA or PARA in it at the end of a turn; at the end of the next one it is gone,
    unless it is said to be occupied again (``empty=no``)."""

    verb: ClassVar[str] = "unoccupied"
    title: ClassVar[str] = "fortification without a garrison"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    fortification: str = word(NAME)
    empty: bool = keyed(FLAG, True)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        fort = campaign.installations.get(self.fortification)
        if fort is None or self.fortification not in _own(campaign, self.power):
            known = ", ".join(_own(campaign, self.power)) or "none"
            yield Refusal(RULE, f"'{self.fortification}' is none of its fortifications", f"There are: {known}.")
        elif self.empty == bool(fort.idle):
            yield Refusal(RULE, f"it is {'empty' if self.empty else 'occupied'} already")
        elif self.empty and (inside := garrison(campaign, fort)):
            there = titles.units(campaign, inside)
            yield Refusal(RULE, f"{there} is recorded there", "'station board' for those that have left.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        since = calendar.turn(tx.campaign) if self.empty else ""
        tx.set(f"installations.{self.fortification}.idle", since, "no garrison" if self.empty else "garrison", RULE)

    def sentence(self, campaign: TheWar) -> str:
        fort = campaign.installations.get(self.fortification)
        at = titles.where(campaign, fort.place) if fort is not None and fort.place != installed.BOARD else ""
        where = f" at {at}" if at else f" number {self.fortification.rpartition('-')[2]}"
        who = wars.named(campaign, self.power)
        return f"{who}'s fortification{where} {'stands empty' if self.empty else 'is occupied again'}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        own = tuple(key for key in _own(campaign, power) if not campaign.installations[key].idle)
        if not own:
            return None
        fields = (Field("fortification", "found empty", RULE, own),)
        return Form(cls.verb, "A fortification stands empty", power + " unoccupied {fortification}", fields, RULE)
