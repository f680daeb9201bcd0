"""What each room of a game brings, and all of it gathered: orders, procedures, wiring of steps, duties, facts, tables.

A room is a package of a game. Its module ``room`` names what it brings in one value, ``ROOM``; classes and functions
stand there by their names (``module:Class``), so that a game's rooms are known without loading one of their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from engine.kernel.campaign import C
from engine.kernel.facts import Facts
from engine.kernel.late import Asked, LateValues
from engine.kernel.orders import Order
from engine.kernel.procedures import Procedure
from engine.kernel.sheets.habits import Habits
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.kernel.wiring import Condition, UnknownCondition, Wiring

if TYPE_CHECKING:
    from engine.kernel.ruleset import Fault

V = TypeVar("V")
Duties = Callable[[C], Iterable[Duty]]
TurnEnd = Callable[[Transaction[C], str], None]
"""What a room clears when the turn ends for a power, or a player turn for a side, given the id of either."""


_OF_EVERY_GAME = (("dice-lines", "dice_lines:SeatLines"),)
"""The procedures that every game has, by their kinds."""


class BroughtTwice(ValueError):
    """Two rooms bring the same verb, kind of procedure, part of a step, word of a condition or table."""

    def __init__(self, thing: str, first: str, second: str) -> None:
        super().__init__(f"both {first} and {second} bring {thing}")


@frozen
class Room(Generic[C]):
    """What one package of a game brings; modules are named as seen from that package.

    ``orders``: their classes (``module:Class``) in the order in which a step lists them. ``procedures``: their classes
    by their kinds, so that reading one of them loads no other.
    ``wiring``: how steps are tied to the room's rules, by the step's slug; several rooms may each wire a part of one
    step. ``conditions``: words with which a table asks whether a step comes up, each with what makes a condition of the
    text behind its colon, or raises UnknownCondition. ``duties``: what falls due in a turn, each with the slug of the
    step whose place in the turn it has in the list. ``end_of_turn``: what is cleared when the turn ends for a power, or
    a player turn for a side. ``faults``: what does not fit together in a campaign; ``opening_faults``: what no
    campaign begins with, though it may come about in play. ``facts``: whether the room keeps facts, which its module
    ``facts`` declares then. ``tables``: the files of the game's tables that are the room's. ``habits``: how its orders
    are given at random."""

    orders: tuple[str, ...] = ()
    procedures: Mapping[str, str] = {}
    wiring: Mapping[str, Wiring[C]] = {}
    conditions: Mapping[str, Callable[[str], Condition[C]]] = {}
    duties: tuple[tuple[str, Duties[C]], ...] = ()
    end_of_turn: tuple[TurnEnd[C], ...] = ()
    faults: tuple[Callable[[C], Iterable[Fault]], ...] = ()
    opening_faults: tuple[Callable[[C], Iterable[Fault]], ...] = ()
    facts: bool = False
    tables: tuple[str, ...] = ()
    habits: Habits = Habits()


def names_in(package: str | None) -> Callable[[str], Asked]:
    """How a room names its functions, ``module:name``; given the ``__package__`` of its module."""
    return lambda path: Asked(package or "", path)


class House(Generic[C]):
    """The rooms of a game by name, the lowest first, with all that they bring.

    What is known without loading a rule is put together at once; orders, facts and each kind of procedure when they are
    first asked for. Raises BroughtTwice.
    """

    def __init__(self, package: str, rooms: Mapping[str, Room[C]]) -> None:
        self.package, self.rooms = package, rooms
        self.facts = Facts(package, tuple(name for name, room in rooms.items() if room.facts))
        every = rooms.items()
        self._end_of_turn = tuple(clears for room in rooms.values() for clears in room.end_of_turn)
        self.tables: Mapping[str, str] = self._gathered(
            "table", ((name, table, name) for name, room in every for table in room.tables)
        )
        self.conditions = self._gathered(
            "condition", ((name, word, make) for name, room in every for word, make in room.conditions.items())
        )
        self.wiring: Mapping[str, Wiring[C]] = self._wired()
        kinds = ((name, kind, self._at(name, path)) for name, room in every for kind, path in room.procedures.items())
        of_every_game = (("the kernel", kind, Asked("engine.kernel", path)) for kind, path in _OF_EVERY_GAME)
        self.kinds: Mapping[str, type[Procedure[Any]]] = LateValues(
            self._gathered("procedure", (*of_every_game, *kinds))
        )

    def _gathered(self, what: str, brought: Iterable[tuple[str, str, V]]) -> dict[str, V]:
        """What rooms bring, by its key, from (the room's name, the key, the thing). Raises BroughtTwice."""
        gathered: dict[str, V] = {}
        brought_by: dict[str, str] = {}
        for name, key, thing in brought:
            if key in gathered:
                raise BroughtTwice(f"{what} '{key}'", brought_by[key], name)
            gathered[key], brought_by[key] = thing, name
        return gathered

    def _wired(self) -> dict[str, Wiring[C]]:
        """Each step's wiring, joined from the parts that rooms bring."""
        wired: dict[str, Wiring[C]] = {}
        brought_by: dict[tuple[str, str], str] = {}
        for name, room in self.rooms.items():
            for slug, wiring in room.wiring.items():
                parts = _parts(wiring)
                for part in parts:
                    if (slug, part) in brought_by:
                        raise BroughtTwice(f"'{part}' of step '{slug}'", brought_by[slug, part], name)
                    brought_by[slug, part] = name
                wired[slug] = attrs.evolve(wired[slug], **parts) if slug in wired else wiring
        return wired

    @cached_property
    def orders(self) -> tuple[type[Order[Any]], ...]:
        """Every order class. Raises BroughtTwice where two have the same verb."""
        loaded: Iterator[tuple[str, Any]] = (
            (name, self._at(name, path).target) for name, room in self.rooms.items() for path in room.orders
        )
        return tuple(self._gathered("order", ((name, cls.verb, cls) for name, cls in loaded)).values())

    def _at(self, name: str, path: str) -> Asked:
        """A function or class that a room names."""
        return Asked(f"{self.package}.{name}", path)

    def condition(self, text: str) -> Condition[C]:
        """The condition of a text such as ``war:germany+ussr``. Raises UnknownCondition."""
        word, _, argument = text.partition(":")
        make = self.conditions.get(word)
        if make is None or not argument:
            raise UnknownCondition(text)
        return make(argument)

    def duties(self, campaign: C, slugs: Iterable[str], without: Container[str] = ()) -> Iterator[Duty]:
        """What falls due this turn, in the order of these steps; nothing of those that stand ``without``. Raises
        KeyError for duties of a step that is none of them."""
        at = {slug: nth for nth, slug in enumerate(dict.fromkeys(slugs))}
        beside = [
            (at[slug], duties) for room in self.rooms.values() for slug, duties in room.duties if slug not in without
        ]
        for _, duties in sorted(beside, key=lambda entry: entry[0]):
            yield from duties(campaign)

    def faults(self, campaign: C, *, opening: bool = False) -> Iterator[Fault]:
        """What does not fit together in a campaign, room by room; in an ``opening``, also what none begins with."""
        for room in self.rooms.values():
            for finds in (*room.faults, *(room.opening_faults if opening else ())):
                yield from finds(campaign)

    def habits(self) -> Habits:
        """How the game is played at random, as its rooms say it. Raises BroughtTwice."""
        every = [(name, room.habits) for name, room in self.rooms.items()]
        return Habits(
            self._gathered("try", ((name, verb, often) for name, one in every for verb, often in one.tries.items())),
            self._gathered("fill", ((name, box, fill) for name, one in every for box, fill in one.fills.items())),
            self._gathered("answer", ((name, slug, line) for name, one in every for slug, line in one.meets.items())),
            tuple(figure for _, one in every for figure in one.rules_on),
            self._gathered("form", ((name, slug, part) for name, one in every for slug, part in one.forms.items())),
        )

    def end_turn(self, tx: Transaction[C], power: str) -> None:
        """The turn ends for a power: every room clears what counts by the turn."""
        for clears in self._end_of_turn:
            clears(tx, power)


def gather(package: str, names: Iterable[str]) -> House[Any]:
    """The rooms of a game's package by these names, the lowest first. Raises ImportError, AttributeError where one has
    no ROOM; BroughtTwice."""
    return House(package, {name: import_module(f"{package}.{name}.room").ROOM for name in names})


def _parts(wiring: Wiring[Any]) -> dict[str, Any]:
    """What a wiring says, its fields that are not as in one that says nothing."""
    plain = Wiring[Any]()
    fields = attrs.fields(Wiring)
    return {
        field.name: value for field in fields if (value := getattr(wiring, field.name)) != getattr(plain, field.name)
    }
