"""A ruleset: what a game gives the kernel. Games are found by their id, and loaded when a campaign of theirs is."""

from __future__ import annotations

import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic

from engine.kernel import schema
from engine.kernel.campaign import C, Campaign
from engine.kernel.facts import Facts
from engine.kernel.options import Option
from engine.kernel.orders import Order
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Breakdown
from engine.kernel.sequence import Sequence
from engine.kernel.sheets import S, Sheets
from engine.kernel.sheets.ledger import Duty
from engine.kernel.values import frozen


class UnknownRuleset(LookupError):
    """No game of that name is installed."""


@frozen
class Fault:
    """Something that does not fit together in a campaign: where, and what is wrong."""

    at: str
    problem: str
    rule: str = ""


class Ruleset(ABC, Generic[C]):
    """What the kernel and its orders ask of a game, which derives its own from kernel.game: there ``common``, the
    orders of every game, are known. ``facts`` says what may stand in the campaign's facts (see kernel.facts);
    ``former`` makes of a file's plain data in an older format that of the next one, by the older one's number;
    ``citations`` gives the game's rule numbers for the kernel's own refusals ('seat', 'sequence', 'turn-order',
    'decision'). What a field of the state is called, what may stand there and who may rule on it stands with the field
    (see kernel.schema).

    ``sheets`` names what it has to show, panel by panel (see kernel.sheets). ``segments``: what people call them;
    ``outcome_titles``: the same of the figures of forecasts that are no figures of the state; ``options``: those of a
    campaign; ``edition_table``: the table in which the editions of the rulebook stand side by side (see
    kernel.editions); ``inner``: how the paths begin that only remember what was done, which no journal tells."""

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    powers: ClassVar[tuple[str, ...]]
    aliases: ClassVar[Mapping[str, str]] = {}
    campaign_class: type[C]
    common: ClassVar[tuple[type[Order[Any]], ...]] = ()
    orders: ClassVar[tuple[type[Order[Any]], ...]]
    kinds: ClassVar[Mapping[str, type[Procedure[Any]]]] = {}
    facts: ClassVar[Facts] = Facts()
    former: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    citations: ClassVar[Mapping[str, str]] = {}
    sheets: ClassVar[Sheets] = Sheets("")
    segments: ClassVar[Mapping[str, str]] = {}
    options: ClassVar[tuple[Option, ...]] = ()
    edition_table: ClassVar[str] = ""
    outcome_titles: ClassVar[Mapping[str, str]] = {}
    inner: ClassVar[tuple[str, ...]] = ()

    @cached_property
    def ruled(self) -> tuple[str, ...]:
        """The fields of a campaign that an umpire may rule on."""
        return schema.ruled(self.campaign_class)

    @cached_property
    def field_titles(self) -> Mapping[str, str]:
        """What people call the figures of the state and of forecasts, by the names of their fields."""
        return {**schema.titles(self.campaign_class), **self.outcome_titles}

    @cached_property
    def verbs(self) -> dict[str, type[Order[Any]]]:
        """Every order class by its verb: those of every game and this game's own. Raises TypeError where two have the
        same one."""
        found: dict[str, type[Order[Any]]] = {}
        for cls in (*self.common, *self.orders):
            if cls.verb in found:
                raise TypeError(f"{cls.__name__} and {found[cls.verb].__name__} are both called '{cls.verb}'")
            found[cls.verb] = cls
        return found

    @cached_property
    def by_step(self) -> dict[str, tuple[type[Order[Any]], ...]]:
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

    @cached_property
    def sequence(self) -> Sequence[C]:
        """The sequence of play."""
        return self.make_sequence()

    @abstractmethod
    def make_sequence(self) -> Sequence[C]:
        """Build the sequence of play; called once."""

    @abstractmethod
    def turn_label(self, campaign: C, turn: int) -> str:
        """The label of a turn by its running number, such as ``1939-3-fall``."""

    @abstractmethod
    def last_turn(self, campaign: C) -> int:
        """The running number of the last turn."""

    def takes_part(self, campaign: C, power: str) -> bool:
        """Whether a power is in the campaign: somebody commands it, and in a game whose scenarios leave some out, it
        stands in this one."""
        return power in campaign.seats

    def ended(self, campaign: C) -> str:
        """Why the campaign is over before its last turn ('' where it is not)."""
        return ""

    def check(self, campaign: C) -> Iterable[Fault]:
        """What does not fit together; rules broken by rulings are no fault."""
        return ()

    def explain(self, campaign: C, path: str) -> Breakdown | None:
        """The causes of a computed figure, None where the figure is plain state."""
        return None

    def duties(self, campaign: C) -> tuple[Duty, ...]:
        """What falls due this turn."""
        return ()

    def sheet(self, kind: type[S]) -> S | None:
        """What the game answers to a Protocol of kernel.sheets, None where it has no such panel."""
        return self.sheets.find(kind)

    def cite(self, what: str) -> str:
        """The game's rule number for a refusal of the kernel."""
        return self.citations.get(what, what)

    def name(self, campaign: C, power: str) -> str:
        """What people call a power."""
        return power

    def label(self, campaign: C) -> str:
        """The label of the turn at hand."""
        return self.turn_label(campaign, campaign.progress.turn)


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
    return find(campaign.ruleset)
