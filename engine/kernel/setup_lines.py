"""The lines of a setup page: the entries of a mapping of an opening, those that are alike as one, under their headings;
and what stands in their cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import attrs

from engine.kernel import schema, things
from engine.kernel.campaign import Campaign, source
from engine.kernel.facts import FIELD
from engine.kernel.field_words import Column, Vocabulary, column, of_value, understood, vocabulary
from engine.kernel.paths import Addressed, field_types
from engine.kernel.players import COUNTS
from engine.kernel.ranges import Known, Length, OneOf, Told, TurnLabel, bounds
from engine.kernel.ruleset import Ruleset
from engine.kernel.sheets.options import named, options_of
from engine.kernel.sheets.setup import SEATING, Page, Setup
from engine.kernel.sheets.titles import titles_of
from engine.kernel.values import frozen

OPTIONS, LEAVES_OUT = "options", "leaves_out"


@frozen
class Line:
    """A line: the keys of the entries that it stands for (one where its page folds nothing), and its heading."""

    keys: tuple[str, ...]
    group: str = ""

    @property
    def key(self) -> str:
        """The first of its entries."""
        return self.keys[0]


@frozen
class Shelf:
    """A page with the opening that it is read off. ``head``: what the scenario says of itself beside the opening."""

    ruleset: Ruleset[Any]
    setup: Setup[Any]
    page: Page
    campaign: Campaign
    head: Mapping[str, Any]

    # --- what kind of page it is

    @property
    def entry(self) -> type[Any] | None:
        """The class of its entries, None where single values stand there."""
        return entry_class(type(self.campaign), self.page.table)

    @property
    def held(self) -> Mapping[str, Any]:
        """The entries or values that it shows, by key."""
        if not self.page.table:
            return {name: self._single(name) for name in self.page.columns}
        if self.page.table == SEATING:
            seats: Mapping[str, Mapping[str, str]] = self.head.get(SEATING, {})
            return {power: {count: seats[count].get(power, "") for count in seats} for power in self.ruleset.powers}
        return things.table(self.campaign, self.page.table)

    def _single(self, name: str) -> Any:
        """A single field of the campaign, or what the scenario says of itself under that name."""
        return self.head[name] if name in self.head else getattr(self.campaign, name, "")

    # --- columns

    def columns(self) -> tuple[Column, ...]:
        """The columns of the page."""
        entry = self.entry
        if entry is not None:
            return tuple(column(entry, name) for name in self.page.columns)
        if self.page.table == SEATING:
            return tuple(_seat(count) for count in self.head.get(SEATING, {}))
        return (Column("", "value", str),)

    def more(self) -> tuple[Column, ...]:
        """The fields that stand in a line's detail and not in a column."""
        entry = self.entry
        if entry is None:
            return ()
        apart = {*self.page.columns, *self.page.without}
        return tuple(column(entry, field.name) for field in attrs.fields(entry) if field.name not in apart)

    def column_of(self, line: Line, col: Column) -> Column:
        """The column as this line has it: on a page of single values each says for itself what may stand there."""
        if self.entry is not None or self.page.table == SEATING:
            return col
        return self.value_column(line.key)

    def value_column(self, key: str) -> Column:
        """What may stand under a key of a page of single values."""
        cls = type(self.campaign)
        table = self.page.table
        if not table:
            title, allowed = SINGLE.get(key, ("", Length(LONGEST_TEXT)))
            return of_value(key, tuple[str, ...] if key == LEAVES_OUT else str, allowed, Told(title))
        if table == OPTIONS:
            option = named(options_of(self.ruleset).options, key)
            value = self.held.get(key)
            kind = type(value) if value is not None else bool
            choices = OneOf(option.choices) if option is not None and option.choices else None
            return of_value(key, kind, choices, Told(option.title if option else "", "", option.rule if option else ""))
        if table == FIELD:
            fact = self.ruleset.facts.find(self.campaign, key)
            if fact is not None:
                return of_value(key, fact.kind, fact.bounds, Told(fact.title, "", fact.rule))
        kind = get_args(field_types(cls)[table])[1]
        whole = schema.told(cls, table)
        if kind not in (int, bool, str):
            kind = type(self.held.get(key, ""))
        title = next((self.called(key) for name in self.page.keys if key in things.table(self.campaign, name)), "")
        return of_value(key, kind, bounds(cls).get(table), Told(title, whole.unit, whole.rule))

    def may_name(self) -> dict[str, str]:
        """The keys under which single values may stand, with what people call each; none where none may be added."""
        table = self.page.table
        if table == SEATING:
            there = self.head.get(SEATING, {})
            return {count: _players(count) for count in COUNTS if count not in there}
        if self.entry is not None or not table:
            return {}
        if table == FIELD:
            facts = self.ruleset.facts.declared.values()
            return {key: fact.title for fact in facts for key in fact.keys(self.campaign) if "*" not in key}
        keys = dict.fromkeys(schema.keys(type(self.campaign), table), "")
        for name in self.page.keys:
            keys |= {key: things.name_of(held) for key, held in things.table(self.campaign, name).items()}
        return keys

    @property
    def grows(self) -> bool:
        """Whether lines may be added to it and taken away."""
        return bool(self.page.ids or self.page.known_in or self.may_name())

    def vocabulary(self, col: Column) -> Vocabulary:
        """What may stand in a column."""
        if self.page.table == SEATING:
            seats = self.head.get(SEATING, {}).get(col.name, {})
            return Vocabulary(dict.fromkeys((*dict.fromkeys(seats.values()), *self.ruleset.powers), ""), free=True)
        if not self.page.table and col.name == LEAVES_OUT:
            return Vocabulary({step.slug: step.title for step in self.ruleset.sequence.steps if not step.closes})
        words = self.setup.words(self.campaign, self.page.table, col.name) if self.page.table else None
        return vocabulary(self.campaign, self.page.table, col, words)

    # --- lines

    def lines(self) -> tuple[Line, ...]:
        """All lines, under their headings: powers in the order of play first."""
        held = self.held
        group = self.page.group
        if self.page.table == OPTIONS or self.entry is None:
            return tuple(Line((key,)) for key in held)
        found: dict[tuple[str, Any], list[str]] = {}
        for key, entry in held.items():
            heading = str(getattr(entry, group)) if group else ""
            found.setdefault((heading, entry if self.page.folds else key), []).append(key)
        order = {power: at for at, power in enumerate(self.ruleset.powers)}
        headings = dict.fromkeys(heading for heading, _ in found)
        ranked = sorted(headings, key=lambda name: (order.get(name, len(order) + (not name)), self.called(name)))
        place = {heading: at for at, heading in enumerate(ranked)}
        return tuple(
            Line(tuple(keys), heading)
            for (heading, _), keys in sorted(found.items(), key=lambda item: place[item[0][0]])
        )

    def called(self, key: str) -> str:
        """What people call what has an id."""
        if not key:
            return "nobody's"
        for table in ("powers", "countries", "holdings", "places"):
            if key in (known := things.table(self.campaign, table)) and (name := things.name_of(known[key])):
                return name
        return titles_of(self.ruleset).called(self.campaign, key) or key

    def name(self, line: Line) -> str:
        """What a line is called."""
        held = self.held.get(line.key)
        if self.page.table == SEATING:
            return self.called(line.key)
        if self.entry is None:
            return self.value_column(line.key).title
        if isinstance(held, Addressed):
            return " and ".join(self.called(name) for name in held.names if name)
        return things.name_of(held) or line.key

    @property
    def named(self) -> bool:
        """Whether its lines have names; others are known by what stands in their columns."""
        entry = self.entry
        if entry is None or issubclass(entry, Addressed):
            return True
        fields: tuple[Any, ...] = attrs.fields(entry)
        return any(field.name == things.NAME for field in fields)

    def value(self, line: Line, col: Column) -> Any:
        """What stands in a cell."""
        held = self.held[line.key]
        if self.page.table == SEATING:
            return held[col.name]
        return held if self.entry is None else getattr(held, col.name)

    def path(self, key: str, col: Column) -> str:
        """Where the figure of an entry stands."""
        if self.page.table == SEATING:
            return f"{SEATING}.{col.name}.{key}"
        if not self.page.table:
            return key if key == LEAVES_OUT else f"head.{key}"
        at = f"{self.page.table}.{key}"
        return at if self.entry is None else f"{at}.{col.name}"

    def paths(self, line: Line, col: Column) -> tuple[str, ...]:
        """Where the figures of a cell stand."""
        return tuple(self.path(key, col) for key in line.keys)

    def source(self, line: Line, col: Column) -> str:
        """Where the figure of a cell comes from, '' where nobody says it."""
        return source(self.campaign, self.path(line.key, col)) if self.page.table not in ("", SEATING) else ""

    def meant(self, line: Line, col: Column, text: str) -> Any:
        """What a typed text would put into a cell. Raises BadWord."""
        col = self.column_of(line, col)
        return understood(col, text, self.vocabulary(col))

    def wrong(self, line: Line, col: Column, value: Any) -> str:
        """Why an entry cannot be with this in a cell, '' where it can."""
        if self.entry is None or self.page.table == SEATING:
            return ""
        _, problem = self.setup.wrong(self.campaign, attrs.evolve(self.held[line.key], **{col.name: value}))
        return problem


