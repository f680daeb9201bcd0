"""Building for strategic warfare: U-boats, ASW, SAC, interceptors, rockets, Heavy Flak (5.1, 5.2.5, 11.12.3, 15.1.2,
15.1.5.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, GROUP, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.remembering import of_part
from engine.kernel.sheets.building import Stock
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import yards
from engine.thewar.economy import spending
from engine.thewar.economy.spending import short
from engine.thewar.strategic import air_war, rockets, strategic_forces
from engine.thewar.world import calendar, forces, tallies, wars
from engine.thewar.world.reports import group_words
from engine.thewar.world.state import TheWar, Unit

STEP = "strategic-warfare.build"
OWNERS = ("germany", "britain", "us")
BY_OPTION = ("italy", "ussr")
"""The powers that build here only what an optional rule adds to their pools (29.12, 29.14)."""
# NARFs for one unit (15.1.2), by group; SAC cost Germany more.
PRICES = {"uboat": 2, "asw": 3, "int": 2, "jet-int": 5, "sac": 4, "sac-v-1": 1, "sac-v-2": 3}
GERMAN_SAC = 6
# NARFs to repair one depleted unit (15.1.2), by kind.
REPAIRS = {"uboat": 1, "asw": 2, "sac": 2}
GERMAN_SAC_REPAIR = 3
V_WEAPONS = ("sac-v-1", "sac-v-2")
PER_TURN = {"sac": ("germany", 2, "15.1.6.2"), "sac-v-1": ("germany", 2, "5.2.5"), "sac-v-2": ("germany", 1, "5.2.5")}
SEA_BOX, AIR_BOX = "u-boat-war-box", "bombing-war-box"
HEAVY_FLAK_PRICE, HEAVY_FLAK_BOUGHT, LIGHT_FOR_HEAVY, HEAVY_FLAK_MOST = 15, 25, 5, 5
HEAVY_FLAK_BUYING_FROM = 1943


def price(campaign: TheWar, power: str, group: str) -> int:
    """NARFs for one unit of a group; bomber research makes German SAC as cheap as the others' (28.1.2)."""
    dear = (power, group) == ("germany", "sac") and not campaign.facts.get(air_war.RESEARCH, False)
    return GERMAN_SAC if dear else PRICES[group]


_NAMES = {"uboat": "U-boat", "jet-int": "Jet INT", "sac-v-1": "V-1", "sac-v-2": "V-2"}


def stock(campaign: TheWar, order: Build) -> Stock | None:
    """What an order to build takes from the pool; None where the power has none of it."""
    pool = campaign.pools.get(f"{order.power}-{order.group}")
    if pool is None:
        return None
    name = _NAMES.get(order.group) or order.group.upper()
    lost = ", out of supply" if order.oos else ""
    return Stock(f"{name}{lost}", pool.oos if order.oos else pool.count, _built(campaign, order.power, order.group))


def _built(campaign: TheWar, power: str, group: str) -> int:
    return tallies.built(campaign, power, group)


def something(campaign: TheWar, power: str) -> bool:
    """Whether a power has anything to build here, so that the step need not come up for nothing."""
    pools = (campaign.pools.get(f"{power}-{group}") for group in PRICES)
    waiting = any(pool is not None and (pool.count or pool.oos) for pool in pools)
    waiting = waiting and not any(True for _ in strategic_forces.american(campaign, power, 1))
    return waiting or bool(damaged(campaign, power)) or _may_raise_flak(campaign, power)


def damaged(campaign: TheWar, power: str, kind: str = "") -> tuple[str, ...]:
    """A power's depleted units of strategic warfare, all or of one kind, by id."""
    return _damaged(campaign, power, kind)


@of_part(forces.OWN)
def _damaged(campaign: TheWar, power: str, kind: str) -> tuple[str, ...]:
    mine = forces.units_of(campaign, power).items()
    return tuple(key for key, unit in mine if unit.depleted and unit.kind in REPAIRS and kind in ("", unit.kind))


def _may_raise_flak(campaign: TheWar, power: str) -> bool:
    return any(not any(True for _ in HeavyFlak(power, bought=bought).judge(campaign)) for bought in (False, True))


