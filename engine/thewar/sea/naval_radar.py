"""Naval radar (28.2.2): a variant of Britain's for its naval interceptions; the United States may share in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world.state import TheWar

FACT, SHARED = "naval-radar", "naval-radar-shared"
"""The facts that Britain has naval radar, and that American ships may use it."""


def has(campaign: TheWar, power: str) -> bool:
    """Whether a power's ships have naval radar."""
    theirs = power == "britain" or (power == "us" and bool(campaign.facts.get(SHARED, False)))
    return theirs and bool(campaign.facts.get(FACT, False))


@frozen
class ShareRadar(PowerOrder[TheWar]):
    """Britain lets American ships use its naval radar, or does not any more (28.2.2)."""

    verb: ClassVar[str] = "share-radar"
    title: ClassVar[str] = "naval radar shared"
    rule: ClassVar[str] = "28.2.2"
    standing: ClassVar[bool] = True

    shares: bool = word(FLAG)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "britain":
            yield Refusal("28.2.2", "naval radar is Britain's to share")
        elif not campaign.facts.get(FACT, False):
            yield Refusal("28.2.2", "Britain has no naval radar", f"variant {FACT}, once its roll has given it.")
        elif bool(campaign.facts.get(SHARED, False)) == self.shares:
            yield Refusal("28.2.2", f"naval radar is {'shared already' if self.shares else 'not shared'}")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"facts.{SHARED}", self.shares, "naval radar shared" if self.shares else "kept", "28.2.2")

    def sentence(self, campaign: TheWar) -> str:
        if self.shares:
            return "Britain lets American ships use its naval radar"
        return "Britain keeps its naval radar to itself"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """The order's form; None before Britain has naval radar."""
        if power != "britain" or not campaign.facts.get(FACT, False):
            return None
        field = Field("shares", "American ships use it", cls.rule, ("yes", "no"), "yes")
        return Form(cls.verb, "Share naval radar", "britain share-radar {shares}", (field,), cls.rule)
