"""A plan: orders that are to be given one after the other, each judged and priced on what stands at its place in the
order.

A plan is a value. ``with_orders`` keeps what stands before the first order that differs, and what comes after the last
one where the change has come to nothing by then (two orders changed places): a key at the end of a long plan costs its
end only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic

import attrs
from attrs import field

from engine.kernel import judging
from engine.kernel.campaign import C
from engine.kernel.dice import NeedsDie, NoDice
from engine.kernel.judging import Here, here_in
from engine.kernel.orders import Order
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.remembering import keep
from engine.kernel.ruleset import Ruleset
from engine.kernel.sequence import Step, awaited
from engine.kernel.transaction import Rehearsal
from engine.kernel.values import frozen

_NO_DICE = NoDice()


@frozen
class Planned(Generic[C]):
    """One order of a plan at its place: what it costs with its causes, every reason why it may not be given there, and
    the campaign ``after`` it; one that is refused leaves things as they were."""

    order: Order[Any]
    cost: Breakdown
    refusals: tuple[Refusal, ...]
    after: C


@frozen
class Plan(Generic[C]):
    """Orders of one seat from the campaign ``start`` on, a view of it. Nothing is written, and no die is rolled: an
    order that needs one can be planned, but not what comes of it."""

    ruleset: Ruleset[C]
    start: C
    seat: str
    lines: tuple[Planned[C], ...] = field(default=())

    @property
    def orders(self) -> tuple[Order[Any], ...]:
        """The orders that are planned, from the first to the last."""
        return tuple(line.order for line in self.lines)

    @property
    def after(self) -> C:
        """The campaign after all that may be given."""
        return self.lines[-1].after if self.lines else self.start

    @property
    def total(self) -> int:
        """What everything that may be given costs, in the game's money."""
        return sum(line.cost.total for line in self.lines if not line.refusals)

    @property
    def refused(self) -> tuple[Planned[C], ...]:
        """The orders that may not be given where they stand, as planned."""
        return tuple(line for line in self.lines if line.refusals)

    def on(self, campaign: C) -> Plan[C]:
        """The plan of the same orders from another campaign on."""
        if campaign is self.start:
            return self
        return Plan(self.ruleset, campaign, self.seat).with_orders(self.orders)

    def with_orders(self, orders: Sequence[Order[Any]]) -> Plan[C]:
        """Another list of orders from the same campaign on; what stands before the first change is kept."""
        before = self.orders
        kept = _alike(before, orders)
        tail = _alike(before[kept:][::-1], orders[kept:][::-1]) if len(before) == len(orders) else 0
        lines = list(self.lines[:kept])
        at = lines[-1].after if lines else self.start
        here = self._here()
        for nth in range(kept, len(orders)):
            if tail and nth == len(orders) - tail and at == self.lines[nth - 1].after:
                lines += self.lines[nth:]
                break
            line = self._placed(orders[nth], at, here)
            lines.append(line)
            at = line.after
        return Plan(self.ruleset, self.start, self.seat, tuple(lines))

    def placed(self, order: Order[Any], campaign: C) -> Planned[C]:
        """One order where a campaign stands."""
        return self._placed(order, campaign, self._here())

    def _here(self) -> Here[C] | None:
        """The situation where the plan begins, which is asked for once for all orders."""
        if not self.start.progress.step:
            return None
        shown = judging.seen(self.start, self.seat)
        step = self.ruleset.sequence[shown.progress.step]
        here: Here[C] = here_in(shown, self.ruleset)
        return attrs.evolve(here, awaited=awaited(shown, step, self.ruleset.sequence))

    def _stays(self, campaign: C) -> bool:
        """Whether nothing ordered so far has moved the sequence on: whose turn it is, is then as it was."""
        start = self.start
        return (
            campaign.progress is start.progress
            and campaign.pending is start.pending
            and campaign.sealed is start.sealed
        )

    def _placed(self, order: Order[Any], campaign: C, here: Here[C] | None) -> Planned[C]:
        keep(campaign)
        refusals = judging.judge(self.ruleset, campaign, order, self.seat, here if self._stays(campaign) else None)
        cost = price(order, campaign)
        if refusals:
            return Planned(order, cost, refusals, campaign)
        tx: Rehearsal[C] = Rehearsal(campaign, _NO_DICE, self.ruleset.calendar.now(campaign), order.actor)
        try:
            order.effect(tx)
        except NeedsDie:
            return Planned(order, cost, (), campaign)
        return Planned(order, cost, (), tx.campaign)

    def judged(self, order: Order[Any]) -> tuple[Refusal, ...]:
        """Why an order may not be given after all that is planned."""
        return judging.judge(self.ruleset, self.after, order, self.seat)


def _alike(ones: Sequence[Order[Any]], others: Sequence[Order[Any]]) -> int:
    """How many orders two lists begin with alike."""
    for at, (order, former) in enumerate(zip(ones, others, strict=False)):
        if order is not former and order != former:
            return at
    return min(len(ones), len(others))


def price(order: Order[Any], campaign: Any) -> Breakdown:
    """What an order costs; nothing where it names what is not in play, or a figure out of its range."""
    if any(True for _ in order.shape(campaign)):
        return Breakdown()
    try:
        return order.cost(campaign)
    except (LookupError, TypeError, ValueError):
        return Breakdown()


def offered(ruleset: Ruleset[C], campaign: C, power: str) -> Iterator[Order[Any]]:
    """The complete orders on offer to a power in the step at hand, legal or not."""
    step: Step[C] = ruleset.sequence[campaign.progress.step]
    for cls in ruleset.by_step.get(step.slug, ()):
        yield from cls.offers(campaign, power)