@frozen
class Build(PowerOrder[TheWar]):
    """Build units of strategic warfare from the force pool; those lost out of supply cost twice and come last
    (15.3)."""

    verb: ClassVar[str] = "build"
    title: ClassVar[str] = "build"
    rule: ClassVar[str] = "5.1"
    account: ClassVar[str] = "strategic"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    group: str = word(GROUP)
    count: int = keyed(number(1, 99), 1)
    oos: bool = keyed(FLAG, False, "lost out of supply")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.group not in PRICES:
            yield Refusal("5.1", f"'{self.group}' is not built here", f"Here: {', '.join(PRICES)}.")
            return
        if self.power not in OWNERS and f"{self.power}-{self.group}" not in campaign.pools:
            yield Refusal("5.1", f"{wars.named(campaign, self.power)} has no units of strategic warfare")
            return
        if not 1 <= self.count <= 99:
            yield Refusal("5.1", f"{self.count} units", "From 1 to 99.")
            return
        yield from strategic_forces.american(campaign, self.power, self.count)
        pool = campaign.pools.get(f"{self.power}-{self.group}")
        have = (pool.oos if self.oos else pool.count) if pool else 0
        if self.count > have:
            where = "lost out of supply" if self.oos else "in the force pool"
            wanted = group_words(self.power, self.group, self.count)
            yield Refusal("15.1.1", f"{wanted} are asked for, {have} are {where}", f"At most {have}.")
        if self.oos and pool is not None and pool.count:
            first = group_words(self.power, self.group, pool.count)
            yield Refusal("15.1.6.1", f"{first} lost in supply come first", "Build those first.")
        yield from self._limits(campaign)
        yield from short(campaign, self.power, self.cost(campaign).total, "15.1.2")

    def _limits(self, campaign: TheWar) -> Iterable[Refusal]:
        wanted = _built(campaign, self.power, self.group) + self.count
        if self.group == "uboat":
            most = 2 * yards.count(campaign, self.power)
            if wanted > most:
                yield Refusal("15.1.5.3", f"{wanted} U-boats this turn, twice the yards are {most}", f"At most {most}.")
        if self.group == "asw":
            most = yards.count(campaign, self.power)
            if wanted > most:
                yield Refusal("15.1.5.3", f"{wanted} ASW this turn, {most} yards", f"At most {most}.")
        if self.group in V_WEAPONS and rockets.sites_lost(campaign):
            sites = "Calais, Antwerp, Rotterdam and The Hague"
            yield Refusal("5.2.5", f"the Western Allies hold {sites}", "There are no V-weapons any more.")
        power, most, rule = PER_TURN.get(self.group, ("", 0, ""))
        if power == self.power and wanted > most:
            yield Refusal(rule, f"{group_words(power, self.group, wanted)} this turn", f"At most {most} a turn.")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs. What is built here does not count against half of the base (15.1.6.1)."""
        if self.group not in PRICES:
            return Breakdown()
        lines = [Line(f"{self.group} x {self.count}", price(campaign, self.power, self.group) * self.count, "15.1.2")]
        if self.oos:
            lines.append(Line("lost out of supply: twice", lines[0].value, "15.3"))
        return Breakdown(tuple(lines))

    def effect(self, tx: Transaction[TheWar]) -> None:
        spending.pay(tx, self.power, self.cost(tx.campaign).total, f"built: {self.group}", "15.1.2")
        pool = forces.from_pool(tx, f"{self.power}-{self.group}", self.count, oos=self.oos, why="built")
        at_sea = self.group in ("uboat", "asw")
        for _ in range(self.count):
            unit = Unit(
                power=self.power,
                kind=pool.kind,
                strength=pool.strength,
                tag=pool.tag,
                place=SEA_BOX if at_sea else AIR_BOX,
            )
            tx.create(f"units.{forces.new_id(tx, self.power, pool.kind)}", unit, "built", "15.2.5")
        tallies.count(tx, self.power, self.group, self.count, "built", "15.1")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} builds {group_words(self.power, self.group, self.count)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Build]:
        """One of each group that the power's pool has."""
        for group in PRICES:
            pool = campaign.pools.get(f"{power}-{group}")
            if pool is not None and (pool.count or pool.oos):
                yield cls(power, group, oos=not pool.count)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        groups = tuple(group for group in PRICES if f"{power}-{group}" in campaign.pools)
        fields = (Field("group", "build", "15.1.2", choices=groups), Field("count", "how many", default="1"))
        return Form(
            cls.verb, "Build units of strategic warfare", power + " build {group} count={count}", fields, cls.rule
        )


