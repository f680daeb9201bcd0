"""Ships that are bombed in their shipyards: set back along the track, never sunk (7.9.6, 15.1.5.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import number, word
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import shipyards
from engine.thewar.world import forces, titles
from engine.thewar.world.naming import SLIP
from engine.thewar.world.state import TheWar


@frozen
class YardHit(TableOrder[TheWar]):
    """Air units have hit a ship on a yard's track: so many spaces back, to 0 at the least. The yard itself works on
    (ruling 122)."""

    verb: ClassVar[str] = "yard-hit"
    title: ClassVar[str] = "ship hit in its yard"
    rule: ClassVar[str] = "15.1.5.6"

    slip: str = word(SLIP)
    factors: int = word(number(1, 99))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        slip = campaign.slips.get(self.slip)
        if slip is None:
            known = ", ".join(campaign.slips) or "none"
            yield Refusal("15.1.5.6", f"'{self.slip}' is no ship on a track", f"There are: {known}.")
            return
        last = shipyards.finished_at(slip.kind)
        if not 1 <= self.factors <= last:
            yield Refusal("7.9.6", f"{self.factors} factors of depletion", f"From 1 to {last}.")
        elif not slip.space:
            yield Refusal("7.9.6", f"{titles.thing(campaign, slip)} stands on space 0", "There is nothing below it.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        shipyards.set_back(tx, self.slip, self.factors)

    def sentence(self, campaign: TheWar) -> str:
        slip = campaign.slips.get(self.slip)
        if slip is None:
            return self.text
        where, ship = campaign.places[slip.yard].name, titles.unit(campaign, slip.unit) if slip.unit else ""
        ship = ship or forces.spoken(slip.kind)
        return f"{ship} in the yard of {where} is bombed back to space {max(0, slip.space - self.factors)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not campaign.slips:
            return None
        fields = (
            Field("slip", "ship", "15.1.5.6", tuple(campaign.slips)),
            Field("factors", "factors of depletion", "7.10", default="1"),
        )
        return Form(cls.verb, "A ship is hit in its yard", "yard-hit {slip} {factors}", fields, cls.rule)
