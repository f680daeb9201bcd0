"""What a game tells a screen about victory: each side's objectives and the level they give it today, how far off every
end of the campaign is, and how it has ended."""

from __future__ import annotations

from typing import Protocol, TypeVar

from engine.kernel.refusals import Breakdown
from engine.kernel.values import frozen

K = TypeVar("K", contravariant=True)


@frozen
class Objective:
    """A place that may count for a side: who has it, in words; ``why_not``: why it counts for nobody, or does not count
    for the side that it is told of, '' where it does."""

    path: str
    name: str
    holder: str
    why_not: str
    rule: str


@frozen
class Standing:
    """A side of the table of victory with its ``powers``: ``figure`` counts its objectives, each by its name;
    ``level``: what they would give it today; ``rungs``: every level with the fewest objectives that give it, the lowest
    first; ``objectives``: what it holds, then what may count for it besides."""

    id: str
    title: str
    powers: tuple[str, ...]
    level: str
    figure: Breakdown
    rungs: tuple[tuple[str, int], ...]
    objectives: tuple[Objective, ...]
    rule: str

    @property
    def more(self) -> tuple[str, int] | None:
        """The next level, and how many objectives more it takes; None at the highest."""
        return next(
            ((name, least - self.figure.total) for name, least in self.rungs if least > self.figure.total), None
        )


@frozen
class Way:
    """A way in which the campaign may end: ``title``; ``gives``: who wins by it, and how; ``when`` it is asked; what
    of it is ``held`` and what is ``missing``, of which ``needs`` more are wanted, with a ``word`` for that; ``turns``
    until it comes by itself, 0 for what does not; ``closed``: why it cannot come."""

    id: str
    title: str
    gives: str
    when: str
    held: tuple[str, ...]
    missing: tuple[str, ...]
    needs: int
    rule: str
    word: str = "missing"
    turns: int = 0
    closed: str = ""


@frozen
class Victory:
    """All of it. ``result``: how the campaign has ended and the way on, nothing while it is played; ``ways``: none
    after that; ``nobodys``: objectives that count for no side; ``about``: what the levels decide, each text with its
    rule."""

    result: tuple[tuple[str, str], ...]
    ways: tuple[Way, ...]
    sides: tuple[Standing, ...]
    nobodys: tuple[Objective, ...]
    about: tuple[tuple[str, str], ...] = ()


class Objectives(Protocol[K]):
    """The sheet of victory."""

    def victory(self, campaign: K) -> Victory:
        """Objectives, levels and ends as this view of the campaign knows them."""
