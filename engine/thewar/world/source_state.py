"""What a campaign remembers of supply's sources and graces: capitals that were retaken, Soviet links that are cut,
units that stay in supply for a time (12.2.2, 12.3). A part of the state, which has its mappings."""

from __future__ import annotations

from engine.kernel.ranges import dated, figure, one_of
from engine.kernel.values import frozen


@frozen(kw_only=True)
class Retaken:
    """A capital that was the enemy's and is its owner's again, by its place: it counts as a source from a ``check`` on,
    1 to 3, in a ``half`` of a ``turn`` (12.2.2, ruling 406). Its backup stands in for it until then."""

    turn: str = dated()
    half: str = one_of("axis", "allied")
    check: int = figure(1, 3, unit="check", rule="12.0")


@frozen(kw_only=True)
class CutLink:
    """A Soviet link to the edge of the map that the board shows cut, ``since`` which turn (12.2.2)."""

    since: str = dated()


@frozen(kw_only=True)
class Grace:
    """A unit that is in supply whatever the board shows, for what it did in a turn (12.3, 12.5). ``kind``: it exploited
    in the Second Impulse, dropped or landed; ``since``: in which turn."""

    kind: str = one_of("exploits", "drops", "lands")
    since: str = dated()
