"""BRPs in hand: each year's base, and what other chapters cost or bring (ruling 201)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, keyed, number, word
from engine.kernel.orders import Automatic, Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.world import sides
from engine.worldatwar.world.state import WorldAtWar

MOST_BRPS = 999
"""The most BRPs that one order may enter."""


@frozen
class Account(PowerOrder[WorldAtWar]):
    """Enter BRPs that other chapters cost or bring, such as offensives, grants and growth; ``amount`` is below 0 for
    what is spent. ``base``: the yearly base changes, not the hand."""

    verb: ClassVar[str] = "brps"
    title: ClassVar[str] = "BRPs of other chapters"
    rule: ClassVar[str] = "ruling 201"
    standing: ClassVar[bool] = True

    amount: int = word(number(-999, 999))
    base: bool = keyed(FLAG, False)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if not self.amount or not -MOST_BRPS <= self.amount <= MOST_BRPS:
            reason = f"{self.amount} BRPs"
            yield Refusal("ruling 201", reason, f"From 1 to {MOST_BRPS}, below 0 for what is spent.")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        part = "base" if self.base else "brps"
        tx.add(f"powers.{self.power}.{part}", self.amount, "BRPs of other chapters", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        where = " of its base" if self.base else ""
        verb = "gains" if self.amount > 0 else "spends"
        return f"{sides.named(campaign, self.power)} {verb} {abs(self.amount)} BRPs{where}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        fields = (
            Field("amount", "BRPs, below 0 for what is spent", cls.rule),
            Field("base", "of the base", cls.rule, ("no", "yes"), "no"),
        )
        return Form(cls.verb, "BRPs of other chapters", power + " brps {amount} base={base}", fields, cls.rule)


@frozen
class YearStart(Automatic[WorldAtWar]):
    """As a year begins, each power's hand is its BRP base again, less a deficit (ruling 201)."""

    verb: ClassVar[str] = "year-start"
    title: ClassVar[str] = "year start"
    rule: ClassVar[str] = "ruling 201"

    def act(self, tx: Transaction[WorldAtWar]) -> None:
        for power in sides.standing(tx.campaign):
            figures = tx.campaign.powers[power]
            if figures.base:
                tx.set(f"powers.{power}.brps", figures.base + min(0, figures.brps), "year start", self.rule)

    def sentence(self, campaign: WorldAtWar) -> str:
        return "The year starts: each power has its BRP base"


def year_starts(campaign: WorldAtWar) -> bool:
    """Whether a year begins other than with the campaign's first turn, which opens with the hands of its scenario."""
    return campaign.progress.turn > 1 or not campaign.progress.step
