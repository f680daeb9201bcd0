"""Soviet industry moved to the Urals before the enemy comes (14.6.1), and units given up of one's own will (15.5)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import FLAG, GROUP, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import scorched_earth
from engine.thewar.economy import capacity
from engine.thewar.economy.spending import short, take
from engine.thewar.world import forces, supply, titles, variants_played, wars
from engine.thewar.world.naming import PLACE
from engine.thewar.world.state import Place, TheWar

FIXED = ("baku", "grozny", "maikop")
"""Cities whose industry cannot be moved (14.6.1)."""
SMPS = 2
"""Strategic Movement Points for one city's industry."""
_SMPS: capacity.Charges = {capacity.purse("ussr"): SMPS * capacity.HALVES}


PLANNED, PLANNED_PRICE = "evacuation-planning", 2
"""The variant by which each city costs so many NARFs (28.2.3 #10)."""


def price(campaign: TheWar, place: Place) -> Line:
    """NARFs, once, for moving a city's industry: half of its value, or what a variant makes of it."""
    half = Line(f"half of {place.name}'s {place.value}", place.value // 2, "14.6.1")
    if half.value > PLANNED_PRICE and variants_played.has_played(campaign, PLANNED):
        return Line("evacuation was planned", PLANNED_PRICE, "28.2.3")
    return half


def movable(campaign: TheWar) -> tuple[str, ...]:
    """Soviet cities in Soviet hands with industry that may still be moved."""
    return tuple(
        key
        for key, place in campaign.places.items()
        if place.country == "ussr" and place.holder == "ussr" and place.value and not place.moved and key not in FIXED
    )


@frozen
class Evacuate(PowerOrder[TheWar]):
    """Dismantle a Soviet city's industry and set it up in the Urals: half of its value and 2 SMPs, once. Whether the
    city is in supply its mark says; ``supplied=no`` says it as well, as it was entered before there were marks."""

    verb: ClassVar[str] = "evacuate"
    title: ClassVar[str] = "industry to the Urals"
    rule: ClassVar[str] = "14.6.1"
    account: ClassVar[str] = "industry"

    city: str = word(PLACE)
    supplied: bool = keyed(FLAG, True, "in supply")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "ussr":
            yield Refusal("14.6.1", f"{wars.named(campaign, self.power)} moves no industry", "Only the Soviets do.")
            return
        place = campaign.places.get(self.city)
        if self.city in FIXED:
            yield Refusal("14.6.1", f"the industry of {self.city.title()} cannot be moved")
        elif place is None or self.city not in movable(campaign):
            known = ", ".join(movable(campaign)) or "none"
            yield Refusal("14.6.1", f"'{self.city}' has no Soviet industry to move", f"There are: {known}.")
            return
        if not wars.at_war(campaign, "germany", "ussr"):
            yield Refusal("14.6.1", "Germany has not declared war on the Soviet Union")
        elif campaign.facts.get(wars.SOVIET_ATTACK, False):
            yield Refusal("14.6.1", "the Soviet Union has declared war on Germany: nothing is moved")
        yield from self._cut_off(campaign)
        if place is not None:
            yield from short(campaign, self.power, self.cost(campaign).total, "14.6.1")
        yield from capacity.lacking(campaign, _SMPS)

    def _cut_off(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why the industry of a city is not moved that is out of supply: a mark decides, else what the order says."""
        there = supply.at(campaign, self.city)
        if there.level == supply.OUT:
            # A place is told with its own name.
            said = there.why.partition(", with all in ")[0]
            reason = f"{titles.where(campaign, self.city)} is {said}: nothing is moved out of it"
            yield Refusal(f"14.6.1, {there.rule}", reason, supply.HELP)
        elif not self.supplied and not there.since:
            yield Refusal("14.6.1", "the city is out of supply", "One in supply; 'unsupplied' names it at a check.")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs; the SMPs come beside it."""
        place = campaign.places.get(self.city)
        if place is None:
            return Breakdown()
        return Breakdown((price(campaign, place),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        take(tx, self.power, self.cost(tx.campaign).total, "industry to the Urals", "14.6.1")
        capacity.spend(tx, _SMPS, "industry to the Urals", "14.6.1")
        tx.set(f"places.{self.city}.moved", True, "industry to the Urals", "14.6.1")
        scorched_earth.moved(tx)

    def sentence(self, campaign: TheWar) -> str:
        name = campaign.places[self.city].name if self.city in campaign.places else self.city
        return f"The industry of {name} goes to the Urals"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        cities = movable(campaign)
        if not cities:
            return None
        fields = (Field("city", "city", "14.6.1", cities),)
        return Form(cls.verb, "Industry to the Urals", "ussr evacuate {city}", fields, cls.rule)


@frozen
class _InPlay:
    """The lines of the box in which a power names units that it gives up."""

    power: str

    def lines(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        groups = Tally(forces.group_of(unit) for unit in campaign.units.values() if unit.power == self.power)
        return tuple(Counter(group, forces.spoken(group), 1, f"{count} in play") for group, count in groups.items())


@frozen
class Disband(PowerOrder[TheWar]):
    """Give up units of one's own: nothing is refunded, and they are built again as if lost out of supply (15.5)."""

    verb: ClassVar[str] = "disband"
    title: ClassVar[str] = "voluntary elimination"
    rule: ClassVar[str] = "15.5"

    group: str = word(GROUP)
    count: int = keyed(number(1, 99), 1)

    def complete(self, campaign: TheWar) -> Self:
        return attrs.evolve(self, group=forces.meant(campaign, self.power, self.group, "on the board"))

    def _item(self) -> forces.Item:
        return forces.Item(self.power, "lost", self.count, self.group, oos=True)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        have = sum(
            1 for unit in campaign.units.values() if unit.power == self.power and forces.group_of(unit) == self.group
        )
        if not 1 <= self.count <= have:
            name = wars.named(campaign, self.power)
            yield Refusal(
                "15.5", f"{self.count} {forces.spoken(self.group)}: {name} has {have} in play", f"At most {have}."
            )

    def effect(self, tx: Transaction[TheWar]) -> None:
        forces.lose(tx, self._item())

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} gives up {self.count} {forces.spoken(self.group)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        groups = tuple(dict.fromkeys(forces.group_of(unit) for unit in campaign.units.values() if unit.power == power))
        if not groups:
            return None
        mine = Field("group", "units", "15.5", groups, counters=_InPlay(power).lines)
        fields = (mine, Field("count", "how many", default="1"))
        return Form(cls.verb, "Voluntary elimination", power + " disband {group} count={count}", fields, cls.rule)
