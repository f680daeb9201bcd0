"""Interception and counter-interception at sea (7.8): the modifiers and the roll. Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.values import compared_often
from engine.thewar.rolls.crt import Modifier
from engine.thewar.rolls.printed import Amount, read
from engine.thewar.world import ratings

TABLE = "interception"
FACES = 10
DISTANCES = (-2, -1, 0, 1, 2, 3)
"""What the Sea Areas from the rolling side's port add: 0 (the port adjoins the Sea Area) to 5, the farthest (7.8)."""

# 'own' is the side that rolls, 'other' the one that is to be found.
MODIFIERS = (
    Modifier("espionage", -1, "Espionage chit", "7.8"),
    Modifier("counter-espionage", 1, "Counter-Espionage chit", "7.8"),
    Modifier("western-surprise", 1, "British and French ships, Western Front Surprise", "7.8, 18.2, ruling 123"),
    Modifier("winter", 1, "Winter outside the Mediterranean", "7.8"),
    Modifier("radar", -1, "British and American radar", "7.8"),
    Modifier("own-carrier", -1, "a whole CV with its NAC", "7.8, ruling 49"),
    Modifier("other-carrier", 1, "the other side's whole CV with its NAC", "7.8, ruling 49"),
    Modifier("own-land-air", -1, "own NAC, TAC or MDM based next to the Sea Area", "7.8"),
    Modifier("strait", -3, "a strait where the rolling side controls a port", "7.8"),
    Modifier("evasion", 4, "Evasion chit", "7.8.2"),
    Modifier("other-land-air", 1, "the phasing side's NAC, TAC or MDM based next to the Sea Area", "7.8"),
    Modifier("patrol", -2, "own patrol in the Sea Area", "7.8"),
    Modifier("carrying", -1, "the force carries, invades or stratmoves", "7.8"),
)
BY_ID = {modifier.id: modifier for modifier in MODIFIERS}
FIRST_ONLY = ("evasion", "other-land-air", "patrol", "carrying")
"""Modifiers of interceptions alone; the table prints none of them for counter-interception."""


@compared_often
class Search:
    """One attempt to intercept. ``size``: units in the force looked for, a CV with its NAC one (7.8); ``modifier`` net;
    ``face`` is the natural die, 0 before it is rolled."""

    size: Amount
    modifier: int = 0
    face: int = 0

    @property
    def column(self) -> int:
        """The place of the column: 1 or less, 2 or less, 3 or less, more."""
        return next((place for place, most in enumerate((1, 2, 3)) if self.size <= most), 3)


class SearchCore:
    """The roll of an interception as a core for forecasts and play."""

    def finished(self, value: Search) -> bool:
        return bool(value.face)

    def dice(self, value: Search) -> tuple[int, ...]:
        return (FACES,)

    def stage(self, value: Search, faces: tuple[int, ...]) -> Search:
        return attrs.evolve(value, face=faces[0])


@compared_often
class SearchResult:
    """Whether a force was intercepted, the column and the causes."""

    intercept: bool
    column: str
    breakdown: Breakdown = attrs.field(eq=False)


def resolve(search: Search) -> SearchResult:
    """What came of an attempt: a natural 1 always finds, a natural 10 never does (7.8, ruling 50)."""
    printed = read(TABLE)
    intercepted = printed.cell(search.column, printed.row(search.face + search.modifier)).text == "Intercept"
    if search.face in (1, 10):
        intercepted = search.face == 1
    causes = (
        Line("net modifier", search.modifier, "7.8.1"),
        Line("a natural 1 always finds, a natural 10 never does", 0, "7.8, ruling 50"),
    )
    return SearchResult(intercepted, printed.columns[search.column], Breakdown(causes))


def net(
    distance: int | None,
    own_rating: int,
    other_rating: int,
    facts: Iterable[str] = (),
    *,
    counter: bool = False,
) -> Breakdown:
    """The modifiers of one attempt: Sea Areas from the port (0 to 5; None for ships that are on patrol there), ratings,
    and the facts that hold (7.8, 7.8.1).

    ``counter``: a counter-interception. Raises IndexError for a distance beyond 5: see refusals.
    """
    lines = []
    if distance is not None:
        lines.append(Line(f"port {distance} Sea Area{'' if distance == 1 else 's'} away", DISTANCES[distance], "7.8"))
    lines.append(ratings.modifier("naval", own_rating, other_rating))
    for name in facts:
        if not (counter and name in FIRST_ONLY):
            lines.append(Line(BY_ID[name].label, BY_ID[name].value, BY_ID[name].rule))
    return Breakdown(tuple(lines))


def refusals(distance: int) -> Iterable[Refusal]:
    """Why naval units cannot try at all."""
    if distance >= len(DISTANCES):
        yield Refusal("7.8", f"{distance} Sea Areas away", "Naval units intercept up to 5 Sea Areas from their port.")
