"""The build queue under the hands: what it is read from, where the cursor stands, and every edit of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from engine.kernel.changes import Entry
from engine.kernel.orders import Order
from engine.kernel.outlook import Outlook
from engine.kernel.plan import Plan
from engine.kernel.play import live
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.building import building_of
from tui.models import build_queue as model
from tui.models.build_queue import Limit, Offer, QueueLine
from tui.models.choices import free_hands
from tui.models.drafts import Drafts, drafts
from tui.models.edit import Edit
from tui.panels.queue_lines import Pages
from tui.panels.step import DONE, OrdersPanel

OFFERS, QUEUE = "offers", "queue"


class QueueEdits(OrdersPanel):
    """The queue of one power at a time: what is in it, where the cursor stands, and every edit."""

    power: str = ""
    side: str = OFFERS
    section: str = ""
    text: str = ""
    every: bool = True
    sums: model.Sums | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.drafts: Drafts = Drafts()
        self.offers: tuple[Offer, ...] = ()
        self.lines: tuple[QueueLine, ...] = ()
        self.ordered: tuple[model.Ordered, ...] = ()
        self._here: tuple[int, str] = (0, "")
        self._plans: dict[str, Plan[Any]] = {}
        self._limits: dict[str, Limit] = {}
        self._seen: set[str] = set()
        self._left = ""
        self._search: Edit | None = None
        self._typed: Edit | None = None
        self._nth: int | None = None
        self._pages = Pages()
        self._counting = model.Counting(self.desk.ruleset)
        self._free: dict[str, int] = {}
        self._queued: dict[Order[Any], QueueLine] = {}
        self._behind = True
        self._committing = False
        self._entries: list[Entry] = []

    # --- reading

    def read(self, outlook: Outlook) -> bool:
        powers = model.builders(outlook)
        if not powers:
            return False
        here = (self.desk.campaign.progress.turn, outlook.step)
        if here != self._here:
            self._here, self.power, self._seen, self.side = here, "", set(), OFFERS
        self.drafts = drafts(self.desk)
        self._entries = model.turn_entries(self.desk)
        self.drafts.reconcile(live(self._entries))
        if self.power not in powers:
            self.power, self.spot = powers[0], ""
        self._seen.add(self.power)
        self._read_power()
        return True

    def _read_power(self) -> None:
        self._free = free_hands(self.desk)
        self.ordered = model.ordered(self.desk, self.power, self._entries)
        self._plan_again()
        self._catch_up()

    def plan(self, power: str) -> Plan[Any]:
        """A power's queue, judged and priced."""
        plan = self._plans.get(power) or Plan(self.desk.ruleset, self.desk.campaign, self.desk.seat)
        plan = self._plans[power] = plan.on(self.desk.campaign).with_orders(self.drafts.of(power))
        return plan

    def _plan_again(self) -> None:
        plan = self.plan(self.power)
        self._behind = True
        self.lines = model.lines(plan, self._counting, self.lines)
        self._queued = {line.least: line for line in self.lines}
        self.sums = model.sums(self.desk, plan, self.power, self._free.get(self.power, 0))

    def _catch_up(self) -> None:
        """What may still be bought after the queue."""
        if self._behind:
            self._behind, self._limits = False, {}
            self.offers = model.offers(self.desk, self.plan(self.power), self.power, self._counting)

    def _follow(self) -> None:
        if self._behind:
            self._catch_up()
            self.redraw()

    def limit(self, offer: Offer) -> Limit:
        """How many of an offer may still be bought; worked out for what is in sight only."""
        limit = self._limits.get(offer.id)
        if limit is None:
            limit = self._limits[offer.id] = model.limit(self.plan(self.power), offer, self._counting)
        return limit

    def put(self, orders: Sequence[Order[Any]]) -> None:
        """Another queue."""
        self.drafts.put(self.power, orders)
        self._changed()

    def _changed(self) -> None:
        # The queue is repriced and painted at once, what may still be bought right after it.
        self._plan_again()
        self.redraw()
        self.call_later(self._follow)

    def refused(self, refusals: Sequence[Refusal]) -> None:
        super().refused(refusals)
        self.drafts.refused()

    # --- where the cursor stands

    @property
    def shown(self) -> list[Offer]:
        """The offers that pass the filters."""
        text = self.text.casefold()
        return [
            offer
            for offer in self.offers
            if (not self.section or offer.section == self.section)
            and (not text or text in f"{offer.name} {offer.section} {offer.order.text}".casefold())
            and (self.every or not (offer.shut or (self.limit(offer).why and not self.limit(offer).can)))
        ]

    def own_spots(self) -> Sequence[str]:
        if self.side == OFFERS:
            return [*(offer.id for offer in self.shown), DONE]
        return [*(line.id for line in self.lines), DONE]

    def own_first_spot(self) -> str:
        """The first that may be bought."""
        if self.side == QUEUE:
            return self.own_spots()[0]
        return next((offer.id for offer in self.shown if self.limit(offer).can), DONE)

    def offer(self) -> Offer | None:
        """The offer under the cursor."""
        return next((offer for offer in self.offers if offer.id == self.spot), None) if self._mine else None

    def line(self) -> QueueLine | None:
        """The line of the queue under the cursor."""
        return next((line for line in self.lines if line.id == self.spot), None) if self._mine else None

    @property
    def _mine(self) -> bool:
        return self.choices is None and self.waits is None and self.ended is None and self.filling is None

    def action_side(self) -> None:
        """To the other side."""
        if not self._mine:
            return
        if self.side == OFFERS:
            self._left, self.side = self.spot, QUEUE
            self.spot = self.lines[-1].id if self.lines else DONE
        else:
            self.side, self.spot = OFFERS, self._left
        self.redraw()

    # --- changing the queue

    def _of_offer(self, offer: Offer) -> QueueLine | None:
        """The last line of the queue that buys what an offer does."""
        return self._queued.get(offer.order)

    def _count(self, by: int) -> None:
        line, offer = self.line(), self.offer()
        if offer is not None:
            line = self._of_offer(offer)
            if line is None:
                if by > 0:
                    self.put((*self.drafts.of(self.power), offer.order))
                return
        if line is not None:
            self._set(line, line.many + by)

    def _queue(self, offer: Offer, many: int) -> None:
        order = self._counting.with_many(offer.order, self.plan(self.power).after, many)
        self.put((*self.drafts.of(self.power), order))

    def _set(self, line: QueueLine, many: int) -> None:
        orders = list(self.drafts.of(self.power))
        field, least = self._counting.of(line.planned.order, line.at)
        if many < (least if field else 1):
            orders.pop(line.nth)
        else:
            orders[line.nth] = self._counting.with_many(line.planned.order, line.at, min(99, many))
        self.put(orders)

    def action_more(self) -> None:
        """One more."""
        self._count(1)

    def action_fewer(self) -> None:
        """One fewer."""
        self._count(-1)

    def action_most(self) -> None:
        """As many as may be bought."""
        self._catch_up()
        offer = self.offer()
        if offer is not None and (can := self.limit(offer).can):
            line = self._of_offer(offer)
            if line is not None:
                self._set(line, line.many + can)
            else:
                self._queue(offer, self._counting.of(offer.order, self.plan(self.power).after)[1] + can - 1)

    def action_raise(self) -> None:
        """One up."""
        self._move(-1)

    def action_lower(self) -> None:
        """One down."""
        self._move(1)

    def _move(self, by: int) -> None:
        line = self.line()
        if line is not None and 0 <= line.nth + by < len(self.lines):
            self.spot = f"queue {line.nth + by}"
            self.put(model.moved(self.drafts.of(self.power), line.nth, by))

    def action_remove(self) -> None:
        """Off the queue."""
        line, offer = self.line(), self.offer()
        line = self._of_offer(offer) if offer is not None else line
        if line is not None:
            orders = self.drafts.of(self.power)
            self.put(orders[: line.nth] + orders[line.nth + 1 :])
            if self.side == QUEUE and self.spot not in self.own_spots():
                self.spot = self.lines[-1].id if self.lines else DONE
                self.redraw()

    def action_back(self) -> None:
        """Take the last edit back."""
        if self._mine and self.drafts.back(self.power):
            self._changed()

    def action_way(self) -> None:
        """Another place, yard or circumstance."""
        line, offer = self.line(), self.offer()
        if offer is not None and len(offer.ways) > 1:
            line = self._of_offer(offer)
            if line is None:
                self._turn_offer(offer)
                return
        if line is not None:
            self._turn_line(line)

    def _turn_offer(self, offer: Offer) -> None:
        at = offer.ways.index(offer.order) if offer.order in offer.ways else -1
        order = offer.ways[(at + 1) % len(offer.ways)]
        plan = self.plan(self.power)
        stock = building_of(self.desk.ruleset).stock(plan.after, order)
        name = model.name_of(self.desk, plan.after, order, stock)
        turned = attrs.evolve(offer, order=order, stock=stock, name=name)
        self.offers = tuple(turned if known is offer else known for known in self.offers)
        self.spot = turned.id
        self.redraw()

    def _turn_line(self, line: QueueLine) -> None:
        plan = self.plan(self.power)
        at = plan.lines[line.nth - 1].after if line.nth else plan.start
        ways = building_of(self.desk.ruleset).variants(at, line.planned.order)
        if len(ways) > 1:
            where = ways.index(line.planned.order) if line.planned.order in ways else -1
            self._replace(line.nth, ways[(where + 1) % len(ways)])

    def action_deficit(self) -> None:
        """Deficit spending is asked for by name, or not."""
        line = self.line()
        if line is None and (offer := self.offer()) is not None:
            line = self._of_offer(offer)
        turned = building_of(self.desk.ruleset).deficit(line.planned.order) if line is not None else None
        if line is not None and turned is not None:
            self._replace(line.nth, turned)

    def _replace(self, nth: int, order: Order[Any]) -> None:
        orders = list(self.drafts.of(self.power))
        orders[nth : nth + 1] = [order]
        self.put(orders)
