"""States that are made out of others: Croatia and Ukraine (23.14, 23.55, 28.1.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import statuses, variant_table
from engine.thewar.world import calendar, conditions, entering, minors, wars
from engine.thewar.world.naming import COUNTRY
from engine.thewar.world.state import Pool, TheWar

CROATIA, YUGOSLAVIA, BELGRADE = "croatia", "yugoslavia", "belgrade"
UKRAINE, SOVIETS, KIEV = "ukraine", "ussr", "kiev"
UKRAINE_UNTIL = "1942-3-fall"
"""The last turn in which Ukraine is made (23.55)."""
VARIANT = "ukraine"
"""The German variant whose roll allows it (28.1.2, number 3)."""
ARMY = Pool(power=UKRAINE, kind="inf", strength="3-5", count=6)
"""What units Ukraine may build (28.1.2)."""
FOUNDERS = {CROATIA: ("germany", "italy"), UKRAINE: ("germany",)}


def cities(campaign: TheWar) -> tuple[str, ...]:
    """The five cities of Ukraine (23.55)."""
    return tuple(key for key, place in campaign.places.items() if place.tags.get(UKRAINE))


def _no_croatia(campaign: TheWar, power: str) -> Iterable[Refusal]:
    land, belgrade = campaign.countries[YUGOSLAVIA], campaign.places[BELGRADE]
    axis = land.patron in campaign.powers and campaign.powers[land.patron].side == "axis"
    if land.status not in ("conquered", "satellite") or not axis:
        yield Refusal("23.14", "Yugoslavia is no Axis conquest nor Satellite", "Croatia is made out of it.")
        return
    occupier = land.patron if belgrade.holder == YUGOSLAVIA else belgrade.holder
    if occupier != power:
        yield Refusal("23.14", f"{wars.named(campaign, occupier)} occupies Belgrade and makes Croatia")


def _no_ukraine(campaign: TheWar, power: str) -> Iterable[Refusal]:
    if not variant_table.played(campaign, VARIANT):
        hint = f"{power} variant {VARIANT}, once its roll is won."
        yield Refusal("23.55, 28.1.2", "Ukraine takes a German variant, and it has not been played", hint)
    if why := conditions.condition(f"after-declaration:germany+{SOVIETS}")(campaign, ""):
        yield Refusal("23.55", why, "Any turn after Germany attacks it.")
    if calendar.now(campaign) > calendar.number(UKRAINE_UNTIL):
        yield Refusal("23.55", f"Ukraine is made until {calendar.spoken(UKRAINE_UNTIL)}")
    lacking = [key for key in cities(campaign) if campaign.places[key].holder != power]
    if lacking:
        yield Refusal("23.55", f"{minors.named(campaign, lacking)} is not German", "All five cities must be.")


_JUDGES = {CROATIA: _no_croatia, UKRAINE: _no_ukraine}


@frozen
class Found(PowerOrder[TheWar]):
    """Make Croatia out of Yugoslavia, or Ukraine out of five Soviet cities, as a Satellite (23.14, 23.55). Ukraine
    takes a German variant, which is played first (28.1.2)."""

    verb: ClassVar[str] = "found"
    title: ClassVar[str] = "make a new state"
    rule: ClassVar[str] = "23.14"
    standing: ClassVar[bool] = True

    country: str = word(COUNTRY)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if self.country not in FOUNDERS or self.country not in campaign.countries:
            yield Refusal("23.14", f"'{self.country}' is no state that is made", f"There are {', '.join(FOUNDERS)}.")
            return
        land = campaign.countries[self.country]
        if self.power not in FOUNDERS[self.country]:
            yield Refusal(minors.rule(self.country), f"{wars.named(campaign, self.power)} does not make {land.name}")
            return
        if land.status != "neutral" or land.taken:
            yield Refusal(minors.rule(self.country), f"{land.name} has been made", "Once for good.")
            return
        yield from _JUDGES[self.country](campaign, self.power)

    def effect(self, tx: Transaction[TheWar]) -> None:
        if self.country == CROATIA:
            tx.add(f"countries.{YUGOSLAVIA}.value", -tx.campaign.countries[CROATIA].value, "Croatia is made", "23.14")
        else:
            _ukraine(tx)
        statuses.become(tx, self.country, "satellite", self.power, "made", minors.rule(self.country))

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} makes {wars.named(campaign, self.country)} its Satellite"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Found]:
        """The states that the power may make now."""
        for country, founders in FOUNDERS.items():
            order = cls(power, country)
            if power in founders and not list(order.judge(campaign)):
                yield order

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not wars.standing(campaign, power):
            return None
        if not any(power in founders for founders in FOUNDERS.values()):
            return None
        fields = (Field("country", "state", "23.14", choices=tuple(FOUNDERS)),)
        return Form(cls.verb, "Make a new state", power + " found {country}", fields, cls.rule)


def _ukraine(tx: Transaction[TheWar]) -> None:
    """What is left of its industry leaves the Soviet base and becomes Ukraine's value; it has its pool, and nothing on
    its own track yet (23.55, 28.1.2, ruling 265)."""
    left = [key for key in cities(tx.campaign) if not tx.campaign.places[key].moved]
    worth = sum(tx.campaign.places[key].value for key in left)
    tx.set(f"countries.{UKRAINE}.value", worth, "the industry of its cities", "23.55")
    tx.set(f"countries.{UKRAINE}.narfs", 0, "Ukraine is made", "23.55")
    tx.add(f"powers.{SOVIETS}.base", -worth, "Ukraine is made", "23.55")
    for key in left:
        tx.set(f"places.{key}.country", UKRAINE, "Ukraine is made", "23.55")
    if not any(pool.power == UKRAINE for pool in tx.campaign.pools.values()):
        tx.create(f"pools.{UKRAINE}-{ARMY.kind}-{ARMY.strength}", ARMY, "Ukraine is made", "28.1.2")


def dissolved(tx: Transaction[TheWar], place_id: str, by: str) -> None:
    """Kiev is retaken by the Soviets: Ukraine is no more, its units are removed, its cities count one by one again
    (23.55, ruling 265). What it grew by as a Satellite is lost with it (14.3.2): only the industry comes back. Called
    before the place itself changes hands."""
    land = tx.campaign.countries.get(UKRAINE)
    if place_id != KIEV or minors.master(tx.campaign, by) != SOVIETS or land is None or land.status != "satellite":
        return
    theirs = [key for key in cities(tx.campaign) if tx.campaign.places[key].country == UKRAINE]
    industry = sum(tx.campaign.places[key].value for key in theirs)
    tx.add(f"powers.{SOVIETS}.base", industry, "Ukraine is dissolved", "23.55")
    tx.set(f"countries.{UKRAINE}.narfs", 0, "Ukraine is dissolved", "23.55")
    for key in theirs:
        tx.set(f"places.{key}.country", SOVIETS, "Ukraine is dissolved", "23.55")
    for key in [key for key, unit in tx.campaign.units.items() if unit.power == UKRAINE]:
        tx.remove(f"units.{key}", "Kiev is retaken", "23.55")
    for key in [key for key, pool in tx.campaign.pools.items() if pool.power == UKRAINE]:
        tx.remove(f"pools.{key}", "Kiev is retaken", "23.55")
    statuses.become(tx, UKRAINE, "neutral", "", "Kiev is retaken", "23.55")
    tx.set(f"countries.{UKRAINE}.taken", calendar.turn(tx.campaign), "Kiev is retaken", "23.55")
