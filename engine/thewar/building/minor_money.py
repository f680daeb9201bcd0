"""Minor countries' own NARFs: what a year brings those that fight for nobody, what a country builds and repairs with
its own track (14.4, 15.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import FLAG, GROUP, keyed, number, word
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import unit_building
from engine.thewar.world import forces, minors, prices, wars
from engine.thewar.world.naming import COUNTRY
from engine.thewar.world.state import Pool, TheWar, Unit


def year(campaign: TheWar, country: str) -> int:
    """What a Spring brings to a country's own track, in NARFs: its value and that of its provinces, less what it yields
    as an Associate; nothing to a Satellite, whose value stands in its master's level, nor to a conquest, nor to a
    country that does not stand (14.4, 23.2)."""
    land = campaign.countries[country]
    if not minors.own_track(campaign, country):
        return 0
    yielded = land.associate_value if land.status == "associate" else 0
    return land.value + minors.provinces(campaign, country) - yielded


def due(campaign: TheWar) -> dict[str, int]:
    """What a Spring sets the countries' own tracks to, by id, where that changes them, in NARFs: a Satellite's to 0,
    since what did not grow is lost (14.3, 14.3.2)."""
    tracks = {key: year(campaign, key) for key, land in campaign.countries.items() if land.status != "conquered"}
    return {key: own for key, own in tracks.items() if own != campaign.countries[key].narfs}


def receiving(campaign: TheWar) -> bool:
    """Whether any country has still to be given its own income of the year, or to lose what was left."""
    return bool(due(campaign))


@frozen
class MinorIncome(TableOrder[TheWar]):
    """Spring: the countries that fight for nobody have their own income; what was left is lost, they do not grow
    (14.3.2, 14.4)."""

    verb: ClassVar[str] = "minor-income"
    title: ClassVar[str] = "income of minor countries"
    rule: ClassVar[str] = "14.4"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key, own in due(tx.campaign).items():
            why, rule = ("income of the year", "14.4") if own else ("left over from last year is lost", "14.3")
            tx.set(f"countries.{key}.narfs", own, why, rule)

    def sentence(self, campaign: TheWar) -> str:
        return "Minor countries: income of the year"


@frozen
class OwnBuild(TableOrder[TheWar]):
    """A minor country builds units from its pool, or repairs depleted ones, with its own NARFs: a Satellite too, all
    others only so (15.4). No limit of half of a base holds for it."""

    verb: ClassVar[str] = "own-build"
    title: ClassVar[str] = "a minor country builds"
    rule: ClassVar[str] = "15.4"

    country: str = word(COUNTRY)
    group: str = word(GROUP)
    count: int = keyed(number(1, 99), 1)
    repair: bool = keyed(FLAG, False)
    oos: bool = keyed(FLAG, False, "lost out of supply")

    @property
    def key(self) -> str:
        """The id of the force pool."""
        return f"{self.country}-{self.group}"

    def complete(self, campaign: TheWar) -> Self:
        where = "depleted" if self.repair else "in the pool"
        return attrs.evolve(self, group=forces.meant(campaign, self.country, self.group, where))

    def _hurt(self, campaign: TheWar) -> tuple[str, ...]:
        return tuple(
            key
            for key, unit in campaign.units.items()
            if unit.power == self.country and unit.depleted and forces.group_of(unit) == self.group
        )

    def _have(self, campaign: TheWar) -> int:
        if self.repair:
            return len(self._hurt(campaign))
        pool = campaign.pools.get(self.key)
        return 0 if pool is None or not unit_building.is_unit(pool) else pool.oos if self.oos else pool.count

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        land = campaign.countries.get(self.country)
        if land is None:
            yield Refusal("15.4", f"there is no minor country '{self.country}'")
            return
        if land.status == "conquered":
            yield Refusal("15.4", f"{land.name} is conquered: its units are not built again")
            return
        if lacking := list(minors.not_made(campaign, self.country)):
            yield from lacking
            return
        have = self._have(campaign)
        if not 1 <= self.count <= have:
            where = "depleted" if self.repair else "in its pool"
            yield Refusal(
                "15.4",
                f"{self.count} {forces.spoken(self.group)} are asked for, {land.name} has {have} {where}",
                f"From 1 to {have}." if have else "",
            )
            return
        price = self.cost(campaign).total
        if price > land.narfs:
            yield Refusal(
                "15.4", f"it costs {price} NARFs, {land.name} has {land.narfs}", "A master may pay for a Satellite."
            )

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs of the country."""
        unit: Pool | Unit | None = campaign.pools.get(self.key)
        if self.repair:
            hurt = self._hurt(campaign)
            unit = campaign.units[hurt[0]] if hurt else None
        if unit is None or self.count < 1:
            return Breakdown()
        if self.repair:
            each = prices.repair(self.country, unit.kind, unit.strength)
        else:
            each = prices.build(self.country, unit.kind, unit.strength, unit.tag, out_of_supply=self.oos)
        return each.plus(f"{self.count} of them", each.total * (self.count - 1), "15.4") if self.count > 1 else each

    def effect(self, tx: Transaction[TheWar]) -> None:
        price = self.cost(tx.campaign).total
        tx.add(
            f"countries.{self.country}.narfs", -price, f"{'repaired' if self.repair else 'built'}: {self.group}", "15.4"
        )
        if self.repair:
            for key in self._hurt(tx.campaign)[: self.count]:
                tx.set(f"units.{key}.depleted", False, "repaired", "15.4")
            return
        pool = forces.from_pool(tx, self.key, self.count, oos=self.oos, why="built")
        for _ in range(self.count):
            unit = Unit(power=pool.power, kind=pool.kind, strength=pool.strength, tag=pool.tag)
            tx.create(f"units.{forces.new_id(tx, pool.power, pool.kind)}", unit, "built", "15.4")

    def sentence(self, campaign: TheWar) -> str:
        does = "repairs" if self.repair else "builds"
        units = f"{self.count} {unit_building.spoken(self.group)}"
        return f"{wars.named(campaign, self.country)} {does} {units} with its own NARFs"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        able = tuple(key for key, land in campaign.countries.items() if land.narfs > 0 and land.status != "conquered")
        fields = (
            Field("country", "country", "15.4", choices=able),
            Field("group", "unit", "15.4"),
            Field("count", "how many", default="1"),
            Field("repair", "repair depleted ones", "15.4", ("no", "yes"), "no"),
        )
        pattern = "own-build {country} {group} count={count} repair={repair}"
        return Form(cls.verb, "A minor country builds", pattern, fields, cls.rule)
