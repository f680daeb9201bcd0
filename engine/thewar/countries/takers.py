"""Who is likely to have taken something on the board: the one that a form proposes before its player says who (1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.values import frozen
from engine.thewar.world import sides, wars, whereabouts
from engine.thewar.world.state import TheWar

NEAR = 5
"""The hexes within which somebody's places lie near enough that its army may have come from there."""


@frozen
class Proposed:
    """The proposal for a box of a form opened by a power; ``box``: where it stands what is taken."""

    power: str
    box: str

    def __call__(self, campaign: TheWar, given: Mapping[str, str]) -> str:
        return taker(campaign, given.get(self.box, ""), self.power)


def taker(campaign: TheWar, what: str, power: str) -> str:
    """Who takes a place, colony, province or country: the only enemy of its holder of whom units are recorded there,
    or the only one at war with it on the side that moves, or the only such one that holds something near it. Where none
    or several are, who acts: see ``sides.acting``."""
    holder = _holder(campaign, what)
    if not holder:
        return sides.acting(campaign, power)
    there = {unit.power for unit in campaign.units.values() if unit.place == what}
    foes = [owner for owner in _moving(campaign) if wars.hostile(campaign, holder, owner)]
    for likely in (
        [owner for owner in there if wars.hostile(campaign, holder, owner)],
        foes,
        [owner for owner in foes if _near(campaign, owner, what)],
    ):
        if len(likely) == 1:
            return likely[0]
    return sides.acting(campaign, power)


def _holder(campaign: TheWar, what: str) -> str:
    """In whose hands it is; a country is in its own, '' for what there is not."""
    land = campaign.places.get(what) or campaign.holdings.get(what)
    return land.holder if land is not None else what if what in campaign.countries else ""


def _moving(campaign: TheWar) -> Iterable[str]:
    """The powers of the side that moves, all where neither does."""
    phasing = sides.phasing(campaign)
    return (owner for owner in campaign.powers if phasing in ("", sides.side(campaign, owner)))


def _near(campaign: TheWar, owner: str, what: str) -> bool:
    """Whether a power, or a country that follows it, holds a place near this one, or near this country's capital."""
    land = campaign.countries.get(what)
    target = whereabouts.spot(campaign, land.capital if land is not None else what)
    if target is None:
        return False
    mine = {owner, *(key for key, country in campaign.countries.items() if country.patron == owner)}
    spots = (whereabouts.spot(campaign, key) for key, place in campaign.places.items() if place.holder in mine)
    return any(spot is not None and whereabouts.apart(spot, target) <= NEAR for spot in spots)
