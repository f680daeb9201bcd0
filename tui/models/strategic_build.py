"""Building for strategic warfare: what may be built, how many, why not more, and what is chosen against the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.kernel.dice import NeedsDie
from engine.kernel.grammar import Unreadable
from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Refusal, Refused
from engine.kernel.sheets.building import COUNT, building_of, with_many
from engine.kernel.sheets.building import counts as counts_many
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.standing import Done
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.choices import free_hands, without_name
from tui.models.verdicts import cost_of, words
from tui.rows import clean

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.orders import Order
    from saves.desk import Desk

MOST = 30
"""No shipyard and no pool comes near it."""


@frozen
class BuildRow:
    """One thing on offer. ``can`` of it may be built now, ``pool`` stand in the force pool (None: it has none);
    ``each`` and ``cost`` in the game's money; ``many`` are chosen, ``built`` were built this turn; ``why``: why not one
    more than ``can``; ``refusals``: why not what is chosen, or not even one."""

    id: str
    name: str
    can: int
    pool: int | None
    each: int
    many: int
    cost: int
    built: int
    why: tuple[Refusal, ...]
    refusals: tuple[Refusal, ...]
    line: str

    @property
    def legal(self) -> bool:
        """Whether any may be built."""
        return self.can > 0


@frozen
class Used:
    """Something beside money that building uses up: ``left`` of ``most`` now, ``after`` what is chosen (None where that
    cannot be built)."""

    title: str
    left: int
    most: int
    after: int | None
    path: str
    rule: str


@frozen
class Building:
    """A power's purchases: ``free`` in its hand of the game's ``money``, ``chosen`` to be spent, ``after`` that;
    ``used`` beside it; ``refusals`` of all of it together; ``then``: who else builds; ``lines`` the orders of what is
    chosen, ``done`` the one that ends it."""

    power: str
    name: str
    rule: str
    free: int
    rows: tuple[BuildRow, ...]
    chosen: int
    after: int
    refusals: tuple[Refusal, ...]
    then: tuple[str, ...]
    lines: tuple[str, ...]
    done: str
    money: str = ""
    used: tuple[Used, ...] = ()


def builders(outlook: Outlook) -> tuple[str, ...]:
    """The powers that this seat builds for now, in their order."""
    return tuple(dict.fromkeys(choice.power for choice in outlook.choices if choice.power))


def limits(desk: Desk, outlook: Outlook) -> dict[str, tuple[int, tuple[Refusal, ...]]]:
    """How many of each thing on offer may be built now, and why not one more: once for a state, not for each key."""
    limits_of: dict[str, tuple[int, tuple[Refusal, ...]]] = {}
    for choice in outlook.choices:
        order = choice.order
        if choice.ends:
            continue
        can, why = 0, choice.refused
        most = MOST if counts_many(order) else 1
        while not why and can < most:
            can += 1
            why = desk.judge(_counted(order, can + 1)) if can < most else ()
        limits_of[choice.text] = (can, why)
    return limits_of


def _counted(order: Order[Any], many: int) -> Order[Any]:
    return with_many(order, COUNT, many) if counts_many(order) else order


def building(
    desk: Desk,
    outlook: Outlook,
    power: str,
    counts: Mapping[str, int],
    known: Mapping[str, tuple[int, tuple[Refusal, ...]]],
) -> Building:
    """What ``power`` may build; ``counts`` says how many are chosen, by the text of the order on offer."""
    campaign = desk.campaign
    rows: list[BuildRow] = []
    done = ""
    for choice in outlook.choices:
        if choice.power != power:
            continue
        if choice.ends:
            done = choice.text
        else:
            rows.append(
                _row(desk, choice.order, counts.get(choice.text, 0), *known.get(choice.text, (0, choice.refused)))
            )
    lines = tuple(row.line for row in rows if row.many)
    free = free_hands(desk).get(power, 0)
    chosen = sum(row.cost for row in rows if row.many)
    refusals, after = together(desk, lines) if lines else ((), campaign)
    return Building(
        power=power,
        name=power_name(campaign, power),
        rule=clean(desk.ruleset.sequence[outlook.step].rule),
        free=free,
        rows=tuple(rows),
        chosen=chosen,
        after=free - chosen,
        refusals=refusals,
        then=tuple(power_name(campaign, builder) for builder in builders(outlook) if builder != power),
        lines=lines,
        done=done or f"{power} {Done.verb}",
        money=ledger_of(desk.ruleset).money,
        used=_used(desk, power, after),
    )


def _used(desk: Desk, power: str, after: Campaign | None) -> tuple[Used, ...]:
    # What is chosen may end the step, and then other means count, or none.
    then = (
        {means.title: means.left for means in building_of(desk.ruleset).means(after, power)}
        if after is not None
        else {}
    )
    return tuple(
        Used(clean(means.title), means.left, means.most, then.get(means.title), means.path, clean(means.rule))
        for means in building_of(desk.ruleset).means(desk.campaign, power)
    )


def _row(desk: Desk, order: Order[Any], many: int, can: int, why: tuple[Refusal, ...]) -> BuildRow:
    campaign = desk.campaign
    taken = _counted(order, max(1, many))
    refusals = why if not can else desk.judge(taken) if many > can else ()
    stock = building_of(desk.ruleset).stock(campaign, order)
    return BuildRow(
        id=order.text,
        name=clean(stock.name) if stock is not None else _name(desk, order),
        can=can,
        pool=None if stock is None else stock.pool,
        each=cost_of(order, campaign).total,
        many=many,
        cost=cost_of(taken, campaign).total,
        built=0 if stock is None else stock.built,
        why=why,
        refusals=refusals,
        line=taken.text,
    )


def _name(desk: Desk, order: Order[Any]) -> str:
    """What anything else on offer says."""
    campaign = desk.campaign
    said = without_name(words(order, campaign), power_name(campaign, order.actor))
    said = without_name(said, ledger_of(desk.ruleset).powers(campaign).get(order.actor, ""))
    return said[:1].upper() + said[1:]


def ends_the_step(desk: Desk, lines: tuple[str, ...]) -> bool:
    """Whether play goes on to another step by itself once these orders are given."""
    if not lines:
        return False
    _, after = together(desk, lines)
    return after is not None and after.progress.step != desk.campaign.progress.step


def together(desk: Desk, lines: tuple[str, ...]) -> tuple[tuple[Refusal, ...], Campaign | None]:
    """Why the orders cannot be given one after the other, () where they can; and the campaign after them, None where
    they cannot or a die decides."""
    try:
        after, _ = desk.what_if(lines)
    except Refused as refused:
        return refused.refusals, None
    except (Unreadable, NeedsDie, LookupError):
        return (), None
    return (), after
