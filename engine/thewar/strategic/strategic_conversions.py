"""Units turned into units of strategic warfare while others are built: a Fleet into ASW, a fighter into an interceptor
(5.1.3.4, 5.3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import keyed, word
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import homecoming, shipyards
from engine.thewar.economy.spending import pay, short
from engine.thewar.strategic.strategic_building import AIR_BOX
from engine.thewar.world import calendar, forces
from engine.thewar.world.naming import PLACE, UNIT
from engine.thewar.world.state import Addition, TheWar, Unit

FLEET = "1-12-5"
DAMAGE = 4
"""Factors that a Fleet loses with its escorts: it lies on space 5 of 9 (ruling 56)."""
FIGHTER_PRICE = 7
CONVOY_HIT, FIRESTORM = "convoy-hit", "firestorm-this-turn"


def next_segment(campaign: TheWar) -> tuple[int, str]:
    """Year and season of the next turn with strategic warfare."""
    after = calendar.now(campaign) + 1
    while calendar.SEASONS[after % 4] not in calendar.STRATEGIC_WARFARE:
        after += 1
    return after // 4, calendar.SEASONS[after % 4]


def _whole(campaign: TheWar, power: str, kind: str) -> tuple[str, ...]:
    """A power's undepleted units of a kind, wherever they are, by id; of Fleets those of the usual strength."""
    return tuple(
        key
        for key, unit in campaign.units.items()
        if (unit.power, unit.kind, unit.depleted) == (power, kind, False)
        and (kind != "fleet" or unit.strength == FLEET)
    )


@frozen
class FleetToASW(PowerOrder[TheWar]):
    """Britain gives up a Fleet's escorts after an Ambush or a Massacre: the Fleet is depleted on space 5 of a yard, an
    ASW joins the pool next Spring or Fall (5.1.3.4). ``yard``: one with a free track, the first at home where nobody
    says."""

    verb: ClassVar[str] = "fleet-to-asw"
    title: ClassVar[str] = "a Fleet becomes ASW"
    rule: ClassVar[str] = "5.1.3.4"
    account: ClassVar[str] = "strategic"
    steps: ClassVar[tuple[str, ...]] = ("build.fleet-to-asw",)
    finishes: ClassVar[bool] = True

    fleet: str = word(UNIT)
    yard: str = keyed(PLACE, "")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "britain":
            yield Refusal("5.1.3.4", "only Britain turns a Fleet into ASW")
            return
        if not campaign.facts.get(CONVOY_HIT, False):
            yield Refusal("5.1.3.4", "no convoy was ambushed or massacred this turn, or a Fleet is converted already")
        if self.fleet not in _whole(campaign, "britain", "fleet"):
            yield Refusal("5.1.3.4", f"'{self.fleet}' is no British {FLEET} Fleet at full strength")
        yards = shipyards.free(campaign, "britain")
        if not yards:
            yield Refusal("5.1.3.4, 7.10", "no British yard has a free track", "Once a ship is launched.")
        elif self.yard and self.yard not in yards:
            yield Refusal("5.1.3.4, 7.10", f"'{self.yard}' has no track for it", f"One of {', '.join(yards)}.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        homecoming.wound(tx, self.fleet, DAMAGE, "its escorts are gone", "5.1.3.4, ruling 56")
        yard = self.yard or next(iter(shipyards.free(tx.campaign, "britain")))
        shipyards.Dock("britain", self.fleet, yard).effect(tx)
        year, season = next_segment(tx.campaign)
        at = f"britain-{year}-{season}-asw"
        if at in tx.campaign.additions:
            tx.add(f"additions.{at}.count", 1, "ASW from a Fleet", "5.1.3.4")
        else:
            fresh = Addition(power="britain", year=year, season=season, kind="asw")
            tx.create(f"additions.{at}", fresh, "ASW from a Fleet", "5.1.3.4")
        tx.set(f"facts.{CONVOY_HIT}", False, "a Fleet is converted", "5.1.3.4")

    def sentence(self, campaign: TheWar) -> str:
        place = campaign.places.get(self.yard)
        return f"Britain turns the escorts of a Fleet into ASW{f', at {place.name}' if place is not None else ''}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[FleetToASW]:
        """Any one Fleet of those in one place."""
        for key in _one_a_place(campaign, _whole(campaign, "britain", "fleet")):
            yield from (cls(power, key, yard) for yard in shipyards.free(campaign, "britain"))


@frozen
class FighterToInterceptor(PowerOrder[TheWar]):
    """Germany turns one fighter that began its turn in Germany into INT for good, in a turn with a firestorm (5.3.2,
    ruling 153)."""

    verb: ClassVar[str] = "fighter-to-interceptor"
    title: ClassVar[str] = "a fighter becomes INT"
    rule: ClassVar[str] = "5.3.2"
    account: ClassVar[str] = "strategic"
    steps: ClassVar[tuple[str, ...]] = ("build.fighter-to-interceptor",)
    finishes: ClassVar[bool] = True

    fighter: str = word(UNIT)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "germany":
            yield Refusal("5.3.2", "only Germany turns a fighter into INT")
            return
        if not campaign.facts.get(FIRESTORM, False):
            yield Refusal("5.3.2", "no firestorm fell on Germany this turn, or a fighter is converted already")
        if self.fighter not in _whole(campaign, "germany", "ftr"):
            yield Refusal("5.3.2", f"'{self.fighter}' is no German fighter at full strength")
        elif not _at_home(campaign, campaign.units[self.fighter]):
            yield Refusal("5.3.2", f"'{self.fighter}' is not in Germany", "It began its turn there.")
        yield from short(campaign, "germany", FIGHTER_PRICE, "5.3.2")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        return Breakdown((Line("a fighter becomes INT", FIGHTER_PRICE, "5.3.2"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        pay(tx, "germany", FIGHTER_PRICE, "a fighter becomes INT", "5.3.2")
        forces.keep_serial(tx, self.fighter)
        tx.remove(f"units.{self.fighter}", "becomes INT", "5.3.2")
        unit = Unit(power="germany", kind="int", place=AIR_BOX)
        tx.create(f"units.{forces.new_id(tx, 'germany', 'int')}", unit, "from a fighter", "5.3.2")
        tx.set(f"facts.{FIRESTORM}", False, "a fighter is converted", "5.3.2")

    def sentence(self, campaign: TheWar) -> str:
        return "Germany turns a fighter into INT"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[FighterToInterceptor]:
        """Any one fighter of those in one place."""
        yield from (cls(power, key) for key in _one_a_place(campaign, _whole(campaign, "germany", "ftr")))


def _at_home(campaign: TheWar, unit: Unit) -> bool:
    """Whether a unit may be in Germany: where on the board it stands is not kept."""
    place = campaign.places.get(unit.place)
    return place is None or place.country == "germany"


def _one_a_place(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    by_place: dict[tuple[str, str], str] = {}
    for key in keys:
        unit = campaign.units[key]
        by_place.setdefault((unit.strength, unit.place), key)
    return tuple(by_place.values())
