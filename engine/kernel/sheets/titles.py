"""What people call things in a game, for whoever tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from engine.kernel.sheets import Shows
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class Condition:
    """A condition under which a step comes up, for people: what it ``says``, with ``{}`` for the names of those that it
    is ``of``, by their ids."""

    says: str
    of: tuple[str, ...] = ()


class Titles(Protocol[K]):
    """The sheet of names. ``outcomes``: what people call the figures of forecasts that are no figures of the state, by
    the names of their fields; ``dice``: what dice are rolled for, by their purpose with its subject
    (``uboat:crt``), where its own words do not say it."""

    outcomes: Mapping[str, str] = {}
    dice: Mapping[str, str] = {}

    def thing(self, campaign: K, thing: object) -> str:
        """What people call a thing that has no name of its own, such as a force pool; '' where only its id tells."""
        return ""

    def called(self, campaign: K, key: str) -> str:
        """What people call what has this id, wherever it stands: a power, a place, a unit; '' where only its id
        tells."""
        return ""

    def change(self, campaign: K, at: str, was: object, now: object) -> str | None:
        """What a change of the figure at a path says in the game's own words: '' where it tells nothing beside the
        others of its entry, None where the figure's name and its values tell it."""
        return None

    def condition(self, text: str) -> Condition | None:
        """What a condition of the sequence of play says, None where only its text tells."""
        return None


class _NoTitles(Titles[Any]):
    """The names of a game that has none beside those that its things bear."""


_NONE = _NoTitles()


def titles_of(ruleset: Shows) -> Titles[Any]:
    """A game's names, none where it has no sheet of them."""
    found = ruleset.sheet(Titles)
    return _NONE if found is None else found
