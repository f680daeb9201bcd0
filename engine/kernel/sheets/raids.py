"""What a game tells a screen of strategic bombing: what stands on the fronts, what may be bombed or defended with what,
the forces that are announced, and what a force hangs on. Plain values; whether something is allowed is asked of the
orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from attrs import evolve, field

from engine.kernel.forecast import Distribution
from engine.kernel.orders import Order
from engine.kernel.refusals import Breakdown
from engine.kernel.sheets.reports import Cause
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)

BOARD = -1
"""Factors that only the board counts."""


@frozen
class Number:
    """A number that an order names in its field ``name``: ``have`` are there (-1 where only the board knows), ``first``
    is proposed. ``flag``: of one thing, of which the order says yes or no."""

    name: str
    title: str
    have: int
    first: int = 0
    note: str = ""
    flag: bool = False


@frozen
class Start:
    """A front from which a force flies, or on which it is met. ``blank`` is the order for that without any unit;
    ``way``: the names of the fronts that the force passes from there; ``given``: units are assigned there already."""

    front: str
    name: str
    blank: Order[Any]
    numbers: tuple[Number, ...]
    way: tuple[str, ...] = ()
    given: bool = False

    def order(self, chosen: Mapping[str, int]) -> Order[Any]:
        """The order for the numbers chosen."""
        said = {part.name: chosen.get(part.name, 0) for part in self.numbers}
        flags = {part.name: bool(said[part.name]) for part in self.numbers if part.flag}
        return evolve(self.blank, **said | flags)


@frozen
class Aim:
    """A target that a power may bomb or defend: its defensive ``strength``, its ``value`` in BRPs (None without limit)
    and the ``markers`` on it. ``starts``: where its order may begin."""

    id: str
    power: str
    who: str
    target: str
    name: str
    holder: str
    strength: Breakdown
    value: int | None
    markers: tuple[str, ...]
    starts: tuple[Start, ...]


@frozen
class Stand:
    """What a power has on a front that is ready and not assigned yet, bombers and interceptors. ``mine``: the power
    acts in this step."""

    who: str
    front: str
    bombers: int
    interceptors: int
    mine: bool


@frozen
class Leg:
    """A front that a force passes, and the units assigned to meet it there, of each kind and owner in words."""

    front: str
    met: tuple[str, ...]


@frozen
class Flight:
    """A bombing force that is announced: its ``units`` of each kind in words, and its ``way``."""

    id: str
    who: str
    target: str
    units: tuple[str, ...]
    way: tuple[Leg, ...]


@frozen
class Raids:
    """What a step shows of strategic bombing. ``task``: what is ordered in it; ``at``: the word before the name of a
    front; ``tells``: the figures of a forecast with their titles, the first of them drawn as bars."""

    task: str
    at: str
    aims: tuple[Aim, ...]
    stands: tuple[Stand, ...]
    flights: tuple[Flight, ...]
    tells: Mapping[str, str] = field(factory=dict)


@frozen
class Weighed:
    """What a force hangs on. ``causes``: lists of modifiers, above 0 in favour of the attacker, each with its title and
    whether it holds; ``meets``: the rows of the air combat in view, '' for none; ``clash``: what that combat may come
    to, with the titles of its figures."""

    causes: tuple[tuple[str, tuple[Cause, ...]], ...] = ()
    meets: str = ""
    clash: Distribution[Any] | None = None
    tells: Mapping[str, str] = field(factory=dict)


class RaidSheet(Protocol[K]):
    """The sheet of strategic bombing."""

    def raids(self, campaign: K, powers: tuple[str, ...]) -> Raids:
        """Bombing forces at the step at hand, with what these powers may announce or assign."""

    def weighed(self, campaign: K, order: Order[Any]) -> Weighed:
        """What a force or a defence hangs on: modifiers that hold and those that do not, and its air combat."""
