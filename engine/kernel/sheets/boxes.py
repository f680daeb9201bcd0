"""What a game tells a screen about filling the boxes of strategic warfare: what may stand in which box, what an order
puts there, and what may come of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from engine.kernel.forecast import Distribution
from engine.kernel.orders import Field, Order
from engine.kernel.refusals import Refusal
from engine.kernel.values import evolve, frozen

K = TypeVar("K", contravariant=True)

Placed = Mapping[tuple[str, str], int]
"""How many of a lot stand in a column, by the ids of both."""


@frozen
class Column:
    """A box: ``battle`` is the one that it takes part in (see Boxes.suppose), '' for what is fought on the board."""

    id: str
    title: str
    short: str
    battle: str
    rule: str


@frozen
class Lot:
    """Units of one kind that stand ready: ``have`` of them; ``into`` names the order's field for each column.
    ``units``: their ids where the order names them one by one; ``worth``: what one of them counts in the box;
    ``name``: what players call them where it is not their kind's name."""

    id: str
    kind: str
    place: str
    have: int
    into: Mapping[str, str]
    units: tuple[str, ...] = ()
    worth: int = 1
    name: str = ""


@frozen
class Placing:
    """All that one power may place with one order: ``blank`` is that order with no unit placed. ``questions`` are its
    boxes for yes or no; ``task`` says what the power does here, ``notes`` what it should know of it."""

    blank: Order[Any]
    columns: tuple[Column, ...]
    lots: tuple[Lot, ...]
    questions: tuple[Field, ...] = ()
    task: str = "fills its boxes"
    notes: tuple[str, ...] = ()

    @property
    def power(self) -> str:
        """Who places."""
        return self.blank.actor

    @property
    def rule(self) -> str:
        """The rule by which units are placed."""
        return self.blank.rule

    def order(self, placed: Placed, answers: Mapping[str, str]) -> Order[Any]:
        """The order that places all this."""
        figures: dict[str, int] = {}
        names: dict[str, tuple[str, ...]] = {}
        for lot in self.lots:
            for column, field in lot.into.items():
                many = placed.get((lot.id, column), 0)
                if lot.units:
                    names[field] = (*names.get(field, ()), *lot.units[:many])
                else:
                    figures[field] = figures.get(field, 0) + many
        said = {field.name: True for field in self.questions if answers.get(field.name) == "yes"}
        return evolve(self.blank, **figures, **names, **said)

    def placed(self, order: Order[Any]) -> Placed:
        """What an order of this kind puts into which box, of what is counted and there."""
        amounts: dict[tuple[str, str], int] = {}
        for lot in self.lots:
            for column, field in lot.into.items():
                value = getattr(order, field, 0)
                if isinstance(value, int) and 0 < value <= lot.have:
                    amounts[lot.id, column] = value
        return amounts


@frozen
class Mean:
    """What is lost on the average, in units or money as the label says."""

    label: str
    value: Fraction


@frozen
class Chance:
    """How likely something is, and the rule that says what it does."""

    label: str
    value: Fraction
    rule: str


@frozen
class Odds:
    """One battle forecast. ``enemy`` units of the kind ``against`` are supposed, of ``most`` in play; ``narfs``: the
    money that ``victim`` loses; ``refused``: why it cannot be fought; ``quiet``: why nothing is fought at all;
    ``supposed``: what else is taken for granted, where a player will decide."""

    battle: str
    title: str
    against: str
    enemy: int
    most: int
    victim: str = ""
    narfs: Distribution[int] = Distribution(())
    means: tuple[Mean, ...] = ()
    chances: tuple[Chance, ...] = ()
    column: str = ""
    net: str = ""
    refused: tuple[Refusal, ...] = ()
    quiet: str = ""
    supposed: tuple[str, ...] = ()


class Boxes(Protocol[K]):
    """The sheet of the boxes."""

    def placing(self, campaign: K, power: str, step: str) -> Placing | None:
        """What a power may put into which box in a step, by its slug; None where it fills none."""

    def suppose(self, campaign: K, order: Order[Any], battle: str, enemy: int | None = None) -> Odds | None:
        """What may come of a battle for an order that fills boxes, against so many enemy units (None: all in play).
        ``battle`` is a column's, '' for the only one that the order bears on. None where it bears on none."""
