"""The build queue: what may be bought and why the rest may not, what is queued at its place in the order, what has been
ordered this turn, and what all of it leaves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs
from attrs import field

from engine.kernel import play
from engine.kernel.outlook import Outlook
from engine.kernel.plan import Plan, Planned, offered, price
from engine.kernel.reading import parse
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.sheets.building import Berth, Prospect, Stock, building_of, counts, many, with_many
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.standing import Done
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.choices import without_name
from tui.models.strategic_build import Used
from tui.models.verdicts import words
from tui.rows import clean
from tui.telling import tell_all

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.changes import Entry
    from engine.kernel.orders import Order
    from engine.kernel.ruleset import Ruleset
    from saves.desk import Desk

MOST = 30
"""How many of what no pool limits are asked for at most."""
OTHER = "other"


@frozen
class Offer:
    """Something that may be bought, or not. ``order`` buys the least of it; ``section``: its heading; ``ways``: in how
    many other ways it may be given."""

    order: Order[Any]
    name: str
    section: str
    stock: Stock | None
    ways: tuple[Order[Any], ...]
    shut: bool
    id: str = field(init=False, eq=False)
    """Its spot, asked for at every key."""

    @id.default
    def _spot(self) -> str:
        return f"offer {self.order.text}"


@frozen
class Limit:
    """How many of an offer may still be bought after what is queued, and every reason against one more; ``each``: the
    price of the next with its causes."""

    can: int
    why: tuple[Refusal, ...]
    each: Breakdown


@frozen
class QueueLine:
    """One line of the queue, as it stands at its place in the order: so many of it ``at`` that campaign; ``least``: the
    same for the least it can be given for."""

    nth: int
    many: int
    least: Order[Any]
    planned: Planned[Any]
    at: Campaign
    id: str = field(init=False, eq=False)
    """Its spot, asked for at every key."""

    @id.default
    def _spot(self) -> str:
        return f"queue {self.nth}"


@frozen
class Ordered:
    """Something ordered this turn already: what, and what it cost in the game's money."""

    number: int
    name: str
    cost: int


@frozen
class Sums:
    """A power's money: ``free`` before the queue, ``spent`` by it, ``after`` it; ``used``: what else is used up;
    ``prospects``: what the rest is wanted for."""

    free: int
    spent: int
    used: tuple[Used, ...]
    prospects: tuple[Prospect, ...]
    berths: tuple[Berth, ...]

    @property
    def after(self) -> int:
        """The money that the queue leaves."""
        return self.free - self.spent


def builders(outlook: Outlook) -> tuple[str, ...]:
    """The powers that this seat buys for now, in their order."""
    return tuple(dict.fromkeys(choice.power for choice in outlook.choices if choice.power))