LONGEST_TEXT = 4_000
SINGLE: Mapping[str, tuple[str, Any]] = {
    "title": ("title", Length(100)),
    "author": ("author", Length(200)),
    "version": ("version", Length(200)),
    "based_on": ("based on", Length(200)),
    "description": ("description", Length(LONGEST_TEXT)),
    "first": ("first turn", TurnLabel(empty=False)),
    "last": ("last turn", TurnLabel(empty=False)),
    LEAVES_OUT: ("steps left out", Length(99)),
}
"""What stands on a page of single fields: their titles and bounds."""


def _players(count: str) -> str:
    return "1 player" if count == "1" else f"{count} players"


def _seat(count: str) -> Column:
    players = _players(count)
    return Column(count, players, str, Known(), Told("", "", "", f"who commands it with {players}"), needed=True)


def entry_class(cls: type[Campaign], table: str) -> type[Any] | None:
    """The class of the entries of a mapping of a campaign, None for single values."""
    if table not in field_types(cls):
        return None
    args = get_args(field_types(cls)[table])
    return args[1] if len(args) == 2 and isinstance(args[1], type) and attrs.has(args[1]) else None


def paged(pages: Iterable[Page], path: str) -> Page | None:
    """The page on which what stands at a path is found: ``table.key.field``, a table, ``head.title``; None where it is
    on none."""
    table, _, rest = path.partition(".")
    single = (rest if table == "head" else table).partition(".")[0]
    return next(
        (page for page in pages if (page.table and page.table == table) or (not page.table and single in page.columns)),
        None,
    )
