"""New shipyards (15.1.5.1): their price, the number that a power may add, where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import word
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import us_yards, yards
from engine.thewar.economy import construction_limit, spending, us_attempt
from engine.thewar.economy.spending import short
from engine.thewar.world import calendar, wars
from engine.thewar.world.naming import PLACE
from engine.thewar.world.state import TheWar

NEW_YARD = 25
"""NARFs for one (15.1.5)."""
NEW_YARDS = {"germany": 1, "italy": 1, "britain": 2, "us": 2, "france": 0, "ussr": 0}
"""Shipyards that a power may add in the game, one a year (15.1.5.1)."""


@frozen
class NewYard(PowerOrder[TheWar]):
    """Add a shipyard: one a year, within the power's number for the game, in a home port (15.1.5.1)."""

    verb: ClassVar[str] = "new-yard"
    title: ClassVar[str] = "new shipyard"
    rule: ClassVar[str] = "15.1.5.1"
    account: ClassVar[str] = "ships"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    place: str = word(PLACE)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        name = wars.named(campaign, self.power)
        most = NEW_YARDS.get(self.power, 0)
        built = int(campaign.facts.get(f"yards-built-{self.power}", 0))
        if built >= most:
            reason = f"{name} builds no new yards" if not most else f"{name} has built its {most}: {built} stand"
            yield Refusal("15.1.5.1", reason)
        if campaign.facts.get(f"yard-year-{self.power}", 0) == calendar.year(campaign):
            yield Refusal("15.1.5.1", f"{name} has added a yard this year", "One a year.")
        if self.power == "us" and not campaign.powers["us"].entered:
            yield Refusal("22.7.1", "at peace the Entry Level alone adds yards to the U.S. Box", "Once it is at war.")
        level = us_attempt.highest(campaign)
        if self.power == "us" and us_yards.this_year(campaign, level) >= us_yards.A_YEAR:
            yield Refusal("22.7.1", f"{us_yards.A_YEAR} yards have come this year", "Two a year in all.")
        place = campaign.places.get(self.place)
        if place is None or self.place not in yards.homes(campaign, self.power):
            known = ", ".join(yards.homes(campaign, self.power)) or "none"
            yield Refusal("15.1.5.1", f"'{self.place}' is no home port in their hands", f"There are: {known}.")
        yield from short(campaign, self.power, NEW_YARD, "15.1.5.1")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs; installations do not count against half of the base."""
        return Breakdown((Line("shipyard capacity", NEW_YARD, "15.1.5"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        spending.pay(tx, self.power, NEW_YARD, "new shipyard", "15.1.5.1")
        built = int(tx.campaign.facts.get(f"yards-built-{self.power}", 0))
        tx.put(f"facts.yards-built-{self.power}", built + 1, "new shipyard", "15.1.5.1")
        tx.put(f"facts.yard-year-{self.power}", calendar.year(tx.campaign), "new shipyard", "15.1.5.1")
        yards.put_up(tx, self.place, "new shipyard", "15.1.5.1")

    def sentence(self, campaign: TheWar) -> str:
        name = campaign.places[self.place].name if self.place in campaign.places else self.place
        return f"{wars.named(campaign, self.power)} adds a shipyard at {name}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[NewYard]:
        if NEW_YARDS.get(power, 0):
            yield from (cls(power, place) for place in yards.homes(campaign, power))
