"""What a game tells a screen of forces whose units have names: how many of each type stand where, what joins them, and
what is to be said of them."""

from __future__ import annotations

from typing import Protocol, TypeVar

from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class Mark:
    """What is to be said of a unit beside its type: a ``state`` that a screen can look for, such as 'on patrol', and
    what follows it there, such as 'in Levant'."""

    state: str
    more: str = ""

    @property
    def text(self) -> str:
        """The whole of it."""
        return f"{self.state} {self.more}".strip()


@frozen
class Group:
    """One type of one owner, whose ``name`` is for people. Counts of units on the board, depleted ones apart, in the
    pool and in the pool as lost out of supply (``oos``); ``coming`` by year; ``marks``: what else is to be said of
    those on the board, and of how many; ``sources``: where the figures come from. ``origin``: the tag for people, where
    it is more than a word; ``note``: what else is to be said of the type."""

    power: str
    name: str
    kind: str
    strength: str
    tag: str
    board: int = 0
    depleted: int = 0
    pool: int = 0
    oos: int = 0
    coming: tuple[tuple[int, int], ...] = ()
    marks: tuple[tuple[Mark, int], ...] = ()
    sources: tuple[str, ...] = ()
    origin: str = ""
    note: str = ""


class Forces(Protocol[K]):
    """The sheet of forces."""

    def groups(self, campaign: K) -> tuple[Group, ...]:
        """Every type of which there is anything, by owners in the campaign's order."""
