"""Soviet mobilization after the German attack: hand and base, units that join the pool, units built for nothing
(21.7.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import attrs

from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, GROUP, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.remembering import derived
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import unit_building
from engine.thewar.economy import construction_limit, income
from engine.thewar.world import calendar, forces, tallies, wars
from engine.thewar.world.state import Pool, TheWar, Unit

SOVIETS = "ussr"
LEFT = "soviet-mobilization"
"""The fact of how many turns of mobilization are still to come; the German declaration of war sets it (21.7.1)."""
MOBILIZED = "soviet-mobilized"
"""The fact with the last turn of mobilization."""
FIRST_TIME = "mobilized-"
"""With a group, the fact of how many of it have been built for nothing as the first of their kind."""


def _data() -> dict[str, Any]:
    return table("thewar", "soviet-mobilization")


def turns() -> int:
    """How many turns the mobilization lasts."""
    return len(_data()["row"])


def due(campaign: TheWar) -> tuple[str, ...]:
    """The powers that mobilize in the segment at hand, once a turn: the Soviet Union, or none."""
    left = int(campaign.facts.get(LEFT, 0))
    again = campaign.facts.get(MOBILIZED, "") == calendar.turn(campaign)
    return (SOVIETS,) if left > 0 and not again and wars.standing(campaign, SOVIETS) else ()


def _line(left: int) -> dict[str, Any]:
    """The row of the turn with so many to come, this one included."""
    nth = max(1, turns() - left + 1)
    printed: dict[str, Any] = _data()["row"][str(nth)]
    return printed


@frozen
class Mobilize(PowerOrder[TheWar]):
    """A turn of mobilization: NARFs for hand and base, units for the pool."""

    verb: ClassVar[str] = "soviet-mobilization"
    title: ClassVar[str] = "Soviet mobilization"
    rule: ClassVar[str] = "21.7.1"
    account: ClassVar[str] = "mobilization"
    steps: ClassVar[tuple[str, ...]] = ("build.mobilization",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in due(campaign):
            yield Refusal("21.7.1", "no mobilization falls due", "It comes in the six turns from the German attack on.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        left = int(tx.campaign.facts.get(LEFT, 0))
        line = _line(left)
        tx.add(f"powers.{self.power}.base", line["narfs"], "mobilization", "21.7.1")
        tx.add(f"powers.{self.power}.narfs", line["narfs"], "mobilization", "21.7.1")
        for key in _joining(tx.campaign, left):
            income.join(tx, key)
        tx.set(f"facts.{LEFT}", left - 1, "a turn of mobilization", "21.7.1")
        tx.put(f"facts.{MOBILIZED}", calendar.turn(tx.campaign), "a turn of mobilization", "21.7.1")

    def sentence(self, campaign: TheWar) -> str:
        return "Soviet mobilization"

    def told(self, before: TheWar, entry: Entry) -> str:
        line = _line(int(before.facts.get(LEFT, 0)))
        free = "1 unit is" if line["units"] == 1 else f"{line['units']} units are"
        return f"Soviet mobilization: {line['narfs']} NARFs more in hand and base, {free} free this turn"


def _joining(campaign: TheWar, left: int) -> tuple[str, ...]:
    """The additions to the pool that come with the turn with so many to come, or came before it."""
    groups = {group for to_come in range(left, turns() + 1) for group in _line(to_come)["joins"]}
    return tuple(
        key
        for key, addition in campaign.additions.items()
        if addition.power == SOVIETS
        and "-".join(part for part in (addition.kind, addition.strength, addition.tag) if part) in groups
    )


def first_time(campaign: TheWar, group: str) -> int:
    """How many of a group are still built for nothing as the first of their kind."""
    most = int(_data()["first"].get(group, 0))
    return max(0, most - int(campaign.facts.get(f"{FIRST_TIME}{group}", 0)))


def of_any_kind(campaign: TheWar) -> int:
    """How many units of any kind the Soviets may still build for nothing this turn."""
    if campaign.facts.get(MOBILIZED, "") != calendar.turn(campaign):
        return 0
    line = _line(int(campaign.facts.get(LEFT, 0)) + 1)
    return max(0, int(line["units"]) - tallies.built(campaign, SOVIETS, tallies.FOR_NOTHING))


def free(campaign: TheWar, group: str) -> int:
    """How many of a group may be built for nothing now, both grants together."""
    return first_time(campaign, group) + of_any_kind(campaign)


@frozen
class Levy(PowerOrder[TheWar]):
    """Build Soviet units for nothing: the first of those that mobilization brings, and so many of any kind a turn.
    The former are placed anywhere in the 1939 Soviet Union, the latter like all new units (15.2.2)."""

    verb: ClassVar[str] = "levy"
    title: ClassVar[str] = "build units for nothing"
    rule: ClassVar[str] = "21.7.1"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP,)

    group: str = word(GROUP)
    count: int = keyed(number(1, 99), 1)
    oos: bool = keyed(FLAG, False, "lost out of supply")

    def complete(self, campaign: TheWar) -> Self:
        return attrs.evolve(self, group=forces.meant(campaign, self.power, self.group, "in the pool"))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != SOVIETS:
            yield Refusal("21.7.1", "only the Soviet Union builds units for nothing", "construct")
            return
        pool = campaign.pools.get(f"{SOVIETS}-{self.group}")
        if pool is None or not unit_building.is_unit(pool):
            known = ", ".join(forces.group_of(waiting) for waiting in _waiting(campaign)) or "none"
            yield Refusal("21.7.1", f"'{self.group}' is no ground or air unit of its pool", f"There are: {known}.")
            return
        have = pool.oos if self.oos else pool.count
        if not 1 <= self.count <= have:
            where = "lost out of supply" if self.oos else "in the force pool"
            yield Refusal("15.1.1", f"{self.count} {forces.spoken(self.group)} are asked for, {have} are {where}")
        if self.oos and pool.count:
            yield Refusal(
                "15.1.6.1", f"{pool.count} {forces.spoken(self.group)} lost in supply come first", "Build those first."
            )
        most = of_any_kind(campaign) if self.oos else free(campaign, self.group)
        if self.count > most:
            hint = f"{of_any_kind(campaign)} of any kind this turn; the others are paid for with construct."
            yield Refusal("21.7.1", f"{self.count} {unit_building.spoken(self.group)}, {most} cost nothing", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        pool = forces.from_pool(tx, f"{SOVIETS}-{self.group}", self.count, oos=self.oos, why="built for nothing")
        for _ in range(self.count):
            levied = 0 if self.oos else first_time(tx.campaign, self.group)
            where = unit_building.BOARD if levied else unit_building.stands(tx.campaign, SOVIETS, pool, "")[0]
            unit = Unit(power=SOVIETS, kind=pool.kind, strength=pool.strength, tag=pool.tag, place=where)
            tx.create(f"units.{forces.new_id(tx, SOVIETS, pool.kind)}", unit, "built for nothing", "21.7.1")
            if levied:
                done = int(tx.campaign.facts.get(f"{FIRST_TIME}{self.group}", 0))
                tx.put(f"facts.{FIRST_TIME}{self.group}", done + 1, "built for nothing", "21.7.1")
            else:
                for tally in (tallies.FOR_NOTHING, "units"):
                    tallies.count(tx, SOVIETS, tally, 1, "built for nothing", "21.7.1")

    def sentence(self, campaign: TheWar) -> str:
        lost = ", lost out of supply" if self.oos else ""
        return f"The Soviet Union builds {self.count} {unit_building.spoken(self.group)}{lost} for nothing"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Levy]:
        """All of a group that the grants allow."""
        if power != SOVIETS:
            return
        of_any = of_any_kind(campaign)
        for pool in _waiting(campaign):
            group = forces.group_of(pool)
            if pool.count and (most := first_time(campaign, group) + of_any):
                yield cls(power, group, min(pool.count, most))
            elif pool.oos and of_any:
                yield cls(power, group, min(pool.oos, of_any), oos=True)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        groups = tuple(forces.group_of(pool) for pool in _waiting(campaign) if free(campaign, forces.group_of(pool)))
        if power != SOVIETS or not groups:
            return None
        label = f"{of_any_kind(campaign)} of any kind; for nothing"
        fields = (Field("group", label, cls.rule, choices=groups), Field("count", "how many", default="1"))
        return Form(cls.verb, "Build units for nothing", "ussr levy {group} count={count}", fields, cls.rule)


def _waiting(campaign: TheWar) -> tuple[Pool, ...]:
    return _in_pools(campaign)


@derived("pools")
def _in_pools(pools: Mapping[str, Pool]) -> tuple[Pool, ...]:
    return tuple(
        pool
        for pool in pools.values()
        if pool.power == SOVIETS and unit_building.is_unit(pool) and (pool.count or pool.oos)
    )