class Counting:
    """Which field of an order says how many: the same for every order of a class, so it is asked once."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._ruleset = ruleset
        self._known: dict[type[Order[Any]], tuple[str, int]] = {}

    def of(self, order: Order[Any], campaign: Campaign) -> tuple[str, int]:
        """The field, '' where nothing is counted, and its least value."""
        kind = type(order)
        if kind not in self._known:
            stock = building_of(self._ruleset).stock(campaign, order)
            field = stock.counted if stock is not None else "count"
            known = (field if counts(order, field) else "", stock.least if stock is not None else 1)
            if stock is None:
                # Another order of the class may say more.
                return known
            self._known[kind] = known
        return self._known[kind]

    def many(self, order: Order[Any], campaign: Campaign) -> int:
        """How many an order buys, or how far it goes."""
        field, _ = self.of(order, campaign)
        return many(order, field)

    def with_many(self, order: Order[Any], campaign: Campaign, number: int) -> Order[Any]:
        """The order for so many."""
        field, _ = self.of(order, campaign)
        return with_many(order, field, number)

    def least(self, order: Order[Any], campaign: Campaign) -> Order[Any]:
        """The order for the least number it can be given for."""
        return self.with_many(order, campaign, self.of(order, campaign)[1])


def offers(desk: Desk, plan: Plan[Any], power: str, counting: Counting) -> tuple[Offer, ...]:
    """What a power may buy where the queue begins and where it ends, and what is shut; alike things once."""
    rules = desk.ruleset
    listed: dict[str, Offer] = {}
    seen: set[str] = set()
    for order in offered(rules, plan.start, power):
        _add(desk, plan.start, order, listed, seen, counting, shut=False)
    # What is queued keeps its place in the list, also where no more of it is on offer.
    at = plan.start
    for planned in plan.lines:
        _add(desk, at, planned.order, listed, seen, counting, shut=False)
        at = planned.after
    if plan.lines:
        for order in offered(rules, plan.after, power):
            _add(desk, plan.after, order, listed, seen, counting, shut=False)
    for order in building_of(rules).shut(plan.after, power):
        _add(desk, plan.after, order, listed, seen, counting, shut=True)
    sections = list(dict.fromkeys(offer.section for offer in listed.values()))
    return tuple(sorted(listed.values(), key=lambda offer: (offer.shut, sections.index(offer.section))))


def _add(
    desk: Desk,
    campaign: Campaign,
    order: Order[Any],
    listed: dict[str, Offer],
    seen: set[str],
    counting: Counting,
    *,
    shut: bool,
) -> None:
    least = counting.least(order, campaign)
    if least.text in seen:
        return
    ways = tuple(building_of(desk.ruleset).variants(campaign, least))
    seen.update(way.text for way in ways)
    seen.add(least.text)
    stock = building_of(desk.ruleset).stock(campaign, least)
    section = stock.section if stock is not None and stock.section else OTHER
    listed[least.text] = Offer(least, name_of(desk, campaign, least, stock), section, stock, ways, shut)


def name_of(desk: Desk, campaign: Campaign, order: Order[Any], stock: Stock | None) -> str:
    """What an order buys, as a list says it."""
    if stock is not None:
        return clean(stock.name)
    said = without_name(words(order, campaign), power_name(campaign, order.actor))
    return said[:1].upper() + said[1:]


def limit(plan: Plan[Any], offer: Offer, counting: Counting) -> Limit:
    """How many more of an offer may be bought after the queue, and why not one more than that."""
    stock, order = offer.stock, offer.order
    each = price(order, plan.after)
    why = plan.judged(order)
    if why:
        return Limit(0, why, each)
    field, least = counting.of(order, plan.after)
    if not field:
        return Limit(1, (), each)
    most = stock.pool if stock is not None and stock.pool is not None else MOST
    good, bad, why = 1, most + 2, ()
    # The pool is the usual limit, so it is asked about first.
    guess = most
    while good + 1 < bad:
        said = plan.judged(attrs.evolve(order, **{field: guess + least - 1})) if guess > good else ()
        if said:
            bad, why = guess, said
        else:
            good = max(good, guess)
            if good >= most:
                break
        guess = (good + bad) // 2
    if not why:
        why = plan.judged(attrs.evolve(order, **{field: good + least}))
    return Limit(good, why, each)


def lines(plan: Plan[Any], counting: Counting, before: Sequence[QueueLine] = ()) -> tuple[QueueLine, ...]:
    """The queue's lines; of those ``before``, what has stayed as it was stays the same."""
    queued: list[QueueLine] = []
    at = plan.start
    for nth, planned in enumerate(plan.lines):
        was = before[nth] if nth < len(before) else None
        if was is None or was.planned.order is not planned.order:
            many, least = counting.many(planned.order, at), counting.least(planned.order, at)
            queued.append(QueueLine(nth, many, least, planned, at))
        elif was.planned is planned and was.at is at:
            queued.append(was)
        else:
            queued.append(QueueLine(nth, was.many, was.least, planned, at))
        at = planned.after
    return tuple(queued)


def sums(desk: Desk, plan: Plan[Any], power: str, free: int) -> Sums:
    """What a power's queue uses up and leaves."""
    then = {means.title: means.left for means in building_of(desk.ruleset).means(plan.after, power)}
    used = tuple(
        Used(clean(means.title), means.left, means.most, then.get(means.title), means.path, clean(means.rule))
        for means in building_of(desk.ruleset).means(plan.start, power)
    )
    return Sums(
        free=free,
        spent=plan.total,
        used=used,
        prospects=building_of(desk.ruleset).prospects(plan.after, power),
        berths=building_of(desk.ruleset).berths(plan.after, power),
    )


def turn_entries(desk: Desk) -> list[Entry]:
    """All entries of the turn, with those that were taken back."""
    return list(desk.entries(desk.ruleset.calendar.now(desk.campaign)))


def ordered(desk: Desk, power: str, entries: Sequence[Entry]) -> tuple[Ordered, ...]:
    """What the power has ordered in the step at hand and not taken back."""
    campaign, rules = desk.campaign, desk.ruleset
    orders = []
    purse = f"powers.{power}.{ledger_of(rules).purse}"
    told = {line.n: line.sentence for line in tell_all(rules, campaign, entries)}
    for entry in play.live(entries):
        if entry.step != campaign.progress.step or entry.late or not entry.order.startswith(f"{power} "):
            continue
        order = parse(rules, entry.order)
        if isinstance(order, Done):
            continue
        cost = sum(change.was - change.now for change in entry.changes if change.at == purse)
        said = without_name(told.get(entry.n, entry.order), power_name(campaign, power))
        orders.append(Ordered(entry.n, said, cost))
    return tuple(orders)


def text_of(orders: Iterable[Order[Any]]) -> tuple[str, ...]:
    """The lines that give these orders."""
    return tuple(order.text for order in orders)


def moved(orders: Sequence[Order[Any]], nth: int, by: int) -> tuple[Order[Any], ...]:
    """The orders with one of them so many places further on."""
    kept = list(orders)
    order = kept.pop(nth)
    kept.insert(max(0, min(len(kept), nth + by)), order)
    return tuple(kept)
