"""A power says which hexes it holds, so that the map shows what it would only infer (1.2, ruling 543)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, NAMES, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.map import board, grid
from engine.thewar.world import calendar, control, entering, wars
from engine.thewar.world.state import HexHold, TheWar

RULE = "1.2"


@frozen
class Holds(PowerOrder[TheWar]):
    """A power holds hexes, or ``clear``: what was said of them is taken back. It moves nothing but the map, and stays
    until it is said anew."""

    verb: ClassVar[str] = "holds"
    title: ClassVar[str] = "hexes on the map"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True
    as_written: ClassVar[bool] = True

    hexes: tuple[str, ...] = word(NAMES)
    clear: bool = keyed(FLAG, False)

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        for number in self.hexes:
            if not grid.is_hex(number):
                yield Refusal("2.1", f"'{number}' is no hex of the map", "Row and column, such as 1711.")
            elif number not in board.board().lands:
                yield Refusal(RULE, f"{number} lies in the water", "A hex of land.")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        for number in self.hexes:
            if self.clear:
                if number not in campaign.hex_holds:
                    yield Refusal(RULE, f"nobody has said who holds {number}", "Leave it out.")
                continue
            yield from self._wrong(campaign, number)
        if len(set(self.hexes)) < len(self.hexes):
            yield Refusal(RULE, "a hex is named twice", "Once each.")

    def _wrong(self, campaign: TheWar, number: str) -> Iterable[Refusal]:
        hold = control.held(campaign)[number]
        if hold.by == "place":
            name = campaign.places[hold.place].name
            yield Refusal(
                RULE, f"in {number} lies {name}, whose holder is recorded", f"'capture {hold.place}' takes it."
            )
        elif not hold.power and not self._at_war(campaign, hold):
            land = wars.named(campaign, hold.owner) if hold.owner in campaign.countries else hold.land.replace("-", " ")
            yield Refusal(RULE, f"{number} lies in {land}, which is neutral", "Land of those who are at war.")

    def _at_war(self, campaign: TheWar, hold: control.Hold) -> bool:
        return hold.owner in campaign.countries and wars.at_war(campaign, self.power, hold.owner)

    def effect(self, tx: Transaction[TheWar]) -> None:
        for number in self.hexes:
            if self.clear:
                if number in tx.campaign.hex_holds:
                    tx.remove(f"hex_holds.{number}", "taken back", RULE)
            else:
                said = HexHold(power=self.power, since=calendar.turn(tx.campaign))
                tx.put(f"hex_holds.{number}", said, "on the map", RULE)

    def sentence(self, campaign: TheWar) -> str:
        where = ", ".join(self.hexes)
        if self.clear:
            return f"{wars.named(campaign, self.power)} no longer says who holds {where}"
        return f"{wars.named(campaign, self.power)} holds {where}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not wars.standing(campaign, power):
            return None
        fields = (
            Field("hexes", "the hexes' numbers", RULE, free=True, listed=True),
            Field("clear", "take back what was said of them", RULE, choices=("yes", "no"), default="no"),
        )
        return Form(
            cls.verb, "Hexes that it holds, for the map", f"{power} holds {{hexes}} clear={{clear}}", fields, RULE
        )
