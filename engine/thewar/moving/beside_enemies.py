"""Enemy ground units that are recorded beside a place where a strategic move of ground units begins or ends, as words
behind its order (7.6.1, 8.1.1, 8.1.3).

It is advice but for a checked board, and refused there only where both hexes are printed or the players' own (ruling
628): who stands on the board besides, and which hex sides are water, the program does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel.refusals import Refusal
from engine.kernel.values import frozen
from engine.thewar.world import distances, installed, regions, titles, traits, wars
from engine.thewar.world.distances import Apart
from engine.thewar.world.state import TheWar

KINDS = ("ground", "sealift")
"""The kinds of strategic moves of ground units: by land, and carried by Fleets."""
BESIDE = 1
"""The hexes between two that are adjacent."""


@frozen
class Beside:
    """Enemies at a place that lies beside an end of such a move, and how far that is."""

    units: tuple[str, ...]
    place: str
    end: str
    far: Apart


def _found(campaign: TheWar, owner: str, ends: Iterable[str]) -> Iterator[Beside]:
    """Whom such a move begins or ends beside, as far as both are known. Partisans and who stands in a fortress do not
    count, nor does anybody beside a fortress in which it ends."""
    for end in dict.fromkeys(place for place in ends if place):
        for place in regions.occupied(campaign):
            if place == end or installed.is_fortress(campaign, place) or installed.is_fortress(campaign, end):
                continue
            far = distances.apart(campaign, end, place)
            if far is None or far.hexes > BESIDE:
                continue
            enemies = tuple(
                key
                for key, unit in regions.units_at(campaign, place).items()
                if traits.category(unit) == "ground" and unit.kind != "partisan"
                if wars.at_war(campaign, owner, unit.power)
            )
            if enemies:
                yield Beside(enemies, place, end, far)


def told(campaign: TheWar, owner: str, ends: Iterable[str]) -> str:
    """Whom such a move begins or ends beside, as words behind its order; '' for nobody."""
    said = [
        f"{titles.units(campaign, found.units)} at {titles.where(campaign, found.place)},"
        f" {found.far} from {titles.where(campaign, found.end)}"
        for found in _found(campaign, owner, ends)
    ]
    return f"; beside enemies: {'; '.join(said)} (8.1.1)" if said else ""


def refused(campaign: TheWar, owner: str, ends: Iterable[str], rule: str) -> Iterator[Refusal]:
    """Why such a move does not begin or end there, where the board is checked: both lie on hexes that are printed or
    their players' own, so that it is certain that they are adjacent."""
    for found in _found(campaign, owner, ends) if distances.checked(campaign) else ():
        if not found.far.off:
            who, at = titles.units(campaign, found.units), titles.where(campaign, found.place)
            reason = f"{titles.where(campaign, found.end)} lies next to {at}, where {who} stands"
            yield Refusal(
                rule, reason, "Ground units begin and end away from enemies; across a side of water: 'overrule'."
            )
