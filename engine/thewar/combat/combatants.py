"""Units in a battle, as the battles' cores know them: what they are, their rating, what befell them (1.2, 2.4).

Pure: a combatant knows no campaign. Those of a campaign carry their unit's id as their name.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.values import compared_often, evolve
from engine.thewar.world import counters, ratings, supply
from engine.thewar.world.state import TheWar, Unit

OUT = ("eliminated", "sunk")


@compared_often
class Combatant:
    """A unit in a battle. ``rating``: 1 best to 4, as it fights whole (see ``now``); ``fate``: '' while it fights on,
    'eliminated' or 'sunk'; ``power``: whose it is, '' at the table."""

    name: str
    kind: str
    strength: str = ""
    power: str = ""
    tag: str = ""
    rating: int = 3
    depleted: bool = False
    fate: str = ""
    limited: bool = False
    """Whether it stands on a limited source of supply alone, so that whole as it is it counts as Depleted (12.2.3)."""

    @property
    def fights(self) -> bool:
        """Whether the unit is still in the battle."""
        return not self.fate

    @property
    def label(self) -> str:
        """The name of the unit for players: ``ARM 8-8``."""
        return counters.label(self.kind, self.strength, self.tag)

    @property
    def unit(self) -> Unit:
        """The combatant as a unit of a campaign, for rules that ask about kinds."""
        return Unit(power=self.power, kind=self.kind, strength=self.strength, depleted=self.depleted, tag=self.tag)

    @property
    def factors(self) -> int:
        """The unit's printed combat factor (2.4)."""
        return counters.parsed(self.kind, self.strength).combat

    @property
    def category(self) -> str:
        """'ground', 'air' or 'naval'."""
        return counters.category(self.kind)

    def now(self, *, air_combat: bool = False) -> int:
        """The unit's rating as it is now (1.2, 2.6, 10.8.4): NAC in the air and what is Depleted are Fourth-Rate,
        Depleted German ground units Third-Rate."""
        if self.kind == "nac" and air_combat:
            return ratings.WORST
        if self.depleted:
            return ratings.depleted(self.power, self.category)
        return self.rating

    def hit(self, effect: str) -> Combatant:
        """The combatant after a result has fallen on it: 'depleted', 'eliminated' or 'sunk'."""
        return evolve(self, depleted=True) if effect == "depleted" else evolve(self, fate=effect)


def of_unit(campaign: TheWar, key: str) -> Combatant:
    """A unit of a campaign. Raises KeyError for an id that there is not."""
    unit: Unit = campaign.units[key]
    whole = evolve(unit, depleted=False)
    return Combatant(
        name=key,
        kind=unit.kind,
        strength=unit.strength,
        power=unit.power,
        tag=unit.tag,
        rating=counters.rating(campaign, whole).value,
        depleted=unit.depleted,
    )


def in_battle(campaign: TheWar, key: str) -> Combatant:
    """A unit of a campaign as its supply lets it fight: on a limited source a ground unit counts as Depleted and
    aircraft as Third-Rate, out of supply aircraft and ships are Fourth-Rate (12.2.3, 12.6.3). Raises KeyError for an id
    that there is not."""
    whole = of_unit(campaign, key)
    if not campaign.supply_marks and not campaign.supply_places:
        return whole
    worth = supply.fights(campaign, key, whole.rating)
    limited = worth.as_depleted and not whole.depleted
    return evolve(whole, rating=worth.rating.total, depleted=whole.depleted or worth.as_depleted, limited=limited)


def said_cut_off(force: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """A force of which its battle says that it is out of supply, as one that was named so at a check: aircraft and
    ships are Fourth-Rate (12.6.3)."""
    return tuple(unit if unit.category == "ground" else evolve(unit, rating=ratings.WORST) for unit in force)


def lost_cut_off(campaign: TheWar, key: str, *, said: bool = False) -> bool:
    """Whether the loss of a unit in play is one out of supply, be it named or ``said`` of its side in the battle;
    aircraft are built again at the normal price (12.6.4, 15.3)."""
    if said and counters.category(campaign.units[key].kind) != "air":
        return True
    return supply.fights(campaign, key, ratings.WORST).out_of_supply


def fighting(force: Iterable[Combatant], category: str = "") -> tuple[Combatant, ...]:
    """The combatants that fight on, of one category or of any."""
    return tuple(unit for unit in force if unit.fights and category in ("", unit.category))


def lost(force: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """The combatants that are gone."""
    return tuple(unit for unit in force if not unit.fights)
