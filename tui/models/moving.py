"""Strategic movement and what is sent: what may go, where to, what is chosen, the points and money that it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.sheets.moving import Burden, Cargo, Goal, Moves, Notice, Points
from engine.kernel.sheets.moving import Moving as MoveSheet
from engine.kernel.standing import Done
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.choices import free_hands
from tui.models.strategic_build import together
from tui.models.verdicts import cost_of
from tui.rows import clean

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.orders import Order
    from saves.desk import Desk


@frozen
class MoveRow:
    """One thing that may go. ``many`` of it are chosen, of ``have`` (None: nobody counts); ``goal``: where to, by which
    of ``ways``; ``order``: what moves what is chosen, or the usual number; ``counted``: whether a number is asked."""

    id: str
    heading: str
    title: str
    have: int | None
    many: int
    usual: int
    unit: str
    note: str
    goal: Goal
    ways: int
    order: Order[Any]
    counted: bool

    @property
    def line(self) -> str:
        """The row's order as text."""
        return self.order.text


@frozen
class Purse:
    """Points that pay: ``left`` of ``most``, and ``after`` what is chosen (None where that cannot be given)."""

    points: Points
    after: int | None


@frozen
class AtHand:
    """What is known of the row under the cursor: what it takes with causes, what it costs in money, and why not."""

    takes: tuple[tuple[Points, Breakdown], ...]
    cost: int
    refusals: tuple[Refusal, ...]


@frozen
class Moving:
    """A power's movement in a step. ``rows`` are those that the ``find`` lets through, ``hidden`` the others;
    ``chosen`` orders and what they cost in ``money`` of the ``free`` hand; ``refusals`` of all of them together."""

    power: str
    name: str
    deed: str
    rule: str
    rows: tuple[MoveRow, ...]
    hidden: int
    purses: tuple[Purse, ...]
    notices: tuple[Notice, ...]
    lines: tuple[str, ...]
    chosen: int
    cost: int
    free: int
    money: str
    refusals: tuple[Refusal, ...]
    done: str


def moves(desk: Desk, outlook: Outlook) -> Moves | None:
    """What the power whose turn it is may move; None where the game has nothing to show."""
    acting = next(iter(outlook.awaits), "")
    sheet = desk.ruleset.sheet(MoveSheet)
    return sheet.moves(desk.campaign, acting) if acting and sheet is not None else None


def moving(
    desk: Desk, outlook: Outlook, known: Moves, counts: Mapping[str, int], ways: Mapping[str, int], find: str = ""
) -> Moving:
    """The model of the panel; ``counts`` and ``ways`` say how many go and which way, by the cargo's id."""
    rows = tuple(_row(cargo, counts.get(cargo.id, 0), ways.get(cargo.id, 0)) for cargo in known.cargoes)
    orders = tuple(row.order for row in rows if row.many)
    lines = tuple(order.text for order in orders)
    refusals, after = together(desk, lines) if lines else ((), desk.campaign)
    wanted = find.lower().split()
    seen = tuple(row for row in rows if row.many or all(word in _words(row) for word in wanted))
    cost = sum(cost_of(order, desk.campaign).total for order in orders)
    return Moving(
        power=known.power,
        name=power_name(desk.campaign, known.power),
        deed=known.deed,
        rule=clean(desk.ruleset.sequence[outlook.step].rule),
        rows=seen,
        hidden=len(rows) - len(seen),
        purses=_purses(desk, known, orders, after),
        notices=known.notices,
        lines=lines,
        chosen=len(lines),
        cost=cost,
        free=free_hands(desk).get(known.power, 0),
        money=ledger_of(desk.ruleset).money,
        refusals=refusals,
        done=f"{known.power} {Done.verb}",
    )


def _words(row: MoveRow) -> str:
    return f"{row.heading} {row.title} {row.note} {row.goal.title}".lower()


def _row(cargo: Cargo, many: int, way: int) -> MoveRow:
    goal = cargo.goals[way % len(cargo.goals)]
    return MoveRow(
        cargo.id,
        clean(cargo.heading),
        clean(cargo.title),
        cargo.have,
        many,
        cargo.usual,
        cargo.unit,
        clean(cargo.note),
        goal,
        len(cargo.goals),
        cargo.order(many or cargo.usual, goal),
        bool(cargo.counts),
    )


def burdens(desk: Desk, order: Order[Any]) -> tuple[Burden, ...]:
    """What an order takes of which points."""
    sheet = desk.ruleset.sheet(MoveSheet)
    return sheet.burden(desk.campaign, order) if sheet is not None else ()


def _purses(desk: Desk, known: Moves, orders: tuple[Order[Any], ...], after: Campaign | None) -> tuple[Purse, ...]:
    """The points, as they are after what is chosen; where that cannot be given, as it would take them."""
    taken: dict[str, int] = {}
    for order in orders:
        for burden in burdens(desk, order):
            taken[burden.points] = taken.get(burden.points, 0) + burden.found.total
    same = after is not None and after.progress.step == desk.campaign.progress.step
    sheet = desk.ruleset.sheet(MoveSheet)
    now = sheet.moves(after, known.power) if same and after is not None and sheet is not None else None
    then = {points.id: points.left for points in now.points} if now is not None else {}
    return tuple(Purse(points, then.get(points.id, points.left - taken.get(points.id, 0))) for points in known.points)


def at_hand(desk: Desk, known: Moves, row: MoveRow) -> AtHand:
    """The row under the cursor weighed alone: what it takes, what it costs, why it is refused."""
    by_id = {points.id: points for points in known.points}
    takes = tuple((by_id[burden.points], burden.found) for burden in burdens(desk, row.order) if burden.points in by_id)
    return AtHand(takes, cost_of(row.order, desk.campaign).total, desk.judge(row.order))


def said(parts: int, of_one: int) -> str:
    """Points for people: ``3``, ``2 1/2``; a part of a point is a half."""
    whole, rest = divmod(abs(parts), of_one)
    text = f"{whole} {rest}/{of_one}" if rest and whole else f"{rest}/{of_one}" if rest else str(whole)
    return f"-{text}" if parts < 0 else text
