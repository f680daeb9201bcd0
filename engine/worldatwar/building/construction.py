"""Construction of strategic warfare units: price, limits, and where the new units stand (24.4, 24.54, 25.22, 26.22)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar

from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.sheets.building import Means, Stock
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.building import production
from engine.worldatwar.moving import sailing
from engine.worldatwar.targets import rocket_bases
from engine.worldatwar.world import aftermath, bases, fronts, groups, sides, turns
from engine.worldatwar.world.state import Group, WorldAtWar

STEP = "construction.build"
PRICE = 3
"""BRPs for one factor of any kind (24.43)."""
SHIPBUILDING = 1
"""Shipbuilding points for one factor of submarines, ASW or transports (24.43)."""
NAVAL = sailing.SHIPS
"""The kinds that cost shipbuilding points as well."""
# Where a power's new ships lie, unless it names another base of its own.
YARDS = {
    "germany": "western-port",
    "italy": "mediterranean-port",
    "japan": "japan",
    "britain": "western-port",
    "us": "us-atlantic",
}
"""The base where a power's new ships lie, unless the order names another."""
ASW_YARDS = {
    "britain": ("western-port", "us-atlantic"),
    "us": ("us-atlantic", "us-pacific"),
}
"""The bases beside the shipyards in which each Western Ally builds ASW. Canadian ASW are launched beside the Atlantic
U.S. box (25.22B to D, ruling 221)."""


def room(campaign: WorldAtWar, power: str) -> Breakdown:
    """BRPs that a power may still spend on construction in this player turn (27.3)."""
    figures = campaign.powers[power]
    left = Breakdown((Line("construction limit", figures.limit, "27.3"),))
    if figures.limit_now:
        left = left.plus("bombing and rockets", figures.limit_now, "26.653, 26.71B")
    if figures.spent:
        left = left.plus("built in this player turn", -figures.spent, "27.3")
    return left


def means(campaign: WorldAtWar, power: str) -> tuple[Means, ...]:
    """What a power's construction uses up beside its BRPs, in the construction step alone: its construction limit and
    its shipbuilding points."""
    if not campaign.progress.step.endswith(STEP):
        return ()
    figures = campaign.powers[power]
    left = room(campaign, power)
    most = left.total + figures.spent
    return (
        Means("construction limit", left.total, most, f"powers.{power}.room", "24.22, 27.3"),
        Means("shipbuilding points", figures.shipbuilding - figures.launched, figures.shipbuilding, rule="24.43"),
    )


def stock(campaign: WorldAtWar, order: Build) -> Stock:
    """The kind of unit that an order builds, and how many factors of it may be built (24.2)."""
    return Stock(production.TITLES.get(order.kind, order.kind), groups.allowable(campaign, order.owner, order.kind))


def builders(campaign: WorldAtWar) -> tuple[str, ...]:
    """The powers that have factors to build, or a rocket base to put back."""
    return tuple(
        power
        for power in sides.standing(campaign)
        if any(groups.allowable(campaign, sides.owner(power, kind), kind) for kind in production.MAY_HAVE[power])
        or rocket_bases.rebuildable(campaign, power)
    )


