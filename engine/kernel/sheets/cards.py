"""The figures that the owner of a boxed game reads off its cards: what a game lets him type into a scenario of his own.

A game gives pages of figures (``Cards``); whoever shows them needs to know none of its rules. Everything here takes an
opening and gives the next one: a running campaign is changed by rulings alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic

import attrs

from engine.kernel import schema
from engine.kernel.campaign import C, source
from engine.kernel.paths import Draft, get, leads
from engine.kernel.ranges import Range, bounds
from engine.kernel.values import frozen

OWN = "own"
"""The source of a figure that the player has typed."""


class BadCard(ValueError):
    """What cannot stand on a card; the text is for people and says what can."""


@frozen
class Figure:
    """One number of a card: ``path`` where it stands or would stand, its ``source`` ('' where nothing stands), the
    ``least`` and the ``most`` that it may be; ``about``: what it is, in full."""

    path: str
    value: int
    source: str = ""
    least: int = 0
    most: int = 99
    about: str = ""

    @classmethod
    def of_field(cls, campaign: Any, path: str) -> Figure:
        """The figure of a field, with the range and the words that stand with the field."""
        above, _, name = path.rpartition(".")
        holder = type(get(campaign, above))
        told = schema.told(holder, name)
        allowed = told.printed or bounds(holder)[name]
        assert isinstance(allowed, Range)
        value = int(get(campaign, path))
        return cls(path, value, source(campaign, path), min(allowed.low, value), allowed.high, told.about)

    def put(self, campaign: Any, value: int) -> Any:
        """The opening with another number here."""
        draft = Draft(campaign)
        draft.lay(self.path, value)
        return draft.campaign

    def paths(self, campaign: Any) -> Iterable[str]:
        """What carries its source, once it stands in an opening."""
        return (self.path,)


@frozen
class TotalFigure(Figure):
    """How many of a kind the card prints in all; ``counted``: how many stand on it here. It is there to check the
    others by, and no figure of the opening."""

    counted: int = 0

    @property
    def differs(self) -> bool:
        """Whether it is known, and the others do not add up to it."""
        return bool(self.source) and self.value != self.counted


@frozen
class CardLine:
    """A line of a table: its figures under the columns, None where it has none; ``label`` says what it is of."""

    id: str
    label: str
    figures: tuple[Figure | None, ...]


@frozen
class CardTable:
    """A table of a card; ``adds`` says what is typed for a new line of it, '' where none may be added."""

    id: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[CardLine, ...]
    adds: str = ""


@frozen
class Card:
    """All figures of one owner."""

    owner: str
    name: str
    tables: tuple[CardTable, ...]


class Cards(ABC, Generic[C]):
    """The cards of a game."""

    @abstractmethod
    def owners(self, campaign: C) -> Mapping[str, str]:
        """Who has a card, with the names that people call them by, in the order of play."""

    @abstractmethod
    def card(self, campaign: C, owner: str) -> Card:
        """An owner's card. Raises KeyError for one that there is not."""

    def added(self, campaign: C, owner: str, table: str, typed: str) -> tuple[C, str]:
        """The opening with another line in a table, and the line's id. Raises BadCard."""
        raise BadCard("no line can be added here")

    def removed(self, campaign: C, owner: str, table: str, line: str) -> C:
        """The opening without a line. Raises BadCard."""
        raise BadCard("this line stays; type other figures into it")


def standing(card: Card) -> list[Figure]:
    """The figures of a card that stand in the opening, line by line; no totals, and no blanks."""
    every = (figure for table in card.tables for line in table.lines for figure in line.figures)
    return [figure for figure in every if figure is not None and not isinstance(figure, TotalFigure) and figure.source]


def checked(card: Card) -> tuple[int, int]:
    """How many figures of a card are the player's own, of how many that stand there."""
    there = standing(card)
    return sum(figure.source == OWN for figure in there), len(there)


def typed(campaign: C, figure: Figure, value: int) -> C:
    """The opening with a number typed into a card, which is the player's own from now on, also where it is the same as
    before. Raises BadCard for one out of range."""
    if not figure.least <= value <= figure.most:
        raise BadCard(f"{value}: {figure.about or figure.path} is from {figure.least} to {figure.most}")
    after: C = figure.put(campaign, value)
    return owned(after, figure.paths(after))


def owned(campaign: C, paths: Iterable[str]) -> C:
    """The opening with the player's own mark on these paths, and no mark left on what is gone."""
    kept = {path: source for path, source in campaign.sources.items() if leads(campaign, path)}
    return attrs.evolve(campaign, sources=kept | dict.fromkeys(paths, OWN))
