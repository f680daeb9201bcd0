"""An answer to what a procedure awaits: one base for all of them, and one judge who also looks at who is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from engine.kernel import ruleset
from engine.kernel.campaign import C, Campaign
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import Decision, Procedure, asked, top
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen

if TYPE_CHECKING:
    from engine.kernel.forecast import Distribution

P = TypeVar("P", bound=Procedure[Any])


@frozen
class Answer(PowerOrder[C], Generic[C, P]):
    """What a power answers to the procedure on top of the stack.

    ``to``: the procedures that it answers; ``stages``: in which of their stages, () in all. ``unasked``: what its
    judge says while none of them awaits it, ``when``: what would make one await it, or the order that helps instead.
    ``open``: more may be answered than the decision lists, whatever the rule has nothing against. ``covert``: with
    several seats it stays sealed until all who are asked have answered, whatever they answer.
    """

    to: ClassVar[tuple[type[Procedure[Any]], ...]] = ()
    stages: ClassVar[tuple[str, ...]] = ()
    unasked: ClassVar[str] = "nothing awaits this"
    when: ClassVar[str] = ""
    open: ClassVar[bool] = False
    covert: ClassVar[bool] = False

    @classmethod
    def awaited(cls, campaign: C) -> tuple[str, P] | None:
        """The procedure that this answers, with its path, where it stands on top of the stack in such a stage; else
        None."""
        current = top(campaign)
        if current is None or not isinstance(current[1], cls.to) or (cls.stages and current[1].stage not in cls.stages):
            return None
        return f"pending.{current[0]}", cast("P", current[1])

    @classmethod
    def asking(cls, campaign: C, power: str) -> P | None:
        """The procedure that asks a power for such an answer now, None where it is not asked."""
        awaited: tuple[str, P] | None = cls.awaited(campaign)
        return awaited[1] if awaited is not None and any(one.power == power for one in asked(campaign)) else None

    def judge(self, campaign: C) -> Iterable[Refusal]:
        awaited = self.awaited(campaign)
        waiting = asked(campaign) if awaited is not None else ()
        if awaited is None or not waiting:
            yield Refusal(self.rule, self.unasked, self.when)
            return
        mine = next((decision for decision in waiting if decision.power == self.power), None)
        if mine is None:
            who = ruleset.of(campaign).name(campaign, waiting[0].power)
            yield Refusal(self.rule, f"{who} is asked", _answers(waiting[0]))
            return
        wrong = tuple(self.wrong(campaign, awaited[1]))
        yield from wrong
        if not wrong and not self.open and self.text not in mine.answers:
            yield comes_first(campaign, mine)

    def wrong(self, campaign: C, under_way: P) -> Iterable[Refusal]:
        """What the rule itself has against the answer where it is asked; unless ``open``, only listed answers are legal
        besides."""
        return ()

    def effect(self, tx: Transaction[C]) -> None:
        """Hand the answer to the procedure that awaits it. Raises LookupError where none does: not even the table's
        overruling gives the answer a meaning then."""
        awaited = self.awaited(tx.campaign)
        if awaited is None:
            raise LookupError(self.unasked)
        self.answer(tx, *awaited)

    def answer(self, tx: Transaction[C], at: str, under_way: P) -> None:
        """Record the answer in the procedure at this path, which goes on as ``after`` says."""
        tx.put(at, self.after(tx.campaign, under_way), self.title, self.rule)

    def after(self, campaign: C, under_way: P) -> P:
        """The procedure once this is answered."""
        raise TypeError(f"{type(self).__name__} answers nothing")

    def forecast(self, campaign: C) -> Distribution[Any] | None:
        awaited = self.awaited(campaign)
        if awaited is None or any(True for _ in self.judge(campaign)):
            return None
        return self.expected(campaign, awaited[1])

    def expected(self, campaign: C, under_way: P) -> Distribution[Any] | None:
        """What may come of all that is left of the procedure; None where nothing is left to chance, or counted."""
        return None


def comes_first(campaign: Campaign, decision: Decision) -> Refusal:
    """The refusal of whatever does not answer a decision that is awaited."""
    rules = ruleset.of(campaign)
    reason = f"{rules.name(campaign, decision.power)} has to decide first: {decision.title}"
    return Refusal(decision.rule or rules.citations.decision, reason, _answers(decision))


_MOST = 3
"""Answers that a refusal lists; the others stand where they are asked for."""


def _answers(decision: Decision) -> str:
    """The orders that answer a decision."""
    open_ended = tuple(f"{decision.power} {verb} ..." for verb in decision.forms)
    answers = "'; '".join((*decision.answers[:_MOST], *open_ended))
    more = f"; {len(decision.answers) - _MOST} more" if len(decision.answers) > _MOST else ""
    return f"Answers: '{answers}'{more}."
