"""The build queue: on the left what may be bought and why the rest may not, on the right the queue in its order, each
line with its price at its place; one key gives it all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
from textual.binding import BindingType
from textual.events import Click

from engine.kernel.grammar import Unreadable
from engine.kernel.orders import Order
from engine.kernel.outlook import Outlook
from engine.kernel.plan import Plan, price
from engine.kernel.reading import understand
from engine.kernel.refusals import Refusal
from tui.frame_model import power_name
from tui.keys import bindings
from tui.models import build_queue as model
from tui.models.build_queue import Limit, Offer, QueueLine
from tui.models.choices import free_hands
from tui.models.drafts import Drafts, drafts
from tui.models.edit import Edit
from tui.panels.laying import Laid
from tui.panels.queue_lines import Pages, Shown, lay_queue, left_width
from tui.panels.step import OrdersPanel

OFFERS, QUEUE, DONE = "offers", "queue", "done"


class QueuePanel(OrdersPanel):
    """All purchases of the Build Segment, one power at a time."""

    where: ClassVar[str] = "build-queue"
    wide: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("build-queue")

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

    # --- reading

    def read(self, outlook: Outlook) -> bool:
        """See OrdersPanel."""
        powers = model.builders(outlook)
        if not powers:
            return False
        here = (self.desk.campaign.progress.turn, outlook.step)
        if here != self._here:
            self._here, self.power, self._seen, self.side = here, "", set(), OFFERS
        self.drafts = drafts(self.desk)
        self._entries = model.live(self.desk)
        self.drafts.reconcile(self._entries)
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
        found = self._plans.get(power) or Plan(self.desk.ruleset, self.desk.campaign, self.desk.seat)
        found = self._plans[power] = found.on(self.desk.campaign).with_orders(self.drafts.of(power))
        return found

    def _plan_again(self) -> None:
        plan = self.plan(self.power)
        self._behind = True
        self.lines = model.lines(plan, self._counting)
        self._queued = {self._counting.least(one.planned.order, one.at): one for one in self.lines}
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
        found = self._limits.get(offer.id)
        if found is None:
            found = self._limits[offer.id] = model.limit(self.plan(self.power), offer, self._counting)
        return found

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
        """See Panel."""
        super().refused(refusals)
        self.drafts.refused()

    # --- where the cursor stands

    @property
    def shown(self) -> list[Offer]:
        """The offers that pass the filters."""
        text = self.text.casefold()
        return [
            one
            for one in self.offers
            if (not self.section or one.section == self.section)
            and text in f"{one.name} {one.section} {one.order.text}".casefold()
            and (self.every or not (one.shut or self.limit(one).why and not self.limit(one).can))
        ]

    def own_spots(self) -> Sequence[str]:
        """See OrdersPanel."""
        if self.side == OFFERS:
            return [*(one.id for one in self.shown), DONE]
        return [*(one.id for one in self.lines), DONE]

    def own_first_spot(self) -> str:
        """See OrdersPanel: the first that may be bought."""
        if self.side == QUEUE:
            return self.own_spots()[0]
        return next((one.id for one in self.shown if self.limit(one).can), DONE)

    def offer(self) -> Offer | None:
        """The offer under the cursor."""
        return next((one for one in self.offers if one.id == self.spot), None) if self._mine else None

    def line(self) -> QueueLine | None:
        """The line of the queue under the cursor."""
        return next((one for one in self.lines if one.id == self.spot), None) if self._mine else None

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
        stock = self.desk.ruleset.stock(plan.after, order)
        name = model.name_of(self.desk, plan.after, order, stock)
        turned = attrs.evolve(offer, order=order, stock=stock, name=name)
        self.offers = tuple(turned if one is offer else one for one in self.offers)
        self.spot = turned.id
        self.redraw()

    def _turn_line(self, line: QueueLine) -> None:
        plan = self.plan(self.power)
        at = plan.lines[line.nth - 1].after if line.nth else plan.start
        ways = self.desk.ruleset.variants(at, line.planned.order)
        if len(ways) > 1:
            where = ways.index(line.planned.order) if line.planned.order in ways else -1
            self._replace(line.nth, ways[(where + 1) % len(ways)])

    def action_deficit(self) -> None:
        """Deficit spending is asked for by name, or not."""
        line = self.line()
        if line is None and (offer := self.offer()) is not None:
            line = self._of_offer(offer)
        if line is not None and hasattr(line.planned.order, "deficit"):
            order = line.planned.order
            self._replace(line.nth, attrs.evolve(order, deficit=not order.deficit))  # type: ignore[call-arg]

    def _replace(self, nth: int, order: Order[Any]) -> None:
        orders = list(self.drafts.of(self.power))
        orders[nth : nth + 1] = [order]
        self.put(orders)

    def takes(self, key: str, character: str | None) -> bool:
        """See CursorPanel: a digit says how many."""
        if not self.typing() and self._mine and character is not None and character.isdigit():
            line, offer = self.line(), self.offer()
            if offer is not None:
                line = self._of_offer(offer)
                if line is None and int(character):
                    self._queue(offer, int(character))
                    return True
            if line is not None:
                self._set(line, int(character))
            return True
        return super().takes(key, character)

    # --- filters

    def action_section(self) -> None:
        """The next kind of purchase."""
        names = ["", *dict.fromkeys(one.section for one in self.offers)]
        self.section = names[(names.index(self.section) + 1) % len(names)] if self.section in names else ""
        self._sifted()

    def action_every(self) -> None:
        """With what may not be bought, or without."""
        self.every = not self.every
        self._sifted()

    def _sifted(self) -> None:
        if self.side == OFFERS and self.spot not in self.own_spots():
            self.spot = self.own_first_spot()
        self.redraw()

    def action_find(self) -> None:
        """Look for a name."""
        if self._mine:
            self.side, self._search = OFFERS, Edit.of(self.text)
            self.redraw()

    def action_edit(self) -> None:
        """Type the order of a line."""
        line, offer = self.line(), self.offer()
        if line is not None or offer is not None:
            self._nth = line.nth if line is not None else None
            self._typed = Edit.of(f"{self.focused_order()} ")
            self.redraw()

    # --- typing

    def typing(self) -> bool:
        """See CursorPanel."""
        return self._search is not None or self._typed is not None or super().typing()

    def typed(self, key: str, character: str | None) -> bool:
        """See CursorPanel."""
        if self._search is not None:
            return self._searched(key, character)
        if self._typed is None:
            return super().typed(key, character)
        if key == "escape":
            self._typed = None
        elif key == "enter":
            self._take_typed()
        elif (found := self._typed.pressed(key, character)) is not None:
            self._typed = found
        else:
            return False
        self.redraw()
        return True

    def _searched(self, key: str, character: str | None) -> bool:
        if self._search is None:
            return False
        if key in ("enter", "tab", "down", "up", "escape"):
            self._search = None
            self.text = "" if key == "escape" else self.text
        elif (found := self._search.pressed(key, character)) is not None:
            self._search, self.text = found, found.text
        else:
            return False
        self._sifted()
        return True

    def pasted(self, text: str) -> None:
        """See CursorPanel."""
        if self._typed is not None:
            self._typed = self._typed.insert(text)
        elif self._search is not None:
            self._search = self._search.insert(text)
            self.text = self._search.text
        else:
            super().pasted(text)
        self.redraw()

    def typed_order(self) -> Order[Any] | str:
        """The order that is being typed, or why it is none."""
        plan = self.plan(self.power)
        nth = self._nth if self._nth is not None else len(plan.lines)
        at = plan.lines[nth - 1].after if nth else plan.start
        try:
            order = understand(self.desk.ruleset, self._typed.text.strip() if self._typed else "", at)
        except Unreadable as fault:
            return str(fault)
        return order if order.actor == self.power else f"an order of {power_name(self.desk.campaign, self.power)}"

    def _take_typed(self) -> None:
        order = self.typed_order()
        if isinstance(order, str):
            return
        nth, self._typed = self._nth, None
        if nth is None:
            self.put((*self.drafts.of(self.power), order))
        else:
            self._replace(nth, order)

    # --- giving

    def own_enter(self) -> None:
        """See OrdersPanel."""
        if self.spot == DONE:
            self.action_finish()
        elif self.offer() is not None:
            self.action_more()
        elif self.line() is not None:
            self.action_edit()

    def action_commit(self) -> None:
        """Give the power's queue."""
        if self._mine and self.lines and not self._stopped((self.power,)):
            self._give((self.power,), ())

    def action_power(self) -> None:
        """The next power that buys."""
        powers = model.builders(self.outlook) if self.outlook is not None and self._mine else ()
        if len(powers) > 1:
            self._go_to(powers[(powers.index(self.power) + 1) % len(powers)])

    def _go_to(self, power: str) -> None:
        self.power, self.spot, self.side = power, "", OFFERS
        self._seen.add(power)
        self._read_power()
        self.redraw()

    @property
    def following(self) -> str:
        """The next power of this seat whose purchases were not looked at yet: the step ends for all of them together."""
        powers = model.builders(self.outlook) if self.outlook is not None else ()
        return next((power for power in powers if power not in self._seen), "")

    def action_finish(self) -> None:
        """On to the next power; after the last one give all queues and end the step."""
        if not self._mine or self.outlook is None:
            return
        if self.following:
            self._go_to(self.following)
            return
        powers = model.builders(self.outlook)
        if powers and not self._stopped(powers):
            self._give(powers, (f"{powers[0]} done",))

    def _stopped(self, powers: Sequence[str]) -> bool:
        """Whether a line is refused where it stands; then the cursor goes there, and nothing is given."""
        for power in powers:
            plan = self.plan(power)
            for nth, planned in enumerate(plan.lines):
                if planned.refusals:
                    if power != self.power:
                        self._go_to(power)
                    self.side, self.spot = QUEUE, f"queue {nth}"
                    self.redraw()
                    return True
        return False

    def _give(self, powers: Sequence[str], ends: Sequence[str]) -> None:
        lines = [text for power in powers for text in model.text_of(self.drafts.of(power))]
        self.drafts.sent(self._entries[-1].n if self._entries else 0, powers)
        self.post_message(self.Ordered((*lines, *ends)))

    # --- what the frame asks

    def focused_order(self) -> str:
        """See Panel."""
        line, offer = self.line(), self.offer()
        if line is not None:
            return line.planned.order.text
        return offer.order.text if offer is not None else super().focused_order()

    def focused_path(self) -> str:
        """See Panel."""
        if not self.power or not self._mine or self.sums is None:
            return ""
        return next((one.path for one in self.sums.used if one.path), f"powers.{self.power}.free")

    # --- drawing

    def _under(self, line: Laid, typing: bool) -> bool:
        return False if self._mine else super()._under(line, typing)

    def own_lay(self, width: int) -> list[Laid]:
        """See OrdersPanel."""
        if self.sums is None:
            return []
        return lay_queue(self._now(), self._pages, width, self.size.height)

    def _now(self) -> Shown:
        order = self.typed_order() if self._typed is not None else None
        planned = self.plan(self.power).placed(order, self._place()) if isinstance(order, Order) else None
        assert self.sums is not None and self.outlook is not None
        return Shown(
            name=power_name(self.desk.campaign, self.power),
            following=power_name(self.desk.campaign, self.following) if self.following else "",
            money=self.desk.ruleset.money,
            offers=tuple(self.shown),
            hidden=len(self.offers) - len(self.shown),
            lines=self.lines,
            ordered=self.ordered,
            sums=self.sums,
            limit=self.limit,
            named=self._named,
            alone=self._alone,
            queued=self._of_offer,
            spot=self.spot,
            left=self.side == OFFERS,
            section=self.section,
            text=self.text,
            search=self._search,
            typed=self._typed,
            problem=order if isinstance(order, str) else "",
            trial=planned,
        )

    def _named(self, line: QueueLine) -> str:
        order = line.planned.order
        return model.name_of(self.desk, line.at, order, self.desk.ruleset.stock(line.at, order))

    def _alone(self, line: QueueLine) -> int:
        return price(line.planned.order, self.desk.campaign).total

    def _place(self) -> Any:
        plan = self.plan(self.power)
        nth = self._nth if self._nth is not None else len(plan.lines)
        return plan.lines[nth - 1].after if nth else plan.start

    def on_click(self, event: Click) -> None:
        """A click puts the cursor on the side it falls on."""
        if not self._mine or self.typing():
            super().on_click(event)
            return
        left = event.x < left_width(self.size.width)
        spot = self._pages.spot(left, event.y)
        if spot:
            self.side = OFFERS if left else QUEUE
            self.stand(spot)
            if event.chain == 2:
                self.enter()

    def help_text(self) -> str:
        """See Panel."""
        return (
            f"{super().help_text()}\n"
            "On the left what may be bought: how many after all that is queued, how many the pool has, the price of the "
            "next; what may not be bought says why. On the right the queue: each line is judged and priced where it "
            "stands, so moving it changes what is doubled. A refused line is red; its reasons stand below.\n"
            "Enter or plus queues one, minus takes one off, digits set the number, m takes all that may be bought. "
            "Tab goes to the queue; K and J move a line, Delete removes it, z takes the last edit back. "
            "V turns through places, yards and circumstances, D asks for deficit spending by name, e types the order. "
            "O gives the whole queue, all or none; d goes on to the next power and after the last one gives all queues "
            "and ends the step. What was given is taken back with u, and comes back into the queue.\n"
            "R, / and a sift the list."
        )
