"""What a panel may ask of a game, typed: one module for each kind of panel, with a Protocol of its questions and the
values that answer them.

A ruleset names the sheets that its game has (``Sheets``). A screen asks ``ruleset.sheet(Efforts)`` and is given the
object that answers, or None where the game has no such panel.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, cast

from engine.kernel.late import Asked

S = TypeVar("S")


class Sheets:
    """The sheets of a game: under the name of each Protocol the class that answers it, ``room.module:Class`` of the
    game's package, loaded when it is first asked for."""

    def __init__(self, package: str, **classes: str) -> None:
        self._package = package
        self._classes = classes
        self._made: dict[str, Any] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the Protocols that the game answers."""
        return tuple(self._classes)

    def find(self, kind: type[S]) -> S | None:
        """The game's answers to a Protocol, None where it has none. Raises ImportError and AttributeError for a class
        that is not there."""
        name = kind.__name__
        if name not in self._made:
            path = self._classes.get(name)
            self._made[name] = Asked(self._package, path)() if path else None
        return cast("S | None", self._made[name])


class Shows(Protocol):
    """Who answers the questions of panels: a ruleset."""

    def sheet(self, kind: type[S]) -> S | None:
        """What the game answers to a Protocol, None where it has no such panel."""
        ...