@frozen
class HeavyFlak(PowerOrder[TheWar]):
    """Raise the Heavy Flak level by one: 5 light Flak and 15 NARFs, or for Germany from 1943 by 25 NARFs; one a
    year."""

    verb: ClassVar[str] = "heavy-flak"
    title: ClassVar[str] = "Heavy Flak"
    rule: ClassVar[str] = "11.12.3"
    account: ClassVar[str] = "strategic"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    bought: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in ("germany", "britain"):
            yield Refusal("11.12.3", "only Germany and Britain have Heavy Flak")
            return
        level = int(campaign.facts.get(_level(self.power), 0))
        if level >= HEAVY_FLAK_MOST:
            yield Refusal("11.12.3", f"the level is {level}", f"At most {HEAVY_FLAK_MOST}.")
        year = calendar.year(campaign)
        if campaign.facts.get(f"{_level(self.power)}-year", 0) == year:
            yield Refusal("11.12.3", f"the level of {year} is up already", "One level a year.")
        if self.bought and (self.power != "germany" or year < HEAVY_FLAK_BUYING_FROM):
            yield Refusal("11.12.3", "levels are bought by Germany only, from 1943 on", "Convert 5 light Flak.")
        light = _light(campaign, self.power)
        if not self.bought and len(light) < LIGHT_FOR_HEAVY:
            yield Refusal("11.12.3", f"{len(light)} light Flak are in play", f"{LIGHT_FOR_HEAVY} are converted.")
        yield from short(campaign, self.power, self.cost(campaign).total, "11.12.3")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        narfs = HEAVY_FLAK_BOUGHT if self.bought else HEAVY_FLAK_PRICE
        return Breakdown((Line("Heavy Flak level", narfs, "11.12.3"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        spending.pay(tx, self.power, self.cost(tx.campaign).total, "Heavy Flak", "11.12.3")
        if not self.bought:
            for key in _light(tx.campaign, self.power)[:LIGHT_FOR_HEAVY]:
                forces.eliminate(tx, key, "converted to Heavy Flak", "11.12.3", given_up=True)
        level = int(tx.campaign.facts.get(_level(self.power), 0))
        tx.put(f"facts.{_level(self.power)}", level + 1, "Heavy Flak", "11.12.3")
        tx.put(f"facts.{_level(self.power)}-year", calendar.year(tx.campaign), "Heavy Flak", "11.12.3")

    def sentence(self, campaign: TheWar) -> str:
        how = (
            "buys a level of Heavy Flak" if self.bought else f"makes {LIGHT_FOR_HEAVY} light Flak a level of Heavy Flak"
        )
        return f"{wars.named(campaign, self.power)} {how}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[HeavyFlak]:
        if power in ("germany", "britain"):
            yield cls(power)
        if power == "germany" and calendar.year(campaign) >= HEAVY_FLAK_BUYING_FROM:
            yield cls(power, bought=True)


@frozen
class Repair(PowerOrder[TheWar]):
    """Make depleted SAC whole, or U-boats and ASW that were depleted on the board (15.1.2)."""

    verb: ClassVar[str] = "repair"
    title: ClassVar[str] = "repair"
    rule: ClassVar[str] = "15.1.2"
    account: ClassVar[str] = "strategic"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    kind: str = word(NAME)
    count: int = keyed(number(1, 99), 1)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.kind not in REPAIRS:
            yield Refusal("15.1.2", f"'{self.kind}' is not repaired here", f"Here: {', '.join(REPAIRS)}.")
            return
        have = len(damaged(campaign, self.power, self.kind))
        if not 1 <= self.count <= have:
            name = wars.named(campaign, self.power)
            yield Refusal(
                "15.1.2", f"{self.count} {self.kind.upper()} are to be repaired, {name} has {have} depleted", f"{have}."
            )
            return
        yield from short(campaign, self.power, self.cost(campaign).total, "15.1.2")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        if self.kind not in REPAIRS:
            return Breakdown()
        each = GERMAN_SAC_REPAIR if (self.power, self.kind) == ("germany", "sac") else REPAIRS[self.kind]
        return Breakdown((Line(f"{self.kind} repaired x {self.count}", each * max(self.count, 0), "15.1.2"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        spending.pay(tx, self.power, self.cost(tx.campaign).total, f"repaired: {self.kind}", "15.1.2")
        for key in damaged(tx.campaign, self.power, self.kind)[: self.count]:
            tx.set(f"units.{key}.depleted", False, "repaired", "15.1.2")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} repairs {group_words(self.power, self.kind, self.count)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Repair]:
        """For each kind, one order that repairs all depleted units of it."""
        for kind in REPAIRS:
            if depleted := len(damaged(campaign, power, kind)):
                yield cls(power, kind, count=depleted)


def _level(power: str) -> str:
    return "german-heavy-flak" if power == "germany" else "british-heavy-flak"


def _light(campaign: TheWar, power: str) -> list[str]:
    return [key for key, unit in forces.units_of(campaign, power).items() if unit.kind == "flak"]


def builders(campaign: TheWar) -> tuple[str, ...]:
    """The powers that have anything to build in the segment."""
    return tuple(
        power for power in (*OWNERS, *BY_OPTION) if wars.standing(campaign, power) and something(campaign, power)
    )
