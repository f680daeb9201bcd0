"""A ruleset: what a game gives the kernel. Games are found by their id, and loaded when a campaign of theirs is."""

from __future__ import annotations

import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic

from engine.kernel.campaign import C, Campaign
from engine.kernel.facts import Facts
from engine.kernel.orders import Order
from engine.kernel.procedures import Procedure
from engine.kernel.seasons import Calendar, Seasons
from engine.kernel.sequence import Sequence
from engine.kernel.sheets import S, Sheets
from engine.kernel.values import frozen


class UnknownRuleset(LookupError):
    """No game of that name is installed."""


@frozen
class Fault:
    """Something that does not fit together in a campaign: where, what is wrong, by which rule, and the nearest name
    that would fit. A ``warning`` is of what the author of a scenario may mean."""

    at: str
    problem: str
    rule: str = ""
    nearest: str = ""
    warning: bool = False


@frozen
class Citations:
    """A game's rule numbers for what the kernel refuses: an order for a ``seat``'s power by another, one out of the
    ``sequence`` of play, or of the powers' order in it (``turn_order``), and one where a ``decision`` is awaited."""

    seat: str = "seat"
    sequence: str = "sequence"
    turn_order: str = "turn-order"
    decision: str = "decision"


class Ruleset(ABC, Generic[C]):
    """What playing a game takes: what the kernel, its orders and the files ask. A game derives its own from
    kernel.game, where the orders of every game are known; what is only shown stands in its ``sheets``, panel by panel
    (see kernel.sheets), and what is said of a field with the field (see kernel.schema).

    ``aliases``: other words for powers; ``orders``: the game's own; ``kinds``: its procedures by their kinds;
    ``facts``: what may stand in the campaign's facts (see kernel.facts); ``former`` makes of a file's plain data in an
    older format that of the next one, by the older one's number."""

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    powers: ClassVar[tuple[str, ...]]
    aliases: ClassVar[Mapping[str, str]] = {}
    campaign_class: type[C]
    calendar: ClassVar[Calendar] = Seasons()
    orders: ClassVar[tuple[type[Order[Any]], ...]]
    kinds: ClassVar[Mapping[str, type[Procedure[Any]]]] = {}
    facts: ClassVar[Facts] = Facts()
    former: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    citations: ClassVar[Citations] = Citations()
    sheets: ClassVar[Sheets] = Sheets("")

    @property
    @abstractmethod
    def sequence(self) -> Sequence[C]:
        """The sequence of play, put together once."""

    @property
    @abstractmethod
    def verbs(self) -> Mapping[str, type[Order[Any]]]:
        """Every order class by its verb: those of every game and this game's own."""

    @cached_property
    def by_step(self) -> Mapping[str, tuple[type[Order[Any]], ...]]:
        """The order classes that seats give in a step, by the step's slug."""
        found: dict[str, tuple[type[Order[Any]], ...]] = {}
        for cls in self.orders:
            for slug in cls.steps if cls.choosable() else ():
                found[slug] = (*found.get(slug, ()), cls)
        for step in self.sequence.steps:
            if (lists := step.lists) and step.slug in found:
                rank = {verb: nth for nth, verb in enumerate(lists, 1)}
                found[step.slug] = tuple(sorted(found[step.slug], key=lambda cls: rank.get(cls.verb, 0)))
        return found

    def name(self, campaign: C, power: str) -> str:
        """What people call a power."""
        return power

    def takes_part(self, campaign: C, power: str) -> bool:
        """Whether a power is in the campaign: somebody commands it, and in a game whose scenarios leave some out, it
        stands in this one."""
        return power in campaign.seats

    def alliance(self, campaign: C, power: str) -> str:
        """The alliance that a power belongs to: where others are asked for their consent, one speaks for each."""
        return power

    def other_words(self, campaign: C) -> Mapping[str, str]:
        """Other words that people have for what a campaign knows by an id, such as a number on the board."""
        return {}

    def ended(self, campaign: C) -> str:
        """Why the campaign is over before its last turn ('' where it is not)."""
        return ""

    def check(self, campaign: C, *, opening: bool = False) -> Iterable[Fault]:
        """What does not fit together; rules broken by rulings are no fault. ``opening``: also what no campaign begins
        with, though it may come about in play."""
        return ()

    def sheet(self, kind: type[S]) -> S | None:
        """What the game answers to a Protocol of kernel.sheets, None where it has no such panel."""
        return self.sheets.find(kind)


_loaded: dict[str, Ruleset[Any]] = {}


def register(ruleset: Ruleset[Any]) -> None:
    """Make a ruleset known under its id."""
    _loaded[ruleset.id] = ruleset


def find(ruleset_id: str) -> Ruleset[Any]:
    """The ruleset with this id, loaded on first use from the package of that name beside the kernel.

    Raises UnknownRuleset.
    """
    if ruleset_id not in _loaded:
        if not re.fullmatch(r"[a-z]{1,40}", ruleset_id):
            raise UnknownRuleset(ruleset_id)
        package = __name__.rsplit(".", 2)[0]
        name = f"{package}.{ruleset_id}.ruleset"
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as fault:
            if fault.name and (name == fault.name or name.startswith(fault.name + ".")):
                raise UnknownRuleset(ruleset_id) from None
            raise
        ruleset = getattr(module, "RULESET", None)
        if ruleset is None:
            raise UnknownRuleset(ruleset_id)
        register(ruleset)
    return _loaded[ruleset_id]


def of(campaign: Campaign) -> Ruleset[Any]:
    """The ruleset of a campaign."""
    return _loaded.get(campaign.ruleset) or find(campaign.ruleset)
