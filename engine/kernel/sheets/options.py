"""What a campaign of a game may be begun with: its options, the edition of the rulebook among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.kernel.sheets import Shows
from engine.kernel.values import frozen


@frozen
class Option:
    """One option: its ``id`` in scenarios, its ``title`` for people, the ``rule`` it belongs to, and ``choices`` where
    it is one of a few words and not yes or no. ``several``: it is asked only where there are several seats."""

    id: str
    title: str
    rule: str = ""
    choices: tuple[str, ...] = ()
    several: bool = False


CONSENT = Option("consent", "Consent of", choices=("friends", "strict"), several=True)
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


def named(options: Iterable[Option], name: str) -> Option | None:
    """The option of this id, None for one that a game does not know."""
    return next((option for option in options if option.id == name), None)
