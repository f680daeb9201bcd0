"""The boxes of the form that says who is out of supply: whose units, and then those units and the places where they
stand (12.0)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.counters import Counter
from engine.kernel.orders import Field
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.combat import offered_counters as offers
from engine.thewar.supply_checks import marks
from engine.thewar.world import border_wars, installed, minors, sides, titles, wars
from engine.thewar.world.state import TheWar

ARMS = ("ground", "air", "naval")
RULE = "12.0, ruling 404"


@frozen
class Meant:
    """What may be ticked for a power: of whom the box ``of`` names, its own where it is empty."""

    power: str

    def _owner(self, given: Mapping[str, str], campaign: TheWar) -> str:
        named = given.get("of", "")
        return named if named in campaign.powers or named in campaign.countries else self.power

    def units(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """The units of that side, those of the owner first."""
        return offers.own(campaign, self._owner(given, campaign), offers.Call(ARMS))

    def places(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """The places where any of them are recorded, and their fortresses, each with who is there."""
        side = sides.side(campaign, self._owner(given, campaign))
        found = []
        for key, place in campaign.places.items():
            whose = owners(campaign, key, side) if place.kind not in ("box", "strait") else ()
            if whose and all(speaks(campaign, self.power, owner) for owner in whose):
                there = marks.within(campaign, key, side)
                found.append(Counter(key, place.name, 1, titles.units(campaign, there) if there else "a fortress"))
        return tuple(found)


def owners(campaign: TheWar, place: str, side: str) -> tuple[str, ...]:
    """The owners of who is cut off with a place: of the units of a side there, and of its fortress."""
    fortress = (installed.owner(campaign, place),) if marks.fortress_of(campaign, place) == side else ()
    there = (campaign.units[key].power for key in marks.within(campaign, place, side))
    return tuple(dict.fromkeys((*fortress, *there)))


def speaker(campaign: TheWar, place: str, side: str) -> str:
    """The power that is asked what becomes of a place of its side that was named with all in it."""
    there = owners(campaign, place, side)
    found = [marks.command(campaign, owner) for owner in there] or [
        power for power in campaign.powers if campaign.powers[power].side == side
    ]
    return found[0]


def speaks(campaign: TheWar, power: str, owner: str) -> bool:
    """Whether a power says whether an owner's units are supplied: it is of the same alliance, or fights it."""
    if sides.side(campaign, owner) == campaign.powers[power].side:
        return not any(True for _ in minors.of_another_alliance(campaign, power, (owner,)))
    return fights(campaign, power, owner)


def fights(campaign: TheWar, power: str, owner: str) -> bool:
    """Whether a power, or one for which its seat speaks, is at war with the owner of units, with whom that follows, or
    fights it in a border war."""
    whose = (owner, marks.command(campaign, owner))
    return any(
        any(wars.at_war(campaign, ours, who) for who in whose) or border_wars.foes(campaign, ours, owner)
        for ours in wars.voices(campaign, power)
    )


def fields(campaign: TheWar, power: str) -> tuple[Field, ...]:
    """The boxes for a power. Whose units are meant stands first, as the others list those."""
    side, meant = sides.side(campaign, power), Meant(power)
    units = tuple(name for arm in ARMS for name in battles.names(campaign, side, first=power, category=arm))
    places = tuple(line.text for line in meant.places(campaign, {}))
    ours = wars.voices(campaign, power)
    enemies = tuple(other for other in campaign.powers if any(wars.at_war(campaign, one, other) for one in ours))
    whose = (Field("of", "whose, if not your own", RULE, enemies),) if enemies else ()
    return (
        *whose,
        Field("units", "who", RULE, units, listed=True, counters=meant.units),
        Field("places", "or a place with all in it", RULE, places, listed=True, free=True, counters=meant.places),
        Field("limited", "only on a limited source", "12.2.3", ("yes", "no"), "no"),
    )