@frozen
class Build(PowerOrder[WorldAtWar]):
    """Build factors out of the force pool. ``place``: the base or front where they will stand, '' for the usual one."""

    verb: ClassVar[str] = "build"
    title: ClassVar[str] = "build"
    rule: ClassVar[str] = "24.4"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    kind: str = word(NAME)
    count: int = keyed(number(1, 99), 1)
    place: str = keyed(NAME, "")

    @property
    def owner(self) -> str:
        """Who will own the new units."""
        return sides.owner(self.power, self.kind)

    def where(self) -> str:
        """The base or front where the new units stand."""
        if self.place:
            return self.place
        if self.kind in fronts.AIR:
            home = {"us": "us-pacific" if self.kind == fronts.PACIFIC_BOMBER else "us-atlantic", "russia": "eastern"}
            return home.get(self.power, "pacific" if self.power == "japan" else "western")
        return YARDS.get(self.power, "")

    @classmethod
    def own_words(cls) -> Collection[str]:
        """'asw' of a power that has none is no American ASW."""
        return production.KINDS

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        wrong = list(production.may_have(campaign, self.power, self.kind))
        yield from wrong
        if wrong and wrong[0].rule != "24.21A":
            return
        if not 1 <= self.count <= 99:
            yield Refusal("24.4", f"{self.count} factors", "From 1 to 99.")
            return
        allowable = groups.allowable(campaign, self.owner, self.kind)
        if self.count > allowable:
            reason = f"{self.count} {self.kind} are asked for, {allowable} are allowable builds"
            yield Refusal("24.2", reason, f"At most {allowable}.")
        yield from self._means(campaign)
        yield from self._place(campaign)

    def _means(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """Whether BRPs, construction limit and shipbuilding points suffice (24.22, 24.43, 27.3)."""
        figures, price = campaign.powers[self.power], self.cost(campaign).total
        if price > figures.brps:
            yield Refusal(
                "24.43", f"{price} BRPs are needed, {figures.brps} are there", f"At most {figures.brps // PRICE}."
            )
        left = room(campaign, self.power).total
        if price > left:
            reason = f"{price} BRPs, {left} are left of the construction limit"
            yield Refusal("24.22, 27.3", reason, f"At most {max(0, left // PRICE)} factors.")
        if self.kind in NAVAL:
            free = figures.shipbuilding - figures.launched
            if self.count * SHIPBUILDING > free:
                reason = f"{self.count} shipbuilding points are needed, {free} are left in this player turn"
                yield Refusal("24.43", reason, f"At most {free}.")

    def _place(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """Whether the new units may stand there (25.22, 26.22)."""
        where = self.where()
        if self.kind in fronts.AIR:
            yield from fronts.refusals(campaign, self.power, self.kind, where)
            return
        base = bases.bases().get(where)
        if base is None or self.owner not in base.who:
            own = ", ".join(key for key, other in bases.bases().items() if self.owner in other.who)
            yield Refusal("25.22", f"'{where}' is no base of theirs", f"There are: {own}.")
        elif self.power == "us" and where not in ASW_YARDS["us"]:
            yield Refusal("25.22C", "American shipyards lie in the U.S. boxes", "Send them on in redeployment.")
        elif self.kind in sides.ASW and where not in ASW_YARDS.get(self.power, (where,)):
            reason = "these ASW are built in British and Canadian shipyards"
            yield Refusal("25.22B, 25.22D", reason, f"At: {', '.join(ASW_YARDS[self.power])}.")
        elif not bases.open_base(campaign, self.owner, where):
            yield Refusal("25.22", f"{base.name} is not theirs and operational")

    def cost(self, campaign: WorldAtWar) -> Breakdown:
        """The price in BRPs."""
        return Breakdown((Line(f"{self.kind} x {self.count}", PRICE * self.count, "24.43"),))

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        if self.kind not in production.kinds():
            # No table agrees upon what there is not.
            raise LookupError(f"'{self.kind}' is no kind of unit")
        price = self.cost(tx.campaign).total
        tx.add(f"powers.{self.power}.brps", -price, f"built: {self.kind}", "24.43")
        tx.add(f"powers.{self.power}.spent", price, f"built: {self.kind}", "27.3")
        if self.kind in NAVAL:
            tx.add(f"powers.{self.power}.launched", self.count * SHIPBUILDING, f"built: {self.kind}", "24.43")
        groups.draw(tx, self.owner, self.kind, self.count, "built", "24.4")
        built = Group(owner=self.owner, kind=self.kind, place=self.where(), count=self.count)
        groups.add(tx, built, "built", "24.4")

    def sentence(self, campaign: WorldAtWar) -> str:
        where = fronts.name(self.where())
        return f"{sides.named(campaign, self.power)} builds {aftermath.counted(self.count, self.kind)} at {where}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[Build]:
        for kind in production.MAY_HAVE[power]:
            if groups.allowable(campaign, sides.owner(power, kind), kind):
                yield cls(power, kind)

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        kinds = production.MAY_HAVE.get(power, ())
        if not kinds:
            return None
        fields = (Field("kind", "what", "24.41", kinds), Field("count", "how many", "24.43", default="1"))
        return Form(cls.verb, "Unit construction", power + " build {kind} count={count}", fields, cls.rule)


@frozen
class JoinPools(TableOrder[WorldAtWar]):
    """In the unit construction phase, naval production joins the force pools of the phasing side (24.22)."""

    verb: ClassVar[str] = "join-pools"
    title: ClassVar[str] = "production joins the pools"
    rule: ClassVar[str] = "24.22"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        for key, pool in tx.campaign.pools.items():
            if pool.coming and sides.side(tx.campaign, pool.owner) == turns.half(tx.campaign):
                coming = pool.coming
                tx.set(f"pools.{key}.coming", 0, "production", "24.22")
                tx.add(f"pools.{key}.count", coming, "production", "24.22")

    def sentence(self, campaign: WorldAtWar) -> str:
        return "Naval production joins the force pools"


def joins(campaign: WorldAtWar, half: str) -> bool:
    """Whether naval production waits to join the pools of a side."""
    return any(pool.coming and sides.side(campaign, pool.owner) == half for pool in campaign.pools.values())


def build_anew(tx: Transaction[WorldAtWar], side: str) -> None:
    """As a side's player turn ends, its powers may again build as much as their limits allow. What bombing and rockets
    have changed of a construction limit holds for one player turn of its power, the next (26.71B)."""
    for key, power in list(tx.campaign.powers.items()):
        if power.side == side:
            for tally in ("spent", "launched", "limit_now"):
                tx.set(f"powers.{key}.{tally}", 0, "player turn over", "27.3")
        elif power.limit_change or power.limit_now:
            why = "construction limit of the next player turn"
            tx.set(f"powers.{key}.limit_now", power.limit_change, why, "27.3")
            tx.set(f"powers.{key}.limit_change", 0, why, "27.3")


def duties(campaign: WorldAtWar) -> Iterable[Duty]:
    """Construction limits that bombing and rockets have changed (26.653, 26.71B)."""
    for key, power in campaign.powers.items():
        if power.limit_change or power.limit_now:
            change = power.limit_change + power.limit_now
            yield Duty(f"{sides.named(campaign, key)}: construction limit {change:+d}", "26.653, 26.71B")
