"""What a campaign of a game may be begun with: its options, the edition of the rulebook among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from engine.kernel.sheets import Shows
from engine.kernel.values import frozen


@frozen
class Option:
    """One option: its ``id`` in scenarios, its ``title`` for people, the ``rule`` it belongs to, and ``choices`` where
    it is one of a few words and not yes or no. ``several``: it is asked only where there are several seats.
    ``group``: the heading that it stands under; ``about``: what it changes, in one sentence of at most ABOUT
    characters; ``excludes``: options of which none may be on together with it; ``counts_with``: what others must be for
    it to change anything. ``alone``: it is made for one player, who is asked for it before all others,
    with this title and these words for no and yes."""

    id: str
    title: str
    rule: str = ""
    choices: tuple[str, ...] = ()
    several: bool = False
    group: str = ""
    about: str = ""
    excludes: tuple[str, ...] = ()
    counts_with: tuple[tuple[str, str | int | bool], ...] = ()
    alone: tuple[str, str, str] | None = None


ABOUT = 100
TABLE = "At the table"
"""The group of what every game asks about how it is played."""
HOUSE_RULINGS = Option(
    "house_rulings",
    "House rulings",
    group=TABLE,
    about="A refusal may be overruled with a reason, which the journal keeps; off, the rules are final.",
)
CONSENT = Option(
    "consent",
    "Consent of",
    choices=("friends", "strict"),
    several=True,
    group=TABLE,
    about="Who agrees to what one seat may not do alone: friends, one of each other alliance; strict, all.",
)
"""Who agrees, where there are several seats, to what one may not do alone (kernel.consent): one seat of each other
alliance, or all."""


class Options(Protocol):
    """The sheet of options. ``edition_table``: the table in which the editions stand side by side (see
    kernel.editions), '' in a game that has one."""

    options: tuple[Option, ...] = ()
    edition_table: str = ""


class _NoOptions(Options):
    """The options of a game that has none."""


_NONE = _NoOptions()


def options_of(ruleset: Shows) -> Options:
    """A game's options, none where it has no sheet of them."""
    sheet = ruleset.sheet(Options)
    return _NONE if sheet is None else sheet


@frozen
class Contrary:
    """Two options that are both on and may not be: the one that excludes the other, and that."""

    option: Option
    other: Option

    @property
    def said(self) -> str:
        """Why they do not go together, in one sentence."""
        rule = f" ({self.option.rule})" if self.option.rule else ""
        return f"{self.other.title} cannot be played together with {self.option.title}{rule}."


def contrary(options: Iterable[Option], chosen: Mapping[str, str | int | bool]) -> tuple[Contrary, ...]:
    """The options chosen that cannot be played together."""
    by_id = {option.id: option for option in options}
    return tuple(
        Contrary(option, by_id[other])
        for option in by_id.values()
        if chosen.get(option.id) is True
        for other in option.excludes
        if other in by_id and chosen.get(other) is True
    )


def idle(option: Option, chosen: Mapping[str, str | int | bool]) -> tuple[tuple[str, str | int | bool], ...]:
    """What others would have to be for an option to change anything, and are not."""
    return tuple((other, value) for other, value in option.counts_with if chosen.get(other) != value)


def named(options: Iterable[Option], name: str) -> Option | None:
    """The option of this id, None for one that a game does not know."""
    return next((option for option in options if option.id == name), None)
