"""A ruleset: what a game gives the kernel. Games are found by their id, and loaded when a campaign of theirs is."""

from __future__ import annotations

import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from collections.abc import Sequence as ListOf
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from attrs import frozen

from engine.kernel.campaign import C, Campaign
from engine.kernel.facts import Facts
from engine.kernel.late import LateMapping
from engine.kernel.orders import Order
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Breakdown
from engine.kernel.sequence import Sequence
from engine.kernel.sheets import S, Sheets
from engine.kernel.sheets.building import Berth, Means, Prospect, Stock
from engine.kernel.sheets.cards import Cards
from engine.kernel.sheets.gazetteer import Fact, Site
from engine.kernel.sheets.ledger import Column, Duty, LedgerRow
from engine.kernel.sheets.moving import Burden, Moves
from engine.kernel.sheets.roster import Mark, Roster

if TYPE_CHECKING:
    from engine.kernel.changes import Change, Entry
    from engine.kernel.sheets.accounts import Account, Booked, Note
    from engine.kernel.sheets.reports import Chronicle, Report


class UnknownRuleset(LookupError):
    """No game of that name is installed."""


@frozen
class Fault:
    """Something that does not fit together in a campaign: where, and what is wrong."""

    at: str
    problem: str
    rule: str = ""


class Ruleset(ABC, Generic[C]):
    """What the kernel asks of a game. ``ruled`` lists the path prefixes that an umpire may rule on, ``facts`` what may
    stand in the campaign's facts (see kernel.facts); ``citations`` gives the game's rule numbers for the kernel's own
    refusals ('seat', 'sequence', 'turn-order', 'decision').

    The rest tells the frame what this game has. ``segments``, ``option_titles``, ``field_titles``: what people call
    them; ``option_choices``: the values of options that are chosen from a few; ``edition_table``: the table in which
    the editions of the rulebook stand side by side (see kernel.editions). ``money``: its unit, ``purse``: the field of
    a power that counts it; ``ledger_columns`` and ``note_title``: what the ledger's rows hold. ``entries``: the
    orders of the quick entries 'losses' and 'capture', and under 'places' what else changes a place;
    ``overlays``: which of the other overlays have something to show. ``accounts`` and ``booked``: the headings of the
    powers' accounts and the figures on them (see kernel.accounts), none in a game without; ``noting``: how the paths
    begin whose changes ``noted`` wants to see; ``inner``: how those begin that only remember what was done, which no
    journal tells.
    ``cards``: the figures that players type into scenarios of their own, None for none."""

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    powers: ClassVar[tuple[str, ...]]
    aliases: ClassVar[Mapping[str, str]] = {}
    campaign_class: type[C]
    orders: ClassVar[tuple[type[Order[Any]], ...]]
    procedures: ClassVar[tuple[type[Procedure[Any]], ...]] = ()
    ruled: ClassVar[tuple[str, ...]] = ()
    facts: ClassVar[Facts] = Facts()
    citations: ClassVar[Mapping[str, str]] = {}
    sheets: ClassVar[Sheets] = Sheets("")
    segments: ClassVar[Mapping[str, str]] = {}
    option_titles: ClassVar[Mapping[str, str]] = {}
    option_choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    edition_table: ClassVar[str] = ""
    field_titles: ClassVar[Mapping[str, str]] = {}
    money: ClassVar[str] = ""
    purse: ClassVar[str] = ""
    ledger_columns: ClassVar[tuple[Column, ...]] = ()
    note_title: ClassVar[str] = ""
    entries: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    overlays: ClassVar[tuple[str, ...]] = ()
    accounts: ClassVar[tuple[Account, ...]] = ()
    booked: ClassVar[tuple[Booked, ...]] = ()
    noting: ClassVar[tuple[str, ...]] = ()
    inner: ClassVar[tuple[str, ...]] = ()
    cards: ClassVar[Cards[Any] | None] = None

    @cached_property
    def verbs(self) -> dict[str, type[Order[Any]]]:
        """Every order class by its verb: those of every game and this game's own. Raises TypeError where two have the
        same one."""
        # These modules ask for a campaign's ruleset, so they cannot be imported before this one.
        from engine.kernel import standing, umpire

        every: tuple[type[Order[Any]], ...] = (standing.Done, standing.Advance, standing.NewTurn, standing.Resolve)
        secret: tuple[type[Order[Any]], ...] = (standing.Seal, standing.Reveal, standing.Enact)
        over: tuple[type[Order[Any]], ...] = (umpire.Ruling, umpire.Late, umpire.Overrule)
        found: dict[str, type[Order[Any]]] = {}
        for cls in (*every, *secret, *over, *self.orders):
            if cls.verb in found:
                raise TypeError(f"{cls.__name__} and {found[cls.verb].__name__} are both called '{cls.verb}'")
            found[cls.verb] = cls
        return found

    @cached_property
    def by_step(self) -> dict[str, tuple[type[Order[Any]], ...]]:
        """The order classes that seats give in a step, by the step's slug."""
        found: dict[str, tuple[type[Order[Any]], ...]] = {}
        for cls in self.orders:
            for slug in cls.steps if not cls.automatic else ():
                found[slug] = (*found.get(slug, ()), cls)
        for step in self.sequence.steps:
            if (lists := step.lists) and step.slug in found:
                rank = {verb: nth for nth, verb in enumerate(lists, 1)}
                found[step.slug] = tuple(sorted(found[step.slug], key=lambda cls: rank.get(cls.verb, 0)))
        return found

    @cached_property
    def kinds(self) -> Mapping[str, type[Procedure[Any]]]:
        """Every procedure class by its kind."""
        return LateMapping(lambda: {cls.kind: cls for cls in self.procedures})

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

    def ledger(self, campaign: C) -> tuple[LedgerRow, ...]:
        """What every player may know of the powers' money and capacity; nothing in a game without."""
        return ()

    def duties(self, campaign: C) -> tuple[Duty, ...]:
        """What falls due this turn."""
        return ()

    def battles(self, campaign: C, entries: ListOf[Entry]) -> tuple[Report, ...]:
        """The battles of which these entries, up to the campaign as it stands, have a picture."""
        return ()

    def chronicles(self, campaign: C, entries: ListOf[Entry]) -> tuple[Chronicle, ...]:
        """Figures of the war turn by turn, from all entries of the campaign."""
        return ()

    def roster(self, campaign: C) -> Roster | None:
        """How many units stand where, None in a game that does not count groups."""
        return None

    def marks(self, campaign: C) -> Mapping[str, tuple[Mark, ...]]:
        """What is to be said of units beside their types, by unit."""
        return {}

    def sites(self, campaign: C) -> tuple[Site, ...]:
        """Its places, countries and holdings, in the order in which a screen lists them."""
        return ()

    def share_now(self, campaign: C) -> Fact | None:
        """What of a site's worth changes hands at once in the turn at hand; None where the game knows no such thing."""
        return None

    def stock(self, campaign: C, order: Order[C]) -> Stock | None:
        """What an order on offer builds, None for one that builds nothing from a pool."""
        return None

    def means(self, campaign: C, power: str) -> tuple[Means, ...]:
        """What a power's building uses up beside its money."""
        return ()

    def filed(self, order: Order[Any] | None, entry: Entry, change: Change) -> tuple[str, str]:
        """The account, by its id, under which a change of a booked figure is filed, and what its line is called.
        ``order`` stands behind the entry; None where nobody can read it any more. Asked only in a game with accounts,
        which says it itself. Raises TypeError in one that does not.
        """
        raise TypeError(f"{self.id} keeps accounts and files no change under them")

    def noted(self, entry: Entry) -> Iterable[Note]:
        """What an entry brought that the accounts note beside their figures."""
        return ()

    def shut(self, campaign: C, power: str) -> tuple[Order[C], ...]:
        """What a power may not buy now but would like to see the reason of: its order is refused."""
        return ()

    def variants(self, campaign: C, order: Order[C]) -> tuple[Order[C], ...]:
        """The ways in which an order may be given that differ in where or under which circumstances, itself included;
        only what is common to all of them is one line of a list."""
        return (order,)

    def berths(self, campaign: C, power: str) -> tuple[Berth, ...]:
        """The tracks of a power's shipyards."""
        return ()

    def prospects(self, campaign: C, power: str) -> tuple[Prospect, ...]:
        """What the money that building leaves is wanted for, in this turn and the next."""
        return ()

    def moves(self, campaign: C, power: str) -> Moves | None:
        """What a power may move or send in the step at hand, None where nothing is."""
        return None

    def burden(self, campaign: C, order: Order[C]) -> tuple[Burden, ...]:
        """What an order takes of the points that pay for moving."""
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

    def thing(self, campaign: C, thing: object) -> str:
        """What people call a thing that has no name of its own, such as a force pool; '' where only its id tells."""
        return ""

    def called(self, campaign: C, key: str) -> str:
        """What people call what has this id, wherever it stands: a power, a place, a unit; '' where only its id
        tells."""
        return ""

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
