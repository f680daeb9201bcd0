"""The owner answers: what a power has under seal is said by its own seat where a rule asks for it, and nobody is asked
for a chit who cannot have one or does not want to be (16.1.3, 16.1.7.2, rulings 310, 433).

An answer that states POPs is a ``Stating``: its judge compares the figure with what the seat wrote down, on its own
view; its effect records what was said, because no effect may read a secret. Only the power that names a target states
its own in the order itself. As Fall ends all is opened and compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Protocol, TypeVar, cast

from engine.kernel.answers import Answer
from engine.kernel.campaign import several_eyes
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.politics import purses
from engine.thewar.rolls import political_points
from engine.thewar.world import calendar, influence, tallies, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar

P = TypeVar("P", bound=Procedure[Any])
PASSED = "chits-passed"
"""What a power that wants to be asked for no chit in a segment has used of it (ruling 433)."""


def unreadable(campaign: TheWar, power: str) -> Iterable[Refusal]:
    """Why nothing that a power has under seal can be told here: its seat's file is not what was sealed."""
    if not influence.known(campaign, power):
        reason = f"what {wars.named(campaign, power)} has under seal cannot be read here"
        yield Refusal("16.1.3", reason, "Its seat's file as it was written; or the purchase is taken back.")


def misstated(campaign: TheWar, power: str, country: str, pops: int) -> Iterable[Refusal]:
    """Why a power does not say that it has so many unused POPs in a target: it has written down another figure."""
    if unread := tuple(unreadable(campaign, power)):
        yield from unread
        return
    wrote = influence.held(campaign, power, country)
    if pops != wrote:
        has = counted(wrote, "POP", "POPs") if wrote else "no POP"
        reason = f"{wars.named(campaign, power)} has {has} in {wars.named(campaign, country)}, and {pops} are stated"
        yield Refusal("16.1.3", reason, f"As it is written down: {wrote}.")


class _Asking(Protocol):
    """A procedure that asks about one target."""

    @property
    def target(self) -> str: ...


class Stating(Answer[TheWar, P]):
    """An answer by which a power says how many unused POPs it has in the ``target`` of a procedure, or that it takes no
    part and says nothing. What else it says (a chit) stands in fields of its own."""

    open: ClassVar[bool] = True
    covert: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    pops: int

    def stated(self) -> int | None:
        """The POPs that are stated, None where nothing is said of them."""
        return self.pops

    def wrong(self, campaign: TheWar, under_way: P) -> Iterable[Refusal]:
        """Why what it states is not what it has written down. Who says nothing is asked nothing."""
        pops = self.stated()
        if pops is not None:
            yield from misstated(campaign, self.power, cast("_Asking", under_way).target, pops)

    def answer(self, tx: Transaction[TheWar], at: str, under_way: P) -> None:
        pops = self.stated()
        if pops is not None:
            influence.state(tx, self.power, cast("_Asking", under_way).target, pops, self.rule)
        super().answer(tx, at, under_way)


# --- chits: who is asked


def segment(campaign: TheWar) -> str:
    """The segment at hand as one name, with the half in which it lies."""
    return campaign.progress.step.rpartition(".")[0].replace(".", "-")


def has_passed(campaign: TheWar, power: str) -> bool:
    """Whether a power has said that it is asked for no chit in the segment at hand (ruling 433)."""
    return bool(tallies.used(campaign, power, PASSED, segment(campaign)))


def in_season(campaign: TheWar) -> bool:
    """Whether chits are played in this turn at all: in Spring and Fall only (16.1.7.2)."""
    return calendar.season(campaign) in political_points.SEASONS


def asked_for_chit(campaign: TheWar, power: str, sort: str) -> bool:
    """Whether a power is asked if it plays a chit of a sort (ruling 433): nobody in Summer and Winter or in a campaign
    of one seat, nobody who has passed chits for the segment; else whoever might hold one."""
    several = in_season(campaign) and several_eyes(campaign) and not has_passed(campaign, power)
    return several and purses.might_hold(campaign, power, sort) > 0


def may_be_asked(campaign: TheWar, power: str, sort: str) -> bool:
    """The same of a roll that stops for a chit also where one seat plays all: there it does for who has one."""
    if several_eyes(campaign):
        return asked_for_chit(campaign, power, sort)
    return influence.stock(campaign, power, sort) > 0


@frozen
class PassChits(PowerOrder[TheWar]):
    """A power wants to be asked for no chit in the segment at hand, whether it holds any or not (ruling 433)."""

    verb: ClassVar[str] = "pass-chits"
    title: ClassVar[str] = "no chits in this segment"
    rule: ClassVar[str] = "16.1.7.2, ruling 433"
    standing: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not several_eyes(campaign):
            reason = "one player knows all chits: nobody is asked for any"
            yield Refusal(self.rule, reason, "A chit is played with the order that it serves.")
        elif not in_season(campaign):
            yield Refusal(self.rule, "no chit is played before the next Spring or Fall", "Nobody asks for any.")
        elif has_passed(campaign, self.power):
            reason = f"{wars.named(campaign, self.power)} has passed chits in this segment"
            yield Refusal(self.rule, reason, "Nobody asks for them.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tallies.use(tx, self.power, PASSED, 1, "chits passed", self.rule, of=segment(tx.campaign))

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} plays no chit in this segment"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[PassChits]:
        if any(asked_for_chit(campaign, power, sort) for sort in influence.SORTS):
            yield cls(power)
