"""What the rules say about an order while it is being typed, before anything is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernel.dice import NeedsDie
from engine.kernel.grammar import Unreadable
from engine.kernel.plan import price
from engine.kernel.refusals import Breakdown, Line, Refusal, Refused
from engine.kernel.sheets.following import Following
from engine.kernel.values import frozen
from tui import glyphs
from tui.rows import clean
from tui.telling import changed, loud, speaking

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.orders import Order
    from saves.desk import Desk

# Where the figures stand that people count by.
_SHOWN = ("powers", "countries", "holdings", "places", "pools", "facts")


@frozen
class Verdict:
    """A typed line judged. ``order``: its canonical text, '' while it cannot be read; then ``problem`` says why, ``at``
    the column (from 0) and ``expected`` what should stand there. ``cost`` in the game's money, with its causes.
    ``meant``: the order itself, None while it cannot be read; what else is asked of it need not read the line again.
    """

    typed: str
    order: str = ""
    says: str = ""
    problem: str = ""
    at: int = 0
    expected: str = ""
    refusals: tuple[Refusal, ...] = ()
    cost: Breakdown = Breakdown()
    meant: Order[Any] | None = None

    @property
    def legal(self) -> bool:
        """Whether Enter would carry the order out."""
        return bool(self.order) and not self.refusals


def verdict(desk: Desk, line: str) -> Verdict:
    """The typed line as the desk's seat would be answered."""
    if not line.strip():
        return Verdict(line)
    try:
        order = desk.understand(line)
    except Unreadable as fault:
        return Verdict(line, problem=clean(fault.problem), at=fault.at, expected=clean(fault.expected))
    return judged(desk, order, line)


def judged(desk: Desk, order: Order[Any], line: str) -> Verdict:
    """An order, typed as a line, as the desk's seat would be answered."""
    return Verdict(
        line,
        order=order.text,
        says=words(order, desk.campaign),
        refusals=desk.judge(order),
        cost=cost_of(order, desk.campaign),
        meant=order,
    )


def effects(desk: Desk, said: Verdict) -> tuple[str, ...]:
    """What a legal order would bring, as its game says it, else what it would change, figure by figure; nothing where
    dice would decide it."""
    if not said.legal or said.meant is None:
        return ()
    if told := followed(desk, said.meant):
        return told
    try:
        _, entries = desk.what_if([said.meant])
    except (Refused, Unreadable, NeedsDie, LookupError):
        return ()
    given = entries[0] if entries else None
    if given is None or given.rolls:
        return ()
    # Figures only: which counters come and go is what the player has just typed.
    return tuple(
        changed(desk.campaign, change)
        for change in speaking(desk.campaign, loud(given.changes))
        if isinstance(change.was, int | str) and isinstance(change.now, int | str) and change.at.split(".")[0] in _SHOWN
    )


def following(desk: Desk, order: Order[Any]) -> tuple[Line, ...]:
    """What follows from an order as its game says it, () where the figures that it changes tell all."""
    sheet = desk.ruleset.sheet(Following)
    return sheet.follows(desk.campaign, order) if sheet is not None else ()


def followed(desk: Desk, order: Order[Any]) -> tuple[str, ...]:
    """The same in words."""
    return tuple(clean(line_text(line)) for line in following(desk, order))


def line_text(line: Line) -> str:
    """A line of a figure in words, with its rule."""
    by = f"{line.value:+d}".replace("-", glyphs.sign("minus"))
    figure = f": {by}" if line.value else ""
    return f"{line.label}{figure} ({line.rule})" if line.rule else f"{line.label}{figure}"


def cost_of(order: Order[Any], campaign: Campaign) -> Breakdown:
    """What an order costs; nothing where it names what is not in play."""
    return price(order, campaign)


def words(order: Order[Any], campaign: Campaign) -> str:
    """An order for people: its sentence, or its title where it has none."""
    try:
        said = order.sentence(campaign)
    except (LookupError, TypeError, ValueError):
        said = order.text
    if said != order.text:
        return clean(said)
    arguments = order.arguments()
    return clean(" ".join(part for part in (order.title or order.verb, arguments) if part))


def reasons(refusals: tuple[Refusal, ...]) -> tuple[str, ...]:
    """Each refusal as one sentence with its rule."""
    return tuple(clean(str(refusal)) for refusal in refusals)
