"""What a game tells a screen about building: what stands behind an order on offer, and the means that limit it all."""

from __future__ import annotations

from attrs import frozen


@frozen
class Track:
    """A ship on a shipyard's track: the space ``at`` which it lies, ``to`` which the order brings it, and the one at
    which it is launched (``last``); ``repair``: it is damaged, no new one; ``worked``: it was advanced this turn."""

    at: int
    to: int
    last: int
    repair: bool = False
    worked: bool = False


@frozen
class Stock:
    """What an order on offer builds: its name, how many the force pool still has (None: it takes nothing from a pool),
    how many were ``built`` this turn; ``section``: the heading it stands under. ``counted``: the order's field that
    says how many, or how far, from ``least`` on; '' where there is nothing to count."""

    name: str
    pool: int | None
    built: int = 0
    section: str = ""
    track: Track | None = None
    counted: str = "count"
    least: int = 1


@frozen
class Berth:
    """A track of a shipyard: whose ``yard``, what lies on it ('' where it is free)."""

    yard: str
    ship: str = ""
    track: Track | None = None


@frozen
class Means:
    """One of the things that building uses up: ``left`` of ``most`` in the turn at hand; ``path`` has its causes."""

    title: str
    left: int
    most: int
    path: str = ""
    rule: str = ""


@frozen
class Prospect:
    """What the money left after building is wanted for in what comes next, in a few words, and by which rule."""

    text: str
    rule: str = ""
