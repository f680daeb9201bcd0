"""The targets of diplomacy for the eye: each on its ladder, what lies there, and what a roll that is supposed may
bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve

from engine.kernel.refusals import Refusal
from engine.kernel.sheets.diplomacy import Board, Bought, Buying, Chances, Diplomacy, Rung, Supposed, Target
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.choices import sealed
from tui.rows import clean
from tui.words import and_list, begun

if TYPE_CHECKING:
    from engine.kernel.orders import Order
    from engine.kernel.outlook import Outlook
    from saves.desk import Desk


@frozen
class TargetRow:
    """One target. ``letter`` of who has it; ``cells``: for each side the points that are known to lie there, whether
    that is all, None where nobody of it may influence the target; ``named``: the letters of the sides that named it;
    ``shares`` and ``notes`` in words; ``lying``: points by power, None where they are not known."""

    id: str
    spot: str
    name: str
    short: str
    level: int | None
    off: str
    status: str
    letter: str
    strength: int
    cells: tuple[tuple[int, bool] | None, ...]
    named: str
    shares: str
    lying: Mapping[str, int | None]
    notes: tuple[tuple[str, str], ...]
    closed: tuple[Refusal, ...]

    def open_to(self, power: str) -> bool:
        """Whether a power may influence the target."""
        return power in self.lying


@frozen
class Targets:
    """All targets. ``rungs`` of the ladder; ``sides``: letter and title by id; ``columns``: the same of those whose
    points have a column; ``paid``: what everybody knows to have been paid this year; ``about``: how it is played where
    the step does not say that."""

    rows: tuple[TargetRow, ...]
    rungs: tuple[Rung, ...]
    sides: Mapping[str, tuple[str, str]]
    columns: tuple[tuple[str, str], ...]
    paid: str
    names: tuple[str, str]
    supposes: bool
    about: tuple[str, ...]


def targets(desk: Desk) -> Targets | None:
    """All targets as the desk's seat knows them; None in a game without diplomacy."""
    sheet = desk.ruleset.sheet(Diplomacy)
    if sheet is None:
        return None
    board = sheet.board(desk.campaign)
    return Targets(
        rows=tuple(_row(desk, board, target) for target in board.targets),
        rungs=board.rungs,
        sides={side.id: (side.short, side.title) for side in board.sides},
        columns=tuple((side.short, side.title) for side in board.sides) if board.supposes else (),
        paid=_paid(desk, board),
        names=board.names,
        supposes=board.supposes,
        about=tuple(map(clean, board.about)),
    )


def _row(desk: Desk, board: Board, target: Target) -> TargetRow:
    able = {share.power for share in target.shares}
    counted = board.sides if board.supposes else ()
    cells = tuple(target.count(side) if able & set(side.powers) else None for side in counted)
    sides = {side.id: side for side in board.sides}
    notes = [(clean(text), rule) for text, rule in target.notes]
    if target.named:
        told = and_list([f"the {sides[side].title} in {when}" for side, when in target.named])
        notes.insert(0, (f"named this year by {told}", board.rule))
    return TargetRow(
        id=target.id,
        spot=target.path,
        name=clean(target.name),
        short=clean(target.short),
        level=target.level,
        off=target.off,
        status=clean(target.status),
        letter=letter(desk, target.patron),
        strength=target.strength,
        cells=cells,
        named="".join(sides[side].short for side, _ in target.named),
        shares=_shares(desk, target),
        lying={share.power: share.count for share in target.shares},
        notes=tuple(notes),
        closed=target.closed,
    )


def letter(desk: Desk, power: str) -> str:
    """A power's letter on the ladder."""
    return power_name(desk.campaign, power)[:1].upper() if power else ""


def _shares(desk: Desk, target: Target) -> str:
    """Who may influence a target, each with what is known to lie there."""
    said = []
    for share in target.shares:
        unknown = f"up to {share.most}" if share.most else "?"
        count = unknown if share.count is None else str(share.count) if share.count or share.used else ""
        used = f"({share.used} used)" if share.used else ""
        said.append(" ".join(part for part in (power_name(desk.campaign, share.power), count, used) if part))
    return ", ".join(said)


