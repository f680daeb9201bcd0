"""The order by which a seat closes a campaign that is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Self

from engine.kernel import judging, ruleset
from engine.kernel.campaign import Campaign, several_eyes
from engine.kernel.orders import Order, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen


@frozen
class Close(PowerOrder[Campaign]):
    """The power's seat has nothing more to say in a campaign that is over. With the last seat its dice are published
    and nothing is taken back any more; until then any other order lets what was closed lapse."""

    verb: ClassVar[str] = "close"
    title: ClassVar[str] = "close the campaign"
    rule: ClassVar[str] = "close"
    standing: ClassVar[bool] = True

    def shape(self, campaign: Campaign) -> Iterable[Refusal]:
        """A campaign that is over: nothing overrules that."""
        yield from super().shape(campaign)
        if not judging.over(ruleset.of(campaign), campaign):
            yield Refusal("close", "the campaign is being played: its dice stay secret", "Close it after its end.")

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        if self._seat(campaign) in campaign.progress.closed:
            yield Refusal(
                "close", f"the seat '{self._seat(campaign)}' has closed it already", "The other seats follow."
            )

    def effect(self, tx: Transaction[Campaign]) -> None:
        tx.put(f"progress.closed.{self._seat(tx.campaign)}", tx.campaign.progress.turn, "closed")

    def sentence(self, campaign: Campaign) -> str:
        if not several_eyes(campaign):
            return "The campaign is closed: its dice are published, and nothing is taken back any more"
        return f"The seat {self._seat(campaign)} closes the campaign"

    def _seat(self, campaign: Campaign) -> str:
        return campaign.seats[self.power]

    @classmethod
    def offers(cls, campaign: Campaign, power: str) -> Iterator[Self]:
        if judging.over(ruleset.of(campaign), campaign) and campaign.seats[power] not in campaign.progress.closed:
            yield cls(power)


def lapse(tx: Transaction[Any]) -> None:
    """What was closed stands no more: something else was ordered since."""
    for seat in list(tx.campaign.progress.closed):
        tx.remove(f"progress.closed.{seat}", "ordered since it was closed")


ORDERS: tuple[type[Order[Campaign]], ...] = (Close,)
