"""The British surrender roll: what it is rolled for this turn, and the highest sum of its modifiers (17.2)."""

from __future__ import annotations

from attrs import frozen

from engine.thewar.world import calendar, forces, prices, tallies, traits, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar

POSTS = ("suez", "gibraltar", "malta")
"""Places whose fall is an occasion for the roll, as a home city's is (17.2.2)."""
UNBUILT = 50
"""NARFs of eliminated units that are an occasion for it, and worth +1 each (17.2.2)."""
DUNKIRK = ("1940-1-spring", "1940-2-summer")
"""The turns of a Dunkirk (17.2.1)."""
NEEDED, PLAIN, DIE = 12, 10, 10
"""What the modified roll must reach, what the plain one of a Dunkirk must, and the highest die."""
_LONDON, _OTHER, _US, _SOVIETS, _LEND_LEASE = 5, 1, -4, -3, -1
_LENT = 20
"""NARFs of Lend-Lease in the turn that count (17.2.2)."""
_BRITAIN = "britain"


@frozen
class Reckoning:
    """What has happened this turn that Britain rolls for, in words; the highest sum of the modifiers; whether the
    conditions of a Dunkirk hold as far as they are recorded."""

    occasions: tuple[str, ...]
    most: int
    dunkirk: bool

    @property
    def within_reach(self) -> bool:
        """Whether any die surrenders."""
        return self.dunkirk or (bool(self.occasions) and DIE + self.most >= NEEDED)

    def told(self) -> str:
        """The occasions for the roll in words, with the die that is needed."""
        parts = [f"Dunkirk, a plain {PLAIN}"] if self.dunkirk else []
        if self.occasions:
            parts.append(f"{', '.join(self.occasions)}; {self.most:+d} at most, {NEEDED} needed")
        return "; ".join(parts)


def reckoning(campaign: TheWar) -> Reckoning:
    """The roll as things stand at the end of the Allied half of a turn."""
    occasions, turn, worth = [], calendar.turn(campaign), unbuilt(campaign)
    most = worth // UNBUILT
    for key, place in campaign.places.items():
        if (key in POSTS or place.country == _BRITAIN) and wars.axis_holds(campaign, place.holder):
            most += _LONDON if key == "london" else _OTHER
            if place.taken == turn:
                occasions.append(f"{place.name} lost")
    fires = (
        int(campaign.facts.get("firestorms-on-britain", 0)) if calendar.season(campaign) in ("spring", "fall") else 0
    )
    if fires:
        most += fires
        occasions.append(counted(fires, "firestorm", "firestorms"))
    if campaign.facts.get(forces.BRITISH_LOSSES) == turn and worth >= UNBUILT:
        occasions.append(f"British units lost, {worth} NARFs of them not rebuilt")
    return Reckoning(tuple(occasions), most + _friends(campaign), _dunkirk(campaign))


def _friends(campaign: TheWar) -> int:
    """The modifier of the great allies and their Lend-Lease, not above 0."""
    off = 0
    for power, modifier in (("us", _US), ("ussr", _SOVIETS)):
        if any(wars.at_war(campaign, power, enemy) for enemy in ("germany", "italy")):
            off += modifier
    return off + (_LEND_LEASE if tallies.used(campaign, "us", tallies.GRANTS, "britain") >= _LENT else 0)


def _dunkirk(campaign: TheWar) -> bool:
    """Whether the conditions of a Dunkirk hold: it is the time, Italy is at war, and Belgium and the Netherlands are
    German-controlled (17.2.1)."""
    in_time = calendar.turn(campaign) in DUNKIRK and wars.at_war(campaign, _BRITAIN, "italy")
    return in_time and all(wars.axis_holds(campaign, key) for key in ("belgium", "netherlands"))


def unbuilt(campaign: TheWar) -> int:
    """The NARFs that Britain's ground, air and naval units are worth that are lost and not rebuilt, those lost out of
    supply twice (17.2.2, ruling 343)."""
    worth = 0
    for pool in campaign.pools.values():
        if pool.power == _BRITAIN and traits.category(pool) in ("ground", "air", "naval"):
            price = prices.build(_BRITAIN, pool.kind, pool.strength, pool.tag).total
            worth += int(price) * (pool.lost + 2 * pool.oos)
    return worth
