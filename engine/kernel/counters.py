"""A line of counters in a box of a form, or of what is said of them there."""

from __future__ import annotations

from engine.kernel.values import frozen


@frozen
class Counter:
    """A line that may be ticked in a box of a form, for like counters of the game or for one thing by its name.

    ``text`` is one of them as the order writes it (``arm-8-8``), ``label`` the same for people; ``many``: how many of
    them may be named, 0 where none may; ``note``: whose they are, what they are worth, or what keeps the others from
    it (``2 have attacked``); ``owner``: whose they are, by name, where that has to be said
    (``INF 4-5 of Poland``); ``worn``: counters of a kind that a short name means only where there are no others."""

    text: str
    label: str
    many: int = 1
    note: str = ""
    owner: str = ""
    worn: bool = False
