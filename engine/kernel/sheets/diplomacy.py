"""What a game tells a screen about diplomacy: where each target stands between the alliances, what lies there as far as
the view knows, what a roll may bring, and what may be bought for it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from engine.kernel.orders import Order
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class Side:
    """An alliance: ``title`` and ``short`` (a letter) are what people call it, ``powers`` its Major Powers."""

    id: str
    title: str
    short: str
    powers: tuple[str, ...]


@frozen
class Rung:
    """A step of the ladder, from the left end on: its title and what stands over it in a narrow list. ``level`` is
    counted from the middle, below 0 to the left."""

    level: int
    title: str
    short: str


@frozen
class Share:
    """Points of a power that lie in a target unused, None where this view does not know how many, and those that it
    has used up there this year. ``most``: what everybody knows that there may be at the most."""

    power: str
    count: int | None
    used: int = 0
    most: int = 0


@frozen
class Target:
    """A country that may be won over. ``short``: its name where there is little room; ``level``: its rung, None where
    it stands on none, with a word for that in ``off``; ``status``: how it stands, in words, with ``patron`` whose it is
    ('' for nobody's); ``strength``: points that it adds to its defender by itself; ``shares``: of all powers that may
    influence it, in the order of the sides; ``named``: by which sides it was named this year, with the turn in words;
    ``closed``: why nobody may name it; ``notes``: what else holds of it, each with its rule."""

    id: str
    path: str
    name: str
    short: str
    level: int | None
    off: str
    status: str
    patron: str
    strength: int
    shares: tuple[Share, ...]
    named: tuple[tuple[str, str], ...] = ()
    closed: tuple[Refusal, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()

    def count(self, side: Side) -> tuple[int, bool]:
        """Points of a side that are known to lie here, and whether that is all."""
        shares = [share.count for share in self.shares if share.power in side.powers]
        return sum(count for count in shares if count is not None), None not in shares


@frozen
class Paid:
    """What a power has paid this year for points and chits, as everybody sees it: ``when`` in words; ``opened``:
    whether it is known what it bought."""

    power: str
    when: str
    sum: int
    opened: bool


@frozen
class Board:
    """All targets as a view knows them. ``sides`` and ``rungs`` from the left; ``names``: the verb of the order that
    names a target, and the box of its form that says which ('' where none does); ``supposes``: whether a roll hangs on
    points that a player may suppose; ``about``: how it is played where that is
    not what the step says of itself."""

    sides: tuple[Side, ...]
    rungs: tuple[Rung, ...]
    targets: tuple[Target, ...]
    paid: tuple[Paid, ...] = ()
    names: tuple[str, str] = ("", "")
    supposes: bool = True
    rule: str = ""
    about: tuple[str, ...] = ()


@frozen
class Supposed:
    """A roll that a player thinks through. What is left open the game fills in: who rolls (``by``), the alliance
    attacked (``against``), the points of both sides (None: what the view knows of). ``marks``: what else is supposed,
    such as a chit that is played."""

    target: str
    by: str = ""
    against: str = ""
    attack: int | None = None
    defence: int | None = None
    marks: frozenset[str] = frozenset()


@frozen
class Result:
    """How the target may stand afterwards, in words and on the ladder, with the exact chance; ``stays``: as now."""

    said: str
    level: int | None
    chance: Fraction
    stays: bool = False


@frozen
class Mark:
    """Something that may be supposed besides points: what it is, and whether it is."""

    id: str
    title: str
    holds: bool


@frozen
class Chances:
    """What may come of a roll: ``supposed`` with everything filled in; ``by`` and ``against``: the powers and sides
    that a player may turn through; both sides' points and the die's modifiers with their causes; ``column``: the odds;
    ``assumed``: what is taken for granted of those who have yet to answer; ``refused``: why there is no such roll."""

    supposed: Supposed
    by: tuple[str, ...]
    against: tuple[str, ...]
    attack: Breakdown = Breakdown()
    defence: Breakdown = Breakdown()
    column: str = ""
    die: Breakdown = Breakdown()
    results: tuple[Result, ...] = ()
    marks: tuple[Mark, ...] = ()
    assumed: tuple[str, ...] = ()
    refused: tuple[Refusal, ...] = ()


@frozen
class Bought:
    """What is laid so far for one purchase: points by target, and how many of what is bought besides."""

    points: Mapping[str, int]
    extras: Mapping[str, int]


@frozen
class Extra:
    """What may be bought beside points in targets, such as a chit: ``title`` in words, its price, how many are laid."""

    id: str
    title: str
    price: int
    count: int


@frozen
class Buying:
    """A purchase of one power as it stands: ``order`` gives all that is laid; ``cost`` with its causes; ``laid`` points
    of the ``limit``, ``each`` of them in one target at the most, at a ``price``; ``free``: what the power can spend;
    ``given``: how many of the points cost nothing."""

    order: Order[Any]
    cost: Breakdown
    laid: int
    limit: int
    each: int
    price: int
    free: int
    extras: tuple[Extra, ...] = ()
    given: int = 0


class Diplomacy(Protocol[K]):
    """The sheet of diplomacy."""

    def board(self, campaign: K) -> Board:
        """All targets as this view of the campaign knows them."""

    def chances(self, campaign: K, supposed: Supposed, powers: tuple[str, ...]) -> Chances:
        """What may come of a roll that is supposed. ``powers``: whose player asks, which says who rolls where that is
        left open."""

    def buying(self, campaign: K, power: str, bought: Bought) -> Buying | None:
        """The purchase of a power with what is laid so far; None where it buys nothing now."""

    def supposed(self, order: Order[Any]) -> Supposed | None:
        """The roll that an order brings about, as far as it says; None for any other order."""

    def answered(self, campaign: K, order: Order[Any]) -> Chances | None:
        """What may come of the roll under way once an order has answered what it asks; None for any other order."""

    def naming(self, campaign: K, supposed: Supposed) -> Order[Any]:
        """The order that brings about a supposed roll in which everything is filled in."""
