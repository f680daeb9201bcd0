"""The list of choices of a step or of a decision: what each says, costs and leaves in hand, and why it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernel.outlook import Choice, Outlook
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.verdicts import words
from tui.rows import clean
from tui.words import begun

if TYPE_CHECKING:
    from engine.kernel.orders import Order
    from saves.desk import Desk


@frozen
class ChoiceRow:
    """One choice: the text of its ``order``, and what it ``gives``, the order itself. ``says``: what it is, without the
    name of its power ``who``; ``cost`` and ``after`` (free in hand
    afterwards) in the game's money, None where there is none; ``ends``: it ends the step and does nothing else."""

    order: str
    power: str
    who: str
    says: str
    cost: int | None
    after: int | None
    breakdown: Breakdown
    refusals: tuple[Refusal, ...]
    gives: Order[Any]
    ends: bool = False

    @property
    def legal(self) -> bool:
        """Whether Enter would carry the order out."""
        return not self.refusals


@frozen
class Choices:
    """All choices. ``asked``: what is to be decided; ``money``: whether any of them costs anything; ``several``:
    whether they are of several powers; ``sealed``: whether other seats do not see what is ordered; ``notes`` of a
    decision."""

    asked: str
    rule: str
    rows: tuple[ChoiceRow, ...]
    money: bool
    several: bool
    sealed: bool = False
    notes: tuple[str, ...] = ()


def free_hands(desk: Desk) -> dict[str, int]:
    """What each power could still spend, from its ruleset's ledger."""
    return {line.power: line.free for line in ledger_of(desk.ruleset).rows(desk.campaign)}


def choices(desk: Desk, outlook: Outlook) -> Choices:
    """What the seat may choose from now."""
    step = desk.ruleset.sequence[outlook.step]
    asked, rule = step.title, step.rule
    notes: tuple[str, ...] = ()
    if outlook.decision is not None:
        title, rule, notes = outlook.decision.title, outlook.decision.rule, outlook.decision.notes
        asked = begun(title)
    free = free_hands(desk)
    several = len({choice.power for choice in outlook.choices}) > 1
    rows = tuple(_row(desk, choice, free) for choice in outlook.choices)
    hidden = sealed(desk, outlook)
    return Choices(
        clean(asked), clean(rule), rows, any(row.cost for row in rows), several, hidden, tuple(map(clean, notes))
    )


def sealed(desk: Desk, outlook: Outlook) -> bool:
    """Whether what is ordered now stays hidden from other seats; a table of one seat hides nothing."""
    if len(set(desk.campaign.seats.values())) == 1:
        return False
    if outlook.decision is not None:
        return outlook.decision.sealed
    return desk.ruleset.sequence[outlook.step].sealed(desk.campaign)


def _row(desk: Desk, choice: Choice, free: dict[str, int]) -> ChoiceRow:
    who = power_name(desk.campaign, choice.power) if choice.power else ""
    if choice.ends:
        # It speaks for every power of the seat.
        refused, order = choice.refused, choice.order
        return ChoiceRow(choice.text, choice.power, "", "Done, go on", None, None, choice.cost, refused, order, True)
    says = words(choice.order, desk.campaign)
    cost = choice.cost.total if choice.cost.lines else None
    after = free[choice.power] - cost if cost is not None and choice.power in free else None
    says = without_name(says, who)
    return ChoiceRow(choice.text, choice.power, who, says, cost, after, choice.cost, choice.refused, choice.order)


def without_name(says: str, who: str) -> str:
    """``Germany buys an Evasion chit`` for a list under Germany's name: ``buys an Evasion chit``."""
    name = next((name for name in (who, f"The {who}") if who and says.startswith((f"{name} ", f"{name}:"))), "")
    if not name or says.startswith(f"{name} and "):
        # Where several do it together, none of them is left out.
        return says
    return says[len(name) :].lstrip(" :")
