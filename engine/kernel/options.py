"""The options with which a campaign of a game is begun."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.values import frozen


@frozen
class Option:
    """One option: its ``id`` in scenarios, its ``title`` for people, the ``rule`` it belongs to, and ``choices`` where
    it is one of a few words and not yes or no."""

    id: str
    title: str
    rule: str = ""
    choices: tuple[str, ...] = ()


def named(options: Iterable[Option], name: str) -> Option | None:
    """The option of this id, None for one that a game does not know."""
    return next((option for option in options if option.id == name), None)