def _paid(desk: Desk, board: Board) -> str:
    """What was paid this year, by turn, as everybody has seen it."""
    turns: dict[str, list[str]] = {}
    for paid in board.paid:
        when = f"paid in {paid.when}" if paid.opened else f"paid in {paid.when}, hidden"
        turns.setdefault(when, []).append(f"{power_name(desk.campaign, paid.power)} {paid.sum}")
    return "; ".join(f"{when}: {', '.join(sums)}" for when, sums in turns.items())


def chances(desk: Desk, supposed: Supposed) -> Chances | None:
    """What may come of a roll that is supposed, as the desk's seat sees it."""
    sheet = desk.ruleset.sheet(Diplomacy)
    if sheet is None:
        return None
    mine = tuple(power for power, seat in desk.campaign.seats.items() if seat == desk.seat)
    return sheet.chances(desk.campaign, supposed, mine)


def turned(supposed: Supposed, chances: Chances, *, by: int = 0, against: int = 0) -> Supposed:
    """What is supposed with the next power that rolls, or the next alliance that is attacked. The points of the other
    side are its own then, and those of who rolls as well."""
    if by and chances.by:
        at = chances.by.index(chances.supposed.by) if chances.supposed.by in chances.by else -1
        return evolve(supposed, by=chances.by[(at + by) % len(chances.by)], against="", attack=None, defence=None)
    if against and chances.against:
        now = chances.supposed.against
        at = chances.against.index(now) if now in chances.against else -1
        return evolve(supposed, against=chances.against[(at + against) % len(chances.against)], defence=None)
    return supposed


def said(result: str) -> str:
    """A result at the beginning of a line."""
    return begun(clean(result))


@frozen
class Purchase:
    """A purchase for the eye: what it stands at, why it may not be given, and whether other seats do not see it."""

    buying: Buying
    name: str
    refusals: tuple[Refusal, ...]
    sealed: bool

    @property
    def line(self) -> str:
        """The order as text."""
        return self.buying.order.text

    @property
    def left(self) -> int:
        """What the power can spend afterwards."""
        return self.buying.free - self.buying.cost.total


def purchase(desk: Desk, outlook: Outlook, power: str, bought: Bought) -> Purchase | None:
    """What a power has laid so far; None where it buys nothing in this step."""
    sheet = desk.ruleset.sheet(Diplomacy)
    buying = sheet.buying(desk.campaign, power, bought) if sheet is not None else None
    if buying is None:
        return None
    return Purchase(buying, power_name(desk.campaign, power), tuple(desk.judge(buying.order)), sealed(desk, outlook))


def of_order(desk: Desk, order: Order[Any], defence: int | None) -> Chances | None:
    """What may come of the roll that an order brings about, against so many points; None for any other order."""
    sheet = desk.ruleset.sheet(Diplomacy)
    supposed = sheet.supposed(order) if sheet is not None else None
    return chances(desk, evolve(supposed, defence=defence)) if supposed is not None else None


def answered(desk: Desk, order: Order[Any]) -> Chances | None:
    """What may come of the roll under way once it is answered so; None where an order answers no such roll."""
    sheet = desk.ruleset.sheet(Diplomacy)
    return sheet.answered(desk.campaign, order) if sheet is not None else None


@frozen
class Naming:
    """The order that would name a target, as it is supposed, and why it may not be given."""

    order: Order[Any]
    refusals: tuple[Refusal, ...]


def naming(desk: Desk, told: Chances) -> Naming | None:
    """The order for a supposed roll; None where there is none to be thought of."""
    sheet = desk.ruleset.sheet(Diplomacy)
    if sheet is None or not told.supposed.by:
        return None
    order = sheet.naming(desk.campaign, told.supposed)
    return Naming(order, tuple(desk.judge(order)))
