"""What a campaign remembers of the turn at hand: what units have done, what was built, which limits are used (10.0,
15.1.6.2). A part of the state, which has its mappings."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.paths import Addressed
from engine.kernel.ranges import figure, key_of, one_of, written
from engine.kernel.values import compared_often, made_often


@made_often(kw_only=True)
class Deed(Addressed):
    """Something that was done this turn and is remembered until its end. ``who``: a unit's id, a hidden Task Force's
    marker, a power; '' where it was used once by anybody. ``deed``: what; ``half`` and ``impulse`` in which it was
    done, '' and 0 where they do not matter; ``where``: the place or hex that it was done at, '' where it does not
    matter; ``within``: how many hexes from its marker an effort reached (4.2)."""

    known_by: ClassVar[tuple[str, ...]] = ("who", "half", "impulse", "deed", "where")

    who: str = written(default="")
    half: str = one_of("axis", "allied", "common", default="")
    impulse: int = figure(0, 2, 0, unit="impulse", rule="9.2, 9.8")
    deed: str = written()
    where: str = written(default="")
    within: int = figure(0, 99, 0, unit="hexes", rule="4.2")


@compared_often(kw_only=True)
class Built(Addressed):
    """How many of ``what`` a power has built, upgraded or placed this turn: a group such as inf-6-5, or what has a
    limit of its own, such as units of all kinds or markers in Reserve (15.1.6.2)."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "what")

    power: str = key_of("powers", "countries")
    what: str = written()
    count: int = figure(0, 999, unit="units", rule="15.1.6.2")


@made_often(kw_only=True)
class Used(Addressed):
    """How much of a limit is used this turn: ``power``, whose turn's end clears it, or the owner of ships; ``what`` is
    limited, such as half-smps, railmoves, fleets that carry, NARFs in grants; ``of``: whose or which of them, where
    there are several: a Satellite, an American half, who is granted to."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "what", "of")

    power: str = key_of("powers", "countries")
    what: str = written()
    of: str = written(default="")
    count: int = figure(0, 9999)
